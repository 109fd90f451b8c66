"""Files that are replaced in one step: after a crash there is the old file or the new one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def replacing(path: str, caller: str) -> Iterator[Any]:
    """A file to write to that takes the place of `path` when the block ends without an error.

    It lies beside its place until then, and on any error the old file stays as it was, and nothing
    else is left. Symbolic links are followed. What is not a regular file (a pipe, a device) is
    written to directly. `caller` is named in errors: RuntimeError where there is no such folder.
    """
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    if not os.path.isdir(folder):
        raise RuntimeError(
            f"Parent directory {folder} does not exist. Create it with os.makedirs first"
        )
    if os.path.isdir(target):
        raise RuntimeError(f"{caller}: {path} is a directory. Pass the path of a file in it")
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "wb") as file:
            yield file
        return
    # The random part comes first: names of up to 255 bytes stay as long as they may be.
    temporary = os.path.join(folder, f".{os.urandom(6).hex()}.{name}"[:200] + ".tmp")
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
