"""Sums with a product or quotient, and interpolation, in fewer passes than their parts."""

from __future__ import annotations

from .. import _dtype, _errors
from .._operator import Array, Operand, pointwise
from .._typing import Number
from ._numbers import element

TRIPLES = ("x(3, 4), x(3, 4), pos(3, 4)", "x(3, 4), x(4), pos(3, 1)", "x(), x(2), pos(2)")
WRONG = (
    ("x(3), x(4), x(3)", RuntimeError, "must match the size"),
    ("x(3), 2.0, x(3)", TypeError, "must be Tensor"),
)


def _plus(xp, input, term, value):
    """`input + value * term`; `term` is the caller's own and may be written to."""
    if value != 1:
        term = xp.multiply(term, element(value, term.dtype))
    return xp.add(input, term)


@pointwise(
    samples=(*TRIPLES, "x(3), x(3), x(3), value=2"),
    dtypes="number",
    errors=(*WRONG, ("mask(3), mask(3), mask(3)", NotImplementedError, "'Bool'")),
    deprecated=("input, value, tensor1, tensor2",),
)
def addcmul(xp, input: Array, tensor1: Array, tensor2: Array, *, value: Number = 1) -> Array:
    """`input + value * tensor1 * tensor2`.

    >>> import firebrick_core as fb
    >>> fb.addcmul(fb.ones(2), fb.tensor([1.0, 2.0]), fb.tensor([3.0, 4.0]), value=0.5)
    tensor([2.5000, 5.0000])
    """
    return _plus(xp, input, xp.multiply(tensor1, tensor2), value)


def _check_quotient(dtype, input, tensor1, tensor2, value):
    if all(t.dtype.category < _dtype.FLOATING for t in (tensor1, tensor2)):
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported: make one of tensor1 and tensor2"
            " floating, or write input + value * torch.trunc(tensor1 / tensor2)"
        )


@pointwise(
    samples=(*TRIPLES, "x(3), x(3), pos(3), value=2"),
    dtypes="floating",
    check=_check_quotient,
    errors=(*WRONG, ("x(3), ints(3, 3), ints(3, 3)", RuntimeError, "Integer division")),
    deprecated=("input, value, tensor1, tensor2",),
)
def addcdiv(xp, input: Array, tensor1: Array, tensor2: Array, *, value: Number = 1) -> Array:
    """`input + value * tensor1 / tensor2`.

    Raises RuntimeError where both of the quotient are integers.

    >>> import firebrick_core as fb
    >>> fb.addcdiv(fb.ones(2), fb.tensor([1.0, 2.0]), fb.tensor([2.0, 4.0]), value=2)
    tensor([2., 2.])
    """
    return _plus(xp, input, xp.true_divide(tensor1, tensor2), value)


def _check_interpolation(dtype, input, end, weight):
    if input.dtype.category < _dtype.FLOATING:
        raise _errors.not_implemented_for("lerp", input.dtype)
    for name, x in (("end", end), ("weight", weight)):
        if hasattr(x, "_keys"):
            if x.dtype is not input.dtype:
                raise RuntimeError(
                    f"expected dtype {input.dtype} for `{name}` but got dtype {x.dtype}: lerp()"
                    " does not promote; convert one with .to(dtype)"
                )
        elif isinstance(x, complex) and not input.dtype.is_complex:
            raise RuntimeError(f"lerp(): a complex {name} needs complex tensors, not {input.dtype}")


@pointwise(
    samples=("x(3), x(3), 0.25", "x(3), x(3), 0.75", "x(3, 4), x(4), unit(3, 1)"),
    dtypes="floating",
    check=_check_interpolation,
    errors=(
        ("x(3), x(4), 0.5", RuntimeError, "must match the size"),
        ("x(3), x(3).to(T.float64), 0.5", RuntimeError, "expected dtype torch.float32 for `end`"),
        ("x(3), 2.0, 0.5", TypeError, "must be Tensor"),
        ("x(3), x(3), 1j", RuntimeError, "complex weight"),
        ("ints(3, 3), ints(3, 3), 0.5", NotImplementedError, "'Long'"),
    ),
)
def lerp(xp, input: Array, end: Array, weight: Operand) -> Array:
    """The point `weight` of the way from `input` to `end`, which it meets at 1.

    Raises RuntimeError for tensors of different dtypes.

    >>> import firebrick_core as fb
    >>> fb.lerp(fb.tensor([0.0, 10.0]), fb.tensor([4.0, 20.0]), 0.25)
    tensor([ 1.0000, 12.5000])
    """
    way = xp.subtract(end, input)
    if not weight.ndim:  # from the nearer end, where the product is small
        if abs(weight.item()) < 0.5:
            return xp.add(input, xp.multiply(way, weight))
        return xp.subtract(end, xp.multiply(way, weight.dtype.type(1) - weight))
    near = xp.add(input, xp.multiply(way, weight))
    far = xp.subtract(end, xp.multiply(way, weight.dtype.type(1) - weight))
    return xp.where(xp.absolute(weight) < 0.5, near, far)
