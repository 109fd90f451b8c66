"""`vmap`: a function of one sample as a function of a batch."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import firebrick_core as fb
from firebrick_core import _operators as T
from firebrick_core.random import drawing

from . import _levels, _tree, batching_rules as batching_rules  # the rules declare themselves
from ._batching import Batched, randomness as _randomness, refuse_error_mode
from ._levels import at

RANDOMNESS = ("error", "different", "same")


def vmap(
    func: Callable[..., Any],
    in_dims: Any = 0,
    out_dims: Any = 0,
    randomness: str = "error",
    *,
    chunk_size: int | None = None,
) -> Callable[..., Any]:
    """A function that applies `func` to every sample of a batch at once.

    `in_dims` says which dimension of each argument counts samples, None for an argument that all
    samples share; it is one value, or is nested as the arguments are. `out_dims` says where the
    results get that dimension. Random operators raise under `randomness="error"`, and draw the
    "same" or "different" numbers for the samples otherwise. `chunk_size` limits how many samples
    are computed at once. Named arguments are batched along their first dimension.

    Raises ValueError for dimensions that do not fit the arguments or the results, RuntimeError for
    what would differ between samples, such as `.item()`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.func.vmap.html

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.func import vmap
    >>> vmap(fb.dot)(fb.ones(3, 5), fb.ones(3, 5))
    tensor([5., 5., 5.])
    """
    if randomness not in RANDOMNESS:
        raise RuntimeError(
            "Only allowed values for randomness are 'error', 'different', or 'same'. Got"
            f" {randomness}"
        )
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @functools.wraps(func)
    def batched(*args: Any, **kwargs: Any) -> Any:
        leaves, structure, dims, size = _inputs(func, in_dims, args, kwargs)
        if chunk_size is None or chunk_size >= size:
            return _run(func, leaves, structure, dims, size, out_dims, randomness)
        parts = []
        for start in range(0, size, chunk_size):
            stop = min(start + chunk_size, size)
            part = [
                x if d is None else T.narrow(x, d, start, stop - start)
                for x, d in zip(leaves, dims, strict=True)
            ]
            parts.append(_run(func, part, structure, dims, stop - start, out_dims, randomness))
        return _joined(parts, out_dims)

    return batched


def _inputs(func: Any, in_dims: Any, args: Any, kwargs: Any) -> tuple[Any, Any, Any, int]:
    """The leaves of the arguments, their structure, the dimension of each, and the batch size."""
    name = f"vmap({getattr(func, '__name__', func)}, in_dims={in_dims}, ...)(<inputs>)"
    if not isinstance(in_dims, (int, tuple, list)):
        raise ValueError(
            f"{name}: expected `in_dims` to be int or a (potentially nested) tuple matching the "
            f"structure of inputs, got: {type(in_dims)}."
        )
    if not args and not kwargs:
        raise ValueError(
            f"{name}: got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over"
            " a function with no inputs. The latter is unsupported."
        )
    leaves, structure = _tree.flatten(args)
    dims = _tree.broadcast(tuple(in_dims) if isinstance(in_dims, list) else in_dims, structure)
    if dims is None:
        raise ValueError(
            f"{name}: in_dims is not compatible with the structure of `inputs`. in_dims has "
            f"structure {_tree.flatten(in_dims)[1]} but inputs has structure {structure}."
        )
    named, named_structure = _tree.flatten(kwargs)
    leaves, dims = leaves + named, dims + [0] * len(named)
    sizes = []
    for i, (x, d) in enumerate(zip(leaves, dims, strict=True)):
        if d is None:
            continue
        if not isinstance(d, int):
            raise ValueError(f"{name}: Got in_dim={d} for an input but in_dim must be an integer.")
        if not hasattr(x, "_keys"):
            raise ValueError(
                f"{name}: Got in_dim={d} for an input but the input is of type {type(x)}. We cannot"
                " vmap over non-Tensor arguments, please use None as the respective in_dim"
            )
        n = x._array.ndim
        if not -n <= d < n:
            raise ValueError(
                f"{name}: Got in_dim={d} for some input, but that input is a Tensor of "
                f"dimensionality {n} so expected in_dim to satisfy -{n} <= in_dim < {n}."
            )
        dims[i] = d % n
        sizes.append(x._array.shape[d])
    if not sizes:
        raise ValueError(
            f"{name}: at least one input must be batched: all in_dims are None or no input is a"
            " Tensor"
        )
    if len(set(sizes)) > 1:
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sizes} for the mapped dimension"
        )
    return leaves, (structure, named_structure, len(leaves) - len(named)), dims, sizes[0]


def _run(
    func: Any, leaves: Any, structure: Any, dims: Any, size: int, out_dims: Any, mode: str
) -> Any:
    positional, named, count = structure
    token = _randomness.set(mode)
    outer = drawing.get()
    try:
        with _levels.entered(Batched) as level:
            drawing.set(functools.partial(_draw, outer, mode, level, size))
            inside = [
                x if d is None else Batched.of(x, d, level)
                for x, d in zip(leaves, dims, strict=True)
            ]
            args = _tree.unflatten(inside[:count], positional)
            out = func(*args, **_tree.unflatten(inside[count:], named))
            return _outputs(func, out, out_dims, level, size)
    finally:
        drawing.set(outer)
        _randomness.reset(token)


def _draw(outer: Any, mode: str, level: int, size: int, t: Any, draw: Callable[[Any], Any]) -> Any:
    """A new tensor of random numbers inside the function: one for all samples, or one each."""
    refuse_error_mode(mode)
    token = drawing.set(outer)
    try:
        if mode == "same":
            plain = fb.empty(t.shape, dtype=t.dtype, device=t.device)
            return draw(plain if _levels.at(t, level) else t)
        whole = fb.empty((size, *t.shape), dtype=t.dtype, device=t.device)
        return Batched.of(draw(whole), 0, level)
    finally:
        drawing.reset(token)


def _outputs(func: Any, out: Any, out_dims: Any, level: int, size: int) -> Any:
    """The results with the batch dimension where `out_dims` says."""
    name = getattr(func, "__name__", repr(func))
    leaves, structure = _tree.flatten(out)
    if isinstance(out_dims, int) or out_dims is None:
        dims: Any = [out_dims] * len(leaves)
    else:
        dims = _tree.broadcast(
            (
                out_dims[0]
                if structure is None and isinstance(out_dims, tuple)
                else _as(out_dims, out)
            ),
            structure,
        )
    if dims is None:
        raise ValueError(
            f"vmap({name}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the"
            f" structure of `outputs`. out_dims has structure {_tree.flatten(out_dims)[1]} but"
            f" outputs has structure {structure}."
        )
    results = []
    for x, d in zip(leaves, dims, strict=True):
        if not hasattr(x, "_keys"):
            raise ValueError(
                f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(x)}. Did you"
                " mean to set out_dims= to None for output?"
            )
        results.append(_placed(name, x, d, level, size))
    return _tree.unflatten(results, structure)


def _as(out_dims: Any, out: Any) -> Any:
    """Dimensions given as a tuple for results given as a list, or the other way round."""
    if isinstance(out_dims, (tuple, list)) and isinstance(out, (tuple, list)):
        return tuple(out_dims)
    return out_dims


def _placed(name: str, x: Any, dim: int | None, level: int, size: int) -> Any:
    batched = at(x, level) and x._bdim is not None
    value = x._value if at(x, level) else x
    if dim is None:
        if batched:
            raise ValueError(
                f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None"
            )
        return value
    if not batched:
        value = T.expand(T.unsqueeze(value, 0), (size, *value._array.shape))
        return T.movedim(value, 0, dim)
    return value if x._bdim == dim else T.movedim(value, x._bdim, dim)


def _joined(parts: list[Any], out_dims: Any) -> Any:
    """The results of chunks, put together along their batch dimensions."""
    flat = [_tree.flatten(p) for p in parts]
    structure = flat[0][1]
    dims = _tree.broadcast(out_dims if isinstance(out_dims, int) else tuple(out_dims), structure)
    columns = zip(*(leaves for leaves, _ in flat), strict=True)
    joined = [T.cat(list(c), d) for c, d in zip(columns, dims or [], strict=True)]
    return _tree.unflatten(joined, structure)
