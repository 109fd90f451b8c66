"""NumPy's files: `.npy`, and the arrays inside `.npz`, mapped where they are not compressed."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from ._columns import ColumnDataset, MappedArray, require_file, require_same_lengths

_LOCAL_HEADER = struct.Struct("<26xHH")  # of a ZIP member: the lengths of its name and extra field


class ArrayFiles(ColumnDataset):
    """Arrays in `.npy` and `.npz` files, a sample per row: sample i is a tuple of their i-th rows.

    `ArrayFiles("x.npy", "y.npy")`, or `ArrayFiles("both.npz")`, whose arrays come in the order of
    `names` (or of the file). Rows are tensors, and numbers where the array has one dimension.

    Files are mapped, whatever their size: only what is asked for is read. Arrays that
    `numpy.savez_compressed` has written cannot be: they are read when the dataset is made. With
    several arrays `transform` gets the first row, `target_transform` the last.

    Raises FileNotFoundError where there is no file, KeyError for a name that is not in it, and
    ValueError for other files, for arrays of Python objects (which only pickle can read, and pickle
    runs code) and where the numbers of rows differ.
    """

    def __init__(
        self,
        *paths: Any,
        names: Any = None,
        transform: Any = None,
        target_transform: Any = None,
    ):
        if not paths:
            raise ValueError("ArrayFiles: at least one file should be given")
        self._sources: dict[str, Any] = {}
        for path in paths:
            path = require_file(path, "ArrayFiles")
            if zipfile.is_zipfile(path):
                self._sources.update(_members(path, names))
            else:
                with open(path, "rb") as file:
                    self._sources[str(path)] = _located(file, path, 0, str(path))
        for name, source in self._sources.items():
            if not source.shape:
                raise ValueError(f"ArrayFiles: {name} has no rows: its shape is ()")
        self.names = list(self._sources)
        lengths = {name: source.shape[0] for name, source in self._sources.items()}
        super().__init__(require_same_lengths(lengths, "ArrayFiles"), transform, target_transform)

    def _open(self) -> list[np.ndarray]:
        return [s.open() if isinstance(s, MappedArray) else s for s in self._sources.values()]


def _members(path: Path, names: Any) -> dict[str, Any]:
    """The arrays of an .npz file, in the order of `names`."""
    with zipfile.ZipFile(path) as archive:
        members = {
            info.filename.removesuffix(".npy"): info
            for info in archive.infolist()
            if info.filename.endswith(".npy")
        }
        if not members:
            raise ValueError(f"ArrayFiles: there is no array in {str(path)!r}")
        found: dict[str, Any] = {}
        for name in members if names is None else names:
            if name not in members:
                raise KeyError(
                    f"ArrayFiles: there is no array {name!r} in {str(path)!r}; there are "
                    f"{list(members)}"
                )
            found[name] = _member(archive, members[name], path, name)
        return found


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path, name: str) -> Any:
    where = f"{name!r} of {str(path)!r}"
    if info.compress_type != zipfile.ZIP_STORED:
        with archive.open(info) as file:
            try:
                return np.lib.format.read_array(file, allow_pickle=False)
            except ValueError as error:
                raise ValueError(f"ArrayFiles: {where} cannot be read: {error}") from error
    with open(path, "rb") as file:
        file.seek(info.header_offset)
        lengths = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
        start = info.header_offset + _LOCAL_HEADER.size + sum(lengths)
        return _located(file, path, start, where)


def _located(file: Any, path: Path, start: int, where: str) -> MappedArray:
    """Where the elements are of an array in .npy format that begins at byte `start`."""
    file.seek(start)
    try:
        version = np.lib.format.read_magic(file)
        read = (
            np.lib.format.read_array_header_1_0
            if version == (1, 0)
            else np.lib.format.read_array_header_2_0
        )
        shape, fortran, dtype = read(file)
    except ValueError as error:
        raise ValueError(f"ArrayFiles: {where} is no array in NumPy's format: {error}") from error
    if dtype.hasobject:
        raise ValueError(
            f"ArrayFiles: {where} holds Python objects, which only pickle can read (and pickle "
            "runs code): save it as numbers"
        )
    offset = file.tell()
    size, needed = path.stat().st_size, offset + dtype.itemsize * int(np.prod(shape))
    if size < needed:
        raise ValueError(
            f"ArrayFiles: {where} should go on to byte {needed} of the file, which has {size}"
        )
    return MappedArray(path, offset, dtype, shape, "F" if fortran else "C")
