"""Functions with derivatives of one's own, under the names of torch.autograd.function."""

from firebrick_autograd.function import (
    Function as Function,
)
from firebrick_autograd.function import (
    FunctionCtx as FunctionCtx,
)
from firebrick_autograd.function import (
    once_differentiable as once_differentiable,
)
