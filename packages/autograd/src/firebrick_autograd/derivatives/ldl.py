"""The LDL factorization: PyTorch has no derivative of it either."""

from __future__ import annotations

from .._rule import derivative, not_implemented


@derivative("linalg_ldl_factor_ex")
class LinalgLdlFactorEx:
    input = not_implemented


@derivative("linalg_ldl_solve")
class LinalgLdlSolve:
    LD = not_implemented
    B = not_implemented
