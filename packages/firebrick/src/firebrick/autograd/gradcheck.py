"""Derivatives against finite differences, under the names of torch.autograd.gradcheck."""

from firebrick_autograd.gradcheck import (
    GradcheckError as GradcheckError,
    gradcheck as gradcheck,
    gradgradcheck as gradgradcheck,
)
