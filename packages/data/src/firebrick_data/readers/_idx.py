"""IDX files, as MNIST, Fashion-MNIST, KMNIST and EMNIST come.

A file is: two zero bytes, a byte for the type, a byte for the number of dimensions, the dimensions
as big-endian 32-bit numbers, and the elements, big-endian and row-major.
"""

from __future__ import annotations

import gzip
import struct
from pathlib import Path
from typing import Any

import numpy as np

import firebrick_core as fc

from ._columns import (
    ColumnDataset,
    MappedArray,
    as_element,
    native,
    require_file,
    require_same_lengths,
)

_DTYPES = {0x08: ">u1", 0x09: ">i1", 0x0B: ">i2", 0x0C: ">i4", 0x0D: ">f4", 0x0E: ">f8"}
_GZIP = b"\x1f\x8b"


def read_idx(path: Any) -> Any:
    """The contents of an IDX file, plain or compressed by gzip, as a tensor.

    Raises FileNotFoundError where there is no such file, ValueError where it is no IDX file or
    shorter or longer than its header says.

    Source: http://yann.lecun.com/exdb/mnist (the format's definition).
    """
    path = require_file(path, "read_idx")
    if not _is_compressed(path):
        array = _locate(path).open()
    else:
        try:
            content = gzip.decompress(path.read_bytes())
        except (EOFError, gzip.BadGzipFile) as error:
            raise ValueError(f"read_idx: {str(path)!r} is a damaged gzip file: {error}") from error
        where = _parse(path, content[:1024], len(content))
        array = np.frombuffer(content, where.dtype, offset=where.offset).reshape(where.shape)
    return fc.from_numpy(np.array(array, native(array.dtype)))


def _is_compressed(path: Path) -> bool:
    with open(path, "rb") as file:
        return file.read(2) == _GZIP


def _locate(path: Path) -> MappedArray:
    with open(path, "rb") as file:
        return _parse(path, file.read(1024), path.stat().st_size)


def _parse(path: Path, start: bytes, size: int) -> MappedArray:
    """Where the elements of a file of `size` bytes are, from its first bytes."""
    if len(start) < 4 or start[:2] != b"\0\0" or start[2] not in _DTYPES:
        raise ValueError(
            f"{str(path)!r} is no IDX file: it should begin with two zero bytes and the number of "
            f"a type, and begins with {start[:4].hex(' ') or 'nothing'}"
        )
    dtype, offset = np.dtype(_DTYPES[start[2]]), 4 + 4 * start[3]
    if len(start) < min(offset, size + 1):
        raise ValueError(f"{str(path)!r} ends within its header of {offset} bytes")
    shape = struct.unpack(f">{start[3]}I", start[4:offset])
    expected = offset + dtype.itemsize * int(np.prod(shape, dtype=np.int64))
    if size != expected:
        raise ValueError(
            f"{str(path)!r} should have {expected} bytes for {dtype.name} of shape {shape}, and "
            f"has {size}: {'the rest is missing' if size < expected else 'something follows'}"
        )
    return MappedArray(path, offset, dtype, shape)


class IDXDataset(ColumnDataset):
    """Samples and labels from two IDX files: sample i is (tensor, int), in batches int64.

    Plain files are mapped into memory; those compressed by gzip are read when the dataset is made.
    Raises as `read_idx` does, and ValueError where the files have different numbers of samples.
    """

    def __init__(
        self, images: Any, labels: Any, transform: Any = None, target_transform: Any = None
    ):
        self._sources = [self._source(images), self._source(labels)]
        shapes = [source.shape for source in self._sources]
        if not shapes[0] or len(shapes[1]) != 1 or self._sources[1].dtype.kind not in "iu":
            raise ValueError(
                f"{type(self).__name__}: expected images, and labels that are integers in one "
                f"dimension; {str(labels)!r} has {self._sources[1].dtype.name} of shape {shapes[1]}"
            )
        lengths = {"images": shapes[0][0], "labels": shapes[1][0]}
        super().__init__(
            require_same_lengths(lengths, f"{type(self).__name__} of {str(images)!r}"),
            transform,
            target_transform,
        )

    def _source(self, path: Any) -> Any:
        path = require_file(path, type(self).__name__)
        return read_idx(path).numpy() if _is_compressed(path) else _locate(path)

    def _sample(self, row: list[Any]) -> Any:
        image, label = row
        return self._finish(as_element(image), label.item())

    def _slices(self, indices: Any) -> Any:
        batch = super()._slices(indices)
        images, labels = batch.columns
        return type(batch)((images, labels.to(fc.int64)))

    def _open(self) -> list[np.ndarray]:
        return [s.open() if isinstance(s, MappedArray) else s for s in self._sources]


class MNIST(IDXDataset):
    """MNIST, or what comes in files of the same names (Fashion-MNIST, KMNIST): (uint8 (28, 28),
    int).

    `root` is the folder with `train-images-idx3-ubyte` and so on, each plain or as `.gz`;
    torchvision's folders (`root/MNIST/raw`) are found, too. Raises FileNotFoundError, naming the
    files, where they are not there.

    Source: http://yann.lecun.com/exdb/mnist
    """

    def __init__(
        self, root: Any, train: bool = True, transform: Any = None, target_transform: Any = None
    ):
        part = "train" if train else "t10k"
        paths = [_find(Path(root), f"{part}-{kind}") for kind in _MNIST_FILES]
        super().__init__(paths[0], paths[1], transform, target_transform)


_MNIST_FILES = ("images-idx3-ubyte", "labels-idx1-ubyte")


def _find(root: Path, name: str) -> Path:
    folders = [root, root / "raw", *sorted(root.glob("*/raw"))]
    # Some copies have a dot where others have a hyphen.
    names = [n + end for n in (name, name.replace("-idx", ".idx")) for end in ("", ".gz")]
    for folder in folders:
        for each in names:
            if (folder / each).is_file():
                return folder / each
    raise FileNotFoundError(
        f"MNIST: there is no {name} or {name}.gz in {str(root)!r}, nor in its folders */raw. "
        "Nothing is downloaded: get the file first"
    )
