"""The derivative of every operator, one module per family of operators. Importing declares them."""

from . import (
    arithmetic as arithmetic,
    copying as copying,
    elementary as elementary,
    indexing as indexing,
    matrix as matrix,
    random as random,
    reductions as reductions,
    shape as shape,
)
