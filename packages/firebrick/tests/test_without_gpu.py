"""torch.cuda, torch.backends, torch.accelerator and other devices on a machine without a GPU."""

import pytest

import firebrick as torch
from firebrick import backends, cuda

pytestmark = pytest.mark.skipif(cuda.is_available(), reason="there is a GPU")

ANSWERS = [
    ("cuda.is_available()", False),
    ("cuda.device_count()", 0),
    ("cuda.is_initialized()", False),
    ("cuda.is_bf16_supported()", False),
    ("cuda.memory_allocated()", 0),
    ("cuda.max_memory_allocated()", 0),
    ("cuda.memory_reserved()", 0),
    ("cuda.memory_stats()", {}),
    ("cuda.empty_cache()", None),
    ("cuda.reset_peak_memory_stats()", None),
    ("cuda.manual_seed(0)", None),
    ("cuda.manual_seed_all(0)", None),
    ("cuda.get_rng_state_all()", []),
    ("cuda.set_device(-1)", None),
    ("cuda.get_arch_list()", []),
    ("cuda.default_generators", ()),
    ("cuda.get_sync_debug_mode()", 0),
    ("isinstance(torch.ones(1), cuda.FloatTensor)", False),
    ("repr(cuda.FloatTensor)", "<class 'torch.cuda.FloatTensor'>"),
    ("backends.cudnn.is_available()", False),
    ("backends.cudnn.version()", None),
    ("backends.cuda.is_built() or True", True),
    ("backends.mps.is_available()", False),
    ("backends.mkl.is_available()", False),
    ("backends.openmp.is_available()", False),
    ("torch.mps.is_available()", False),
    ("torch.xpu.device_count()", 0),
    ("torch.mtia.is_available()", False),
    ("torch.accelerator.is_available()", False),
    ("torch.accelerator.current_accelerator()", None),
    ("torch.cpu.device_count()", 1),
    ("torch.get_device_module('cpu') is torch.cpu", True),
    ("torch.get_device_module() is torch.cpu", True),
    ("torch.get_device_module(torch.device('cuda', 1)) is torch.cuda", True),
    ("torch.__config__.show() == torch.show_config()", True),
    ("torch.utils.deterministic.fill_uninitialized_memory", True),
    ("torch.version.cuda", None),
    ("torch.version.hip", None),
]


@pytest.mark.parametrize(("question", "answer"), ANSWERS)
def test_answer(question, answer):
    assert eval(question, {"torch": torch, "cuda": cuda, "backends": backends}) == answer


NEED_A_GPU = [
    "cuda.current_device()", "cuda.set_device(0)", "cuda.synchronize()", "cuda.init()",
    "cuda.get_device_name()", "cuda.get_device_properties(0)", "cuda.get_device_capability()",
    "cuda.Stream()", "cuda.Event()", "cuda.current_stream()", "cuda.mem_get_info()",
    "cuda.get_rng_state()", "cuda.FloatTensor(2)", "cuda.device(0).__enter__()",
    "torch.ones(1).cuda()", "torch.ones(1, device='cuda')", "cuda.profiler.start()",
]  # fmt: skip


@pytest.mark.parametrize("call", NEED_A_GPU)
def test_what_needs_a_gpu_says_what_is_missing(call):
    with pytest.raises(RuntimeError, match=r"device 'cuda'.*(pip install|finds no GPU)"):
        eval(call, {"torch": torch, "cuda": cuda})


def test_marks_for_profilers():
    try:
        import cupy  # noqa: F401  # needs no GPU for them
    except ImportError:
        with pytest.raises(RuntimeError, match="CuPy, which is not installed"):
            cuda.nvtx.range_push("a")
        return
    assert [cuda.nvtx.range_push(n) for n in "ab"] == [0, 1]
    with cuda.nvtx.range("step {}", 3):
        cuda.nvtx.mark("here")
    assert [cuda.nvtx.range_pop() for _ in range(3)] == [1, 0, -2]


@pytest.mark.parametrize("call", ["torch.mps.synchronize()", "torch.xpu.set_device(0)"])
def test_other_devices_are_refused(call):
    with pytest.raises(RuntimeError, match="Firebrick does not serve .* Ask is_available"):
        eval(call, {"torch": torch})


def test_accelerator_says_what_is_missing():
    with pytest.raises(RuntimeError, match="Cannot access accelerator device when none"):
        torch.accelerator.synchronize()


