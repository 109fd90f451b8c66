"""The named tuples of operators with several results, under the names of torch.return_types."""

from __future__ import annotations

from typing import Any

from firebrick_core._return_types import return_type as _return_type

from ._missing import attributes_missing as _attributes_missing

_VALUES = "max min median nanmedian mode sort topk kthvalue cummax cummin"
_FIELDS = {name: "values indices" for name in _VALUES.split()} | {
    "aminmax": "min max",
    "frexp": "mantissa exponent",
    "svd": "U S V",
    "qr": "Q R",
    "slogdet": "sign logabsdet",
    "lu_unpack": "P L U",
    "triangular_solve": "solution cloned_coefficient",
    "histogram": "hist bin_edges",
    "linalg_eig": "eigenvalues eigenvectors",
    "linalg_eigh": "eigenvalues eigenvectors",
    "linalg_svd": "U S Vh",
    "linalg_qr": "Q R",
    "linalg_slogdet": "sign logabsdet",
    "linalg_lstsq": "solution residuals rank singular_values",
    "linalg_lu": "P L U",
    "linalg_lu_factor": "LU pivots",
}
_missing = _attributes_missing(__name__)


def __getattr__(name: str) -> Any:
    """The type of an operator's results; AttributeError for other names.

    >>> import firebrick as torch
    >>> isinstance(torch.max(torch.ones(2, 3), 1), torch.return_types.max)
    True
    """
    if name in _FIELDS:
        return _return_type(name, _FIELDS[name].split())
    return _missing(name)
