"""Making tensors that are filled: with zeros, ones, a number, or whatever the memory held.

Tensors from data are in `_from_data`, ranges in `_ranges`; their names are here, too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from . import _dtype
from ._device import BACKENDS, DEVICE_BITS, as_device
from ._dispatch import SPARSE, TRANSFORMED
from ._dtype import dtype as DType
from ._factory import (
    as_dtype,
    check_layout,
    default_device as default_device,
    deliver,
    element_of,
    get_default_device as get_default_device,
    meta,
    new_tensor,
    no_memory,
    number,
    on_meta,
    out_dtype,
    place as _place,
    refuse_pinned,
    set_default_device as set_default_device,
    sizes_of,
)
from ._from_data import (
    as_tensor as as_tensor,
    asarray as asarray,
    from_dlpack as from_dlpack,
    from_file as from_file,
    from_numpy as from_numpy,
    frombuffer as frombuffer,
    scalar_tensor as scalar_tensor,
    tensor as tensor,
    to_dlpack as to_dlpack,
)
from ._hidden_order import restore
from ._memory_format import empty_array, preserved, strided
from ._ranges import (
    arange as arange,
    eye as eye,
    linspace as linspace,
    logspace as logspace,
    range as range,
)
from ._sparse_construction import SPARSE_LAYOUTS, nothing
from ._tensor import Tensor, contiguous_strides

Fill = Callable[..., Any]


def _size(size: tuple[Any, ...]) -> tuple[int, ...]:
    """The sizes of a call whose name does not matter."""
    return sizes_of("size", size)


def _named_size(caller: str, sizes: tuple[Any, ...], size: Any) -> tuple[Any, ...]:
    """The sizes of a call that may give them by name."""
    if sizes:
        if size is not None:
            raise TypeError(f"{caller}() got multiple values for argument 'size'")
        return sizes
    if size is None:
        raise TypeError(f'{caller}() missing 1 required positional arguments: "size"')
    return (size,)


def _options(caller: str, layout: Any, pin_memory: bool, memory_format: Any = None) -> None:
    """Check the options that most calls leave out."""
    if layout is not None:
        check_layout(caller, layout)
    if pin_memory:
        refuse_pinned(caller)
    if memory_format is not None and type(memory_format).__name__ != "memory_format":
        raise TypeError(
            f"{caller}(): argument 'memory_format' must be torch.memory_format, not "
            f"{type(memory_format).__name__}"
        )


def _filled(
    caller: str,
    make: Fill,
    size: tuple[int, ...],
    dtype: DType,
    device: Any,
    requires_grad: bool,
    out: Any = None,
) -> Any:
    """A tensor whose elements `make(size, numpy_dtype)` gives; in a device's own memory, where the
    device makes arrays."""
    if device is None:
        device = default_device()
    if out is None and device is not None:
        if on_meta(device):
            return meta(size, dtype, requires_grad)
        where = as_device(device)
        backend = BACKENDS[where.type]
        if backend.makes:
            return _made_there(caller, make, size, dtype, backend, where.index, requires_grad)
    try:
        array = make(size, dtype.numpy_dtype)
    except (MemoryError, ValueError) as error:
        raise no_memory(size, dtype, error) from None
    if out is not None:
        return deliver(out, array, requires_grad)
    if device is not None:
        return _place(array, device, requires_grad)
    t = new_tensor(array)
    return t.requires_grad_() if requires_grad else t


def _made_there(
    caller: str, make: Fill, size: Any, dtype: DType, backend: Any, index: Any, requires_grad: bool
) -> Any:
    xp = backend.namespace()
    name = {np.zeros: "zeros", np.ones: "ones", np.empty: "empty"}.get(make)
    with backend.on(index), backend.running(caller):
        if name is None:
            array = make(size, dtype.numpy_dtype, xp)
        else:
            array = getattr(xp, name)(size, dtype.numpy_dtype)
    t = new_tensor(array, backend.bit)
    return t.requires_grad_() if requires_grad else t


def _dtype_for(caller: str, dtype: Any, out: Any, device: Any) -> DType:
    if out is not None:
        return out_dtype(caller, out, dtype, device)
    return _dtype.get_default_dtype() if dtype is None else as_dtype(caller, dtype)


def zeros(
    *sizes: Any,
    size: Any = None,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor of zeros; the sizes one by one or as a sequence.

    >>> import firebrick_core as fb
    >>> fb.zeros(2, dtype=fb.int64)
    tensor([0, 0])
    """
    if not sizes or size is not None:
        sizes = _named_size("zeros", sizes, size)
    if layout in SPARSE_LAYOUTS:
        return nothing("zeros", layout, _size(sizes), dtype, device, requires_grad)
    if layout is not None or pin_memory:
        _options("zeros", layout, pin_memory)
    d = _dtype_for("zeros", dtype, out, device)
    return _filled("zeros", np.zeros, sizes_of("zeros", sizes), d, device, requires_grad, out)


