"""Copies, and writing whole tensors."""

from __future__ import annotations

from .. import _dtype, _errors, _operators as T
from .._device import BY_BIT, DEVICE_BITS
from .._dispatch import TRANSFORMED
from .._hidden_order import restore
from .._memory_format import (
    arranged,
    contiguous_format as CONTIGUOUS,
    copied,
    has_format,
    turned_copy,
)
from .._operator import Array, Operand, Varargs, composite, direct, like_input, operator
from .._overlap import HARD, check_partly
from .._typing import Device, Dims, DType, Number
from ._numbers import element
from ._writing import in_place
from .selecting import common_shape, number_like


@operator(
    inlined=True, moves=True, samples=("x(3, 4)", "x(3, 4).t()", "x()"), meta=like_input
)
def clone(xp, input: Array, *, memory_format: object = None) -> Array:
    """A copy with memory of its own, in the same order unless a memory format is given."""
    return copied(input, memory_format)


@operator(
    samples=("x(2, 3, 4, 5)", "x(2, 3, 4, 5).permute(0, 3, 1, 2)", "x(3, 4).t()"),
    meta=like_input,
    methods=False,
    namespace="internal",
    differentiable=False,
)
def in_row_major_order(xp, input: Array) -> Array:
    """A copy whose elements are in row-major order."""
    return turned_copy(input)


@composite(namespace="method", samples=("x(3, 4)", "x(3, 4).t()"))
def contiguous(input: Array, memory_format: object = None) -> Array:
    """The tensor itself where its elements are row-major, or in `memory_format`; else a copy."""
    array = restore(input)._array
    if array.flags.c_contiguous if memory_format is None else has_format(array, memory_format):
        return input
    return T.clone(input, memory_format=memory_format or CONTIGUOUS)


# ---------------------------------------------------------------------- writing
def _write(xp, out, value):
    if value.shape != out.shape and common_shape("copy_", out, value) != out.shape:
        raise _errors.output_shape("copy_", out.shape, value.shape)
    # NumPy warns where imaginary parts are lost.
    out[...] = value.real if value.dtype.kind == "c" and out.dtype.kind not in "cb" else value


@direct(
    samples=("x(3, 4), x(3, 4)", "x(3, 4), x(4)", "x(3), T.ones(3, dtype=T.float64)"),
    mutates=True,
    errors=(("x(3), x(4)", RuntimeError, "must match"),),
    methods=False,
    namespace="internal",
)
def copy_tensor_(input: Array, src: Array) -> Array:
    """Write the elements of a tensor of the same device, broadcast and converted."""
    array = src._array
    if check_partly("copy_", input, src) == HARD:
        array = array.copy()  # NumPy's assignment in one dimension reads what it has just written
    return in_place("copy_", input, _write, array)


@composite(
    namespace="method",
    samples=("x(3, 4), x(3, 4)", "x(3, 4), x(4)", "x(3), T.ones(3, dtype=T.float64)", "x(3), 2"),
    mutates=True,
    errors=(
        ("x(3), x(4)", RuntimeError, "must match"),
        ("x(3), [1, 2, 3]", TypeError, "must be Tensor, not list"),
    ),
)
def copy_(input: Array, other: Operand, non_blocking: bool = False) -> Array:
    """Write the elements of `other`, broadcast, converted and moved here; returns the tensor."""
    try:
        if (input._keys ^ other._keys) & DEVICE_BITS:
            other = T.to_device(other, input.device, other.device)
    except AttributeError:
        if isinstance(other, (int, float, complex)):
            return fill_(input, other)
        raise TypeError(
            f"copy_(): argument 'other' (position 1) must be Tensor, not {type(other).__name__}"
        ) from None
    return T.copy_tensor_(input, other)


def _fill(name, input, write, *args):
    """Write the same element everywhere: into expanded tensors too, once for each place."""
    array, part = restore(input)._array, input
    if not array.flags.c_contiguous and 0 in array.strides:
        once = tuple(slice(None) if s else slice(1) for s in array.strides)
        part = T.view_of(input, array[once])
    in_place(name, part, write, *args)
    return input


