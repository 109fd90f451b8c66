"""`save` and `load`: objects in files of PyTorch's own format, without running code from a file.

A file is a zip archive with a pickle and the bytes of each storage; PyTorch reads what is written
here, and the other way round. Files of PyTorch before 1.6 are read, too. Files on disk are replaced
in one step: after a crash there is the old file or the new one. The formats' parts are modules of
their own, imported when a file is saved or loaded.

Nothing from a file is run, whatever the arguments: its pickle is read by an interpreter with a
closed list of what it may name. A program adds its own classes with `add_safe_globals`, a package
its own with `register_rebuild`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextvars import ContextVar
from enum import Enum
from typing import Any

from ._locations import (
    default_restore_location as default_restore_location,
    location_tag as location_tag,
    register_package as register_package,
)
from ._safe_globals import (
    add_safe_globals as add_safe_globals,
    by_name,
    clear_safe_globals as clear_safe_globals,
    get_safe_globals as get_safe_globals,
    safe_globals as safe_globals,
)

__all__ = [
    "LoadEndianness",
    "add_safe_globals",
    "clear_safe_globals",
    "default_restore_location",
    "get_default_load_endianness",
    "get_default_mmap_options",
    "get_safe_globals",
    "get_unsafe_globals_in_checkpoint",
    "load",
    "location_tag",
    "register_package",
    "register_rebuild",
    "safe_globals",
    "save",
    "set_default_load_endianness",
    "set_default_mmap_options",
    "skip_data",
]

_reduce_functions: dict[type, dict[str, Callable[[Any], Any]]] = {}
_rebuild_functions: dict[str, Callable[..., Any]] = {}

_ZIP_START = b"PK\x03\x04"
# A pickled integer, with which PyTorch before 1.6 began its files; the protocol comes before it.
_LEGACY_START = b"\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."
_TAR_MARK, _TAR_MARK_AT = b"ustar", 257


def register_rebuild(
    torch_global_name: str,
    cls: type | None,
    reduce_fn: Callable[[Any], tuple[Any, ...] | None] | None,
    rebuild_fn: Callable[..., Any],
) -> None:
    """Let checkpoints hold the objects of a class that core does not know.

    Args:
        torch_global_name: what the file names, module and attribute with a space between:
            ``"torch._utils _rebuild_parameter"``.
        cls: objects of exactly this class are saved with `reduce_fn`; None: the name is only read.
        reduce_fn: from an object to the tuple of arguments in the file, or None if this name does
            not fit the object; then an earlier registration of the class has its turn.
        rebuild_fn: from these arguments to the object. It is called with whatever a file says, so
            it must check what it gets and must not do more than make the object.

    Raises ValueError for a name without a module.

    >>> class Celsius(float): ...
    >>> def reduce_celsius(obj): return (float(obj),)
    >>> register_rebuild("my_units Celsius", Celsius, reduce_celsius, Celsius)
    """
    if torch_global_name.count(" ") != 1:
        raise ValueError(
            "register_rebuild: expected torch_global_name to be a module and a name with a space "
            f"between, but got {torch_global_name!r}; write 'torch._utils _rebuild_parameter'"
        )
    _rebuild_functions[torch_global_name] = rebuild_fn
    if cls is not None and reduce_fn is not None:
        _reduce_functions.setdefault(cls, {})[torch_global_name] = reduce_fn


def save(
    obj: Any,
    f: Any,
    pickle_module: Any = None,
    pickle_protocol: int = 2,
    _use_new_zipfile_serialization: bool = True,
    _disable_byteorder_record: bool = False,
) -> None:
    """Write `obj` to a file that `load` and PyTorch's `torch.load` read.

    Args:
        obj: tensors, storages, numbers, text, bytes, None, dtypes, devices and sizes, paths, NumPy
            numbers and arrays, and dicts, lists, tuples, sets and namespaces of these, as
            `state_dict()` gives them. Tensors that share memory do so again when loaded;
            `requires_grad` and attributes of tensors are kept. Views with negative steps, which
            PyTorch does not have, are packed.
        f: a path, or a binary file or buffer to write to. A path's file is written beside its
            place and then moved there: on any error the old file stays as it was, and nothing else
            is left.
        pickle_module, pickle_protocol: for PyTorch's sake. Files have protocol 2, which all its
            versions read; only the standard library's module is accepted, and not used.
        _use_new_zipfile_serialization: False writes the format of PyTorch before 1.6.

    Raises:
        pickle.PicklingError: `obj` holds something that a checkpoint cannot hold: a function, say.
        RuntimeError: the folder does not exist; one buffer is used with several dtypes.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.save.html

    >>> import io, firebrick_core as fb
    >>> buffer = io.BytesIO()
    >>> save({"weight": fb.ones(2), "epoch": 3}, buffer)
    >>> load(io.BytesIO(buffer.getvalue()))
    {'weight': tensor([1., 1.]), 'epoch': 3}
    """
    from ._saver import Saver

    if not isinstance(f, (str, os.PathLike)) and not hasattr(f, "write"):
        raise AttributeError(
            "expected 'f' to be string, path, or a file-like object with a 'write' attribute, "
            f"but got {type(f).__name__}"
        )
    _check_pickle_module("save", pickle_module)
    legacy = not _use_new_zipfile_serialization
    saver = Saver(obj, _reduce_functions, by_name(), legacy, _skipping.get())
    if isinstance(f, (str, os.PathLike)):
        from ._atomic_file import replacing

        with replacing(os.fspath(f), "save") as file:
            _write(saver, file, legacy, not _disable_byteorder_record)
    else:
        _write(saver, f, legacy, not _disable_byteorder_record)


def _write(saver: Any, file: Any, legacy: bool, byte_order: bool) -> None:
    from ._archive import Output, write_archive

    if not legacy:
        write_archive(file, saver.records(byte_order))
        return
    from ._legacy_archive import legacy_parts

    output = Output(file)
    for part in legacy_parts(saver):
        output.write(part)
    output.flush()


def load(
    f: Any,
    map_location: Any = None,
    pickle_module: Any = None,
    *,
    weights_only: bool | None = None,
    mmap: bool | None = None,
    **pickle_load_args: Any,
) -> Any:
    """Read an object that `save` or PyTorch's `torch.save` has written.

    Nothing from the file is run: the pickle in it is read by an interpreter with a closed list of
    what it may name. That holds with `weights_only=False`, too, which is accepted for PyTorch's
    sake.

    Args:
        f: a path, or a binary file or buffer with `read`, `seek` and `tell`.
        map_location: where storages go: a device or its name, a dict from the names in the file,
            or a function of storage and name that returns the storage, a device, or None. Default:
            where they were.
        pickle_module: only the standard library's is accepted, and not used.
        weights_only: has no effect.
        mmap: map the file's storages into memory: they are read when they are used, and copied when
            they are written to, so that the file stays as it is; their checksums are not compared.
            `f` must be a path.
        encoding, errors: how texts that Python 2 has written are decoded, UTF-8 unless given;
            "bytes" leaves them as they are.

    Raises:
        RuntimeError: the file is cut off, damaged, or no checkpoint; a device is not there.
        pickle.UnpicklingError: the file names what is not in the closed list.
        EOFError: the file is empty.
        FileNotFoundError: there is no such file.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.load.html

    >>> import io, firebrick_core as fb
    >>> buffer = io.BytesIO()
    >>> save(fb.ones(3), buffer)
    >>> load(io.BytesIO(buffer.getvalue()), map_location="meta")
    tensor(..., device='meta', size=(3,))
    """
    _check_pickle_module("load", pickle_module)
    options = _options(map_location, pickle_load_args)
    is_path = isinstance(f, (str, os.PathLike))
    if mmap and not is_path:
        raise ValueError(
            f"f must be a file path in order to use the mmap argument, but got {type(f).__name__}"
        )
    if not is_path:
        _check_readable(f)
        return _load(f, getattr(f, "name", type(f).__name__), options, False, False)
    shared = bool(mmap) and _Settings.mmap_flags == MAP_SHARED
    with open(f, "r+b" if shared else "rb") as file:
        return _load(file, os.fspath(f), options, bool(mmap), True)


def _load(file: Any, name: Any, options: Any, mapped: bool, is_path: bool) -> Any:
    from ._archive import Archive
    from ._loader import ZipLoader

    if not _is_legacy(file, name):
        archive = Archive(file, shared=_Settings.mmap_flags == MAP_SHARED)
        return ZipLoader(archive, options, mapped).load()
    if mapped:
        raise RuntimeError(
            "mmap can only be used with files saved with "
            f"`torch.save({name}, _use_new_zipfile_serialization=True)`: {name} has the format "
            "before PyTorch 1.6. Load it without mmap and save it again"
        )
    from ._legacy_archive import LegacyLoader

    if is_path:
        from ._mapping import map_file

        return LegacyLoader(map_file(file), 0, options).load()[0]
    start = file.tell()
    obj, length = LegacyLoader(file.read(), 0, options).load()
    file.seek(start + length)  # another object may follow
    return obj


def get_unsafe_globals_in_checkpoint(f: Any) -> list[str]:
    """The names in a file that `load` would refuse, as "module.name".

    Source: torch.serialization.get_unsafe_globals_in_checkpoint.

    >>> import io, firebrick_core as fb
    >>> buffer = io.BytesIO()
    >>> save(fb.ones(3), buffer)
    >>> get_unsafe_globals_in_checkpoint(buffer)
    []
    """
    from ._archive import Archive
    from ._loader import ZipLoader

    if isinstance(f, (str, os.PathLike)):
        with open(f, "rb") as file:
            return get_unsafe_globals_in_checkpoint(file)
    _check_readable(f)
    start = f.tell()
    f.seek(0)
    name = getattr(f, "name", type(f).__name__)
    if _is_legacy(f, name):
        raise ValueError("Expected input to be a checkpoint returned by torch.save: a zip archive")
    names = ZipLoader(Archive(f), _options(None, {})).unknown_names()
    f.seek(start)
    return names


def _options(map_location: Any, pickle_load_args: dict[str, Any]) -> Any:
    from ._loader import Options

    unknown = set(pickle_load_args) - {"encoding", "errors"}
    if unknown:
        raise TypeError(
            f"load: got an unexpected keyword argument {min(unknown)!r}; 'encoding' and 'errors' "
            "are those of pickle's that have a meaning"
        )
    order = (_Settings.endianness or LoadEndianness.LITTLE).name.lower()
    return Options(
        map_location,
        _rebuild_functions,
        by_name(),
        skip_data=_skipping.get(),
        byte_order=sys.byteorder if order == "native" else order,
        **pickle_load_args,
    )


def _check_pickle_module(caller: str, module: Any) -> None:
    """Refuse other modules than the standard library's: what they add is running code."""
    if module is not None and getattr(module, "__name__", None) not in ("pickle", "_pickle"):
        raise RuntimeError(
            f"{caller}: can not safely load weights when an explicit pickle_module is specified: "
            f"{getattr(module, '__name__', module)!r} would run code from the file. Leave it out, "
            "and save what can be saved without it"
        )


