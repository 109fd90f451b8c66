"""Where the storages of a checkpoint go: `map_location` in its forms, and location tags.

A file gives every storage a tag, the name of the device that it was on. Devices that are not core's
can be registered, with how a storage is tagged and how it is restored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._device import BACKENDS, device
from ._storage import UntypedStorage
from ._typed_storage import TypedStorage

Tagger = Callable[[Any], str | None]
Restorer = Callable[[Any, str], Any]

_packages: list[tuple[int, Tagger, Restorer]] = []


def register_package(priority: int, tagger: Tagger, deserializer: Restorer) -> None:
    """Teach `save` and `load` a kind of storage.

    Args:
        priority: registrations of lower numbers are asked first; all are asked before core's.
        tagger: from a storage to its tag, or None for a storage that is not of this kind.
        deserializer: from a storage on the CPU and its tag to the restored storage, or None for a
            tag that is not of this kind.

    Source: torch.serialization.register_package.
    """
    _packages.append((priority, tagger, deserializer))
    _packages.sort(key=_priority)


def _priority(package: tuple[int, Tagger, Restorer]) -> int:
    return package[0]


def location_tag(storage: Any) -> str:
    """The tag that a file gives a storage: the name of its device.

    >>> import firebrick_core as fb
    >>> location_tag(fb.ones(2).untyped_storage())
    'cpu'
    """
    for _, tagger, _ in _packages:
        tag = tagger(storage)
        if tag is not None:
            return tag
    return str(storage.device)


def default_restore_location(storage: UntypedStorage, location: str) -> UntypedStorage:
    """A storage from the CPU, moved to the device that a tag names.

    Raises RuntimeError, saying what to do, where there is no such device.
    """
    return _restored(storage, location, location)


def _restored(storage: UntypedStorage, target: Any, location: str) -> UntypedStorage:
    """A storage moved to `target`, a device or tag; `location` is the file's own tag."""
    if isinstance(target, str):
        for _, _, deserializer in _packages:
            restored = deserializer(storage, target)
            if restored is not None:
                return restored
    return storage.to(device=_usable(target, location))


def _usable(target: Any, location: str) -> device:
    """The device that `map_location`, or the file, names for a storage, if it can be used here."""
    if not isinstance(target, (str, device)):
        raise TypeError(
            "load: expected map_location to be, or give, a device or its name, but got "
            f"{type(target).__name__}; pass map_location='cpu'"
        )
    try:
        where = device(target)
        BACKENDS[where.type].namespace()
    except RuntimeError as error:
        raise RuntimeError(
            f"load: don't know how to restore data location of a storage (tagged with {target}; in "
            f"the file: {location}): {error}. To load it into the computer's own memory, pass "
            "map_location='cpu'"
        ) from error
    return where


class Locations:
    """What `map_location` says of each storage in a file."""

    def __init__(self, map_location: Any = None):
        self._map = map_location

    def restored(self, storage: UntypedStorage, location: str) -> UntypedStorage:
        """The storage in its place; `storage` is on the CPU and `location` is the file's tag."""
        if callable(self._map):
            target = self._map(storage, location)
        elif isinstance(self._map, dict):
            target = self._map.get(location)
        else:
            target = self._map
        if isinstance(target, TypedStorage):
            target = target.untyped()
        if isinstance(target, UntypedStorage):
            return target
        return _restored(storage, location if target is None else target, location)

    def needs_no_bytes(self, location: str) -> bool:
        """Whether the storage's bytes will not be looked at: it goes to the meta device."""
        target = self._map
        if callable(target) or _packages:
            return False
        if isinstance(target, dict):
            target = target.get(location)
        return str(location if target is None else target) == "meta"
