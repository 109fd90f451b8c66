"""The operator table's declarations, one module per family. Importing this fills the table."""

from . import (
    arithmetic as arithmetic,
    comparison as comparison,
    copying as copying,
    elementary as elementary,
    matrix as matrix,
    random as random,
    reductions as reductions,
    shape as shape,
)
