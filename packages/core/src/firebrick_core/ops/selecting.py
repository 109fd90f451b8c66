"""Elements chosen by a condition: where, masks, triangles."""

from __future__ import annotations

import numpy as np

from .. import _dtype, _errors, _operators as T
from .._device import BY_BIT, DEVICE_BITS, meta_array
from .._memory_format import laid_out
from .._operator import Array, Operand, composite, direct, like_input, operator
from .._parallel import PIECE, split_kernel
from .._typing import Dims, Number
from ._dims import shape_last
from ._nn_arrays import INTEGERS
from ._numbers import converted, element
from ._positions import row_major
from ._writing import in_place, received


def common_shape(name, *arrays):
    """The broadcast shape of arrays. Raises RuntimeError where there is none."""
    shapes = [a.shape for a in arrays]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise _errors.shapes_do_not_broadcast(name, shapes) from None


def number_like(value, dtype, tensor):
    """A number as a 0-d tensor of a dtype on the device of another tensor."""
    bit = tensor._keys & DEVICE_BITS
    array = np.asarray(element(value, dtype.numpy_dtype))
    return T.Tensor._wrap(BY_BIT[bit].from_host(array) if bit else array, bit)


# ---------------------------------------------------------------------- where
def _where_rule(condition, input, other):
    return meta_array(common_shape("where", condition, input, other), input.dtype)


@operator(
    samples=("mask(3, 4), x(3, 4), x(3, 4)", "mask(4), x(3, 1), x()", "mask(3, 4), x(4), x(3, 4)"),
    errors=(("mask(3), x(3), x(4)", RuntimeError, "must match"),),
    methods=False,
    namespace="internal",
    meta=_where_rule,
)
def where_tensors(xp, condition: Array, input: Array, other: Array) -> Array:
    """`input` where the condition holds, else `other`; both of one dtype."""
    blended = _blended(condition, input, other) if xp is np else None
    if blended is not None:
        return blended
    try:
        out = xp.where(condition, input, other)
        # The condition comes first, and decides.
        ordered = out.ndim < 2 or (condition.flags.c_contiguous and input.flags.c_contiguous)
        return out if ordered else laid_out(out, condition, input, other)
    except ValueError:
        common_shape("where", condition, input, other)
        raise


def _blended(condition, input, other):
    """`where` by masks of bits, whose time does not depend on what the condition holds: NumPy's
    own takes eight times as long where a processor cannot guess it.

    None for few elements and for arrays that are not row-major. One of the values may be a single
    number, and the condition may be broadcast.
    """
    full = input if input.ndim >= other.ndim else other
    if full.size < 1024 or full.dtype.kind not in "fiub" or full.itemsize > 8:
        return None
    for a in (input, other):
        if a.ndim and a.shape != full.shape or not a.flags.c_contiguous:
            return None
    sizes = zip(condition.shape[::-1], full.shape[::-1], strict=False)
    if condition.ndim > full.ndim or any(n != m and n != 1 for n, m in sizes):
        return None
    split = full.size > 2 * PIECE
    given = full, condition, input, other
    return split_kernel(_blend, given, {}) if split else _blend(np, *given)


def _blend(xp, full, condition, input, other):
    bits = INTEGERS[full.itemsize]
    second = other.view(bits)
    out = np.bitwise_xor(input.view(bits), second)
    np.bitwise_and(out, np.negative(condition.view(np.int8)), out=out)
    np.bitwise_xor(out, second, out=out)
    return out.view(full.dtype)


def _operands(condition, input, other):
    """The condition as booleans, and both operands as tensors of their common dtype."""
    if condition.dtype is not _dtype.bool:
        if condition.dtype is not _dtype.uint8:
            raise RuntimeError(
                "where expected condition to be a boolean tensor, but got a tensor with dtype "
                f"{_errors.TYPE_NAMES[condition.dtype.name]}"
            )
        condition = condition.to(_dtype.bool)
    dtype = _dtype.operands_dtype((input, other))
    pair = []
    for x in (input, other):
        if hasattr(x, "_keys"):
            pair.append(x if x.dtype is dtype else x.to(dtype))
        else:
            pair.append(number_like(x, dtype, condition))
    return condition, *pair


@composite(
    methods=False,
    samples=("mask(3, 4), x(3, 4), x(4)", "mask(3), x(3), 0.0", "mask(3), 1, 2", "mask(3, 4)"),
    errors=(("x(3), x(3), x(3)", RuntimeError, "expected condition to be a boolean tensor"),),
)
def where(
    condition: Array, input: Operand = None, other: Operand = None, *, out: object = None
) -> Array:
    """`input` where the condition holds, else `other`; alone, the indices where it holds."""
    if not hasattr(condition, "_keys"):
        raise _errors.not_a_tensor("where", "condition", 1, condition)
    if input is None and other is None:
        return T.nonzero_tuple(condition)
    if input is None or other is None:
        raise TypeError("where(): expected a condition alone, or a condition with both values")
    try:
        ready = input.dtype is other.dtype and condition.dtype is _dtype.bool
    except AttributeError:
        ready = False
    if not ready:
        condition, input, other = _operands(condition, input, other)
    result = T.where_tensors(condition, input, other)
    if out is not None and getattr(out, "dtype", result.dtype) is not result.dtype:
        raise RuntimeError(
            f"where(): Expected out type to be {_errors.TYPE_NAMES[result.dtype.name]} but got "
            f"{_errors.TYPE_NAMES[out.dtype.name]}"
        )
    return received("where", result, out)


