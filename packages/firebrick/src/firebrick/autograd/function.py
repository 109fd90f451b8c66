"""Functions with derivatives of one's own, under the names of torch.autograd.function."""

from firebrick_autograd.function import (
    Function as Function,
    FunctionCtx as FunctionCtx,
    once_differentiable as once_differentiable,
)
