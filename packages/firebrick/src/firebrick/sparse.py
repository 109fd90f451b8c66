"""Functions of sparse tensors under the names of torch.sparse, and their older types."""

from __future__ import annotations

from typing import Any

from firebrick_core import Tensor as _Tensor, sparse_coo_tensor as _sparse_coo_tensor
from firebrick_core._tensor_types import TYPES as _TYPES, TensorType as _TensorType
from firebrick_core.sparse import *  # noqa: F403

from ._missing import attributes_missing as _attributes_missing


class _SparseType(_TensorType):
    """The class of `torch.sparse.FloatTensor` and its like: COO tensors of a dtype."""

    is_sparse = True

    def __call__(cls, *args: Any, device: Any = None) -> Any:
        if len(args) < 2 and not (len(args) == 1 and isinstance(args[0], _Tensor)):
            raise TypeError(
                f"torch.sparse.{cls.__name__}() takes indices, values and a size; use "
                "torch.sparse_coo_tensor(indices, values, size)"
            )
        if len(args) == 1:
            return args[0].to_sparse().to(cls.dtype)
        return _sparse_coo_tensor(*args, dtype=cls.dtype, device=device)

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, _Tensor) and instance.is_sparse and instance.dtype is cls.dtype

    def __repr__(cls) -> str:
        return f"<class 'torch.sparse.{cls.__name__}'>"


_made: dict[str, _SparseType] = {}
_missing = _attributes_missing(__name__)


def __getattr__(name: str) -> Any:
    """Older types such as `torch.sparse.FloatTensor`; AttributeError for other names."""
    if name not in _TYPES:
        return _missing(name)
    if name not in _made:
        _made[name] = _SparseType(name, (), {"dtype": _TYPES[name].dtype})
    return _made[name]