def _check_readable(f: Any) -> None:
    missing = [name for name in ("read", "seek", "tell") if not hasattr(f, name)]
    if missing or (hasattr(f, "seekable") and not f.seekable()):
        lack = f"'{type(f).__name__}' object has no attribute '{missing[0]}'. " if missing else ""
        raise AttributeError(
            f"{lack}You can only torch.load from a file that is seekable. Please pre-load the data "
            "into a buffer like io.BytesIO and try to load from it instead."
        )


def _is_legacy(file: Any, name: Any) -> bool:
    """Whether a file has the format before PyTorch 1.6, and not today's.

    Raises an error that says what the file is where it has neither.
    """
    position = file.tell()
    start = file.read(_TAR_MARK_AT + len(_TAR_MARK))
    file.seek(position)
    if not isinstance(start, bytes):
        raise TypeError(
            f"load: expected a file opened in binary mode, but {name} gives text; use mode 'rb'"
        )
    if not start:
        raise EOFError(f"load: {name} is empty: nothing was saved there. Save it anew")
    if start.startswith(_ZIP_START):
        return False
    if _LEGACY_START in start[:32]:
        return True
    if start[_TAR_MARK_AT:] == _TAR_MARK:
        raise RuntimeError(
            f"load: {name} is a tar archive, the format of PyTorch before 0.1.10 (2017), which is "
            "not read. Load it with PyTorch (weights_only=False) and save it again with torch.save"
        )
    hint = " It looks like a safetensors file" if start[8:9] == b"{" else ""
    raise RuntimeError(
        f"load: expected a checkpoint written by torch.save, but {name} is not one (it starts "
        f"with {start[:8]!r}): PytorchStreamReader failed reading zip archive: not a ZIP "
        f"archive.{hint}"
    )


