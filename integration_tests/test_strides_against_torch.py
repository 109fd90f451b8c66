"""Memory order: results of tensors that lie in memory in any way have PyTorch's strides.

`view` works on a result where it does in PyTorch, and fails where it fails there. Each operator is
called on its own samples and those below, whose tensors are laid out in several ways: all of them,
only the first, or only the others.
"""

import warnings

import numpy as np
import pytest
from test_operators import NO_ORACLE, PLACES, counterpart, oracle, pair

import firebrick_core as fb
import firebrick_core.testing as testing
from firebrick_core._operator import OPERAND, TABLE, TENSOR

torch = pytest.importorskip("torch")


# ---------------------------------------------------------------------- layouts
def permuted(a, order):
    return np.ascontiguousarray(a.transpose(order)).transpose(np.argsort(order))


def transposed(a):
    return permuted(a, tuple(range(a.ndim))[::-1]) if a.ndim else a


def rotated(a):
    return permuted(a, (*range(1, a.ndim), 0)) if a.ndim else a


def channels_last(a):
    return permuted(a, (0, *range(2, a.ndim), 1)) if a.ndim > 2 else a


def sliced(a):
    wide = np.zeros((*a.shape, 2), a.dtype)
    wide[..., 0] = a
    return wide[..., 0]


def expanded(a):
    return np.broadcast_to(a[:1], a.shape) if a.ndim and len(a) else a


def contiguous(a):
    return a


LAYOUTS = (contiguous, transposed, rotated, channels_last, sliced, expanded)


def laid_out(sample, layout, which, make):
    """A sample with its tensors, all or some, in another layout."""
    place = -1

    def one(t):
        nonlocal place
        place += 1
        if (which == "first") != (place == 0) and which != "all":
            return t
        return make(layout(t.detach().numpy()))

    return sample.map(one)


# ---------------------------------------------------------------------- what is called
X = "x(2, 3, 4, 5)"
DIMS = (f"{X}, 0", f"{X}, 1", f"{X}, 2, True", f"{X}, -1")
SEVERAL = (*DIMS, f"{X}, (0, 2)", f"{X}, (1, 3), True")
ALONG = tuple(f"{X}, {d}" for d in range(4))
MORE = {
    **dict.fromkeys("sum mean nansum nanmean any all amax amin std var logsumexp".split(), SEVERAL),
    **dict.fromkeys("std_mean var_mean".split(), SEVERAL),
    **dict.fromkeys("prod argmax argmin max min median nanmedian mode".split(), DIMS),
    **dict.fromkeys("cumsum cumprod cummax cummin logcumsumexp sort argsort".split(), ALONG),
    **dict.fromkeys("softmax log_softmax functional_softmax".split(), ALONG),
    **dict.fromkeys("norm linalg_vector_norm".split(), (f"{X}, 2, 1", f"{X}, 1, (0, 2), True")),
    **dict.fromkeys("topk kthvalue".split(), (f"{X}, 2, 1", f"{X}, 2, 3")),
    **dict.fromkeys("double half long bool clone contiguous nan_to_num tril".split(), (X,)),
    **dict.fromkeys("complex polar".split(), (f"{X}, {X}",)),
    "count_nonzero": (f"{X}, 1", f"{X}, (0, 2)"),
    "aminmax": (f"{X}, dim=1", f"{X}, dim=0, keepdim=True"),
    "quantile": (f"{X}, 0.3, 1", f"{X}, T.tensor([0.3, 0.6]).to(x(1).dtype), 1"),
    "renorm": (f"{X}, 2, 1, 1.5",),
    "to": (f"{X}, T.float64", f"{X}, dtype=T.float32, copy=True"),
    "flip": (f"{X}, (0, 2)",),
    "roll": (f"{X}, 1, 2", f"{X}, 3", f"{X}, (1, 2), (0, 1)"),
    "rot90": ("x(3, 4, 5), 1, (0, 1)",),
    "gather": ("x(3, 4, 5), 1, ints(3, 3, 4, 5)",),
    "take_along_dim": ("x(3, 4, 5), ints(4, 3, 2, 5), 1",),
    "index_select": (f"{X}, 1, ints(3, 2)",),
    "scatter": ("x(3, 4, 5), 1, ints(4, 3, 2, 5), x(3, 2, 5)",),
    "index_add": ("x(3, 4, 5), 1, ints(4, 2), x(3, 2, 5)",),
    "masked_fill": ("x(3, 4, 5), mask(4, 5), 1.5",),
    "where": ("mask(3, 4, 5), x(3, 4, 5), x(3, 4, 5)", "mask(3, 1, 5), x(3, 4, 5), x(4, 5)"),
    "cat": (f"[{X}, {X}], 1", f"[{X}, {X}], -1"),
    "stack": tuple(f"[{X}, {X}], {d}" for d in (0, 1, 3, 4)),
    "bmm": ("x(3, 4, 5), x(3, 5, 2)",),
    "matmul": ("x(2, 3, 4, 5), x(2, 3, 5, 2)", "x(3, 4, 5), x(5, 2)", "x(4, 5), x(3, 5, 2)"),
    "kron": ("x(2, 3, 2), x(3, 2, 4)",),
    "polygamma": ("1, pos(3, 4, 5)",),
    "constant_pad_nd": ("x(3, 4, 5), (-1, 0), 0", "x(3, 4, 5), (1, 1, 2, 0), 0"),
    "cosine_similarity": ("x(3, 4, 5), x(3, 4, 5), 1",),
    "normalize": ("x(3, 4, 5), 2, 1",),
    "mse_loss": (f"{X}, {X}, reduction='none'",),
    "prelu": (f"{X}, pos(3)",),
}
SHAPES = {
    1: (("2, 3, 4, 5",),),
    2: (("2, 3, 4, 5", "2, 3, 4, 5"), ("2, 3, 4, 5", "3, 1, 5"), ("3, 1, 5", "2, 3, 4, 5")),
    3: (("2, 3, 4, 5",) * 3, ("2, 3, 4, 5", "3, 1, 5", "4, 1")),
}


