"""Distances, under the names of torch.nn.modules.distance."""

from firebrick_nn import CosineSimilarity as CosineSimilarity, PairwiseDistance as PairwiseDistance
