"""The version of PyTorch's interface that Firebrick has, under the names of torch.torch_version."""

from __future__ import annotations

from typing import Any

from ._version import __version__ as FIREBRICK_VERSION

# The release whose interface and numbers are the specification.
API = "2.13.0"
# What `torch.__version__` is under `firebrick.as_torch`: libraries compare it with PyTorch's.
TORCH_VERSION = f"{API}+firebrick.{FIREBRICK_VERSION}"


class TorchVersion(str):
    """A version as text, which compares as a version: with text, and with tuples of numbers.

    Source: torch.torch_version.TorchVersion.

    >>> TorchVersion("2.13.0+cpu") > "2.9", TorchVersion("1.10.0") >= (1, 9)
    (True, True)
    """

    def _key(self) -> tuple[int, ...]:
        return numbers(self)

    def __gt__(self, other: Any) -> bool:
        return self._key() > numbers(other)

    def __ge__(self, other: Any) -> bool:
        return self._key() >= numbers(other)

    def __lt__(self, other: Any) -> bool:
        return self._key() < numbers(other)

    def __le__(self, other: Any) -> bool:
        return self._key() <= numbers(other)

    def __eq__(self, other: Any) -> bool:
        if isinstance(other, str) and ("+" in other or not other[:1].isdigit()):
            return str.__eq__(self, other)
        try:
            return self._key() == numbers(other)
        except TypeError:
            return NotImplemented

    def __ne__(self, other: Any) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(str(self))


def numbers(version: Any) -> tuple[int, ...]:
    """The release numbers of a version, without zeros at the end: (2, 13) of "2.13.0+cpu".

    Raises TypeError for what is no text and no sequence of numbers.
    """
    if isinstance(version, str):
        release = version.partition("+")[0].split(".")
        leading = [_leading_number(part) for part in release]
    elif isinstance(version, (tuple, list)):
        leading = [_leading_number(str(part)) for part in version]
    else:
        raise TypeError(f"a version is compared with text or numbers, not {version!r}")
    known = [number for number in leading if number is not None]
    while known and known[-1] == 0:
        known.pop()
    return tuple(known)


def _leading_number(part: str) -> int | None:
    digits = part[: len(part) - len(part.lstrip("0123456789"))]
    return int(digits) if digits else None


__version__ = TorchVersion(TORCH_VERSION)
