"""CIFAR-10 and CIFAR-100, binary version: records of label bytes and 3072 bytes of image."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import firebrick_core as fc

from ._columns import ColumnDataset, MappedArray, as_element, require_file

_PIXELS = 3 * 32 * 32


class CIFAR10(ColumnDataset):
    """CIFAR-10: sample i is (uint8 (3, 32, 32), int), from the files of the binary version.

    `root` is the folder with `data_batch_1.bin` ... and `test_batch.bin`, or the one around its
    `cifar-10-batches-bin`. `classes` are the labels' names, where `batches.meta.txt` is there.

    Raises FileNotFoundError for a missing file, ValueError for one of another size or with labels
    that are none.

    Source: https://www.cs.toronto.edu/~kriz/cifar.html
    """

    _folder = "cifar-10-batches-bin"
    _train = tuple(f"data_batch_{i}.bin" for i in range(1, 6))
    _test = ("test_batch.bin",)
    _names = "batches.meta.txt"
    _label_bytes = 1
    _label_at = 0
    _count = 10

    def __init__(
        self, root: Any, train: bool = True, transform: Any = None, target_transform: Any = None
    ):
        root = Path(root)
        folder = root / self._folder if (root / self._folder).is_dir() else root
        files = self._train if train else self._test
        self._sources = [self._locate(folder / name) for name in files]
        self.classes = self._read_classes(folder)
        super().__init__(sum(s.shape[0] for s in self._sources), transform, target_transform)

    def _locate(self, path: Path) -> MappedArray:
        require_file(path, type(self).__name__)
        record = self._label_bytes + _PIXELS
        count, rest = divmod(path.stat().st_size, record)
        if rest or not count:
            raise ValueError(
                f"{type(self).__name__}: {str(path)!r} should consist of records of {record} "
                f"bytes, and has {path.stat().st_size}: it is damaged, or not the binary version"
            )
        source = MappedArray(path, 0, np.dtype(np.uint8), (count, record))
        labels = source.open()[:, self._label_at]
        if labels.max() >= self._count:
            bad = int(np.argmax(labels >= self._count))
            raise ValueError(
                f"{type(self).__name__}: {str(path)!r} has the label {labels[bad]} in record "
                f"{bad}, where there are {self._count} classes"
            )
        return source

    def _read_classes(self, folder: Path) -> list[str] | None:
        path = folder / self._names
        return path.read_text().split() if path.is_file() else None

    def _open(self) -> list[np.ndarray]:
        files = [source.open() for source in self._sources]
        # Several files are put together, once per process: 150 MB at most.
        return [files[0] if len(files) == 1 else np.concatenate(files)]

    def _sample(self, row: list[Any]) -> Any:
        (record,) = row
        image = as_element(record[self._label_bytes :].reshape(3, 32, 32))
        return self._finish(image, int(record[self._label_at]))

    def _slices(self, indices: Any) -> Any:
        batch = super()._slices(indices)
        records = batch.columns[0]
        images = records[:, self._label_bytes :].reshape(-1, 3, 32, 32)
        labels = records[:, self._label_at].to(fc.int64)
        return type(batch)((images, labels))


class CIFAR100(CIFAR10):
    """CIFAR-100: as CIFAR10, from `train.bin` and `test.bin`; labels are the fine ones (0 .. 99).

    `coarse=True` gives the 20 coarse ones.
    """

    _folder = "cifar-100-binary"
    _train = ("train.bin",)
    _test = ("test.bin",)
    _label_bytes = 2

    def __init__(
        self,
        root: Any,
        train: bool = True,
        transform: Any = None,
        target_transform: Any = None,
        coarse: bool = False,
    ):
        self._label_at, self._count = (0, 20) if coarse else (1, 100)
        self._names = f"{'coarse' if coarse else 'fine'}_label_names.txt"
        super().__init__(root, train, transform, target_transform)
