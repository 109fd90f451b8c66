"""Jacobians for `gradcheck`, as real matrices: by differences, by reverse mode and by forward mode.

A complex element counts as two components, its real and its imaginary part, so that nothing else
here needs to know of complex numbers: the gradient of a real number with respect to `x + iy` is
`d/dx + i d/dy`, and the gradient for cotangent `i` is that of the imaginary part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import firebrick_core as fb
from firebrick_core import Tensor

from . import _api, func as _func
from ._node import gradient_edge

Matrix = Any  # a float64 array


def components(tensor: Any) -> Matrix:
    """The elements of a tensor as a vector of real numbers."""
    values = np.ascontiguousarray(tensor.detach().cpu().numpy()).reshape(-1)
    return values.view(values.real.dtype).astype(np.float64)


def from_components(vector: Matrix, like: Any) -> Any:
    """The tensor of another's shape, dtype and device that has these components."""
    real = like.dtype.to_real().numpy_dtype
    values = np.ascontiguousarray(vector, dtype=real).view(like.dtype.numpy_dtype)
    return fb.from_numpy(values.reshape(tuple(like.shape))).to(like.device)


def count(tensor: Any) -> int:
    """How many components a tensor has."""
    return tensor.numel() * (2 if tensor.dtype.is_complex else 1)


def units(tensor: Any) -> Iterator[Any]:
    """For each component of a tensor, the tensor of zeros with that component 1."""
    for vector in np.eye(count(tensor)):
        yield from_components(vector, tensor)


def as_tuple(result: Any) -> tuple[Any, ...]:
    """A function's results."""
    return tuple(result) if isinstance(result, (tuple, list)) else (result,)


def differentiable(t: Any) -> bool:
    """Whether a value is a tensor of numbers that derivatives exist for."""
    return isinstance(t, Tensor) and (t.dtype.is_floating_point or t.dtype.is_complex)


class Call:
    """A function at its inputs: which of them, and which of its results, are differentiated."""

    def __init__(self, function: Callable[..., Any], inputs: tuple[Any, ...]):
        self.function, self.inputs = function, inputs
        self.places = [i for i, t in enumerate(inputs) if isinstance(t, Tensor) and t.requires_grad]
        self.wanted = [inputs[i] for i in self.places]
        results = as_tuple(function(*inputs))
        self.candidates = [n for n, r in enumerate(results) if differentiable(r)]
        self.recorded = [n for n in self.candidates if gradient_edge(results[n]) is not None]
        self.outputs = [results[n] for n in self.recorded]

    def at(self, *wanted: Any) -> Callable[..., tuple[Any, ...]]:
        """The differentiated results as a function of the inputs at `wanted`, all by default."""
        places = wanted or self.places

        def function(*given: Any) -> tuple[Any, ...]:
            arguments = list(self.inputs)
            for i, t in zip(places, given, strict=True):
                arguments[i] = t
            results = as_tuple(self.function(*arguments))
            return tuple(results[n] for n in self.recorded)

        return function

    # ------------------------------------------------------------------ by differences
    def difference(self, place: int, vector: Matrix, eps: float, results: Any) -> list[Matrix]:
        """The change of the results along `vector` of one input, a vector of components each: a
        central difference."""
        held = self.inputs[place]
        step = from_components(vector, held)._array * eps
        original = held._array.copy()
        sides = []
        try:
            for sign in (1, -1):
                held._array[...] = original + sign * step
                found = as_tuple(self.function(*self.inputs))
                sides.append([components(found[n]).copy() for n in results])
        finally:
            held._array[...] = original
        return [(plus - minus) / (2 * eps) for plus, minus in zip(*sides, strict=True)]

    def by_differences(self, place: int, eps: float, results: Any = None) -> list[Matrix]:
        """The Jacobian of each result with respect to one input: a row for each component of the
        result, a column for each of the input."""
        results = self.recorded if results is None else results
        size = count(self.inputs[place])
        columns = [self.difference(place, v, eps, results) for v in np.eye(size)]
        if not columns:
            made = as_tuple(self.function(*self.inputs))
            return [np.zeros((count(made[n]), 0)) for n in results]
        return [np.stack([c[k] for c in columns], 1) for k in range(len(results))]

    # ------------------------------------------------------------------ by derivatives
    def pull(self, k: int, cotangent: Any) -> tuple[Any, ...]:
        """The gradients of one result for a cotangent, None where it does not depend on the
        input."""
        return _api.grad(
            [self.outputs[k]], self.wanted, [cotangent], retain_graph=True, allow_unused=True
        )

    def by_reverse_mode(self, k: int) -> tuple[list[Matrix], list[Matrix]]:
        """The Jacobian of result `k` with respect to each input, and the same from a second run of
        backward."""
        runs: tuple[list[Any], list[Any]] = ([], [])
        for cotangent in units(self.outputs[k]):
            for rows in runs:
                rows.append(self.pull(k, cotangent))
        first, second = ([self._rows(rows, j) for j in range(len(self.wanted))] for rows in runs)
        return first, second

    def _rows(self, rows: list[Any], j: int) -> Matrix:
        x = self.wanted[j]
        none = np.zeros(count(x))
        found = [none if row[j] is None else components(row[j]) for row in rows]
        return np.stack(found) if found else np.zeros((0, count(x)))

    def push(self, place: int, tangent: Any) -> tuple[Any, ...]:
        """The tangents of all results for a tangent of one input, the others' being zeros."""
        tangents = [tangent if i == place else fb.zeros_like(self.inputs[i]) for i in self.places]
        return _func.jvp(self.at(), tuple(self.wanted), tuple(tangents))[1]

    def push_alone(self, place: int, tangent: Any) -> tuple[Any, ...]:
        """The same where the other inputs are constants, without a tangent."""
        return _func.jvp(self.at(place), (self.inputs[place],), (tangent,))[1]

    def by_forward_mode(self, place: int) -> list[Matrix]:
        """The Jacobian of each result with respect to one input."""
        columns = [self.push(place, tangent) for tangent in units(self.inputs[place])]
        return [
            np.stack([components(c[k]) for c in columns], 1)
            if columns
            else np.zeros((count(out), 0))
            for k, out in enumerate(self.outputs)
        ]
