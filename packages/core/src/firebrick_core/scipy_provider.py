"""SciPy's compiled kernels for special functions and factorisations, for who has SciPy.

Firebrick's own kernels have the same precision and need no SciPy; these take less time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._provider import Provider, register_provider

# Our operator, and SciPy's function of the same argument.
SPECIAL = {
    "erfinv": "erfinv",
    "ndtri": "ndtri",
    "lgamma": "gammaln",
    "i0": "i0",
    "i0e": "i0e",
    "i1": "i1",
    "i1e": "i1e",
}


def use_scipy() -> None:
    """Register the provider "scipy"; `extend.set_providers` and FIREBRICK_PROVIDERS turn it off.

    Raises ImportError, saying what to install, without SciPy; ValueError where it is registered.
    """
    try:
        from scipy import linalg, special
    except ImportError:
        raise ImportError(
            "use_scipy() needs SciPy, which is not installed: pip install 'firebrick-core[scipy]'"
        ) from None
    provider = Provider("scipy")
    for operator, name in SPECIAL.items():
        provider.kernel(operator, _double)(_elementwise(getattr(special, name)))
    _factorisations(provider, linalg)
    register_provider(provider)


def _double(xp: Any, input: Any) -> bool:
    """Double precision, where both agree to rounding; single precision is computed in it here."""
    return input.dtype == np.float64


def _elementwise(function: Any) -> Any:
    def kernel(xp: Any, input: Any) -> Any:
        return function(input)

    return kernel


def _one_matrix(xp: Any, A: Any, pivot: bool = True, check_errors: bool = False) -> bool:
    plain = A.ndim == 2 and A.size > 0 and A.dtype.char in "fdFD"
    return plain and bool(pivot) and not check_errors


def _two_matrices(
    xp: Any, A: Any, B: Any, upper: bool, left: bool = True, unitriangular: bool = False
) -> bool:
    if A.ndim != 2 or B.ndim != 2 or A.dtype != B.dtype or A.dtype.char not in "fdFD":
        return False
    return A.shape[0] == A.shape[1] == B.shape[0 if left else 1] and A.size > 0 and B.size > 0


def _factorisations(provider: Provider, linalg: Any) -> None:
    @provider.kernel("linalg_lu_factor_ex", _one_matrix)
    def lu_factor(xp: Any, A: Any, pivot: bool = True, check_errors: bool = False) -> Any:
        """LAPACK's getrf; its pivots count from 0."""
        (getrf,) = linalg.get_lapack_funcs(("getrf",), (A,))
        factors, pivots, info = getrf(A)
        pivots = (pivots + 1).astype(np.int32)
        return np.ascontiguousarray(factors), pivots, np.array(info, np.int32)

    @provider.kernel("linalg_solve_triangular", _two_matrices)
    def solve_triangular(
        xp: Any, A: Any, B: Any, upper: bool, left: bool = True, unitriangular: bool = False
    ) -> Any:
        """BLAS's trsm."""
        (trsm,) = linalg.get_blas_funcs(("trsm",), (A, B))
        found = trsm(1.0, A, B, side=not left, lower=not upper, diag=unitriangular)
        return np.ascontiguousarray(found)
