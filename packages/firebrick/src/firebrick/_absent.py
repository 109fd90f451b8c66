"""Why names of PyTorch are absent, as patterns by reason. Written by
tools/generate_compatibility.py from docs/gaps.toml; do not edit."""

ABSENT: dict[str, tuple[str, ...]] = {
    "graph capture and its compilers are not part of Firebrick; torch.compile leaves a model "
    "as it is": (
        "torch.fx.*",
        "torch.export",
        "torch._inductor",
        "torch._functorch",
        "torch._prims",
        "torch._prims_common",
        "torch._refs",
        "torch._decomp",
        "torch._subclasses.*",
        "torch._ops",
        "torch.ops.*",
        "torch.library.*",
        "torch._library",
        "torch._higher_order_ops",
        "torch.package",
    ),
    "Firebrick runs one process: torch.distributed has a world of size 1": (
        "torch.distributed.rpc",
        "torch.distributed.pipelining",
        "torch.distributed.optim",
        "torch.distributed.nn",
        "torch.distributed.elastic",
        "torch.distributed.launch",
        "torch.distributed.run",
        "torch.distributed.*.*",
    ),
    "quantized tensors are out of scope": (
        "torch.ao.*",
        "torch.qint*",
        "torch.quint*",
        "torch.quantization",
        "torch.nn.quantized",
        "torch.nn.qat",
        "torch.nn.intrinsic",
        "torch.*quant*",
        "torch.*per_channel*",
        "torch.Tensor.int_repr",
        "torch.Tensor.q_*",
        "torch.Tensor.qscheme",
    ),
    "nested tensors are out of scope": (
        "torch.nested",
    ),
    "there is nothing to compile against: Firebrick is Python; see derivatives.md and "
    "firebrick_core.extend for own operators": (
        "torch.utils.cpp_extension",
        "torch.classes",
        "torch.utils.hipify",
    ),
    "PyTorch removed it": (
        "torch._six",
        "torch.legacy",
        "torch.utils.ffi",
        "torch.utils.trainer",
    ),
    "ONNX files hold a model's graph, and Firebrick does not trace one": (
        "torch.onnx.*",
    ),
    "data pipes are not part of Firebrick; torch.utils.data has datasets and loaders": (
        "torch.utils.data.datapipes",
        "torch.utils.data.graph*",
    ),
    "remote calls are not part of Firebrick": (
        "torch.futures",
    ),
    "for PyTorch's own tests": (
        "torch.testing._internal",
        "torch._testing",
    ),
    "compilation, tracing, symbolic shapes and graph inspection are not part of Firebrick": (
        "torch.Sym*",
        "torch.sym_*",
        "torch.ScriptFunction",
        "torch.import_ir_module*",
        "torch.merge_type_from_type_comment",
        "torch.parse_*",
        "torch.unify_type_list",
        "torch.cond",
        "torch.while_loop",
        "torch.fork",
    ),
    "inside PyTorch's own binary, without a counterpart here": (
        "torch.DispatchKey",
        "torch.PRIVATE_OPS",
        "torch.Tag",
        "torch.USE_*",
        "torch.init_num_threads",
        "torch.nn.functional.*torch_function*",
        "torch.nn.functional.GRID_SAMPLE_*",
        "torch.nn.functional.ScalingType",
        "torch.nn.functional.SwizzleType",
        "torch.nn.functional.boolean_dispatch",
        "torch.nn.functional.*scaled*mm",
    ),
    "devices and formats that are not served": (
        "torch.Tensor.ipu",
        "torch.Tensor.xpu",
        "torch.Tensor.mtia",
        "torch.Tensor.to_mkldnn",
    ),
    "streams and events come with the GPU work": (
        "torch.Event",
        "torch.Stream",
    ),
    "nested, named and semi-structured tensors are out of scope": (
        "torch.Tensor.to_padded_tensor",
        "torch.sparse.SparseSemiStructured*",
        "torch.sparse.to_sparse_semi_structured",
        "torch.masked.is_masked_tensor",
    ),
    "a gradient has its tensor's dtype": (
        "torch.Tensor.grad_dtype",
    ),
    "first-class dimensions are not part of Firebrick": (
        "torch.Tensor.index",
    ),
    "parts of sparse tensors are copied with clone()": (
        "torch.*indices_copy",
        "torch.values_copy",
        "torch.sparse.as_sparse_gradcheck",
    ),
}
