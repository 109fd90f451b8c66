"""Folders of images, a folder per class."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import firebrick_core as fc

from .._dataset import Dataset
from .._errors import add_note

EXTENSIONS = (".jpg", ".jpeg", ".png", ".ppm", ".bmp", ".pgm", ".tif", ".tiff", ".webp", ".gif")


def read_image(path: Any, mode: str | None = "RGB") -> Any:
    """An image file as a uint8 tensor (channels, height, width), converted to Pillow's `mode`.

    `mode=None` keeps what the file has; grey images are (1, height, width). Needs Pillow, and
    raises ImportError where it is not installed; FileNotFoundError where there is no file, OSError
    where it is no image or a damaged one, with a note that names it.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError(
            "reading images needs Pillow: pip install firebrick-data[images] (or give the dataset "
            "a loader= of your own)"
        ) from error
    try:
        with Image.open(path) as image:
            array = np.array(image if mode is None else image.convert(mode))
    except Exception as error:  # Pillow raises OSError, SyntaxError, ValueError, ...
        add_note(error, f"(while reading the image {os.fspath(path)!r})")
        raise
    array = array.astype(np.uint8) if array.dtype == bool else array
    return fc.from_numpy(array[None] if array.ndim == 2 else array.transpose(2, 0, 1).copy())


class ImageFolder(Dataset[Any]):
    """Images in a folder per class: `root/cat/1.png` is a cat. Sample i is (tensor, int).

    Classes are the folders' names in order, numbered from 0: `classes`, `class_to_idx`. Images lie
    in their class's folder, or deeper; `samples` lists (path, label) in order. An image is read by
    `read_image` (uint8, (3, height, width), which needs Pillow), or by `loader(path)`; images of
    different sizes need a `transform` that makes them alike before they make a batch.

    Raises FileNotFoundError where `root` is no folder, has no folders, or a class has no image (all
    of them named; `allow_empty=True` lets that be).

    Source: torchvision.datasets.ImageFolder.
    """

    def __init__(
        self,
        root: Any,
        transform: Any = None,
        target_transform: Any = None,
        loader: Callable[[str], Any] = read_image,
        extensions: tuple[str, ...] = EXTENSIONS,
        allow_empty: bool = False,
    ):
        self.root = Path(root)
        self.transform = transform
        self.target_transform = target_transform
        self.loader = loader
        if not self.root.is_dir():
            raise FileNotFoundError(f"ImageFolder: there is no folder {str(root)!r}")
        self.classes = sorted(entry.name for entry in os.scandir(root) if entry.is_dir())
        if not self.classes:
            raise FileNotFoundError(
                f"ImageFolder: couldn't find any class folder in {str(root)!r}: each class needs "
                "a folder of its own there"
            )
        self.class_to_idx = {name: i for i, name in enumerate(self.classes)}
        endings = tuple(extension.lower() for extension in extensions)
        found = {name: _images_in(self.root / name, endings) for name in self.classes}
        empty = [name for name, paths in found.items() if not paths]
        if empty and not allow_empty:
            raise FileNotFoundError(
                f"ImageFolder: found no valid file for the classes {', '.join(empty)} in "
                f"{str(root)!r}. Supported extensions are: {', '.join(endings)}"
            )
        self.samples = [
            (path, label) for label, name in enumerate(self.classes) for path in found[name]
        ]
        self.targets = [label for _, label in self.samples]

    def __len__(self) -> int:
        return len(self.samples)

    def __getitem__(self, index: int) -> tuple[Any, Any]:
        path, label = self.samples[index]
        image = self.loader(path)
        if self.transform is not None:
            image = self.transform(image)
        return image, label if self.target_transform is None else self.target_transform(label)

    def __repr__(self) -> str:
        return f"ImageFolder({len(self)} images of {len(self.classes)} classes)"


def _images_in(folder: Path, endings: tuple[str, ...]) -> list[str]:
    """The images below a folder, in an order that depends on their names only."""
    found = []
    for parent, _, names in sorted(os.walk(folder, followlinks=True)):
        found += [os.path.join(parent, n) for n in sorted(names) if n.lower().endswith(endings)]
    return found
