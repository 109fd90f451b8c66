"""Selective checkpointing: which operators' results are kept, and which computed again."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from firebrick_core import _frames, _operators as T
from firebrick_core._operator import TABLE, Operator

from ._operator_modes import seeing


class CheckpointPolicy(enum.Enum):
    """What is to become of an operator's result, for `create_selective_checkpoint_contexts`.

    Results that must be saved, or are preferably, are kept; of those to offload a copy is kept in
    the host's memory; the others are computed again.
    """

    MUST_SAVE = 0
    PREFER_SAVE = 1
    MUST_RECOMPUTE = 2
    PREFER_RECOMPUTE = 3
    MUST_CPU_OFFLOAD = 4
    PREFER_CPU_OFFLOAD = 5


_OFFLOAD = (CheckpointPolicy.MUST_CPU_OFFLOAD, CheckpointPolicy.PREFER_CPU_OFFLOAD)
_KEPT = (CheckpointPolicy.MUST_SAVE, CheckpointPolicy.PREFER_SAVE, *_OFFLOAD)


class SelectiveCheckpointContext:
    """What a policy is told beside the call: whether this is the recomputation, and the result."""

    def __init__(self, *, is_recompute: bool, op_output: Any = None) -> None:
        self.is_recompute = is_recompute
        self.op_output = op_output


# Operators that keep no memory of their own: what they give is made again.
SAC_IGNORED_OPS: set[Any] = {T.alias}


def _is_seen(op: Any) -> bool:
    """Whether an operator's results may be kept: not where it writes into its arguments."""
    return op.inplace_of is None and not op.mutates and op.function not in SAC_IGNORED_OPS


class _Kept:
    """An operator's result, apart from its history."""

    def __init__(self, result: Any, offload: bool):
        self.kind = type(result)
        self.several = isinstance(result, (list, tuple))
        self.values = [self._keep(v, offload) for v in (result if self.several else (result,))]

    def _keep(self, value: Any, offload: bool) -> tuple[Any, Any, int]:
        if not hasattr(value, "_keys"):
            return value, None, 0
        kept = value.detach().cpu() if offload else value.detach()
        return kept, value.device, kept._version

    def result(self, allow_mutation: bool) -> Any:
        """The result again. Raises RuntimeError where it was written to."""
        values = [self._given(*entry, allow_mutation) for entry in self.values]
        if not self.several:
            return values[0]
        return self.kind._make(values) if hasattr(self.kind, "_make") else self.kind(values)

    def _given(self, value: Any, device: Any, version: int, allow_mutation: bool) -> Any:
        if not hasattr(value, "_keys"):
            return value
        if value._version != version and not allow_mutation:
            raise RuntimeError(
                "Tensor cached during selective activation checkpoint has been mutated: compute it "
                "again, or pass allow_cache_entry_mutation=True if the change does no harm"
            )
        return value.detach().to(device)


