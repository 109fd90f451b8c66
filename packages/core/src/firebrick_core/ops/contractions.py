"""Sums of products over chosen dimensions, and chains of products."""

from __future__ import annotations

import math

from .. import _operators as T
from .._operator import Array, Arrays, composite
from ._dims import one_dim
from ._numbers import require_tensors
from ._writing import received

NUMBER = (("x(3), 2", TypeError, "must be Tensor"),)


def _contracted(dims, a, b):
    """The two lists of dimensions of a contraction; a number means that many last and first."""
    if hasattr(dims, "_keys"):
        dims = dims.tolist()
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.ndim, b.ndim):
            raise RuntimeError(
                f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims} for tensors of"
                f" {a.ndim} and {b.ndim} dimensions"
            )
        return list(range(-dims, 0)), list(range(dims))
    first, second = ([d] if isinstance(d, int) else list(d) for d in dims)
    return first, second


def _size(t, dim):
    if not t.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions (tensordot())")
    return t.shape[one_dim(dim, t.ndim)]


@composite(
    samples=(
        "x(2, 3, 4), x(3, 4, 5)",
        "x(2, 3), x(3, 4), 1",
        "x(2, 3), x(4, 3), ([1], [1])",
        "x(2), x(3), 0",
        "x(2, 3), x(4, 1), ([1], [1])",
    ),
    dtypes="number",
    methods=False,
    out=True,
    errors=(
        *NUMBER,
        ("x(2, 3), x(4, 3), 1", RuntimeError, "contracted dimensions need to match"),
        ("x(2, 3), x(4, 3), ([1], [0, 1])", RuntimeError, "should have same length"),
        ("x(2), x(2), -1", RuntimeError, "expects dims >= 0"),
        ("x(2), x(2), 2", RuntimeError, "expects dims < ndim_a or ndim_b, but got dims=2"),
    ),
    layered=True,
)
def tensordot(a: Array, b: Array, dims: object = 2) -> Array:
    """The sums of products over pairs of dimensions.

    `dims` is two lists of dimensions, of `a` and of `b`, or how many last ones of `a` meet as
    many first ones of `b`. Raises RuntimeError where a pair differs in size.

    >>> import firebrick_core as fb
    >>> fb.tensordot(fb.ones(2, 3, 4), fb.ones(4, 3, 5), ([1, 2], [1, 0])).shape
    torch.Size([2, 5])
    """
    require_tensors("tensordot", a=a, b=b)
    first, second = _contracted(dims, a, b)
    if len(first) != len(second):
        raise RuntimeError(f"both dimension lists should have same length, not {first}, {second}")
    for i, j in zip(first, second, strict=True):
        n, m = _size(a, i), _size(b, j)
        if n == m:
            continue
        if n != 1 and m != 1:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {n} in dim {i} and second"
                f" has size {m} in dim {j}"
            )
        # One that is met by several is multiplied with their sum.
        if m == 1:
            a = a.sum(i, True, dtype=a.dtype)
        else:
            b = b.sum(j, True, dtype=b.dtype)
    first = [one_dim(i, a.ndim) for i in first]
    second = [one_dim(j, b.ndim) for j in second]
    rows = [i for i in range(a.ndim) if i not in first]
    columns = [j for j in range(b.ndim) if j not in second]
    head, tail = [a.shape[i] for i in rows], [b.shape[j] for j in columns]
    inner = math.prod(a.shape[i] for i in first)
    left = a.permute(rows + first).reshape(math.prod(head), inner)
    right = b.permute(second + columns).reshape(inner, math.prod(tail))
    return T.mm(left, right).reshape(head + tail)


# ---------------------------------------------------------------------- chains
def _check_chain(tensors):
    """Matrices, at the ends also vectors, each of which fits the next."""
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    last = len(tensors) - 1
    for i, t in enumerate(tensors):
        name = {0: "the first tensor", last: "the last tensor"}.get(i, f"tensor {i}")
        allowed = (1, 2) if i in (0, last) else (2,)
        if t.ndim not in allowed:
            want = "1D or 2D" if len(allowed) > 1 else "2D"
            raise RuntimeError(f"multi_dot(): {name} must be {want} but got {t.ndim}D")
        if t.dtype is not tensors[0].dtype:
            raise RuntimeError(
                "multi_dot(): all tensors must have be the same dtype but tensor 0 is"
                f" {tensors[0].dtype} and tensor {i} {t.dtype}"
            )
    for i, (a, b) in enumerate(zip(tensors, tensors[1:], strict=False)):
        if a.shape[-1] != b.shape[0]:
            raise RuntimeError(
                f"multi_dot(): tensors {i} and {i + 1} with shapes {list(a.shape)} and "
                f"{list(b.shape)} cannot be multiplied"
            )


def chain_order(sizes):
    """Where to split each run of matrices, of `sizes[i]` by `sizes[i + 1]`, for the fewest
    multiplications (Cormen et al., Introduction to Algorithms, section 15.2)."""
    n = len(sizes) - 1
    cost = {(i, i): 0 for i in range(n)}
    split = {}
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            cost[i, j], split[i, j] = min(
                (cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k)
                for k in range(i, j)
            )
    return split


