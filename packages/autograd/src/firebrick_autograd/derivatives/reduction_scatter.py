"""Derivatives of `scatter_reduce` and `index_reduce`.

Both reduce several elements into one place; they differ in how places are named. `_Elements` and
`_Slices` say that, and the formulas below are written once.
"""

from __future__ import annotations

from firebrick_core import _operators as T, ones_like, zeros_like

from .._rule import derivative


class _Elements:
    """Places along one dimension, one index for each element."""

    def __init__(self, dim, index):
        self.dim, self.index = dim, index

    def taken(self, tensor):
        """What each place holds, for each element that falls on it."""
        return T.gather(tensor, self.dim, self.index)

    def added(self, tensor, values):
        """The tensor with the sum of what falls on each place added."""
        return T.scatter_add(tensor, self.dim, self.index, values)

    def reduced(self, input, src, reduce, include_self):
        """The operator itself."""
        return T.scatter_reduce(input, self.dim, self.index, src, reduce, include_self=include_self)

    def cleared(self, tensor):
        """The tensor with zeros where anything falls."""
        return T.scatter_value(tensor, self.dim, self.index, 0)

    def used(self, src):
        """The part of the source that has places."""
        shape = self.index.shape
        if src.shape == shape:
            return src
        return T.slice_view(src, tuple(slice(n) for n in shape)) if src.ndim else src

    def restored(self, grad, shape):
        """The gradient of `used`'s argument from that of its result."""
        if grad.shape == shape:
            return grad
        return T.slice_backward(grad, tuple(slice(n) for n in grad.shape), shape)


class _Slices:
    """Places along one dimension, one index for each slice."""

    def __init__(self, dim, index):
        self.dim, self.index = dim, index

    def taken(self, tensor):
        return T.index_select(tensor, self.dim, self.index)

    def added(self, tensor, values):
        return T.index_add(tensor, self.dim, self.index, values)

    def reduced(self, input, src, reduce, include_self):
        return T.index_reduce(input, self.dim, self.index, src, reduce, include_self=include_self)

    def cleared(self, tensor):
        return T.index_fill_number(tensor, self.dim, self.index.long(), 0)

    def used(self, src):
        return src

    def restored(self, grad, shape):
        return T.reshape(grad, shape)


def _shares(places, input, src, include_self):
    """How many elements each place's mean is made of."""
    start = ones_like(input) if include_self else zeros_like(input)
    count = places.added(start, ones_like(src))
    return T.masked_fill(count, count == 0, 1)


def _ties(places, input, src, result):
    """How many elements share each place's extreme; they share its gradient."""
    own = (input == result).to(result.dtype)
    return places.added(own, (src == places.taken(result)).to(result.dtype))


def _of_input(places, grad, input, src, reduce, include_self, result):
    src = places.used(src)
    if reduce == "prod":
        one = T.masked_fill(input, input == 0, 1)
        out = grad * (places.reduced(one, src, reduce, include_self) / one).conj()
    elif reduce == "mean":
        out = grad / _shares(places, input, src, include_self)
    elif reduce in ("amax", "amin"):
        out = (input == result) * grad / _ties(places, input, src, result)
    else:
        out = grad
    return out if include_self else places.cleared(out)


def _of_product(places, grad, input, src, include_self, result):
    """The product of all others: by division, or anew for a place's only zero."""
    zero = src == 0
    several = places.taken(places.added(zeros_like(input), zero.to(input.dtype)))
    only = zero & (several == 1)
    others = places.reduced(input, T.masked_fill(src, only, 1), "prod", include_self)
    divided = places.taken(grad * result.conj()) / T.masked_fill(src, zero, 1).conj()
    return T.where(only, places.taken(grad * others.conj()), divided)


def _of_source(places, grad, input, src, reduce, include_self, result):
    shape = src.shape
    src = places.used(src)
    if reduce == "prod":
        out = _of_product(places, grad, input, src, include_self, result)
    elif reduce == "mean":
        out = places.taken(grad / _shares(places, input, src, include_self))
    elif reduce in ("amax", "amin"):
        shared = places.taken(grad / _ties(places, input, src, result))
        out = (src == places.taken(result)) * shared
    else:
        out = places.taken(grad)
    return places.restored(out, shape)


@derivative("scatter_reduce")
class ScatterReduce:
    def input(grad, input, dim, index, src, reduce, include_self, result):
        places = _Elements(dim, index)
        return _of_input(places, grad, input, src, reduce, include_self, result)

    def src(grad, input, dim, index, src, reduce, include_self, result):
        places = _Elements(dim, index)
        return _of_source(places, grad, input, src, reduce, include_self, result)


@derivative("index_reduce")
class IndexReduce:
    def input(grad, input, dim, index, source, reduce, include_self, result):
        places = _Slices(dim, index)
        return _of_input(places, grad, input, source, reduce, include_self, result)

    def source(grad, input, dim, index, source, reduce, include_self, result):
        places = _Slices(dim, index)
        return _of_source(places, grad, input, source, reduce, include_self, result)
