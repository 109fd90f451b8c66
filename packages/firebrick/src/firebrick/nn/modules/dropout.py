"""Dropout, under the names of torch.nn.modules.dropout."""

from firebrick_nn import (
    AlphaDropout as AlphaDropout,
    Dropout as Dropout,
    Dropout1d as Dropout1d,
    Dropout2d as Dropout2d,
    Dropout3d as Dropout3d,
    FeatureAlphaDropout as FeatureAlphaDropout,
)
from firebrick_nn._dropout import _DropoutNd  # noqa: F401  # programs import it