@composite(methods=("where",), namespace="internal", samples=("x(3), mask(3), 0.0",))
def where_method(input: Array, condition: Array, other: Operand) -> Array:
    """This tensor where the condition holds, else `other`."""
    return where(condition, input, other)


# ---------------------------------------------------------------------- fill by mask
def _check_mask(mask):
    if mask.dtype.kind != "b":
        kind = _dtype.from_numpy_dtype(mask.dtype)
        raise RuntimeError(
            f"masked_fill_ only supports boolean masks, but got mask with dtype {kind}; "
            "convert it with .bool()"
        )


def _fill_rule(input, mask, value):
    return meta_array(common_shape("masked_fill", input, mask), input.dtype)


def _write_fill(xp, out, mask, value):
    _check_mask(mask)
    shape = common_shape("masked_fill_", mask, out)
    if shape != out.shape:
        raise _errors.output_shape("masked_fill_", out.shape, shape)
    if not hasattr(value, "dtype"):
        value = element(value, out.dtype)
    xp.copyto(out, value, casting="unsafe", where=mask)


FILL = (
    "x(3, 4), mask(3, 4), 1.5",
    "x(3, 4), mask(4), 0",
    "x(3), mask(2, 3), -1",
    "x(3, 4).t(), mask(4, 3), 1",
)
FILL_ERRORS = (
    ("x(3), mask(4), 1", RuntimeError, "must match"),
    ("x(3), ints(2, 3), 1", RuntimeError, "only supports boolean masks"),
    ("x(3), mask(3), x(3)", RuntimeError, "0-dimensional value tensor"),
)


def _filled(xp, mask, value, input):
    blended = None
    if xp is np and mask.ndim <= input.ndim:
        blended = _blended(mask, np.asarray(value), input)
    return row_major(xp.where(mask, value, input)) if blended is None else blended


@operator(samples=FILL, methods=False, namespace="internal", meta=_fill_rule)
def masked_fill_number(xp, input: Array, mask: Array, value: Number) -> Array:
    """A copy with a number where the mask holds."""
    _check_mask(mask)
    try:
        return _filled(xp, mask, element(value, input.dtype), input)
    except ValueError:
        common_shape("masked_fill", mask, input)
        raise


@operator(
    samples=("x(3, 4), mask(3, 4), x()",), methods=False, namespace="internal", meta=_fill_rule
)
def masked_fill_tensor(xp, input: Array, mask: Array, value: Array) -> Array:
    """A copy with the one element of a tensor where the mask holds."""
    _check_mask(mask)
    common_shape("masked_fill", mask, input)
    return _filled(xp, mask, converted(value, input.dtype), input)


@direct(samples=("x(3, 4), mask(3, 4), 1.5",), methods=False, namespace="internal", mutates=True)
def masked_fill_number_(input: Array, mask: Array, value: Number) -> Array:
    """Write a number where the mask holds; returns the tensor."""
    return in_place("masked_fill_", input, _write_fill, mask._array, value)


@direct(samples=("x(3, 4), mask(3, 4), x()",), methods=False, namespace="internal", mutates=True)
def masked_fill_tensor_(input: Array, mask: Array, value: Array) -> Array:
    """Write the one element of a tensor where the mask holds; returns the tensor."""
    return in_place("masked_fill_", input, _write_fill, mask._array, value._array)


def _is_number(value):
    if not hasattr(value, "_keys"):
        return True
    if value._array.ndim:
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{value._array.ndim} dimension(s)."
        )
    return False


@composite(samples=FILL, errors=FILL_ERRORS, out=True)
def masked_fill(input: Array, mask: Array, value: Operand) -> Array:
    """A copy with a number, or the element of a 0-d tensor, where the mask holds."""
    kind = type(value)
    if kind is float or kind is int or _is_number(value):
        return T.masked_fill_number(input, mask, value)
    return T.masked_fill_tensor(input, mask, value)


@composite(
    namespace="method", mutates=True, samples=("x(3, 4), mask(3, 4), 1.5", "x(3, 4), mask(4), x()")
)
def masked_fill_(input: Array, mask: Array, value: Operand) -> Array:
    """Write a number, or the element of a 0-d tensor, where the mask holds; returns the tensor."""
    if _is_number(value):
        return T.masked_fill_number_(input, mask, value)
    return T.masked_fill_tensor_(input, mask, value)