# ---------------------------------------------------------------------- settings
MAP_SHARED, MAP_PRIVATE = 1, 2  # as the module mmap has them on every system that has them

_skipping: ContextVar[bool] = ContextVar("firebrick_skip_data", default=False)


class _Settings:
    """What the functions below set, for all threads."""

    mmap_flags = MAP_PRIVATE
    endianness: LoadEndianness | None = None


class LoadEndianness(Enum):
    """The byte order of files that do not say theirs."""

    NATIVE = 1
    LITTLE = 2
    BIG = 3


def get_default_load_endianness() -> LoadEndianness | None:
    """The byte order that files are taken to have that do not say theirs; None: little."""
    return _Settings.endianness


def set_default_load_endianness(endianness: LoadEndianness | None) -> None:
    """Set the byte order that files are taken to have that do not say theirs (before PyTorch 2.1).

    Raises TypeError for what is no `LoadEndianness`.
    """
    if endianness is not None and not isinstance(endianness, LoadEndianness):
        raise TypeError(
            f"Invalid argument type in function set_default_load_endianness: {endianness!r}"
        )
    _Settings.endianness = endianness


def get_default_mmap_options() -> int:
    """How files are mapped: `mmap.MAP_PRIVATE` or `mmap.MAP_SHARED`."""
    return _Settings.mmap_flags


