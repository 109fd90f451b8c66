"""Copies, conversions, moves between devices, and writing into tensors."""

from __future__ import annotations

from .. import _operators as T
from .._device import BY_BIT, DEVICE_BITS, as_device
from .._operator import Array, composite, direct, like_input, operator
from .._device import meta_array
from .._dtype import dtype as DType
from .._typing import Device


@operator(samples=("x(3, 4)", "x(3, 4).t()", "x()"), meta=like_input)
def clone(xp, input: Array, *, memory_format: object = None) -> Array:
    """A copy with memory of its own."""
    return input.copy("K")


def _converted(input, dtype):
    return meta_array(input.shape, dtype.numpy_dtype)


@operator(samples=("x(3, 4), T.float64", "x(3), T.int64"), methods=False, namespace="internal", meta=_converted)
def to_dtype(xp, input: Array, dtype: DType) -> Array:
    """A copy with elements of another dtype."""
    return input.astype(dtype.numpy_dtype)


@direct(samples=("x(3, 4), 'cpu'",), methods=False, namespace="internal")
def to_device(input: Array, device: Device) -> Array:
    """A copy on another device."""
    where = as_device(device)
    target = BY_BIT[_bit(where)]
    source = BY_BIT[input._keys & DEVICE_BITS]
    array = input._array if source.bit == target.bit else source.to_host(input._array) if target.computes else input._array
    array = target.from_host(array, where.index)
    return T.Tensor._wrap(array.copy() if array is input._array else array, target.bit)


def _bit(where):
    from .._device import BACKENDS

    return BACKENDS[where.type].bit


@direct(samples=("x(3, 4), x(3, 4)", "x(3, 4), x(4)", "x(3), x(3).to(T.float64)"), mutates=True, namespace="method",
        errors=(("x(3), x(4)", RuntimeError, "must match"),))
def copy_(input: Array, src: Array, non_blocking: bool = False) -> Array:
    """Write the elements of `src`, broadcast and converted, into this tensor; returns it."""
    from .._run import check_writable
    from .. import _errors

    shape = input._array.shape
    if _broadcast_shape("copy_", shape, src._array.shape) != shape:
        raise _errors.output_shape("copy_", shape, src._array.shape)
    target, source = BY_BIT[input._keys & DEVICE_BITS], BY_BIT[src._keys & DEVICE_BITS]
    if target.computes:
        check_writable("copy_", input)
        array = src._array
        if source.bit != target.bit:
            array = target.from_host(source.to_host(array))
        input._array[...] = array
    input._bump_version()
    return input


def _broadcast_shape(name, a, b):
    import numpy as np

    from .. import _errors

    try:
        return np.broadcast_shapes(a, b)
    except ValueError:
        raise _errors.shapes_do_not_broadcast(name, (a, b)) from None
