"""Parameters and buffers whose shape is not known yet; the lazy layers hold them."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

from firebrick_core import Tensor, empty

from ._parameter import Parameter

__all__ = ["UninitializedBuffer", "UninitializedParameter", "UninitializedTensorMixin", "is_lazy"]


def is_lazy(value: Any) -> bool:
    """Whether a tensor waits for its shape.

    >>> is_lazy(UninitializedParameter())
    True
    """
    return isinstance(value, UninitializedTensorMixin)


def _refuse(user: str) -> NoReturn:
    raise ValueError(
        f"Attempted to use an uninitialized parameter in {user}. This error happens when you are "
        "using a `LazyModule` or explicitly manipulating "
        "`torch.nn.parameter.UninitializedParameter` objects. When using LazyModules Call "
        "`forward` with a dummy batch to initialize the parameters before calling torch functions"
    )


class UninitializedTensorMixin:
    """A tensor of known dtype and device without a shape, until `materialize` gives it one.

    It keeps an empty array for the dtype and the device, which nothing but `data` may see: every
    operator that asks for the array gets a ValueError that says what to do.
    """

    cls_to_become: Any

    @property
    def _array(self) -> Any:
        _refuse(sys._getframe(1).f_code.co_name)

    @_array.setter
    def _array(self, array: Any) -> None:
        _refuse(sys._getframe(1).f_code.co_name)

    @property
    def shape(self) -> Any:
        """Raises RuntimeError: there is none yet."""
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually "
            "happens in `load_state_dict` when trying to load an uninitialized parameter into an "
            "initialized one. Call `forward` to initialize the parameters before accessing their "
            "attributes."
        )

    def dim(self) -> int:
        """1, as PyTorch's."""
        return 1

    ndim = property(dim)

    @property
    def data(self) -> Tensor:
        """An empty tensor of the dtype and on the device that this one will have."""
        lazy = type(self)
        self.__class__ = self.cls_to_become
        try:
            return self.detach()  # type: ignore[attr-defined]  # it is a tensor now
        finally:
            self.__class__ = lazy

    @data.setter
    def data(self, new: Tensor) -> None:
        lazy = type(self)
        self.__class__ = self.cls_to_become
        try:
            self.data = new
        finally:
            self.__class__ = lazy

    def materialize(self, shape: Any, device: Any = None, dtype: Any = None) -> None:
        """Become an ordinary tensor of this shape, with uninitialised values.

        >>> parameter = UninitializedParameter()
        >>> parameter.materialize((2, 3))
        >>> type(parameter).__name__, parameter.shape
        ('Parameter', torch.Size([2, 3]))
        """
        like = self.data
        self.__class__ = self.cls_to_become
        self.data = empty(shape, device=device or like.device, dtype=dtype or like.dtype)

    def to(self, *args: Any, **kwargs: Any) -> Any:
        """One that will have another dtype or device."""
        return self._like(self.data.to(*args, **kwargs))

    def type(self, dtype: Any = None) -> Any:
        """One that will have another dtype, or the name of this one's type."""
        return self.data.type() if dtype is None else self._like(self.data.type(dtype))

    def share_memory_(self) -> NoReturn:
        """Raises RuntimeError: there is no memory yet."""
        raise RuntimeError(
            "Can't share memory on an uninitialized parameter or buffer. Call `forward` to "
            "initialize the parameters before calling `module.share_memory()`."
        )

    def _like(self, data: Tensor) -> Any:
        made = copy_of(self)
        made.data = data
        return made

    def __repr__(self, *, tensor_contents: Any = None) -> str:
        return f"<{type(self).__name__}>"

    def __deepcopy__(self, memo: dict) -> Any:
        if id(self) not in memo:
            memo[id(self)] = copy_of(self)
        return memo[id(self)]

    def __reduce_ex__(self, protocol: Any) -> Any:
        return made_as, (type(self), self.requires_grad, self.data, dict(vars(self)))  # type: ignore[attr-defined]


def made_as(cls: Any, requires_grad: bool, data: Tensor, attributes: dict) -> Any:
    """An uninitialised tensor of a class, with the dtype and device of `data`."""
    made = cls(requires_grad, data.device, data.dtype)
    vars(made).update(attributes)
    return made


def copy_of(tensor: Any) -> Any:
    """Another uninitialised tensor like this one."""
    return made_as(type(tensor), tensor.requires_grad, tensor.data, dict(vars(tensor)))


class UninitializedParameter(UninitializedTensorMixin, Parameter):  # type: ignore[misc]  # as mixed
    """A parameter whose shape is not known yet.

    Args:
        requires_grad: of the parameter. Default: True.
        device, dtype: of the parameter. Default: the CPU and the default dtype.

    Operators raise ValueError for it, and `shape` a RuntimeError, until `materialize(shape)`.
    Source: torch.nn.parameter.UninitializedParameter.

    >>> UninitializedParameter()
    <UninitializedParameter>
    """

    cls_to_become = Parameter

    def __new__(cls, requires_grad: bool = True, device: Any = None, dtype: Any = None) -> Any:
        made = Parameter(empty(0, device=device, dtype=dtype), requires_grad)
        made.__class__ = cls
        return made


class UninitializedBuffer(UninitializedTensorMixin, Tensor):  # type: ignore[misc]  # as mixed
    """A buffer whose shape is not known yet.

    Args:
        requires_grad: of the buffer. Default: False.
        device, dtype: of the buffer. Default: the CPU and the default dtype.
        persistent: whether `state_dict` holds it. Default: True.

    Source: torch.nn.parameter.UninitializedBuffer.

    >>> UninitializedBuffer()
    <UninitializedBuffer>
    """

    cls_to_become = Tensor
    persistent: bool

    def __new__(
        cls, requires_grad: bool = False, device: Any = None, dtype: Any = None,
        persistent: bool = True,
    ) -> Any:
        made = empty(0, device=device, dtype=dtype).requires_grad_(requires_grad)
        made.persistent = persistent
        made._is_buffer = True
        made.__class__ = cls
        return made
