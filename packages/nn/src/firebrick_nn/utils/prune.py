"""Pruning: setting elements of weights to zero for good. Source: torch.nn.utils.prune.

Pruning `weight` moves the parameter to `weight_orig`, keeps a mask of ones and zeros in the buffer
`weight_mask`, and computes `weight = weight_mask * weight_orig` before every forward.
"""

from __future__ import annotations

import numbers
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any

import firebrick_core as torch
from firebrick_core import Tensor

from .._module import Module

__all__ = [
    "BasePruningMethod", "CustomFromMask", "Identity", "L1Unstructured", "LnStructured",
    "PruningContainer", "RandomStructured", "RandomUnstructured", "custom_from_mask",
    "global_unstructured", "identity", "is_pruned", "l1_unstructured", "ln_structured",
    "random_structured", "random_unstructured", "remove",
]  # fmt: skip


# ---------------------------------------------------------------------- amounts
def _check_amount(amount: Any) -> None:
    """A share between 0 and 1, or a number of elements. Raises TypeError or ValueError."""
    if not isinstance(amount, numbers.Real):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    share = None if isinstance(amount, numbers.Integral) else float(amount)
    if float(amount) < 0 or (share is not None and share > 1):
        raise ValueError(
            f"amount={amount} should either be a float in the range [0, 1] or a non-negative "
            "integer"
        )


def _count(amount: Any, size: int) -> int:
    """How many of `size` the amount is. Raises ValueError for more than there are."""
    if not isinstance(amount, numbers.Integral):
        return round(amount * size)
    if int(amount) > size:
        raise ValueError(
            f"amount={amount} should be smaller than the number of parameters to prune={size}"
        )
    return int(amount)


def _check_structured(tensor: Tensor, dim: int) -> None:
    if tensor.dim() <= 1:
        raise ValueError(
            "Structured pruning can only be applied to multidimensional tensors. Found tensor of "
            f"shape {tensor.shape} with {tensor.dim()} dims"
        )
    if not -tensor.dim() <= dim < tensor.dim():
        raise IndexError(f"Invalid index {dim} for tensor of size {tensor.shape}")


def _without(mask: Tensor, positions: Tensor) -> Tensor:
    """A copy of the mask with zeros at positions in its flat order."""
    result = mask.clone(memory_format=torch.contiguous_format)
    result.reshape(-1)[positions] = 0
    return result


def _along(keep: Tensor, like: Tensor, dim: int) -> Tensor:
    """A mask like a tensor from one value for each slice along `dim`."""
    shape = [1] * like.dim()
    shape[dim] = like.shape[dim]
    return keep.to(like.dtype).reshape(shape).expand_as(like).clone()