def _write_number(xp, out, value):
    out[...] = element(value, out.dtype)


@direct(
    samples=("x(3, 4), 1.5", "x(3), 2"),
    mutates=True,
    methods=False,
    namespace="internal",
    errors=(("ints(3, 4), float('nan')", RuntimeError, "without overflow"),),
)
def fill_number_(input: Array, value: Number) -> Array:
    """Write one number everywhere; returns the tensor."""
    return _fill("fill_", input, _write_number, value)


@direct(samples=("x(3, 4), x()",), mutates=True, methods=False, namespace="internal")
def fill_tensor_(input: Array, value: Array) -> Array:
    """Write the element of a 0-d tensor everywhere; returns the tensor."""
    if value._array.ndim:
        raise RuntimeError(
            "fill_ only supports 0-dimension value tensor but got tensor with "
            f"{value._array.ndim} dimensions."
        )
    return _fill("fill_", input, _write, value._array)


@composite(samples=("x(3, 4), 1.5", "x(3, 4), x()"), methods=False)
def fill(input: Array, value: Operand) -> Array:
    """A copy with a number, or the element of a 0-d tensor, everywhere."""
    if hasattr(value, "_keys") and not value._array.ndim:
        return T.masked_fill_tensor(input, number_like(True, _dtype.bool, input), value)
    return fill_(T.clone(input), value)


@composite(
    samples=("x(3, 4), 1.5", "x(3, 4), x()"),
    mutates=True,
    errors=(
        ("x(3), x(3)", RuntimeError, "only supports 0-dimension value"),
        ("x(3), 'a'", TypeError, "must be Number"),
    ),
)
def fill_(input: Array, value: Operand) -> Array:
    """Write a number, or the element of a 0-d tensor, everywhere; returns the tensor."""
    kind = type(value)
    if kind is float or kind is int:
        return T.fill_number_(input, value)
    if hasattr(value, "_keys"):
        return T.fill_tensor_(input, value)
    if not hasattr(value, "__float__") and not isinstance(value, complex):
        raise TypeError(
            f"fill_(): argument 'value' (position 2) must be Number, not {type(value).__name__}"
        )
    return T.fill_number_(input, value)


def _write_zero(xp, out):
    out[...] = 0


@direct(samples=("x(3, 4)",), mutates=True)
def zero_(input: Array) -> Array:
    """Write 0 everywhere; returns the tensor."""
    return _fill("zero_", input, _write_zero)


@direct(
    samples=("x(3, 4), (1, 1)", "x(3), (0, 2)"),
    mutates=True,
    namespace="method",
    differentiable=False,
    errors=(("x(3), (-1,)", RuntimeError, "sizes must be non-negative"),),
)
def resize_(input: Array, size: Varargs, *, memory_format: object = None) -> Array:
    """Another shape over the same memory, or over more, whose new elements are uninitialised."""
    if input.requires_grad:
        raise RuntimeError("cannot resize variables that require grad")
    array, count, size = restore(input)._array, 1, tuple(size)
    for n in size:
        if n < 0:
            raise RuntimeError(f"resize_(): sizes must be non-negative, got {list(size)}")
        count *= n
    if size == array.shape and memory_format is None:
        return input
    start = input.storage_offset()
    room = input.untyped_storage().nbytes() // input.dtype.itemsize - start
    if count <= room:
        flat = T.as_strided(input, (count,), (1,), start)._array
    else:
        xp = BY_BIT[input._keys & DEVICE_BITS].namespace()
        flat = xp.empty(count, array.dtype)
        flat[:room] = T.as_strided(input, (room,), (1,), start)._array
        input._storage = None
    input._array = arranged(flat, size, memory_format)
    input._bump_version()
    return input


@composite(mutates=True, samples=("x(3, 4), x(1, 1)",))
def resize_as_(input: Array, the_template: Array, *, memory_format: object = None) -> Array:
    """`resize_` to the shape of another tensor."""
    return T.resize_(input, the_template._array.shape, memory_format=memory_format)


