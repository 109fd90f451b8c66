"""`save` and `load`: objects in files of PyTorch's own format, without running code from a file.

A file is a zip archive with a pickle and the bytes of each storage; PyTorch reads what is written
here, and the other way round. Files on disk are replaced in one step: after a crash there is the
old file or the new one. The format's parts are modules of their own, imported when a file is saved
or loaded.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["load", "register_rebuild", "save"]

_reduce_functions: dict[type, dict[str, Callable[[Any], Any]]] = {}
_rebuild_functions: dict[str, Callable[..., Any]] = {}

_ZIP_START = b"PK\x03\x04"
# A pickled integer, with which PyTorch before 1.6 began its files.
_LEGACY_START = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."


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


def save(obj: Any, f: Any) -> None:
    """Write `obj` to a file that `load` and PyTorch's `torch.load` read.

    Args:
        obj: tensors, numbers, text, bytes, None, dtypes, devices and sizes, NumPy numbers and
            arrays, and dicts, lists, tuples and sets of these, as `state_dict()` gives them.
            Tensors that share memory do so again when loaded; `requires_grad` and attributes of
            tensors are kept. Views with negative steps, which PyTorch does not have, are packed.
        f: a path, or a binary file or buffer to write to. A path's file is written beside its
            place and then moved there: on any error the old file stays as it was, and nothing else
            is left.

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
    from ._archive import write_archive
    from ._saver import Saver

    if not isinstance(f, (str, os.PathLike)) and not hasattr(f, "write"):
        raise AttributeError(
            "expected 'f' to be string, path, or a file-like object with a 'write' attribute, "
            f"but got {type(f).__name__}"
        )
    saver = Saver(obj, _reduce_functions)
    if isinstance(f, (str, os.PathLike)):
        with _replacing(os.fspath(f)) as file:
            write_archive(file, saver.records())
    else:
        write_archive(f, saver.records())


def load(f: Any, map_location: Any = None, *, weights_only: bool = True, mmap: bool = False) -> Any:
    """Read an object that `save` or PyTorch's `torch.save` has written.

    Nothing from the file is run: the pickle in it is read by an interpreter with a closed list of
    what it may name. That holds with `weights_only=False`, too, which is accepted for PyTorch's
    sake.

    Args:
        f: a path, or a binary file or buffer with `read`, `seek` and `tell`.
        map_location: where storages go: a device or its name, a dict from the names in the file,
            or a function of storage and name that returns the storage, a device, or None. Default:
            where they were.
        weights_only: has no effect.
        mmap: map the file's storages into memory: they are read when they are used, and their
            checksums are not compared. `f` must be a path.

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
    from ._archive import Archive
    from ._loader import Loader

    is_path = isinstance(f, (str, os.PathLike))
    if mmap and not is_path:
        raise ValueError(
            f"f must be a file path in order to use the mmap argument, but got {type(f).__name__}"
        )
    if is_path:
        with open(f, "rb") as file:
            _check_start(file, os.fspath(f))
            return Loader(Archive(file), map_location, mmap, _rebuild_functions).load()
    _check_readable(f)
    _check_start(f, getattr(f, "name", type(f).__name__))
    return Loader(Archive(f), map_location, False, _rebuild_functions).load()


def _check_readable(f: Any) -> None:
    missing = [name for name in ("read", "seek", "tell") if not hasattr(f, name)]
    if missing or (hasattr(f, "seekable") and not f.seekable()):
        lack = f"'{type(f).__name__}' object has no attribute '{missing[0]}'. " if missing else ""
        raise AttributeError(
            f"{lack}You can only torch.load from a file that is seekable. Please pre-load the data "
            "into a buffer like io.BytesIO and try to load from it instead."
        )


def _check_start(file: Any, name: Any) -> None:
    """Say what a file is that does not start as a checkpoint does."""
    position = file.tell()
    start = file.read(16)
    file.seek(position)
    if not isinstance(start, bytes):
        raise TypeError(
            f"load: expected a file opened in binary mode, but {name} gives text; use mode 'rb'"
        )
    if not start:
        raise EOFError(f"load: {name} is empty: nothing was saved there. Save it anew")
    if start.startswith(_LEGACY_START):
        raise RuntimeError(
            f"load: {name} has the format of PyTorch before 1.6, which is not read yet. Load it "
            "with PyTorch and save it again with torch.save"
        )
    if not start.startswith(_ZIP_START):
        hint = " It looks like a safetensors file" if start[8:9] == b"{" else ""
        raise RuntimeError(
            f"load: expected a checkpoint written by torch.save, but {name} is not one (it starts "
            f"with {start[:8]!r}): PytorchStreamReader failed reading zip archive: not a ZIP "
            f"archive.{hint}"
        )


@contextmanager
def _replacing(path: str) -> Iterator[Any]:
    """A file to write to that takes the place of `path` when the block ends without an error.

    Symbolic links are followed. What is not a regular file (a pipe, a device) is written to
    directly.
    """
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    if not os.path.isdir(folder):
        raise RuntimeError(
            f"Parent directory {folder} does not exist. Create it with os.makedirs first"
        )
    if os.path.isdir(target):
        raise RuntimeError(f"save: {path} is a directory. Pass the path of a file in it")
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "wb") as file:
            yield file
        return
    temporary = os.path.join(folder, f".{name}.{os.urandom(6).hex()}.tmp")
    try:
        with open(temporary, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(target):
            os.chmod(temporary, os.stat(target).st_mode & 0o7777)
        os.replace(temporary, target)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise
    _sync_folder(folder)


def _sync_folder(folder: str) -> None:
    """Make the new name in a folder last; Windows does so by itself and cannot open folders."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
