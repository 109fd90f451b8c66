"""The operator table's declarations, one module per family. Importing this fills the table."""

from . import (
    arithmetic as arithmetic,
    arranging as arranging,
    comparison as comparison,
    conversion as conversion,
    copying as copying,
    elementary as elementary,
    gathering as gathering,
    indexing as indexing,
    joining as joining,
    matrix as matrix,
    permuting as permuting,
    random as random,
    reductions as reductions,
    rows as rows,
    selecting as selecting,
    shape as shape,
    slicing as slicing,
    sorting as sorting,
)
