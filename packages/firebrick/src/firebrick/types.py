"""Names for types of arguments, under the names of torch.types."""

from __future__ import annotations

import builtins
import os
from collections.abc import Sequence
from typing import Any, TypeAlias

from firebrick_core import Size as _TorchSize, Tensor, device as _device, dtype as DType

__all__ = ["Device", "FileLike", "IntLikeType", "Number", "Storage", "py_sym_types"]

Number: TypeAlias = int | float | bool
_Number = (builtins.int, builtins.float, builtins.bool)
_int, _float, _bool, _complex = builtins.int, builtins.float, builtins.bool, builtins.complex
_dtype = DType
_size: TypeAlias = _TorchSize | list[int] | tuple[int, ...]
_symsize = _dispatchkey = _size
_TensorOrTensors: TypeAlias = Tensor | Sequence[Tensor]
_TensorOrTensorsOrGradEdge: TypeAlias = Any
Device: TypeAlias = _device | str | int | None
FileLike: TypeAlias = Any
StrPath: TypeAlias = str | os.PathLike[str]
Storage: TypeAlias = Any
IntLikeType: TypeAlias = int
FloatLikeType: TypeAlias = float
BoolLikeType: TypeAlias = bool
py_sym_types: tuple[type, ...] = ()
