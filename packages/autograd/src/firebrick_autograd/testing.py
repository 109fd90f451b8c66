"""Material for tests of derivatives and transforms: the table's samples as functions of tensors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import firebrick_core as fb
from firebrick_core._operator import TABLE
from firebrick_core.testing import Sample, assert_same, flatten, make_sample

from ._vmap import vmap
from .gradcheck import gradcheck, gradgradcheck

Case = tuple[Callable[..., Any], list[Any], str]


def _is_input(t: Any) -> bool:
    return hasattr(t, "_keys") and (t.dtype.is_floating_point or t.dtype.is_complex)


def _function(op: Any, sample: Sample, chosen: Callable[[Any], bool]) -> tuple[Any, list[Any]]:
    """The call of a sample as a function of those of its tensors that are chosen, and these."""
    inputs: list[Any] = []

    def number(t: Any) -> Any:
        if not chosen(t):
            return t
        inputs.append(t)
        return _Place(len(inputs) - 1)

    template = sample.map(number)

    def function(*given: Any) -> Any:
        def fill(a: Any) -> Any:
            if isinstance(a, (list, tuple)) and any(isinstance(x, _Place) for x in a):
                return type(a)([fill(x) for x in a])
            return given[a.number] if isinstance(a, _Place) else a

        kwargs = {k: fill(v) for k, v in template.kwargs.items()}
        return op(*map(fill, template.args), **kwargs)

    return function, inputs


class _Place:
    """Where an input goes in a sample's arguments."""

    def __init__(self, number: int):
        self.number = number


def differentiable_samples(op: Any, dtype: str = "float64") -> Iterator[Case]:
    """An operator's samples as functions of their differentiable tensors, which return the
    differentiable results as a tuple; the tensors; and the text of the call."""
    for text in op.samples:
        sample = make_sample(text, dtype)
        function, inputs = _function(op, sample, _is_input)
        if not inputs:
            continue

        def results(*given: Any, _function: Any = function) -> Any:
            return tuple(t for t in flatten(_function(*given)) if _is_input(t))

        yield results, inputs, f"{op.name}({text})"


def batches(op: Any, size: int = 3, dtype: str = "float64") -> Iterator[Case]:
    """An operator's samples as functions of all their tensors, with a batch of each: three that
    differ a little, or are the same where they are indices."""
    for text in op.samples:
        sample = make_sample(text, dtype)
        function, inputs = _function(op, sample, lambda t: hasattr(t, "_keys"))
        if not inputs:
            continue
        stacked = []
        for t in inputs:
            scaled = [t * (1 - 0.03 * n) if _is_input(t) else t for n in range(size)]
            stacked.append(fb.stack(scaled))
        yield function, stacked, f"{op.name}({text})"


def check_derivative(name: str, fast_mode: bool = False) -> int:
    """Check all that is declared of an operator's derivatives, on its samples; returns how many
    calls were judged.

    First and second derivatives in reverse and in forward mode are compared with differences (see
    `gradcheck`), also inside `vmap`, and batches with a loop. Raises `GradcheckError` or
    AssertionError with what differs, ValueError where no sample has a differentiable input.

    >>> from firebrick_autograd.testing import check_derivative
    >>> check_derivative("tanh") > 0
    True
    """
    op = TABLE[name]
    judged = 0
    for function, inputs, _ in differentiable_samples(op):
        given = tuple(t.detach().requires_grad_() for t in inputs)
        gradcheck(
            function, given, fast_mode=fast_mode, check_forward_ad=True, check_batched_grad=True,
            check_batched_forward_grad=True,
        )  # fmt: skip
        gradgradcheck(function, given, fast_mode=fast_mode, check_fwd_over_rev=True)
        judged += 1
    if not judged:
        raise ValueError(
            f"check_derivative({name!r}): none of the samples {list(op.samples)} has a "
            "floating-point tensor; declare the operator with samples=('x(3, 4)', ...)"
        )
    for function, stacked, what in batches(op):
        got = flatten(vmap(function)(*stacked))
        loop = [flatten(function(*(t[n] for t in stacked))) for n in range(len(stacked[0]))]
        assert_same(got, [fb.stack(list(c)) for c in zip(*loop, strict=True)], what, exact=False)
    return judged
