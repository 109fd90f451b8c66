"""Datasets of files that are there already: nothing is downloaded.

IDX files (MNIST and its relatives), CIFAR's binary files, folders of images, CSV tables, NumPy's
`.npy` and `.npz`. Files with samples of one size are mapped into memory, not read: a dataset of any
size opens at once, each process (worker or not) uses the same memory for it, and a batch is sliced
out of it once, unless there is a transform.

`transform` and `target_transform` are called with the sample (a tensor) and with the label (an
int); the loader's `sample_rng` and `sample_generator` can be used in them.
"""

from ._arrays import ArrayFiles as ArrayFiles
from ._cifar import CIFAR10 as CIFAR10, CIFAR100 as CIFAR100
from ._idx import MNIST as MNIST, IDXDataset as IDXDataset, read_idx as read_idx
from ._images import ImageFolder as ImageFolder, read_image as read_image
from ._tables import CSVDataset as CSVDataset

__all__ = [
    "CIFAR10",
    "CIFAR100",
    "MNIST",
    "ArrayFiles",
    "CSVDataset",
    "IDXDataset",
    "ImageFolder",
    "read_idx",
    "read_image",
]
