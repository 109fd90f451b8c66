"""The largest and the smallest elements, and where they are."""

from __future__ import annotations

from .. import _operators as T
from .._operator import Array, composite, operator
from .._return_types import return_type
from .._typing import Dims
from ._positions import row_major
from ._reducing import (
    DIMS,
    WRONG_DIM,
    axes_of,
    chosen_dim,
    index_rule,
    need_elements,
    not_for,
    pair_rule,
    same_type_rule,
)

ONE_DIM = ("x(3, 4)", "x(3, 4), 0", "x(3, 4), 1, True", "x(), 0, True", "x(0, 3), 1")
NO_ELEMENTS = (
    ("x(0)", RuntimeError, "Expected reduction dim to be specified"),
    ("x(0, 3), 0", IndexError, "non-zero size"),
)


@operator(
    samples=DIMS, errors=(*WRONG_DIM, *NO_ELEMENTS), dtypes="ordered", meta=same_type_rule, out=True
)
def amax(xp, input: Array, dim: Dims = None, keepdim: bool = False) -> Array:
    """The largest element over `dim`; equal ones share the gradient.

    Raises RuntimeError or IndexError where there are no elements.

    >>> import firebrick_core as fb
    >>> fb.amax(fb.tensor([[1.0, 4.0], [3.0, 2.0]]), 1)
    tensor([4., 3.])
    """
    if not input.size:
        need_elements("amax", input, dim)
    input = _ordered("max_values_cpu", input)
    return row_major(xp.maximum.reduce(input, axes_of(input, dim), None, None, keepdim))


@operator(
    samples=DIMS, errors=(*WRONG_DIM, *NO_ELEMENTS), dtypes="ordered", meta=same_type_rule, out=True
)
def amin(xp, input: Array, dim: Dims = None, keepdim: bool = False) -> Array:
    """The smallest element over `dim`; equal ones share the gradient.

    Raises RuntimeError or IndexError where there are no elements.

    >>> import firebrick_core as fb
    >>> fb.amin(fb.tensor([[1.0, 4.0], [3.0, 2.0]]), 1)
    tensor([1., 2.])
    """
    if not input.size:
        need_elements("amin", input, dim)
    input = _ordered("min_values_cpu", input)
    return row_major(xp.minimum.reduce(input, axes_of(input, dim), None, None, keepdim))


def _ordered(name, input):
    """The array itself, unless its elements have no order."""
    if input.dtype.kind == "c":
        not_for(name, input, "c")
    return input


# ---------------------------------------------------------------------- where they are
def _argument(xp, input, dim, keepdim, name):
    if input.dtype.kind in "bc":
        kind = "bool" if input.dtype.kind == "b" else "complex"
        raise RuntimeError(f"{name}(): does not support {kind} input; convert with .to(dtype)")
    if dim is not None:
        dim = chosen_dim(name, input, dim)
    need_elements(name, input, dim, IndexError)
    if dim is not None and not input.ndim:
        return xp.zeros((), "i8")
    return getattr(input, name)(dim, None, keepdims=keepdim)