# ---------------------------------------------------------------------- new tensors like this one
def _of_its_level(tensor, made, requires_grad):
    """A new tensor as the transform has it that `tensor` belongs to."""
    if tensor._keys & TRANSFORMED:
        made = tensor._made_like(made)
    return made.requires_grad_() if requires_grad else made


@composite(namespace="method", samples=("x(3), (2, 2)",))
def new_zeros(
    input: Array,
    size: Varargs,
    *,
    dtype: DType | None = None,
    device: Device | None = None,
    requires_grad: bool = False,
    layout: object = None,
    pin_memory: bool = False,
) -> Array:
    """Zeros of a shape, with this tensor's dtype and device unless given."""
    from .._creation import zeros

    made = zeros(size, dtype=dtype or input.dtype, device=device or input.device)
    return _of_its_level(input, made, requires_grad)


@composite(namespace="method", samples=("x(3), (2, 2)",))
def new_ones(
    input: Array,
    size: Varargs,
    *,
    dtype: DType | None = None,
    device: Device | None = None,
    requires_grad: bool = False,
    layout: object = None,
    pin_memory: bool = False,
) -> Array:
    """Ones of a shape, with this tensor's dtype and device unless given."""
    from .._creation import ones

    made = ones(size, dtype=dtype or input.dtype, device=device or input.device)
    return _of_its_level(input, made, requires_grad)


@composite(namespace="method", samples=("x(3), (0, 2)",))
def new_empty(
    input: Array,
    size: Varargs,
    *,
    dtype: DType | None = None,
    device: Device | None = None,
    requires_grad: bool = False,
    layout: object = None,
    pin_memory: bool = False,
) -> Array:
    """Uninitialised elements of a shape, with this tensor's dtype and device unless given."""
    from .._creation import empty

    made = empty(size, dtype=dtype or input.dtype, device=device or input.device)
    return _of_its_level(input, made, requires_grad)


@composite(
    namespace="method",
    samples=("x(3), (0, 2), (1, 1)",),
    errors=(("x(3), (2, 2), (1,)", RuntimeError, "must match dimensionality of strides"),),
)
def new_empty_strided(
    input: Array,
    size: Dims,
    stride: Dims,
    *,
    dtype: DType | None = None,
    device: Device | None = None,
    requires_grad: bool = False,
    layout: object = None,
    pin_memory: bool = False,
) -> Array:
    """Uninitialised elements with given strides, and this tensor's dtype and device unless given.

    >>> import firebrick_core as fb
    >>> fb.zeros(1).new_empty_strided((2, 3), (1, 2)).stride()
    (1, 2)
    """
    from .._creation import empty_strided

    if len(size) != len(stride):
        raise RuntimeError(
            f"new_empty_strided(): dimensionality of sizes ({len(size)}) must match dimensionality "
            f"of strides ({len(stride)})"
        )
    return empty_strided(
        size,
        stride,
        dtype=dtype or input.dtype,
        device=device or input.device,
        requires_grad=requires_grad,
    )


@composite(namespace="method", samples=("x(3), (2, 2), 1.5",))
def new_full(
    input: Array,
    size: Dims,
    fill_value: Number,
    *,
    dtype: DType | None = None,
    device: Device | None = None,
    requires_grad: bool = False,
    layout: object = None,
    pin_memory: bool = False,
) -> Array:
    """One number in a shape, with this tensor's dtype and device unless given."""
    from .._creation import full

    made = full(size, fill_value, dtype=dtype or input.dtype, device=device or input.device)
    return _of_its_level(input, made, requires_grad)


@composite(namespace="method", samples=("x(3), [1, 2]",))
def new_tensor(
    input: Array,
    data: object,
    *,
    dtype: DType | None = None,
    device: Device | None = None,
    requires_grad: bool = False,
    layout: object = None,
    pin_memory: bool = False,
) -> Array:
    """A tensor of a copy of `data`, with this tensor's dtype and device unless given."""
    from .._creation import tensor

    return tensor(
        data, dtype=dtype or input.dtype, device=device or input.device, requires_grad=requires_grad
    )
