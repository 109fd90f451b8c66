"""Dimensions in another order, as views; and in-place forms that move no element."""

from __future__ import annotations

from .. import _operators as T
from .._frames import warn
from .._operator import Array, Varargs, composite, view as view_operator
from .._typing import Dims
from ._dims import one_dim


@view_operator(
    samples=("x(3, 4)", "x(3)", "x()"),
    errors=(("x(2, 3, 4)", RuntimeError, "expects a tensor with <= 2"),),
)
def t(xp, input: Array) -> Array:
    """The transpose of a matrix; vectors as they are."""
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    return input.T


@view_operator(
    samples=("x(3, 4), 0, 1", "x(2, 3, 4), -1, 0", "x(), 0, -1"),
    aliases=("swapdims",),
    errors=(("x(3), 0, 1", IndexError, "out of range"),),
)
def transpose(xp, input: Array, dim0: int, dim1: int) -> Array:
    """Two dimensions exchanged."""
    ndim = input.ndim
    dim0, dim1 = one_dim(dim0, ndim), one_dim(dim1, ndim)
    return input.swapaxes(dim0, dim1) if ndim else input.view()


@composite(samples=("x(3, 4), 0, 1",))
def swapaxes(input: Array, axis0: int, axis1: int) -> Array:
    """Two dimensions exchanged: `transpose` with NumPy's names."""
    return T.transpose(input, axis0, axis1)


@view_operator(
    samples=("x(2, 3, 4), (2, 0, 1)", "x(2, 3), (-1, 0)", "x(), ()"),
    errors=(
        ("x(3, 4), (0, 0)", RuntimeError, "duplicate dims are not allowed"),
        ("x(3, 4), (0,)", RuntimeError, "does not match the length"),
        ("x(3, 4), (0, 2)", IndexError, "out of range"),
    ),
)
def permute(xp, input: Array, dims: Varargs) -> Array:
    """The dimensions in the order that `dims` gives."""
    ndim = input.ndim
    if len(dims) != ndim:
        raise RuntimeError(
            "permute(): number of dimensions in the tensor input does not match the length of the "
            f"desired ordering of dimensions i.e. input.dim() = {ndim} is not equal to "
            f"len(dims) = {len(dims)}"
        )
    order = [one_dim(d, ndim) for d in dims]
    if len(set(order)) < ndim:
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return input.transpose(order)


@composite(
    samples=("x(2, 3, 4), 0, 2", "x(2, 3, 4), (0, 1), (1, 2)"),
    aliases=("moveaxis",),
    errors=(
        ("x(2, 3), (0, 1), (1, 1)", RuntimeError, "repeated dim in `destination`"),
        ("x(2, 3), (0, 1), (1,)", RuntimeError, "the same number of dims"),
    ),
)
def movedim(input: Array, source: Dims, destination: Dims) -> Array:
    """The dimensions `source` moved to the places `destination`, the others in their order."""
    ndim = input._array.ndim
    given, places = (_many(d) for d in (source, destination))
    if not ndim and len(given) == len(places) == 1:
        one_dim(given[0], 0), one_dim(places[0], 0)
        return T.alias(input)
    if len(given) != len(places):
        raise RuntimeError(
            f"movedim: Invalid source or destination dims: source ({list(given)} dims) should "
            f"contain the same number of dims as destination ({list(places)} dims)"
        )
    for name, dims in (("source", given), ("destination", places)):
        if len({one_dim(d, ndim) for d in dims}) < len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({list(dims)})")
    moved = [one_dim(d, ndim) for d in given]
    order = [d for d in range(ndim) if d not in moved]
    for place, d in sorted((one_dim(p, ndim), d) for p, d in zip(places, moved, strict=True)):
        order.insert(place, d)
    return T.permute(input, order)


def _many(dims):
    return (dims,) if isinstance(dims, int) else tuple(dims)


@composite(methods=False, namespace="internal", samples=("x(3, 4)",))
def reversed_dims(input: Array) -> Array:
    """`Tensor.T`: the dimensions in reverse order.

    Warns for other tensors than matrices, as PyTorch does.
    """
    ndim = input._array.ndim
    if ndim == 0:
        warn("Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases.")
    elif ndim != 2:
        warn(
            "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is "
            "deprecated and it will throw an error in a future release. Consider `x.mT` to "
            "transpose batches of matrices or `x.permute(*torch.arange(x.ndim - 1, -1, -1))` to "
            "reverse the dimensions of a tensor."
        )
    return T.permute(input, tuple(range(ndim))[::-1])