def ones(
    *sizes: Any,
    size: Any = None,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor of ones; the sizes one by one or as a sequence.

    >>> import firebrick_core as fb
    >>> fb.ones(2, 2)
    tensor([[1., 1.],
            [1., 1.]])
    """
    if not sizes or size is not None:
        sizes = _named_size("ones", sizes, size)
    if layout is not None or pin_memory:
        _options("ones", layout, pin_memory)
    d = _dtype_for("ones", dtype, out, device)
    return _filled("ones", np.ones, sizes_of("ones", sizes), d, device, requires_grad, out)


def empty(
    *sizes: Any,
    size: Any = None,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """A tensor whose elements are whatever the memory held; in a memory format where one is given.

    >>> import firebrick_core as fb
    >>> fb.empty(1, 2, 3, 4, memory_format=fb.channels_last).stride()
    (24, 1, 8, 2)
    """
    if not sizes or size is not None:
        sizes = _named_size("empty", sizes, size)
    if layout in SPARSE_LAYOUTS:
        return nothing("empty", layout, _size(sizes), dtype, device, requires_grad)
    make: Fill = np.empty
    if layout is not None or pin_memory or memory_format is not None:
        _options("empty", layout, pin_memory, memory_format)
        make = empty_array(memory_format)
    d = _dtype_for("empty", dtype, out, device)
    return _filled("empty", make, sizes_of("empty", sizes), d, device, requires_grad, out)


def _full(value: Any, dtype: DType, make: Fill = np.empty) -> Fill:
    """What makes an array with every element `value`."""
    fill = element_of(value, dtype)

    def full_array(size: Any, numpy_dtype: Any, xp: Any = np) -> Any:
        if xp is np:
            array = make(size, numpy_dtype)
            array[...] = fill
        else:
            array = xp.empty(size, numpy_dtype) if make is np.empty else make(size, numpy_dtype, xp)
            array[...] = fill[()]  # an argument of the kernel
        return array

    return full_array


def full(
    size: Any,
    fill_value: Any,
    *,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor with every element `fill_value`, whose type decides the dtype where none is given.

    Raises RuntimeError for numbers that the dtype does not hold.

    >>> import firebrick_core as fb
    >>> fb.full((2,), 7)
    tensor([7, 7])
    """
    if layout is not None or pin_memory:
        _options("full", layout, pin_memory)
    value = number("full", "fill_value", fill_value)
    if out is not None or dtype is not None:
        d = _dtype_for("full", dtype, out, device)
    else:
        d = _dtype.number_dtype(value)
    size = sizes_of("full", (size,))
    return _filled("full", _full(value, d), size, d, device, requires_grad, out)


def empty_strided(
    size: Any,
    stride: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """An uninitialised tensor with given strides, in elements.

    Raises RuntimeError for negative sizes and strides, and where there are not as many of both.

    >>> import firebrick_core as fb
    >>> fb.empty_strided((2, 3), (1, 2)).stride()
    (1, 2)
    """
    if layout is not None or pin_memory:
        _options("empty_strided", layout, pin_memory)
    size, stride = sizes_of("empty_strided", (tuple(size),)), tuple(stride)
    if len(size) != len(stride):
        raise RuntimeError(
            f"dimensionality of sizes ({len(size)}) must match dimensionality of strides "
            f"({len(stride)})"
        )
    if any(s < 0 for s in stride):
        raise RuntimeError(
            f"Storage size calculation overflowed with sizes={list(size)} and "
            f"strides={list(stride)}: strides must not be negative"
        )
    d = _dtype_for("empty_strided", dtype, None, device)
    if on_meta(device):
        return meta(size, d, requires_grad, tuple(s * d.itemsize for s in stride))
    return _filled("empty_strided", _strided(stride), size, d, device, requires_grad)


def _strided(stride: tuple[int, ...]) -> Fill:
    """What makes an array with these strides, in elements, over no more memory than they need."""

    def strided_array(size: Any, numpy_dtype: Any, xp: Any = np) -> Any:
        length = 1 + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
        base = xp.empty(length if math.prod(size) else 0, numpy_dtype)
        return strided(xp, base, size, tuple(s * numpy_dtype.itemsize for s in stride))

    return strided_array


def empty_permuted(
    size: Any,
    physical_layout: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """An uninitialised tensor whose dimensions lie in memory in the order of `physical_layout`.

    Raises RuntimeError where that is no order of all dimensions.

    >>> import firebrick_core as fb
    >>> fb.empty_permuted((2, 3, 4), (0, 2, 1)).stride()
    (12, 1, 3)
    """
    size, order = sizes_of("empty_permuted", (tuple(size),)), tuple(physical_layout)
    if len(size) != len(order):
        raise RuntimeError(
            "Number of dimensions in size does not match the length of the physical_layout; i.e. "
            f"len(size) = {len(size)} is not equal to len(physical_layout) = {len(order)}"
        )
    for index, dim in enumerate(order):
        if not 0 <= dim < len(size):
            raise RuntimeError(
                f"Dimension out of range (expected to be between 0 and {len(size) - 1}, but got "
                f"{dim} at index {index}). Negative dims are not supported here"
            )
    if len(set(order)) != len(order):
        raise RuntimeError("Duplicate dim not allowed")
    strides = [0] * len(size)
    for dim, step in zip(order, contiguous_strides([size[d] for d in order]), strict=True):
        strides[dim] = step
    return empty_strided(
        size,
        strides,
        dtype=dtype,
        layout=layout,
        device=device,
        requires_grad=requires_grad,
        pin_memory=pin_memory,
    )


# ---------------------------------------------------------------------- like another tensor
def _like(input: Any, dtype: DType | None, device: Any) -> tuple[Any, DType, Any]:
    """Shape, dtype and device of a tensor, unless given."""
    if not isinstance(input, Tensor):
        raise TypeError(f"argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if device is None and input._keys & DEVICE_BITS:
        device = input.device
    return input._array.shape, dtype or input.dtype, device


def _filled_like(
    caller: str,
    input: Any,
    value: Any,
    dtype: Any,
    layout: Any,
    device: Any,
    requires_grad: bool,
    pin_memory: bool,
    memory_format: Any,
) -> Any:
    """A tensor like `input` with every element `value`; None: uninitialised."""
    if not isinstance(input, Tensor):
        raise TypeError(
            f"{caller}(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}"
        )
    if layout is not None or pin_memory or memory_format is not None:
        _options(caller, layout, pin_memory, memory_format)
    d = input.dtype if dtype is None else as_dtype(caller, dtype)
    if input._keys & SPARSE and layout is None:
        sparse: Any = input
        return sparse._filled_like(caller, value, d, requires_grad)
    array = restore(input)._array
    plain = memory_format is None and array.flags.c_contiguous
    make: Fill = np.empty if plain else empty_array(memory_format, array)
    if value is not None:
        make = np.zeros if plain and value == 0 else _full(value, d, make)
    if device is None and not input._keys & DEVICE_BITS:
        t = new_tensor(make(array.shape, d.numpy_dtype))
        if input._keys & TRANSFORMED:
            t = input._made_like(t)
        return t.requires_grad_() if requires_grad else t
    if device is None:
        device = input.device
    if on_meta(device):
        strides = None if plain else preserved(array, memory_format, d.itemsize)
        return meta(array.shape, d, requires_grad, strides)
    return _filled(caller, make, array.shape, d, device, requires_grad)


def zeros_like(
    input: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Zeros with another tensor's shape, dtype and device, unless given, in its order of memory.

    >>> import firebrick_core as fb
    >>> fb.zeros_like(fb.tensor([1, 2]))
    tensor([0, 0])
    """
    return _filled_like(
        "zeros_like", input, 0, dtype, layout, device, requires_grad, pin_memory, memory_format
    )


def ones_like(
    input: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Ones with another tensor's shape, dtype and device, unless given, in its order of memory.

    >>> import firebrick_core as fb
    >>> fb.ones_like(fb.tensor([0.5]))
    tensor([1.])
    """
    return _filled_like(
        "ones_like", input, 1, dtype, layout, device, requires_grad, pin_memory, memory_format
    )


def empty_like(
    input: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Uninitialised, with another tensor's shape, dtype and device, unless given.

    >>> import firebrick_core as fb
    >>> fb.empty_like(fb.ones(2, 3).t()).stride()
    (1, 3)
    """
    return _filled_like(
        "empty_like", input, None, dtype, layout, device, requires_grad, pin_memory, memory_format
    )


def full_like(
    input: Any,
    fill_value: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Every element `fill_value`, with another tensor's shape, dtype and device, unless given.

    >>> import firebrick_core as fb
    >>> fb.full_like(fb.tensor([1, 2]), 7)
    tensor([7, 7])
    """
    value = number("full_like", "fill_value", fill_value)
    return _filled_like(
        "full_like", input, value, dtype, layout, device, requires_grad, pin_memory, memory_format
    )
