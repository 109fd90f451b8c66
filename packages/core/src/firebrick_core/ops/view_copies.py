"""The views of `ops` as copies: `permute_copy(x, dims)` is `x.permute(dims)` in memory of its own.

Each is made from its view by `copy_of`, so that signature, samples and errors are the view's.

>>> import firebrick_core as fb
>>> x = fb.zeros(2, 3)
>>> y = fb.permute_copy(x, (1, 0))
>>> y.fill_(1).shape, x.any().item()
(torch.Size([3, 2]), False)
"""

from __future__ import annotations

import functools
from typing import Any

from .. import _operators as T
from .._memory_format import contiguous_format
from .._operator import TABLE, Array, composite, view as view_operator
from ._dims import one_dim
from .conversion import view_as_complex, view_as_real
from .permuting import permute, t, transpose
from .shape import expand, squeeze, unsqueeze, view
from .slicing import as_strided, at, diagonal, narrow, select, unbind, unfold
from .splitting import split_with_sizes


@view_operator(samples=("x(3, 4)", "x()"), methods=False, namespace="internal")
def alias(xp, input: Array) -> Array:
    """The same elements as another tensor over the same memory."""
    return input.view()


@composite(samples=("x(3, 4)",), methods=False, differentiable=False)
def detach(input: Array) -> Array:
    """A tensor over the same memory that records nothing; see `Tensor.detach`."""
    return input.detach()


@composite(samples=("x(3, 4)",), methods=False, mutates=True, differentiable=False)
def detach_(input: Array) -> Array:
    """Forget how this tensor was made; see `Tensor.detach_`."""
    return input.detach_()


SLICE = ("x(5, 2)", "x(5, 2), 0, 1", "x(2, 5), 1, -4, 9, 2")


@composite(
    samples=SLICE,
    methods=False,
    namespace="internal",
    errors=(("x(3), 0, 0, 3, -1", RuntimeError, "slice step must be positive"),),
)
def slice_dim(
    input: Array, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Array:
    """`input[start:end:step]` along a dimension."""
    return T.slice_view(input, sliced("slice", input, dim, start, end, step))


def sliced(name: str, input: Any, dim: int, start: Any, end: Any, step: int) -> Any:
    """The key of a slice along one dimension. Raises RuntimeError for steps below 1."""
    ndim = input.ndim
    if not ndim:
        raise RuntimeError(f"{name}() cannot be applied to a 0-dim tensor.")
    if step < 1:
        raise RuntimeError("slice step must be positive")
    return at(one_dim(dim, ndim), slice(start, end, step))


@composite(samples=("x(5, 2), 2",), methods=False, namespace="internal")
def split_equally(input: Array, split_size: int, dim: int = 0) -> tuple[Array, ...]:
    """`split` by one size."""
    return T.split(input, split_size, dim)


def _copied(result: Any) -> Any:
    if type(result) is tuple:
        return tuple([_copied(r) for r in result])
    return T.clone(result, memory_format=contiguous_format)


def copy_of(view: Any, name: str = "", methods: bool = False) -> Any:
    """Declare an operator whose results are row-major copies of those of `view`, a declared kernel.

    Its name is that of the view with `_copy` unless given.
    """
    declared = TABLE[view.__name__]

    @functools.wraps(view, assigned=("__annotations__",))
    def kernel(*args: Any, **kwargs: Any) -> Any:
        return _copied(getattr(T, declared.name)(*args, **kwargs))

    kernel.__name__ = kernel.__qualname__ = name = name or f"{declared.name}_copy"
    kernel.__doc__ = f"`{name.removesuffix('_copy')}` as a copy, with memory of its own."
    return composite(
        methods=methods,
        out=True,
        samples=declared.samples,
        errors=declared.errors,
        dtypes=declared.dtypes,
    )(kernel)


alias_copy = copy_of(alias)
as_strided_copy = copy_of(as_strided)
detach_copy = copy_of(detach)
diagonal_copy = copy_of(diagonal)
expand_copy = copy_of(expand)
narrow_copy = copy_of(narrow, methods=True)
permute_copy = copy_of(permute)
select_copy = copy_of(select)
slice_copy = copy_of(slice_dim, "slice_copy")
split_copy = copy_of(split_equally, "split_copy")
split_with_sizes_copy = copy_of(split_with_sizes)
squeeze_copy = copy_of(squeeze)
t_copy = copy_of(t)
transpose_copy = copy_of(transpose)
unbind_copy = copy_of(unbind)
unfold_copy = copy_of(unfold)
unsqueeze_copy = copy_of(unsqueeze)
view_copy = copy_of(view)
view_as_complex_copy = copy_of(view_as_complex)
view_as_real_copy = copy_of(view_as_real)
