"""The derivative of every operator, one module per family of operators. Importing declares them."""

from . import (
    arithmetic as arithmetic,
    elementary as elementary,
    matrix as matrix,
    random as random,
    reductions as reductions,
)
