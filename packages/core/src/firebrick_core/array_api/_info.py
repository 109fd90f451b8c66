"""What the namespace can do, for programs that ask."""

from __future__ import annotations

from typing import Any

from .. import _dtype
from .._device import BACKENDS, device as DeviceType
from ._types import KINDS, isdtype


class Info:
    """The standard's inspection functions."""

    def capabilities(self) -> dict[str, Any]:
        """Boolean indexing and shapes that depend on data are served; arrays have at most 64
        dimensions."""
        return {
            "boolean indexing": True,
            "data-dependent shapes": True,
            "max dimensions": 64,
        }

    def default_device(self) -> DeviceType:
        """The CPU."""
        return DeviceType("cpu")

    def devices(self) -> list[DeviceType]:
        """Devices that compute and are at hand."""
        found = [DeviceType("cpu")]
        try:
            count = BACKENDS["cuda"].namespace().cuda.runtime.getDeviceCount()
        except RuntimeError:  # no CuPy, or no GPU
            return found
        return found + [DeviceType("cuda", i) for i in range(count)]

    def default_dtypes(self, *, device: Any = None) -> dict[str, Any]:
        """The dtypes of arrays that are made without one."""
        real = _dtype.get_default_dtype()
        return {
            "real floating": real,
            "complex floating": real.to_complex(),
            "integral": _dtype.int64,
            "indexing": _dtype.int64,
        }

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, Any]:
        """The dtypes of a kind, by name."""
        names = (*KINDS["bool"], *KINDS["numeric"])
        found = {name: _dtype.ALL[name] for name in names}
        if kind is None:
            return found
        return {name: d for name, d in found.items() if isdtype(d, kind)}


def __array_namespace_info__() -> Info:
    """The inspection functions."""
    return Info()