def _multiply(tensors, split, i, j):
    if i == j:
        return tensors[i]
    k = split[i, j]
    return T.mm(_multiply(tensors, split, i, k), _multiply(tensors, split, k + 1, j))


@composite(
    samples=(
        "[x(2, 3), x(3, 4)]",
        "[x(2, 3), x(3, 4), x(4, 5), x(5, 2)]",
        "[x(3), x(3, 4), x(4)]",
        "[x(4), x(4)]",
    ),
    methods=False,
    namespace="linalg",
    dtypes="number",
    out=True,
    errors=(
        ("[x(3)]", RuntimeError, "expected at least 2 tensors but got 1"),
        ("[x(2, 2), x(2, 2, 2)]", RuntimeError, "the last tensor must be 1D or 2D but got 3D"),
        ("[x(2, 2), x(2), x(2, 2)]", RuntimeError, "tensor 1 must be 2D but got 1D"),
        ("[x(2, 2), x(3, 2)]", RuntimeError, "cannot be multiplied"),
        ("[x(2, 2), x(2, 2).to(T.float64)]", RuntimeError, "the same dtype"),
    ),
    layered=True,
)
def linalg_multi_dot(tensors: Arrays) -> Array:
    """The product of several matrices, in the order that takes the fewest multiplications.

    The first and the last may be vectors. Raises RuntimeError for shapes that do not fit.

    >>> import firebrick_core as fb
    >>> fb.linalg.multi_dot([fb.ones(2, 3), fb.ones(3, 100), fb.ones(100, 1)]).shape
    torch.Size([2, 1])
    """
    tensors = list(tensors)
    for t in tensors:
        require_tensors("multi_dot", tensors=t)
    _check_chain(tensors)
    row, column = tensors[0].ndim == 1, tensors[-1].ndim == 1
    if row:
        tensors[0] = tensors[0].unsqueeze(0)
    if column:
        tensors[-1] = tensors[-1].unsqueeze(1)
    split = chain_order([tensors[0].shape[0], *(t.shape[1] for t in tensors)])
    out = _multiply(tensors, split, 0, len(tensors) - 1)
    if column:
        out = out.squeeze(-1)
    return out.squeeze(0) if row else out


@composite(
    samples=("x(2, 3), x(3, 4), x(4, 5)", "x(2, 3)"),
    methods=False,
    dtypes="number",
    errors=(("x(2, 3), x(2, 3)", RuntimeError, "cannot be multiplied"),),
)
def chain_matmul(*matrices: object, out: object = None) -> Array:
    """The product of several matrices; `linalg.multi_dot` of them one by one.

    >>> import firebrick_core as fb
    >>> fb.chain_matmul(fb.ones(2, 3), fb.ones(3, 1), fb.ones(1, 4)).shape
    torch.Size([2, 4])
    """
    if len(matrices) == 1:
        return received("chain_matmul", T.clone(matrices[0]), out)
    return received("chain_matmul", T.linalg_multi_dot(matrices), out)


# ---------------------------------------------------------------------- Einstein's convention
@composite(
    samples=(
        "'ij,jk->ik', x(3, 4), x(4, 5)",
        "'bij,bjk->bik', x(2, 3, 4), x(2, 4, 5)",
        "'ii->i', x(3, 3)",
        "'ij->ji', x(3, 4)",
        "'i,j->ij', x(3), x(4)",
        "'...ij->...ji', x(2, 3, 4)",
        "'ij,ij->', x(3, 4), x(3, 4)",
        "x(3, 4), [0, 1], x(4, 5), [1, 2], [0, 2]",
    ),
    methods=False,
    dtypes="number",
    errors=(
        ("'ij,jk->ik', x(2, 3), x(4, 2)", RuntimeError, "subscript j has size 4 for operand 1"),
        ("'ij->ix', x(2, 3)", RuntimeError, "output subscript x does not appear"),
        ("'ij,jk', x(2, 3)", RuntimeError, "fewer operands were provided"),
        ("'ij', x(2, 3), x(2, 3)", RuntimeError, "more operands were provided"),
        ("'ij->ii', x(2, 3)", RuntimeError, "output subscript i appears more than once"),
        ("'i1->i', x(2, 3)", RuntimeError, "invalid subscript given at index 1"),
        ("'ijk->i', x(2, 3)", RuntimeError, r"subscripts in the equation \(3\) does not match"),
        ("'ii', x(2, 3)", RuntimeError, "sizes don't match, 3 != 2"),
        ("'i.j', x(2, 3)", RuntimeError, "not part of any ellipsis"),
    ),
)
def einsum(*args: object) -> Array:
    """Sums of products by Einstein's convention; pairs of operands from left to right.

    `einsum("ij,jk->ik", a, b)`, or `einsum(a, [0, 1], b, [1, 2], [0, 2])` with numbers for
    letters. Raises RuntimeError for an equation that does not fit its operands.

    >>> import firebrick_core as fb
    >>> fb.einsum("ij,j->i", fb.tensor([[1, 2], [3, 4]]), fb.tensor([1, 10]))
    tensor([21, 43])
    """
    from ._einsum import contract, equation_of

    equation, operands = equation_of(args)
    return contract(equation, operands)