@pytest.mark.filterwarnings("ignore:torch.set_default_tensor_type")
@pytest.mark.parametrize("kind", ["torch.cuda.DoubleTensor", cuda.DoubleTensor])
def test_no_default_type_on_a_missing_gpu(kind):
    with pytest.raises(RuntimeError, match="device 'cuda'"):
        torch.set_default_tensor_type(kind)
    assert torch.get_default_dtype() is torch.float32


def test_no_module_of_the_device():
    with pytest.raises(RuntimeError, match="Device 'meta' does not have a corresponding module"):
        torch.get_device_module("meta")


def test_contexts_that_change_nothing():
    with cuda.device(-1), cuda.device(None), cuda.device_of(torch.ones(1)), cuda.stream(None):
        pass


def test_switches_keep_what_they_are_set_to():
    cudnn = backends.cudnn
    assert (cudnn.enabled, cudnn.benchmark, cudnn.deterministic) == (True, False, False)
    cudnn.benchmark = True
    try:
        with cudnn.flags(enabled=False, benchmark=False, deterministic=True):
            assert (cudnn.enabled, cudnn.benchmark, cudnn.deterministic) == (False, False, True)
        assert (cudnn.enabled, cudnn.benchmark, cudnn.deterministic) == (True, True, False)
    finally:
        cudnn.benchmark = False


def test_tf32_is_the_precision_of_products():
    assert backends.cuda.matmul.allow_tf32 is False
    backends.cuda.matmul.allow_tf32 = True
    try:
        assert torch.get_float32_matmul_precision() == "high"
    finally:
        torch.set_float32_matmul_precision("highest")
    assert backends.cuda.matmul.allow_tf32 is False


def test_precision_of_products_on_gpus():
    matmul = backends.cuda.matmul
    matmul.fp32_precision = "tf32"
    try:
        assert matmul.allow_tf32 and matmul.fp32_precision == "tf32"
    finally:
        matmul.fp32_precision = "ieee"
    assert not matmul.allow_tf32
    with pytest.raises(RuntimeError, match="does not support precision 'bf16'"):
        matmul.fp32_precision = "bf16"
    for name in ("fp16", "bf16"):
        name = f"allow_{name}_reduced_precision_reduction"
        assert getattr(matmul, name) is True
        setattr(matmul, name, False)
        assert getattr(matmul, name) is False
        setattr(matmul, name, True)
        with pytest.raises(TypeError, match=f"{name} expects a bool"):
            setattr(matmul, name, 1)
    assert matmul.allow_fp16_accumulation is False
    with pytest.raises(AttributeError, match="Unknown attribute allow_fp8"):
        matmul.allow_fp8 = True


def test_attention_switches():
    with backends.cuda.sdp_kernel(enable_flash=False):
        assert not backends.cuda.flash_sdp_enabled() and backends.cuda.math_sdp_enabled()
    assert backends.cuda.flash_sdp_enabled()


def test_default_device():
    with torch.device("meta"):
        assert torch.ones(2).is_meta
    assert torch.ones(2).device == torch.device("cpu")
    torch.set_default_device("meta")
    try:
        assert torch.zeros(1).is_meta and torch.get_default_device() == torch.device("meta")
    finally:
        torch.set_default_device(None)


def test_seeding_the_gpu_leaves_the_cpu_alone():
    torch.manual_seed(0)
    want = torch.rand(2)
    torch.manual_seed(0)
    cuda.manual_seed_all(5)
    assert torch.equal(torch.rand(2), want)


def test_switches_of_cudnn_are_those_of_its_provider():
    from firebrick_core import cudnn as provider

    with backends.cudnn.flags(enabled=False, allow_tf32=False, fp32_precision="ieee"):
        assert not provider.settings.enabled and not provider.settings.tf32()
        assert provider.settings.fp32_precision == "ieee"
    assert provider.settings.enabled and provider.settings.tf32()
    with pytest.raises(RuntimeError, match="benchmark must be of type bool, got 'yes'"):
        backends.cudnn.benchmark = "yes"
    with pytest.raises(RuntimeError, match="'none', 'ieee' or 'tf32', got 'bf16'"):
        backends.cudnn.fp32_precision = "bf16"
    with pytest.raises(AttributeError, match="no attribute 'fast'"):
        getattr(backends.cudnn, "fast")  # noqa: B009  (a name that type checkers refuse)