def elementwise_samples(op):
    """Calls of an elementwise operator on tensors that broadcast, of the values of its samples."""
    if op.kind != "pointwise" or not op.samples:
        return ()
    tensors = [p for p in op.parameters if p.kind in (TENSOR, OPERAND) and p.default is p.empty]
    draw = next((d for d in ("unit", "pos", "ints") if d in op.samples[0]), "x")
    draw = {"ints": "ints(5, {})"}.get(draw, f"{draw}({{}})")
    return [", ".join(map(draw.format, shapes)) for shapes in SHAPES.get(len(tensors), ())]


# ---------------------------------------------------------------------- what differs on purpose
FAMILIES = {
    "recurrent_functions": "expanded batch sizes do not fit the rows that there are",
    "fourier": "the dimensions are transformed in another order",
}
ROWS = "row-major, where PyTorch keeps the input's order"
DIFFERENT = {
    **dict.fromkeys(
        "adaptive_avg_pool1d adaptive_max_pool1d functional_adaptive_max_pool1d avg_pool1d "
        "lp_pool1d max_pool1d_with_indices conv1d conv_transpose1d".split(),
        "of sequences row-major, where PyTorch's are images of height 1",
    ),
    "addr": ROWS,
    "as_strided_scatter": "without the gaps between the elements of its input",
    "conj_physical": "of real numbers a copy, where PyTorch returns the tensor itself",
    "diagonal_scatter": "as as_strided_scatter",
    "einsum": "the order depends on the order in which factors are multiplied",
    "embedding_bag": "an expanded list of offsets gives another number of bags",
    "fill": ROWS,
    "gru_cell": ROWS,
    "linalg_lstsq": "the solution is row-major, where PyTorch's is a part of a larger matrix",
    "max_pool3d": "of one sample, a 4-d tensor, whose channels come last: row-major",
    "max_pool3d_with_indices": "as max_pool3d",
    "scaled_dot_product_attention": "row-major, where PyTorch keeps the query's order",
    "select_scatter": "as as_strided_scatter",
    "slice_scatter": "as as_strided_scatter",
    "unravel_index": "vectors of their own, where PyTorch's are columns of one matrix",
    "binary_cross_entropy_with_logits": "its terms are added in another order",
}
OPERATORS = [
    op
    for op in TABLE.values()
    if op.name not in NO_ORACLE
    and op.name not in DIFFERENT
    and op.kernel.__module__.rpartition(".")[2] not in FAMILIES
    and not (op.random or op.mutates)
    and "ldl_solve" not in op.name  # PyTorch crashes for pivots that do not fit their matrix
    and op.samples
]


def strides(t):
    """Strides of the dimensions that have some."""
    if not t.numel():
        return ()
    return tuple(s if n > 1 else 0 for n, s in zip(t.shape, t.stride(), strict=True))


@pytest.mark.parametrize("op", OPERATORS, ids=lambda op: op.name)
def test_strides(op):
    if counterpart(op) is None:
        pytest.skip(f"PyTorch has it in none of {', '.join(PLACES)}")
    dtypes, judged = testing.dtypes_of(op), 0
    dtype = "float32" if "float32" in dtypes else dtypes[0]
    for text in (*op.samples, *MORE.get(op.name, ()), *elementwise_samples(op)):
        for layout in LAYOUTS:
            for which in ("all", "first", "others"):
                ours, theirs = pair(text, dtype)
                if which != "all" and (layout is contiguous or len(ours.tensors()) < 2):
                    continue
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # PyTorch warns about read-only arrays
                    theirs = laid_out(theirs, layout, which, torch.from_numpy)
                want = oracle(op, theirs)
                if want is None:
                    continue
                ours = laid_out(ours, layout, which, fb.from_numpy)
                got = op(*ours.args, **ours.kwargs)
                what = f"{op.name}({text}), {which} {layout.__name__}"
                for g, w in zip(testing.flatten(got), testing.flatten(want), strict=True):
                    if isinstance(w, torch.Tensor):
                        assert strides(g) == strides(w), what
                        judged += 1
    if not judged:
        pytest.skip("PyTorch serves none of the samples, or gives no tensor")


FLATTENED = {
    "a sum": lambda T, x: x.sum(0).view(-1),
    "a running sum": lambda T, x: x.cumsum(1).view(-1),
    "a softmax": lambda T, x: T.softmax(x, 1).view(-1),
    "a median": lambda T, x: x.median(0).values.view(-1),
    "a variance": lambda T, x: x.var(1).view(-1),
    "a gather": lambda T, x: x.gather(1, x.argsort(1)).view(-1),
    "the largest": lambda T, x: x.max(2, True).values.view(-1),
    "permuted first": lambda T, x: (x + T.ones(4, 3, 2)).view(-1),
    "permuted second": lambda T, x: (T.ones(4, 3, 2) + x).view(-1),
    "a sort": lambda T, x: x.sort(0).values.view(-1),
}


@pytest.mark.parametrize("what", FLATTENED)
def test_view_of_a_result_works_where_it_does_in_pytorch(what):
    def flat(library):
        x = library.arange(24.0).reshape(2, 3, 4).permute(2, 1, 0)
        try:
            return FLATTENED[what](library, x).tolist()
        except RuntimeError as e:
            return "view size is not compatible" in str(e)

    assert flat(fb) == flat(torch)