# ---------------------------------------------------------------------- the base
class BasePruningMethod(ABC):
    """Base class of pruning methods: they define `compute_mask` and `PRUNING_TYPE`.

    `PRUNING_TYPE` says what a method that comes after others gets to see: "unstructured" the
    elements that are left, "structured" the slices that are left, "global" the whole tensor.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> class EveryOther(BasePruningMethod):
    ...     PRUNING_TYPE = "unstructured"
    ...     def compute_mask(self, t, default_mask):
    ...         mask = default_mask.clone()
    ...         mask.view(-1)[::2] = 0
    ...         return mask
    >>> _ = EveryOther.apply(layer := nn.Linear(2, 2), "weight")
    >>> layer.weight_mask
    tensor([[0., 1.],
            [0., 1.]])
    """

    _tensor_name: str
    PRUNING_TYPE: str

    def __call__(self, module: Module, inputs: Any) -> None:
        """The hook before forward: computes the pruned tensor."""
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """The new mask, from the importance of each element and the mask so far; same shapes."""

    def apply_mask(self, module: Module) -> Tensor:
        """The mask times the original parameter."""
        name = getattr(self, "_tensor_name", None)
        if name is None:
            raise AssertionError(f"Module {module} has to be pruned")
        original = getattr(module, name + "_orig")
        return getattr(module, name + "_mask").to(original.dtype) * original

    @classmethod
    def apply(
        cls, module: Module, name: str, *args: Any, importance_scores: Tensor | None = None,
        **kwargs: Any,
    ) -> BasePruningMethod:
        """Prune `module.<name>`, on top of what has been pruned of it; returns the method.

        Args:
            module: whose tensor.
            name: of the parameter.
            args, kwargs: of this class.
            importance_scores: by which elements are chosen. Default: the tensor's own values.

        Raises AssertionError, as PyTorch does, for scores of another shape.
        """
        method = cls(*args, **kwargs)
        method._tensor_name = name
        old = _hook_of(module, name)
        original = getattr(module, name) if old is None else getattr(module, name + "_orig")
        scores = original if importance_scores is None else importance_scores
        if scores.shape != original.shape:
            raise AssertionError(
                f"importance_scores should have the same shape as parameter {name} of {module}, "
                f"got {scores.shape} vs {original.shape}"
            )
        if old is not None:
            key, before = old
            method = PruningContainer(*_methods(before), method)
            mask = method.compute_mask(scores, getattr(module, name + "_mask").to(original.dtype))
            del module._forward_pre_hooks[key]
        else:
            mask = method.compute_mask(scores, torch.ones_like(original))
            del module._parameters[name]
            module.register_parameter(name + "_orig", original)
        module.register_buffer(name + "_mask", mask)
        setattr(module, name, method.apply_mask(module))
        module.register_forward_pre_hook(method)
        return method

    def prune(
        self, t: Tensor, default_mask: Tensor | None = None,
        importance_scores: Tensor | None = None,
    ) -> Tensor:
        """The pruned form of a tensor by itself, which stays as it is.

        Raises AssertionError, as PyTorch does, for scores of another shape.
        """
        scores = t if importance_scores is None else importance_scores
        if scores.shape != t.shape:
            raise AssertionError("importance_scores should have the same shape as tensor t")
        mask = torch.ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(scores, default_mask=mask)

    def remove(self, module: Module) -> None:
        """Make the pruned tensor an ordinary parameter again, with its zeros."""
        name = self._tensor_name
        pruned = self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        original = module._parameters[name + "_orig"]
        original.data = pruned.detach()
        del module._parameters[name + "_orig"]
        del module._buffers[name + "_mask"]
        setattr(module, name, original)


def _hooks(module: Module) -> list[tuple[int, BasePruningMethod]]:
    hooks = vars(module).get("_forward_pre_hooks", {})
    return [(key, h) for key, h in hooks.items() if isinstance(h, BasePruningMethod)]


def _hook_of(module: Module, name: str) -> tuple[int, BasePruningMethod] | None:
    return next(((key, hook) for key, hook in _hooks(module) if hook._tensor_name == name), None)


def _methods(method: BasePruningMethod) -> Iterable[BasePruningMethod]:
    return method if isinstance(method, PruningContainer) else (method,)


class PruningContainer(BasePruningMethod):
    """Pruning methods that are applied to one tensor, one after the other."""

    def __init__(self, *args: BasePruningMethod) -> None:
        self._pruning_methods: tuple[BasePruningMethod, ...] = ()
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method: BasePruningMethod | None) -> None:
        """Add one. Raises TypeError for what is none, ValueError for one of another tensor."""
        if method is not None and not isinstance(method, BasePruningMethod):
            raise TypeError(f"{type(method)} is not a BasePruningMethod subclass")
        name = None if method is None else getattr(method, "_tensor_name", None)
        own = getattr(self, "_tensor_name", name)
        if name != own:
            raise ValueError(
                "Can only add pruning methods acting on the parameter named "
                f"'{own}' to PruningContainer {self}. Found '{name}'"
            )
        if method is not None:
            self._pruning_methods += (method,)
            self._tensor_name = method._tensor_name

    def __len__(self) -> int:
        return len(self._pruning_methods)

    def __iter__(self) -> Iterator[BasePruningMethod]:
        return iter(self._pruning_methods)

    def __getitem__(self, idx: Any) -> Any:
        return self._pruning_methods[idx]

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """The mask so far, with what the last method prunes of the rest."""
        method = self._pruning_methods[-1]
        if method.PRUNING_TYPE not in _LEFT:
            raise ValueError(f"Unrecognized PRUNING_TYPE {method.PRUNING_TYPE}")
        default_mask = default_mask.to(t.dtype)
        left = _LEFT[method.PRUNING_TYPE](method, default_mask)
        mask = default_mask.clone()
        mask[left] = method.compute_mask(t[left], default_mask=default_mask[left])
        return mask


