"""NumPy's floating-point warnings, kept from users of kernels and from nobody else.

PyTorch never warns about 1/0; NumPy does. Setting `numpy.seterr` on import would silence the user's
own NumPy code, and `with numpy.errstate(...)` costs more than a small operator (1 us). So there are
two means:

- a warnings filter that ignores RuntimeWarnings raised *in Firebrick's modules*, put first on
  import. While it still is the first (`SILENT`, a test of 0.02 us), a kernel just runs.
- where somebody has put other filters before it (`-W error`, pytest), the kernel runs with NumPy's
  error state set to ignore. NumPy 2 keeps that in a context variable: setting and resetting it
  costs 0.15 us.
"""

from __future__ import annotations

import sys
import warnings
from contextvars import ContextVar
from typing import Any

import numpy as np


def _numpy_state() -> tuple[ContextVar[Any], Any, Any]:
    try:
        from numpy._core.umath import _extobj_contextvar, _make_extobj
    except ImportError:
        # The variable is private to NumPy: without it, only the filter keeps warnings back.
        return ContextVar("firebrick_errstate", default=None), None, None
    quiet = _make_extobj(all="ignore")
    return _extobj_contextvar, quiet, _make_extobj(all="ignore", bufsize=1024)


def _silence() -> Any:
    """Put the filter first; returns it, or an object that is never found there."""
    if getattr(sys.flags, "context_aware_warnings", False):
        return object()  # filters then depend on the context, and the list says nothing
    warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"firebrick_")
    return warnings.filters[0]


_variable, QUIET, SMALL_BUFFER = _numpy_state()
SILENT = _silence()
get_errstate = _variable.get
set_errstate = _variable.set
reset_errstate = _variable.reset


def with_small_buffer(ufunc: Any, *arrays: Any) -> Any:
    """`ufunc(*arrays)` of operands that broadcast: NumPy copies one whose rows are shorter than its
    buffer of 8192 elements into that, which costs as much as the arithmetic; a buffer of 1024 stays
    in the first cache."""
    if SMALL_BUFFER is None:
        return ufunc(*arrays)
    token = set_errstate(SMALL_BUFFER)
    try:
        return ufunc(*arrays)
    finally:
        reset_errstate(token)


class quiet:
    """Run a block of array code without NumPy's floating-point warnings.

    >>> import numpy as np
    >>> with quiet():
    ...     float(np.float64(1) / np.float64(0))
    inf
    """

    __slots__ = ("_before", "_token")

    def __enter__(self) -> None:
        self._before: Any = None
        if QUIET is None:
            self._before = np.seterr(all="ignore")
            return
        self._token = set_errstate(QUIET)

    def __exit__(self, *exc: Any) -> None:
        if self._before is not None:
            np.seterr(**self._before)
            return
        reset_errstate(self._token)
