"""Names for the types that operator signatures use."""

from __future__ import annotations

from typing import Any, Sequence, Union

from ._device import device
from ._dtype import dtype

Number = Union[int, float, complex]
Dims = Union[int, Sequence[int], None]
Shape = Sequence[int]
DType = dtype
Device = Union[device, str, int]
Index = Any
