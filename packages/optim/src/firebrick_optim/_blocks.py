"""One parameter's update over bare arrays, a block at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any, NoReturn

import numpy as np

from . import _fused, _launches
from ._rule import Hyper, Rule, State
from ._threads import Part
from ._work import WorkPool

#: Elements that a compiled loop moves in a call: as many as give each thread its share.
FUSED_BLOCK = 1 << 18

# 16-bit parameters are computed in float32, block by block: Adam's eps and small steps are lost in
# 16 bits.
_REAL = {
    "float16": "float32", "bfloat16": "float32", "complex64": "float32", "complex128": "float64",
}


@cache  # NumPy makes a type's name anew every time, in Python
def real_type(dtype: Any) -> str:
    """The name of the real floating type that a parameter of `dtype` is computed in."""
    return _REAL.get(dtype.name, dtype.name)


def update(
    rule: type[Rule], xp: Any, param: Any, grad: Any, state: State, hyper: Hyper,
    numbers: Sequence[float], pool: WorkPool, renew: _launches.Renewal | None = None,
) -> None:
    """Apply `rule` to one parameter in place; `state` holds just the buffers that the rule needs.

    Complex parameters are updated as pairs of real numbers, as in PyTorch. On the CPU an
    elementwise rule's blocks are added to the pool, whose `finish` runs them; so are parameters
    that a kernel on a GPU moves. `renew` has the numbers of replays, where a CUDA graph records.
    Raises RuntimeError for a step that it cannot.
    """
    if not param.size:
        return
    kind = real_type(param.dtype)
    arrays = [param, grad, *state.values()]
    ready = all(a.dtype == kind for a in arrays)
    if xp is not np and rule.elementwise and param.dtype.kind != "c":
        as_they_are = all(a.flags.c_contiguous for a in arrays)
        if as_they_are and pool.launches.take(rule, state, hyper, arrays, numbers, renew):
            return
    if not rule.elementwise:
        _refuse_recording(rule, renew)
        if pool.unless is not None and pool.unless:
            return
        n = pool.scalars(xp, kind, numbers)
        _run(0, rule, xp, arrays, tuple(state), ready, kind, hyper, n, pool)
        return
    arrays, flat = _flattened(arrays)
    if flat and all(a.dtype.kind == "c" for a in arrays):
        arrays, ready = [a.view(kind) for a in arrays], True
    if flat and xp is not np and pool.launches.take(rule, state, hyper, arrays, numbers, renew):
        return
    _refuse_recording(rule, renew)
    if pool.unless is not None and pool.unless:
        return
    ready = ready and flat
    if xp is np and ready and pool.elements >= _fused.WORTH_IT and _fused.enabled():
        # Parameters of a group that take the same step share its numbers.
        key = id(hyper), tuple(numbers), kind
        if key not in pool.kernels:
            pool.kernels[key] = _fused.kernel_for(rule, tuple(state), hyper, numbers, kind)
        found = pool.kernels[key]
        if found is not None:
            rows, count = _cut(arrays, FUSED_BLOCK)
            kernel, constants = found
            part: Part = partial(_run_fused, kernel, constants, arrays, rows)
            pool.add(part, count, param, scratch=False)
            return
    n = pool.scalars(xp, kind, numbers)
    held = rule.scratch + (0 if ready else len(arrays))
    rows, count = _cut(arrays, pool.block(held, kind))
    given = rule, xp, tuple(state), ready, kind, hyper, n, pool
    part = partial(_run_block, *given, arrays, rows)
    if xp is np:
        pool.add(part, count, param, scratch=True)
        return
    for i in range(count):
        part(0, i)


def _run_fused(
    kernel: Any, numbers: Any, arrays: list[Any], rows: int, thread: int, i: int
) -> None:
    part = slice(i * rows, (i + 1) * rows)
    kernel(*[a[part] for a in arrays], numbers)


def _run_block(
    rule: type[Rule], xp: Any, names: tuple[str, ...], ready: bool, kind: str, hyper: Hyper, n: Any,
    pool: WorkPool, arrays: list[Any], rows: int, thread: int, i: int,
) -> None:
    part = slice(i * rows, (i + 1) * rows)
    views = [a[part] for a in arrays]
    _run(thread, rule, xp, views, names, ready, kind, hyper, n, pool)


def _run(
    thread: int, rule: type[Rule], xp: Any, views: list[Any], names: tuple[str, ...], ready: bool,
    kind: str, hyper: Hyper, n: Any, pool: WorkPool,
) -> None:
    """Apply a rule to a parameter, or a block of it, with its gradient and buffers.

    `ready`: they are of the computing type and flat; else it is done to copies.
    """
    work = pool.get(xp, thread)
    if ready:
        operands = views
        scratch = work.arrays(rule.scratch, views[0].size, kind)
        if operands[0].ndim != 1:
            scratch = [s.reshape(operands[0].shape) for s in scratch]
    elif rule.elementwise:
        size = views[0].size * (2 if views[0].dtype.kind == "c" else 1)
        held = work.arrays(len(views) + rule.scratch, size, kind)
        operands, scratch = held[: len(views)], held[len(views) :]
        copies = [_shaped(o, v) for o, v in zip(operands, views, strict=True)]
        for copy, view in zip(copies, views, strict=True):
            copy[...] = view
    else:
        operands = copies = [_contiguous(v, kind) for v in views]
        scratch = work.arrays(rule.scratch, views[0].size, kind)
        scratch = [s.reshape(views[0].shape) for s in scratch]
    buffers = dict(zip(names, operands[2:], strict=True))
    rule.update(xp, operands[0], operands[1], buffers, hyper, n, scratch)
    if not ready:
        for view, copy in zip(views[:1] + views[2:], copies[:1] + copies[2:], strict=True):
            view[...] = copy  # all but the gradient, which is only read


def _refuse_recording(rule: type[Rule], renew: _launches.Renewal | None) -> None:
    """Raise RuntimeError for a step whose numbers a replay could not renew."""
    if renew is not None and rule.counters:
        raise RuntimeError(
            f"{rule.__name__}.step() cannot be recorded in a CUDA graph: its step count would stand"
            " still in replays, since no kernel is made of it that takes new numbers (see "
            "extend.get_providers() for 'cuda-optim'). Record forward and backward, and call "
            "step() after each replay"
        )


def update_rows(
    rows: tuple[Any, ...], rule: type[Rule], xp: Any, param: Any, grad: Any, state: State,
    hyper: Hyper, numbers: Sequence[float], pool: WorkPool, renew: _launches.Renewal | None = None,
) -> None:
    """`update` for the elements `param[rows]` only, none of which may come twice."""
    part, parts = param[rows], {name: array[rows] for name, array in state.items()}
    own = WorkPool()  # run at once: what is moved is a copy
    own.fit(param.nbytes)
    own.begin(unless=pool.unless)
    update(rule, xp, part, grad, parts, hyper, numbers, own, renew)
    own.finish()
    param[rows] = part
    for name, array in state.items():
        array[rows] = parts[name]


def refuse_sparse(rule: type[Rule]) -> NoReturn:
    """Raise RuntimeError: the rule takes no sparse gradients."""
    raise RuntimeError(
        f"{rule.__name__} does not support sparse gradients, please consider SparseAdam instead, "
        "or SGD; or leave out sparse=True where the gradient is made"
    )


def refuse_dense(rule: type[Rule]) -> NoReturn:
    """Raise RuntimeError: the rule takes sparse gradients only."""
    raise RuntimeError(
        f"{rule.__name__} does not support dense gradients, please consider Adam instead; or make "
        "them sparse, as Embedding(sparse=True) does"
    )


def _flattened(arrays: list[Any]) -> tuple[list[Any], bool]:
    """The arrays as views of one dimension, and whether that works: they must be laid out alike."""
    strides = arrays[0].strides
    if not arrays[0].flags.c_contiguous:
        # A transposed or channels-last parameter is contiguous with its dimensions in another
        # order.
        order = sorted(range(len(strides)), key=strides.__getitem__, reverse=True)
        arrays = [a.transpose(order) for a in arrays]
    if all(a.flags.c_contiguous for a in arrays):
        return [a.reshape(-1) for a in arrays], True
    return arrays, False


def _cut(arrays: list[Any], block: int) -> tuple[int, int]:
    """Rows of a block along the first dimension, of about `block` elements, and how many blocks."""
    size, length = arrays[0].size, len(arrays[0])
    rows = length if size <= block else max(1, block * length // size)
    return rows, -(-length // rows)


def _contiguous(array: Any, kind: str) -> Any:
    """A copy to compute in: of the computing type, or complex."""
    return array.astype(array.dtype if array.dtype.kind == "c" else kind, order="C")


def _shaped(flat: Any, array: Any) -> Any:
    """Real numbers as those of an array: in its shape, and complex if it is."""
    return (flat.view(array.dtype) if array.dtype.kind == "c" else flat).reshape(array.shape)