def _left_elements(method: Any, mask: Tensor) -> Any:
    return mask == 1


def _left_slices(method: Any, mask: Tensor) -> Any:
    """The slices along the method's dimension that are not all zero yet."""
    dim = method.dim % mask.dim()
    others = [d for d in range(mask.dim()) if d != dim]
    left = (mask.sum(others) != 0).nonzero().squeeze(1)
    return (*[slice(None)] * dim, left)


def _left_everything(method: Any, mask: Tensor) -> Any:
    return slice(None)


_LEFT = {
    "unstructured": _left_elements, "structured": _left_slices, "global": _left_everything,
}  # fmt: skip


# ---------------------------------------------------------------------- the methods
class Identity(BasePruningMethod):
    """Prunes nothing, but makes mask and original."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        return default_mask


class RandomUnstructured(BasePruningMethod):
    """Prunes an amount of elements at random. Args: amount, a share or a number."""

    PRUNING_TYPE = "unstructured"

    def __init__(self, amount: float) -> None:
        _check_amount(amount)
        self.amount = amount

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        count = _count(self.amount, t.numel())
        if not count:
            return default_mask.clone()
        return _without(default_mask, torch.topk(torch.rand_like(t).view(-1), k=count)[1])


class L1Unstructured(BasePruningMethod):
    """Prunes the amount of elements of smallest absolute value. Args: amount, share or number."""

    PRUNING_TYPE = "unstructured"

    def __init__(self, amount: float) -> None:
        _check_amount(amount)
        self.amount = amount

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        count = _count(self.amount, t.numel())
        if not count:
            return default_mask.clone()
        smallest = torch.topk(t.abs().reshape(-1), k=count, largest=False)[1]
        return _without(default_mask, smallest)


class RandomStructured(BasePruningMethod):
    """Prunes an amount of slices along a dimension at random. Args: amount, dim (-1)."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount: float, dim: int = -1) -> None:
        _check_amount(amount)
        self.amount, self.dim = amount, dim

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        _check_structured(t, self.dim)
        size = t.shape[self.dim]
        count = _count(self.amount, size)
        if not count:
            return default_mask
        drawn = torch.rand(size)
        keep = drawn > torch.kthvalue(drawn, k=count)[0]
        return default_mask * _along(keep.to(t.device), t, self.dim)


class LnStructured(BasePruningMethod):
    """Prunes the amount of slices along a dimension of smallest norm. Args: amount, n, dim (-1)."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount: float, n: Any, dim: int = -1) -> None:
        _check_amount(amount)
        self.amount, self.n, self.dim = amount, n, dim

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        _check_structured(t, self.dim)
        size = t.shape[self.dim]
        count = _count(self.amount, size)
        if not count:
            return default_mask
        dim = self.dim % t.dim()
        norms = torch.norm(t, p=self.n, dim=[d for d in range(t.dim()) if d != dim])
        keep = torch.zeros(size, dtype=torch.bool, device=t.device)
        keep[torch.topk(norms, k=size - count, largest=True)[1]] = True
        return default_mask * _along(keep, t, dim)


class CustomFromMask(BasePruningMethod):
    """Prunes by a given mask. Args: mask, of the tensor's shape."""

    PRUNING_TYPE = "global"

    def __init__(self, mask: Tensor) -> None:
        self.mask = mask

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        if default_mask.shape != self.mask.shape:
            raise AssertionError(
                f"default_mask shape {default_mask.shape} must match self.mask shape "
                f"{self.mask.shape}"
            )
        return default_mask * self.mask.to(dtype=default_mask.dtype)


# ---------------------------------------------------------------------- public functions
def identity(module: Module, name: str) -> Module:
    """Prepare a tensor for pruning without pruning any of it; returns the module."""
    Identity.apply(module, name)
    return module