def _last_two(input, name):
    """The last two dimensions exchanged; a 0-d tensor as it is, with a warning.

    Raises RuntimeError for vectors.
    """
    ndim = input._array.ndim
    if ndim == 1:
        raise RuntimeError(
            f"tensor.{name} is only supported on matrices or batches of matrices. Got 1-D tensor."
        )
    if ndim:
        return T.transpose(input, -2, -1)
    known = "This function is the identity in these cases."
    instead = known if name == "mT" else "Consider using x.conj()."
    warn(f"Tensor.{name} is deprecated on 0-D tensors. {instead}")
    return input


def _conjugated(input):
    return input.conj() if input.dtype.is_complex else input


@composite(methods=False, namespace="internal", samples=("x(2, 3, 4)",))
def matrix_transpose(input: Array) -> Array:
    """`Tensor.mT`: the last two dimensions exchanged."""
    return _last_two(input, "mT")


@composite(methods=False, namespace="internal", samples=("x(2, 3, 4)",))
def matrices_adjoint(input: Array) -> Array:
    """`Tensor.mH`: the conjugate transpose of matrices."""
    return _conjugated(_last_two(input, "mH"))


@composite(methods=False, namespace="internal", samples=("x(3, 4)",))
def matrix_adjoint(input: Array) -> Array:
    """`Tensor.H`: the conjugate transpose of a matrix."""
    ndim = input._array.ndim
    if ndim not in (0, 2):
        batches = " For batches of matrices, consider using tensor.mH" if ndim > 2 else ""
        raise RuntimeError(
            f"tensor.H is only supported on matrices (2-D tensors). Got {ndim}-D tensor.{batches}"
        )
    return _conjugated(_last_two(input, "H"))


@composite(
    samples=("x(2, 3, 4)",),
    errors=(("x(3)", RuntimeError, r"tensor.adjoint\(\) is only supported on matrices"),),
)
def adjoint(input: Array) -> Array:
    """The conjugate transpose of matrices."""
    return _conjugated(_last_two(input, "adjoint()"))


# ---------------------------------------------------------------------- in place
def _become(input, out, name):
    """Give a tensor the shape, strides and history of a view of it."""
    if input.requires_grad and (input.is_leaf or not out.requires_grad):
        raise RuntimeError(
            f"a leaf Variable that requires grad is being used in an in-place operation: {name}(). "
            f"Use {name[:-1]}(), whose result is a view"
        )
    input._assume(out)
    input._bump_version()
    return input


@composite(namespace="method", mutates=True, samples=("x(3, 4)",))
def t_(input: Array) -> Array:
    """Make this matrix its transpose, without moving elements."""
    return _become(input, T.t(input), "t_")


@composite(namespace="method", mutates=True, aliases=("swapdims_",), samples=("x(3, 4), 0, 1",))
def transpose_(input: Array, dim0: int, dim1: int) -> Array:
    """Exchange two dimensions of this tensor, without moving elements."""
    return _become(input, T.transpose(input, dim0, dim1), "transpose_")


@composite(namespace="method", mutates=True, samples=("x(3, 4), 0, 1",))
def swapaxes_(input: Array, axis0: int, axis1: int) -> Array:
    """Exchange two dimensions of this tensor: `transpose_` with NumPy's names."""
    return _become(input, T.transpose(input, axis0, axis1), "swapaxes_")


@composite(namespace="method", mutates=True, samples=("x(3, 1)", "x(3, 1), 1"))
def squeeze_(input: Array, dim: Dims = None) -> Array:
    """Drop dimensions of size 1 of this tensor."""
    return _become(input, T.squeeze(input, dim), "squeeze_")


@composite(namespace="method", mutates=True, samples=("x(3), 0",))
def unsqueeze_(input: Array, dim: int) -> Array:
    """Put a dimension of size 1 into this tensor."""
    return _become(input, T.unsqueeze(input, dim), "unsqueeze_")


@composite(mutates=True, samples=("x(3, 4), (1, 1), (1, 2)",))
def as_strided_(input: Array, size: Dims, stride: Dims, storage_offset: int | None = None) -> Array:
    """Give this tensor any shape and strides, in elements, over its storage."""
    return _become(input, T.as_strided(input, size, stride, storage_offset), "as_strided_")