class _Cache:
    """The results of one forward, by operator in order of calls; None for those not kept."""

    def __init__(self, policy: Callable[..., Any], allow_mutation: bool):
        self.policy, self.allow_mutation = policy, allow_mutation
        self.entries: dict[Operator, list[_Kept | None]] = {}

    def forward(self, op: Any, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """Run, and keep what the policy says."""
        out = run()
        if _is_seen(op):
            context = SelectiveCheckpointContext(is_recompute=False, op_output=out)
            policy = _checked(self.policy(context, op.function, *args), op)
            kept = _Kept(out, policy in _OFFLOAD) if policy in _KEPT else None
            self.entries.setdefault(op, []).append(kept)
        return out

    def recomputation(self) -> Any:
        """The mode of one recomputation."""
        counts: dict[Operator, int] = {}

        def mode(op: Any, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
            if not _is_seen(op):
                return run()
            number = counts.get(op, 0)
            counts[op] = number + 1
            entries = self.entries.get(op, [])
            if number >= len(entries):
                raise RuntimeError(
                    f"{op.name} encountered during backward, but not found in storage: the "
                    f"recomputation calls it more than the {len(entries)} times that the forward "
                    "did. A checkpointed function must do the same both times"
                )
            kept = entries[number]
            if kept is None:
                return run()
            if op.random:
                run()  # so that the numbers of what follows are the same again
            return kept.result(self.allow_mutation)

        return mode


def _checked(policy: Any, op: Any) -> CheckpointPolicy:
    if isinstance(policy, bool):
        return CheckpointPolicy.MUST_SAVE if policy else CheckpointPolicy.PREFER_RECOMPUTE
    if not isinstance(policy, CheckpointPolicy):
        raise TypeError(
            "the policy of selective checkpointing must return a CheckpointPolicy or a bool, but "
            f"for {op.name} it returned {policy!r}"
        )
    return policy


class _Recomputing:
    """A block of recomputation, which may be entered for each backward."""

    def __init__(self, cache: _Cache):
        self.cache = cache
        self.blocks: list[AbstractContextManager[None]] = []

    def __enter__(self) -> None:
        block = seeing(self.cache.recomputation())
        block.__enter__()
        self.blocks.append(block)

    def __exit__(self, *exc: Any) -> None:
        self.blocks.pop().__exit__(*exc)


def create_selective_checkpoint_contexts(
    policy_fn_or_list: Callable[..., Any] | Sequence[Any],
    allow_cache_entry_mutation: bool = False,
) -> tuple[AbstractContextManager[None], AbstractContextManager[None]]:
    """The two contexts of a checkpoint that keeps the results of some operators.

    For `checkpoint(..., use_reentrant=False, context_fn=...)`. Operators are functions of the
    table, such as `firebrick_core.matmul`, as composite ones call them; give a list of those whose
    results are kept, or a function `policy(ctx, op, *args)` that returns a `CheckpointPolicy` (or
    True to keep). Operators that write in place are always run again. A kept tensor that was
    changed raises RuntimeError, unless `allow_cache_entry_mutation`; TypeError for other policies,
    ValueError for what is no operator, or is made of several.

    Source: https://docs.pytorch.org/docs/stable/checkpoint.html

    >>> import firebrick_core as fb
    >>> from firebrick_autograd.checkpoint import checkpoint, create_selective_checkpoint_contexts
    >>> def contexts():
    ...     return create_selective_checkpoint_contexts([fb.matmul])
    >>> x = fb.ones(2, 2, requires_grad=True)
    >>> y = checkpoint(lambda x: (x @ x).sin().sum(), x, use_reentrant=False, context_fn=contexts)
    >>> y.backward()
    """
    if callable(policy_fn_or_list):
        policy = policy_fn_or_list
    elif isinstance(policy_fn_or_list, (list, tuple)):
        chosen = {_operator(f) for f in policy_fn_or_list}

        def policy(ctx: Any, op: Any, *args: Any) -> bool:
            return op in chosen
    else:
        raise TypeError("policy_fn_or_list must be either a function or a list of ops.")
    cache = _Cache(policy, allow_cache_entry_mutation)
    return seeing(cache.forward), _Recomputing(cache)


def _operator(function: Any) -> Any:
    """An operator's function, where a list may name it. Raises ValueError for others."""
    found = next((op for op in TABLE.values() if op.function is function), None)
    if found is None:
        raise ValueError(
            f"Expected op in `op_list` to be an operator's function but got: {function} of type "
            f"{type(function)}. Operators are functions such as firebrick_core.matmul; "
            "firebrick_core.extend.TABLE lists them"
        )
    if found.kind == "composite":
        raise ValueError(
            f"{found.name} is made of other operators, which are what checkpointing sees: name "
            "those, or write a policy function that prints its `op`"
        )
    return function


_frames.INTERNAL.add(id(globals()))  # this module is not loaded with the package
