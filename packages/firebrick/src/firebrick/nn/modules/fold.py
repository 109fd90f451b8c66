"""Folding, under the names of torch.nn.modules.fold."""

from firebrick_nn import Fold as Fold, Unfold as Unfold
