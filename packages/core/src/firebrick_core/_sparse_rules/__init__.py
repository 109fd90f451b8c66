"""What operators do with sparse tensors, by family; importing this declares it all."""

from .._frames import mark_internal
from . import (
    pointwise as pointwise,
    products as products,
    shape as shape,
)

mark_internal("firebrick_core")  # these modules come later than the rest
