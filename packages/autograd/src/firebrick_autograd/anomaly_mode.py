"""Anomaly mode: where in forward the trouble of a backward comes from.

While it is on, every node keeps the stack that it was recorded in, and backward stops at the first
gradient that is not a number. Recording and running backward are much slower then.
"""

from __future__ import annotations

import sys
import traceback
import warnings
from typing import Any

from firebrick_core import _operators
from firebrick_core._dispatch import TRANSFORMED, WATCHED, include_everywhere
from firebrick_core._frames import user_frame

from ._engine import Anomaly, _loop
from ._watch import Noting


def is_anomaly_enabled() -> bool:
    """Whether anomaly mode is on."""
    return Anomaly.explain is not None


def is_anomaly_check_nan_enabled() -> bool:
    """Whether anomaly mode, when on, looks for gradients that are not a number."""
    return _Setting.check_nan


class _Setting:
    check_nan = True


def _set(mode: bool, check_nan: bool) -> None:
    _Setting.check_nan = check_nan
    Noting.note = _note if mode else None
    Anomaly.explain = _explain if mode else None
    Anomaly.check = _refuse_nan if mode and check_nan else None
    include_everywhere(WATCHED, mode)


class set_detect_anomaly:
    """Switch anomaly mode on or off: a function that acts at once, and a context manager that
    restores what was before.

    >>> import firebrick_core as fb, firebrick_autograd as autograd
    >>> x = fb.tensor(0.0, requires_grad=True)
    >>> import warnings
    >>> try:
    ...     with autograd.set_detect_anomaly(True), warnings.catch_warnings():
    ...         warnings.simplefilter("ignore")
    ...         (x.sqrt() * 0).backward()
    ... except RuntimeError as e:
    ...     print(e)
    Function 'SqrtBackward0' returned nan values in its 0th output.
    """

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self._before = is_anomaly_enabled(), is_anomaly_check_nan_enabled()
        _set(bool(mode), bool(check_nan))

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc: object) -> None:
        _set(*self._before)


class detect_anomaly:
    """Anomaly mode inside a block: an error in backward shows the forward call that is to blame,
    and with `check_nan` a gradient that is not a number is one.

    It slows programs down, and warns of that. Raises RuntimeError in backward for NaN.

    >>> import warnings, firebrick_autograd as autograd
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     with autograd.detect_anomaly():
    ...         autograd.is_anomaly_enabled()
    True
    """

    def __init__(self, check_nan: bool = True) -> None:
        self._check_nan = check_nan
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should"
            " only be enabled for debugging.",
            stacklevel=2,
        )

    def __enter__(self) -> None:
        self._inside = set_detect_anomaly(True, self._check_nan)

    def __exit__(self, *exc: object) -> None:
        self._inside.__exit__(*exc)


# ---------------------------------------------------------------------- what it does
def _note(node: Any) -> None:
    """Keep the stack that a node is recorded in, and the node whose backward recorded it."""
    node.metadata["traceback_"] = traceback.format_stack(user_frame(sys._getframe(1)))
    parent = _running()
    if parent is not None:
        node.metadata["parent_"] = parent


def _running() -> Any:
    """The node whose backward is running, None outside of backward. The engine tells nobody, which
    costs it nothing; its frame knows."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        if frame.f_code is _loop.__code__:
            return frame.f_locals.get("node")
        frame = frame.f_back
    return None


def _refuse_nan(node: Any, grads: Any) -> None:
    for i, grad in enumerate(grads):
        if grad is not None and _has_nan(grad):
            raise RuntimeError(f"Function '{node.name()}' returned nan values in its {i}th output.")


def _has_nan(grad: Any) -> bool:
    while grad._keys & TRANSFORMED:
        grad = grad._value
    if grad.is_meta:
        return False
    return bool(_operators.isnan(grad).any())


def _explain(node: Any) -> None:
    """Warn of a node that raised in backward, with the stacks of forward."""
    head, what = f"Error detected in {node.name()}.", "caused the error"
    while node is not None:
        stack = node.metadata.get("traceback_")
        if stack is None:
            text = (
                f"{head} No forward pass information available. Enable detect anomaly during"
                " forward pass for more information."
            )
        else:
            text = f"{head} Traceback of forward call that {what}:\n{''.join(stack)}"
        warnings.warn(text, UserWarning, stacklevel=2)
        node = node.metadata.get("parent_")
        if node is not None:
            head = f"\n\nPrevious calculation was induced by {node.name()}."
            what = "induced the previous calculation"