@operator(
    samples=ONE_DIM,
    errors=(*WRONG_DIM, ("x(0)", IndexError, "to be specified"), ("mask(3)", RuntimeError, "bool")),
    dtypes="real",
    differentiable=False,
    out=True,
    meta=index_rule,
)
def argmax(xp, input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """The index of the largest element, of the flattened tensor without `dim`; of equal ones the
    first.

    >>> import firebrick_core as fb
    >>> fb.argmax(fb.tensor([[1.0, 4.0], [3.0, 2.0]]), 1)
    tensor([1, 0])
    """
    return _argument(xp, input, dim, keepdim, "argmax")


@operator(
    samples=ONE_DIM,
    errors=(*WRONG_DIM, ("x(0)", IndexError, "to be specified"), ("mask(3)", RuntimeError, "bool")),
    dtypes="real",
    differentiable=False,
    out=True,
    meta=index_rule,
)
def argmin(xp, input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """The index of the smallest element, of the flattened tensor without `dim`; of equal ones the
    first.

    >>> import firebrick_core as fb
    >>> fb.argmin(fb.tensor([[1.0, 4.0], [3.0, 2.0]]), 1)
    tensor([0, 1])
    """
    return _argument(xp, input, dim, keepdim, "argmin")


# ---------------------------------------------------------------------- max and min
PAIR = ("values", "indices")


def _extreme_along(xp, input, dim, keepdim, name):
    dim = chosen_dim(name, input, dim)
    if not input.ndim:
        return input.copy(), xp.zeros((), "i8")
    if input.dtype.kind == "c":
        raise RuntimeError(f"{name}(): does not support complex input; take .abs() or .real first")
    if name == "max":
        values, indices = xp.maximum.reduce(input, dim), input.argmax(dim)
    else:
        values, indices = xp.minimum.reduce(input, dim), input.argmin(dim)
    if keepdim:
        values, indices = xp.expand_dims(values, dim), xp.expand_dims(indices, dim)
    return row_major(xp.asarray(values)), row_major(xp.asarray(indices))


@operator(
    samples=("x(3, 4), 0", "x(3, 4), 1, True", "x(), 0", "x(0, 3), 1"),
    errors=(*WRONG_DIM, ("x(0, 3), 0", IndexError, "non-zero size")),
    dtypes="ordered",
    methods=False,
    namespace="internal",
    returns=PAIR,
    meta=pair_rule,
)
def max_dim(xp, input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    """The largest elements along `dim`, and where they are."""
    return _extreme_along(xp, input, dim, keepdim, "max")


@operator(
    samples=("x(3, 4), 0", "x(3, 4), 1, True", "x(), 0", "x(0, 3), 1"),
    errors=(*WRONG_DIM, ("x(0, 3), 0", IndexError, "non-zero size")),
    dtypes="ordered",
    methods=False,
    namespace="internal",
    returns=PAIR,
    meta=pair_rule,
)
def min_dim(xp, input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    """The smallest elements along `dim`, and where they are."""
    return _extreme_along(xp, input, dim, keepdim, "min")


@operator(
    samples=("x(3, 4)", "x()"),
    errors=(NO_ELEMENTS[0],),
    dtypes="ordered",
    methods=False,
    namespace="internal",
    meta=same_type_rule,
)
def max_all(xp, input: Array) -> Array:
    """The largest of all elements; equal ones share the gradient, also where they are NaN."""
    if not input.size:
        need_elements("max", input, None)
    return xp.maximum.reduce(_ordered("max_all", input), None)


@operator(
    samples=("x(3, 4)", "x()"),
    errors=(NO_ELEMENTS[0],),
    dtypes="ordered",
    methods=False,
    namespace="internal",
    meta=same_type_rule,
)
def min_all(xp, input: Array) -> Array:
    """The smallest of all elements; equal ones share the gradient, also where they are NaN."""
    if not input.size:
        need_elements("min", input, None)
    return xp.minimum.reduce(_ordered("min_all", input), None)


def _extreme(name, input, dim, keepdim, along, everything, pair):
    if dim is None:
        return everything(input)
    if hasattr(dim, "_keys"):
        return pair(input, dim)
    if not isinstance(dim, int):
        raise TypeError(
            f"{name}(): argument 'dim' (position 2) must be int or Tensor, not "
            f"{type(dim).__name__}; for several dimensions see a{name}()"
        )
    return return_type(name, PAIR)._make(along(input, dim, keepdim))


FORMS = ("x(3, 4)", "x(3, 4), 0", "x(3, 4), 1, True", "x(3, 4), x(3, 4)", "x(3), other=x(3)")
NOT_SEVERAL = ("x(3, 4), (0, 1)", TypeError, "must be int or Tensor, not tuple")


@composite(
    samples=FORMS, errors=(*WRONG_DIM, *NO_ELEMENTS, NOT_SEVERAL), dtypes="ordered", out=True
)
def max(input: Array, dim: object = None, keepdim: bool = False, *, other: object = None) -> object:
    """The largest element; with `dim` a pair (values, indices); with a tensor the larger of both.

    Raises RuntimeError or IndexError where there are no elements.

    >>> import firebrick_core as fb
    >>> t = fb.tensor([[1.0, 4.0], [3.0, 2.0]])
    >>> fb.max(t), fb.max(t, 0).indices
    (tensor(4.), tensor([1, 0]))
    """
    dim = other if dim is None else dim
    return _extreme("max", input, dim, keepdim, T.max_dim, T.max_all, T.maximum)


@composite(
    samples=FORMS, errors=(*WRONG_DIM, *NO_ELEMENTS, NOT_SEVERAL), dtypes="ordered", out=True
)
def min(input: Array, dim: object = None, keepdim: bool = False, *, other: object = None) -> object:
    """The smallest element; with `dim` a pair (values, indices); with a tensor the smaller of both.

    Raises RuntimeError or IndexError where there are no elements.

    >>> import firebrick_core as fb
    >>> t = fb.tensor([[1.0, 4.0], [3.0, 2.0]])
    >>> fb.min(t), fb.min(t, 0).indices
    (tensor(1.), tensor([0, 1]))
    """
    dim = other if dim is None else dim
    return _extreme("min", input, dim, keepdim, T.min_dim, T.min_all, T.minimum)


def _both_rule(input, *, dim=None, keepdim=False):
    one = same_type_rule(input, dim, keepdim)
    return one, one


@operator(
    samples=("x(3, 4)", "x(3, 4), dim=0", "x(3, 4), dim=1, keepdim=True", "x(), keepdim=True"),
    errors=(
        ("x(3), dim=1", IndexError, "out of range"),
        ("x(0)", RuntimeError, "over an empty dimension"),
        ("x(0, 3), dim=0", IndexError, "non-zero size"),
        ("x(3, 4), dim=(0, 1)", TypeError, "must be int, not tuple"),
    ),
    dtypes="ordered",
    returns=("min", "max"),
    meta=_both_rule,
    out=True,
)
def aminmax(
    xp, input: Array, *, dim: int | None = None, keepdim: bool = False
) -> tuple[Array, Array]:
    """The smallest and the largest element over `dim`, or of all; equal ones share the gradient.

    Raises RuntimeError or IndexError where there are no elements.

    >>> import firebrick_core as fb
    >>> fb.aminmax(fb.tensor([3.0, 1.0, 2.0])).max
    tensor(3.)
    """
    not_for("aminmax_cpu", input, "c")
    if isinstance(dim, (tuple, list)):
        raise TypeError(f"aminmax(): argument 'dim' must be int, not {type(dim).__name__}")
    if dim is None and not input.size:
        raise RuntimeError(
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no "
            "identity."
        )
    if dim is not None:
        dim = chosen_dim("aminmax", input, dim)
    axes = axes_of(input, dim)
    return (
        row_major(xp.minimum.reduce(input, axes, None, None, keepdim)),
        row_major(xp.maximum.reduce(input, axes, None, None, keepdim)),
    )
