"""Methods of Tensor that say what kind of tensor it is, and what older programs ask of one."""

from __future__ import annotations

import warnings
from typing import Any

from . import _dtype
from ._device import BACKENDS, DEVICE_BITS, INFERENCE
from ._layout import layout, strided


def _cuda() -> Any:
    return BACKENDS["cuda"]


class TensorFlags:
    """Kinds of tensors, storages, page-locked memory, and constructors like this tensor.

    The kinds that are not served here are always false: asking is not an error.
    """

    __slots__ = ()

    _array: Any
    _keys: int
    dtype: _dtype.dtype
    device: Any
    is_cpu: Any
    data_ptr: Any
    detach: Any
    untyped_storage: Any

    # ------------------------------------------------------------------ kinds
    @property
    def layout(self) -> layout:
        """How the elements are kept: `torch.strided`."""
        return strided

    is_sparse = False
    is_sparse_csr = False
    is_quantized = False
    is_nested = False
    is_mkldnn = False
    is_mps = False
    is_mtia = False
    is_maia = False
    is_ipu = False
    is_xla = False
    is_xpu = False
    is_vulkan = False
    name = None

    def is_distributed(self) -> bool:
        """Whether the elements are spread over processes: never, here."""
        return False

    def is_inference(self) -> bool:
        """Whether the tensor was made in inference mode."""
        return bool(self._keys & INFERENCE)

    def is_nonzero(self) -> bool:
        """Whether the one element is not zero.

        Raises RuntimeError for tensors of more or fewer elements.
        """
        return bool(self)

    # ------------------------------------------------------------------ memory
    def storage(self) -> Any:
        """The buffer behind this tensor as elements of its dtype; see `untyped_storage`."""
        from ._typed_storage import TypedStorage

        return TypedStorage(wrap_storage=self.untyped_storage(), dtype=self.dtype)

    def storage_type(self) -> Any:
        """The class of the storage, such as `FloatStorage`."""
        from ._typed_storage import storage_class

        return storage_class(self.dtype)

    def const_data_ptr(self) -> int:
        """The address of the first element, for reading only."""
        return self.data_ptr()

    def mutable_data_ptr(self) -> int:
        """The address of the first element, for writing."""
        return self.data_ptr()

    def is_pinned(self, device: Any = None) -> bool:
        """Whether the memory is page-locked, so that a GPU copies it without the processor."""
        return _cuda().is_pinned(self._array)

    def pin_memory(self, device: Any = None) -> Any:
        """A copy in page-locked memory; itself where it is there.

        Raises RuntimeError where no GPU needs it, and for tensors that are not on the CPU.
        """
        if self._keys & DEVICE_BITS:
            raise RuntimeError(
                f"cannot pin '{self.device}': only dense CPU tensors can be pinned; take .cpu()"
            )
        cuda = _cuda()
        try:
            cuda.namespace()
        except RuntimeError as error:
            raise RuntimeError(
                "Cannot access accelerator device when none is available: pin_memory() has no use "
                f"here; leave it out, and move tensors with .to(device) ({error})"
            ) from None
        if self.is_pinned():
            return self
        return type(self)._wrap(cuda.pinned_copy(self._array))  # type: ignore[attr-defined]

    def record_stream(self, stream: Any) -> None:
        """Do not use this tensor's memory again, once it is freed, before `stream` is done with it.

        For tensors of one stream that work of another one reads. Raises RuntimeError for tensors
        that are not on a GPU.
        """
        if self.device.type != "cuda":
            raise RuntimeError(
                f"record_stream(): tensors on {self.device} are not tied to streams; leave the call"
                " out"
            )
        _cuda().memory.record(self._array, stream._stream)

    # ------------------------------------------------------------------ like this tensor
    def new(self, *args: Any, device: Any = None) -> Any:
        """`t.new(2, 3)`, `t.new([1, 2])`, `t.new(storage)`: in this tensor's dtype, on its device.

        PyTorch's older name for `new_empty`, `new_tensor` and the like.
        """
        from ._tensor_types import new_like

        return new_like(self, args, device)

    def module_load(self, other: Any, assign: bool = False) -> Any:
        """What `Module.load_state_dict` puts in this tensor's place: itself with the values of
        `other`, or with `assign` the other one."""
        return other.detach() if assign else self.copy_(other).detach()  # type: ignore[attr-defined]

    # ------------------------------------------------------------------ removed from PyTorch
    @property
    def volatile(self) -> bool:
        """False: what it stood for is `no_grad` now."""
        warnings.warn(
            "volatile was removed (Variable.volatile is always False): use torch.no_grad()",
            UserWarning,
            stacklevel=2,
        )
        return False

    def reinforce(self, *args: Any, **kwargs: Any) -> None:
        """Raises RuntimeError: it was removed from PyTorch."""
        raise RuntimeError(
            "reinforce() was removed: use torch.distributions and the log_prob of a sample instead"
        )