# ---------------------------------------------------------------------- select and scatter by mask
@operator(
    moves=True,
    samples=("x(3, 4), mask(3, 4)", "x(3, 4), mask(3, 1)", "x(4), mask(3, 4)"),
    out=True,
    errors=(
        ("x(3), mask(4)", RuntimeError, "must match"),
        ("x(3), ints(2, 3)", RuntimeError, "BoolTensor"),
    ),
)
def masked_select(xp, input: Array, mask: Array) -> Array:
    """The elements where the mask holds, in one dimension."""
    if mask.dtype != bool:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    if input.shape == mask.shape:
        return input[mask].reshape(-1)
    shape = common_shape("masked_select", input, mask)
    return xp.broadcast_to(input, shape)[xp.broadcast_to(mask, shape)].reshape(-1)


@operator(
    samples=("x(5), T.tensor([True, False, True, True, True, True]).view(2, 3), (2, 3)",),
    methods=False,
    namespace="internal",
    meta=shape_last,
)
def masked_select_backward(xp, grad: Array, mask: Array, shape: Dims) -> Array:
    """Zeros of a shape with `grad` where the mask, broadcast, holds."""
    out = xp.zeros(shape, grad.dtype)
    out[xp.broadcast_to(mask, shape)] = grad
    return out


def _write_scatter(xp, out, mask, source):
    if mask.dtype != bool:
        raise RuntimeError("masked_scatter_ only supports boolean masks; convert it with .bool()")
    if source.dtype != out.dtype:
        names = [_errors.TYPE_NAMES[_dtype.from_numpy_dtype(a.dtype).name] for a in (out, source)]
        raise RuntimeError(
            "masked_scatter: expected self and source to have same dtypes but got "
            f"{names[0]} and {names[1]}"
        )
    if common_shape("masked_scatter_", mask, out) != out.shape:
        raise _errors.output_shape("masked_scatter_", out.shape, mask.shape)
    mask = xp.broadcast_to(mask, out.shape)
    count = int(xp.count_nonzero(mask))
    if source.size < count:
        raise RuntimeError(
            f"Number of elements of source < number of ones in mask: {source.size} < {count}"
        )
    out[mask] = source.reshape(-1)[:count]


SCATTER = ("x(3, 4), mask(3, 4), x(12)", "x(3, 4), mask(4), x(3, 4)")
SCATTER_ERRORS = (
    ("x(3), T.ones(3, dtype=T.bool), x(2)", RuntimeError, "< number of ones in mask"),
)


@operator(samples=SCATTER, errors=SCATTER_ERRORS, out=True, meta=like_input)
def masked_scatter(xp, input: Array, mask: Array, source: Array) -> Array:
    """A copy with consecutive elements of `source` where the mask holds."""
    out = xp.broadcast_to(input, common_shape("masked_scatter", input, mask)).copy()
    _write_scatter(xp, out, mask, source)
    return out


@direct(samples=SCATTER, errors=SCATTER_ERRORS, namespace="method", mutates=True)
def masked_scatter_(input: Array, mask: Array, source: Array) -> Array:
    """Write consecutive elements of `source` where the mask holds; returns the tensor."""
    return in_place("masked_scatter_", input, _write_scatter, mask._array, source._array)


@operator(
    samples=("x(3, 4), mask(3, 4), (12,)", "x(3, 4), mask(4), (3, 4)"),
    methods=False,
    namespace="internal",
    meta=shape_last,
)
def masked_scatter_backward(xp, grad: Array, mask: Array, shape: Dims) -> Array:
    """The elements of `grad` where the mask holds, followed by zeros, under a shape."""
    out = xp.zeros(shape, grad.dtype)
    part = grad[xp.broadcast_to(mask, grad.shape)]
    out.reshape(-1)[: part.size] = part
    return out


# ---------------------------------------------------------------------- triangles
def _triangle(xp, name, input, diagonal, upper):
    if input.ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
    rows = xp.arange(input.shape[-2]).reshape(-1, 1)
    columns = xp.arange(input.shape[-1])
    kept = columns - rows >= diagonal if upper else columns - rows <= diagonal
    return row_major(xp.where(kept, input, input.dtype.type(0)))


@operator(
    moves=True,
    samples=("x(3, 4)", "x(2, 3, 3), 1", "x(3, 4), -1"),
    meta=like_input,
    inplace=True,
    out=True,
    errors=(("x(3)", RuntimeError, "at least 2 dimensions"),),
)
def tril(xp, input: Array, diagonal: int = 0) -> Array:
    """Matrices with zeros above a diagonal."""
    return _triangle(xp, "tril", input, diagonal, upper=False)


@operator(
    moves=True,
    samples=("x(3, 4)", "x(2, 3, 3), 1", "x(3, 4), -1"),
    meta=like_input,
    inplace=True,
    out=True,
    errors=(("x(3)", RuntimeError, "at least 2 dimensions"),),
)
def triu(xp, input: Array, diagonal: int = 0) -> Array:
    """Matrices with zeros below a diagonal."""
    return _triangle(xp, "triu", input, diagonal, upper=True)
