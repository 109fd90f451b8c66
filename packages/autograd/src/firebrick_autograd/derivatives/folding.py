"""Derivatives of windows as columns: each of the two operators is the other's transpose."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative


@derivative("unfold_windows")
class UnfoldWindows:
    def input(grad, input_shape, kernel, dilation, padding, stride):
        return T.fold_windows(grad, input_shape[2:], kernel, dilation, padding, stride)


@derivative("fold_windows")
class FoldWindows:
    def columns(grad, kernel, dilation, padding, stride):
        return T.unfold_windows(grad, kernel, dilation, padding, stride)
