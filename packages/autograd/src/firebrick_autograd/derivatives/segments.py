"""The derivative of reductions of segments."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative


def _at_elements(segments, places, axis):
    """What belongs to the segments, at each of their elements; 0 at elements outside of all."""
    outside = segments.narrow(axis, 0, 1) * 0
    padded = T.cat([segments, outside], axis)
    shape = (*places.shape, *padded.shape[axis + 1 :])
    ones = [1] * (len(shape) - places.ndim)
    return T.gather(padded, axis, places.reshape(*places.shape, *ones).expand(shape))


def _product_of_others(data, result, offsets, axis, initial, places):
    """For each element, the product of the others of its segment; exact where elements are 0."""
    zero = T.logical_or(data == 0, T.isnan(data))
    count = T.segment_values(zero.to(data.dtype), "sum", offsets, axis)
    rest = T.segment_values(T.masked_fill(data, zero, 1), "prod", offsets, axis, initial)
    of_zeros = T.where(count == 1, rest, 0)
    others = _at_elements(result, places, axis) / T.masked_fill(data, zero, 1)
    return T.where(zero, _at_elements(of_zeros, places, axis), others)


@derivative("segment_values")
class SegmentValues:
    def data(grad, data, reduce, offsets, axis, initial, result):
        if not result.numel() or not data.numel():
            return data * 0
        places = T.segment_places(offsets, data.shape[axis])
        spread = _at_elements(grad, places, axis)
        if reduce == "sum":
            return spread
        if reduce == "mean":
            counts = T.clamp(T.diff(offsets), min=1).to(data.dtype)
            counts = counts.reshape(*counts.shape, *[1] * (grad.ndim - counts.ndim))
            return _at_elements(grad / counts, places, axis)
        if reduce == "prod":
            return spread * _product_of_others(data, result, offsets, axis, initial, places)
        chosen = T.logical_or(data == _at_elements(result, places, axis), T.isnan(data))
        equal = T.segment_values(chosen.to(data.dtype), "sum", offsets, axis)
        return _at_elements(grad / T.clamp(equal, min=1), places, axis) * chosen