class set_default_mmap_options:
    """Set how files are mapped: for good, or within the block.

    `mmap.MAP_PRIVATE`, the default: what is written into tensors stays in this process;
    `mmap.MAP_SHARED`: it goes into the file. Raises ValueError for other flags.
    """

    def __init__(self, flags: int):
        if flags not in (MAP_SHARED, MAP_PRIVATE):
            raise ValueError(
                "Invalid argument in function set_default_mmap_options, expected mmap.MAP_PRIVATE "
                f"or mmap.MAP_SHARED, but got {flags}"
            )
        self._before = _Settings.mmap_flags
        _Settings.mmap_flags = flags

    def __enter__(self) -> None:
        """The setting is made already."""

    def __exit__(self, *error: object) -> None:
        _Settings.mmap_flags = self._before


class skip_data:
    """Within the block, `save` leaves the bytes of storages zero, and `load` does not read them.

    Tensors then have their shapes, dtypes and sharing, and no values worth reading.

    >>> import io, firebrick_core as fb
    >>> buffer = io.BytesIO()
    >>> with skip_data():
    ...     save(fb.ones(3), buffer)
    >>> load(io.BytesIO(buffer.getvalue())).shape
    torch.Size([3])
    """

    def __init__(self, materialize_fake_tensors: bool = False):
        self._tokens: list[Any] = []

    def __enter__(self) -> None:
        self._tokens.append(_skipping.set(True))

    def __exit__(self, *error: object) -> None:
        _skipping.reset(self._tokens.pop())
