"""Complex numbers: making them, their angle and sign, conjugates."""

from __future__ import annotations

import math

from .. import _dtype, _operators as T
from .._device import meta_array
from .._errors import TYPE_NAMES
from .._memory_format import empty_for
from .._operator import Array, composite, operator, pointwise
from ._dims import broadcast_shapes
from .rounding import signs

ANY = ("x(3, 4)", "x()", "x(2, 0)")


# ---------------------------------------------------------------------- from parts
def _check_parts(name, first, second):
    """Two real parts have one floating dtype. Raises RuntimeError."""
    a, b = (_dtype.from_numpy_dtype(x.dtype) for x in (first, second))
    if not (a.is_floating_point and b.is_floating_point):
        raise RuntimeError(
            f"Expected both inputs to be Half, Float or Double tensors but got {TYPE_NAMES[a.name]}"
            f" and {TYPE_NAMES[b.name]} (in {name}())"
        )
    if a is not b:
        raise RuntimeError(
            f"Expected object of scalar type {TYPE_NAMES[a.name]} but got scalar type"
            f" {TYPE_NAMES[b.name]} for second argument of {name}()"
        )
    return a.to_complex().numpy_dtype


def _complex_rule(real, imag):
    return meta_array(broadcast_shapes(real.shape, imag.shape), _check_parts("complex", real, imag))


PARTS = ("x(3, 4), x(3, 4)", "x(3, 1), x(4)", "x(), x(2)")
POLAR = ("pos(3, 4), x(3, 4)", "pos(3, 1), x(4)", "pos(), x(2)")
WRONG_PARTS = (
    ("ints(3, 3), ints(3, 3)", RuntimeError, "Half, Float or Double tensors but got Long"),
    ("x(3), x(3).to(T.float64)", RuntimeError, "scalar type Float but got scalar type Double"),
    ("x(3), x(4)", RuntimeError, "must match the size"),
    ("x(3), 2.0", TypeError, "must be Tensor"),
)


@operator(
    samples=PARTS,
    meta=_complex_rule,
    out=True,
    methods=False,
    dtypes="no_half_float",
    errors=WRONG_PARTS,
)
def complex(xp, real: Array, imag: Array) -> Array:
    """`real + 1j * imag`, of floating tensors of one dtype.

    16-bit parts give complex64: NumPy has no narrower complex type. Raises RuntimeError for other
    dtypes, or two different ones.

    >>> import firebrick_core as fb
    >>> fb.complex(fb.tensor([1.0, 2.0]), fb.tensor([0.0, -1.0]))
    tensor([1.+0.j, 2.-1.j])
    """
    dtype = _check_parts("complex", real, imag)
    out = empty_for(xp, broadcast_shapes(real.shape, imag.shape), dtype, real, imag)
    out.real, out.imag = real, imag
    return out


def _polar_rule(abs, angle):
    return meta_array(broadcast_shapes(abs.shape, angle.shape), _check_parts("polar", abs, angle))


@operator(
    samples=POLAR,
    meta=_polar_rule,
    out=True,
    methods=False,
    dtypes="no_half_float",
    errors=WRONG_PARTS,
)
def polar(xp, abs: Array, angle: Array) -> Array:
    """`abs * exp(1j * angle)`, of floating tensors of one dtype.

    Raises RuntimeError for other dtypes, or two different ones.

    >>> import firebrick_core as fb
    >>> fb.polar(fb.tensor([2.0]), fb.tensor([0.0]))
    tensor([2.+0.j])
    """
    dtype = _check_parts("polar", abs, angle)
    out = empty_for(xp, broadcast_shapes(abs.shape, angle.shape), dtype, abs, angle)
    out.real = xp.multiply(abs, xp.cos(angle))
    out.imag = xp.multiply(abs, xp.sin(angle))
    return out


# ---------------------------------------------------------------------- to parts
def _angle_rule(input):
    dtype = _dtype.from_numpy_dtype(input.dtype)
    return meta_array(input.shape, _angle_dtype(dtype).numpy_dtype)


def _angle_dtype(dtype):
    return _dtype.get_default_dtype() if dtype.category < _dtype.FLOATING else dtype.to_real()


@operator(samples=ANY, meta=_angle_rule, out=True)
def angle(xp, input: Array) -> Array:
    """The angle of complex elements in radians; of real ones pi where negative, 0 elsewhere.

    NaN stays. Integers give the default floating type.

    >>> import firebrick_core as fb
    >>> fb.angle(fb.tensor([1 + 1j, -1j])), fb.angle(fb.tensor([-2.0, 3.0]))
    (tensor([ 0.7854, -1.5708]), tensor([3.1416, 0.0000]))
    """
    if input.dtype.kind == "c":
        return xp.arctan2(input.imag, input.real)
    dtype = _angle_dtype(_dtype.from_numpy_dtype(input.dtype)).numpy_dtype
    out = xp.where(input < 0, dtype.type(math.pi), dtype.type(0))
    if input.dtype.kind in "biu":
        return out
    return xp.where(input == input, out, input)


@pointwise(samples=ANY)
def sgn(xp, input: Array) -> Array:
    """The sign: of complex elements, `input / abs(input)`, and 0 for 0.

    >>> import firebrick_core as fb
    >>> fb.sgn(fb.tensor([3 + 4j, 0j])), fb.sgn(fb.tensor([-2, 5]))
    (tensor([0.6000+0.8000j, 0.0000+0.0000j]), tensor([-1,  1]))
    """
    if input.dtype.kind != "c":
        return signs(xp, input)
    size = xp.absolute(input)
    return xp.divide(input, xp.where(size == 0, size.dtype.type(1), size))


# ---------------------------------------------------------------------- conjugates
@pointwise(ufunc="conjugate", samples=ANY)
def conj_physical(xp, input: Array) -> Array:
    """The complex conjugate, computed; real elements as they are.

    >>> import firebrick_core as fb
    >>> fb.conj_physical(fb.tensor([1 + 2j]))
    tensor([1.-2.j])
    """
    return xp.conjugate(input) if input.dtype.kind == "c" else input.copy()


@composite(samples=ANY)
def conj(input: Array) -> Array:
    """The complex conjugate; a real tensor itself.

    It is computed at once, into memory of its own, where PyTorch marks a view.

    >>> import firebrick_core as fb
    >>> fb.tensor([1 + 2j]).conj()
    tensor([1.-2.j])
    """
    return T.conj_physical(input) if input.dtype.is_complex else input


@composite(samples=ANY)
def resolve_conj(input: Array) -> Array:
    """The tensor itself: no tensor here is a conjugate that has yet to be computed."""
    return input


@composite(samples=ANY)
def resolve_neg(input: Array) -> Array:
    """The tensor itself: no tensor here is a negative that has yet to be computed."""
    return input


@composite(samples=ANY)
def is_conj(input: Array) -> bool:
    """Whether the tensor is a conjugate that has yet to be computed: never."""
    return False


@composite(samples=ANY)
def is_neg(input: Array) -> bool:
    """Whether the tensor is a negative that has yet to be computed: never."""
    return False


def chalf(input: Array, memory_format: object = None) -> Array:
    """Refuse a conversion to complex32: raises NotImplementedError, as NumPy has no such type."""
    raise NotImplementedError(
        "Tensor.chalf(): there is no complex32, which NumPy does not have; the narrowest complex"
        " type is complex64, from Tensor.cfloat()"
    )