def random_unstructured(module: Module, name: str, amount: float) -> Module:
    """Prune an amount of elements at random; returns the module.

    Args:
        module: whose parameter.
        name: of the parameter.
        amount: a share (float in [0, 1]) or a number (int) of what is left.

    >>> import firebrick_nn as nn
    >>> layer = random_unstructured(nn.Linear(2, 3), "weight", amount=1)
    >>> int((layer.weight == 0).sum())
    1
    """
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(
    module: Module, name: str, amount: float, importance_scores: Tensor | None = None
) -> Module:
    """Prune the elements of smallest absolute value, or importance; returns the module.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> layer = nn.Linear(3, 1)
    >>> _ = nn.init.constant_(layer.weight, 1.0)
    >>> l1_unstructured(layer, "weight", 1, torch.tensor([[3.0, 1.0, 2.0]])).weight_mask
    tensor([[1., 0., 1.]])
    """
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module: Module, name: str, amount: float, dim: int) -> Module:
    """Prune an amount of slices along a dimension at random; returns the module."""
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(
    module: Module, name: str, amount: float, n: Any, dim: int,
    importance_scores: Tensor | None = None,
) -> Module:
    """Prune the slices along a dimension with the smallest n-norm; returns the module.

    `n` is as the `p` of `torch.norm`: a number, infinity, "fro" or "nuc".
    """
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module: Module, name: str, mask: Tensor) -> Module:
    """Prune by a mask of ones and zeros; returns the module."""
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(
    parameters: Iterable[tuple[Module, str]], pruning_method: type[BasePruningMethod],
    importance_scores: dict[tuple[Module, str], Tensor] | None = None, **kwargs: Any,
) -> None:
    """Prune several tensors as if they were one: the amount is of all of them together.

    Args:
        parameters: pairs of a module and a parameter's name.
        pruning_method: an unstructured one, such as `L1Unstructured`.
        importance_scores: for some of the pairs. Default: the values themselves.
        kwargs: of the method, such as `amount`.

    Raises TypeError for other arguments and for structured methods.

    >>> import firebrick_nn as nn
    >>> a, b = nn.Linear(2, 2), nn.Linear(2, 3)
    >>> global_unstructured([(a, "weight"), (b, "weight")], L1Unstructured, amount=4)
    >>> int((a.weight == 0).sum() + (b.weight == 0).sum())
    4
    """
    if not isinstance(parameters, Iterable):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    if importance_scores is not None and not isinstance(importance_scores, dict):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    pairs = [(module, name) for module, name in parameters]
    scores = importance_scores or {}
    values = [scores.get(pair, getattr(*pair)) for pair in pairs]
    masks = [
        getattr(module, name + "_mask", torch.ones_like(getattr(module, name)))
        for module, name in pairs
    ]
    container = PruningContainer()
    container._tensor_name = "temp"
    method = pruning_method(**kwargs)
    method._tensor_name = "temp"
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(
            'Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method '
            f"{pruning_method} of type {method.PRUNING_TYPE}"
        )
    container.add_pruning_method(method)
    with torch.no_grad():
        flat = [torch.cat([t.reshape(-1) for t in tensors]) for tensors in (values, masks)]
        final = container.compute_mask(*flat)
    parts = torch.split(final, [v.numel() for v in values])
    for (module, name), part, value in zip(pairs, parts, values, strict=True):
        custom_from_mask(module, name, mask=part.reshape(value.shape))


def remove(module: Module, name: str) -> Module:
    """Make a pruned tensor an ordinary parameter again, zeros included; returns the module.

    Raises ValueError for a tensor that is not pruned.

    >>> import firebrick_nn as nn
    >>> layer = remove(random_unstructured(nn.Linear(2, 3), "weight", amount=1), "weight")
    >>> [name for name, _ in layer.named_parameters()]
    ['bias', 'weight']
    """
    found = _hook_of(module, name)
    if found is None:
        raise ValueError(
            f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed"
        )
    key, method = found
    method.remove(module)
    del module._forward_pre_hooks[key]
    return module


def is_pruned(module: Module) -> bool:
    """Whether a tensor of the module, or of a module in it, is pruned.

    >>> import firebrick_nn as nn
    >>> is_pruned(nn.Sequential(nn.Linear(2, 2))), is_pruned(identity(nn.Linear(2, 2), "weight"))
    (False, True)
    """
    return any(_hooks(part) for part in module.modules())
