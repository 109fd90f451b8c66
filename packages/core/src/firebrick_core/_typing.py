"""Names for the types that operator signatures use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._device import device
from ._dtype import dtype

Number = int | float | complex
Dims = int | Sequence[int] | None
Shape = Sequence[int]
DType = dtype
Device = device | str | int
Index = Any
