"""Datasets of files: MNIST's and CIFAR's, folders of images, tables, NumPy's. Not in PyTorch."""

from firebrick_data.readers import *  # noqa: F403
