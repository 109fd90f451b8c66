"""Wrappers that spread a batch, under the names of torch.nn.parallel."""

from firebrick_nn import DataParallel as DataParallel
