"""The base class of all distributions: shapes, validation and what follows from other methods."""

from __future__ import annotations

import warnings
from typing import Any

import firebrick_core as fb
from firebrick_core import Size, Tensor

from . import constraints
from .utils import lazy_property

__all__ = ["Distribution"]

# What to do where something is not defined.
_INSTEAD = {
    "rsample": ": its samples have no derivatives; draw with sample()",
}


class Distribution:
    """A probability distribution, or a batch of them.

    `batch_shape` is the shape of the distributions, `event_shape` that of one draw: a sample has
    the shape `sample_shape + batch_shape + event_shape`, and its `log_prob` has
    `sample_shape + batch_shape`. With `validate_args` (the default) parameters and values are
    tested and a ValueError names the ones outside. A subclass defines `arg_constraints`,
    `support` and `log_prob`, and `sample` or (differentiable) `rsample`.
    """

    has_rsample = False
    has_enumerate_support = False
    _validate_args = __debug__

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Whether distributions validate their arguments unless told otherwise."""
        if value not in (True, False):
            raise ValueError(f"set_default_validate_args: expected a bool, but got {value!r}")
        Distribution._validate_args = value

    def __init__(
        self,
        batch_shape: Size | tuple[int, ...] = (),
        event_shape: Size | tuple[int, ...] = (),
        validate_args: bool | None = None,
    ):
        self._batch_shape, self._event_shape = Size(batch_shape), Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._validate_parameters()
        super().__init__()

    def _validate_parameters(self) -> None:
        try:
            declared = self.arg_constraints
        except NotImplementedError:
            declared = {}
            warnings.warn(
                f"{type(self)} does not define `arg_constraints`. Please set `arg_constraints = "
                "{}` or initialize the distribution with `validate_args=False` to turn off "
                "validation.",
                stacklevel=3,
            )
        for name, constraint in declared.items():
            if constraints.is_dependent(constraint):
                continue
            lazy = isinstance(getattr(type(self), name, None), lazy_property)
            if lazy and name not in self.__dict__:
                continue  # it follows from another parameter, which is tested
            value = getattr(self, name)
            if not constraint.check(value).all():
                raise ValueError(
                    f"Expected parameter {name} ({type(value).__name__} of shape "
                    f"{tuple(value.shape)}) of distribution {self!r} to satisfy the constraint "
                    f"{constraint!r}, but found invalid values:\n{value}"
                )

    # ------------------------------------------------------------------ description
    @property
    def batch_shape(self) -> Size:
        """The shape of the batch of distributions."""
        return self._batch_shape

    @property
    def event_shape(self) -> Size:
        """The shape of one draw from one distribution."""
        return self._event_shape

    @property
    def arg_constraints(self) -> dict[str, constraints.Constraint]:
        """What each parameter must satisfy."""
        raise self._missing("arg_constraints")

    @property
    def support(self) -> Any:
        """The constraint that draws satisfy."""
        raise self._missing("support")

    @property
    def mean(self) -> Tensor:
        """The mean."""
        raise self._missing("mean")

    @property
    def mode(self) -> Tensor:
        """The value of the highest density or probability."""
        raise self._missing("mode")

    @property
    def variance(self) -> Tensor:
        """The variance."""
        raise self._missing("variance")

    @property
    def stddev(self) -> Tensor:
        """The standard deviation."""
        return self.variance.sqrt()

    # ------------------------------------------------------------------ drawing
    def sample(self, sample_shape=()) -> Tensor:
        """Draws without derivatives."""
        with fb.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=()) -> Tensor:
        """Draws that are differentiable in the parameters, where `has_rsample`."""
        raise self._missing("rsample")

    def sample_n(self, n: int) -> Tensor:
        """`n` draws (deprecated: use `sample((n,))`)."""
        warnings.warn(
            "sample_n will be deprecated. Use .sample((n,)) instead",
            category=FutureWarning,
            stacklevel=2,
        )
        return self.sample(Size((n,)))

    # ------------------------------------------------------------------ functions of values
    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density or probability at `value`."""
        raise self._missing("log_prob")

    def cdf(self, value: Tensor) -> Tensor:
        """The probability of a draw of at most `value`."""
        raise self._missing("cdf")

    def icdf(self, value: Tensor) -> Tensor:
        """The inverse of `cdf`."""
        raise self._missing("icdf")

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """All values that can be drawn, along a new first dimension."""
        raise self._missing("enumerate_support")

    def entropy(self) -> Tensor:
        """The entropy, in nats."""
        raise self._missing("entropy")

    def perplexity(self) -> Tensor:
        """The exponential of the entropy."""
        return fb.exp(self.entropy())

    def expand(self, batch_shape, _instance=None) -> Distribution:
        """The same distribution with a larger batch shape; parameters become expanded views."""
        raise self._missing("expand")

    # ------------------------------------------------------------------ for subclasses
    def _missing(self, name: str) -> NotImplementedError:
        """The error of what a distribution does not define."""
        return NotImplementedError(
            f"{type(self).__name__} defines no {name}{_INSTEAD.get(name, '')}"
        )

    def _extended_shape(self, sample_shape=()) -> Size:
        """The shape of a sample."""
        return Size(tuple(sample_shape) + tuple(self._batch_shape) + tuple(self._event_shape))

    def _validate_sample(self, value: Tensor) -> None:
        """Raises ValueError unless `value` fits the shapes and lies within the support."""
        if not isinstance(value, Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        shape, event = value.size(), self._event_shape
        if shape[len(shape) - len(event) :] != event:
            raise ValueError(
                "The right-most size of value must match event_shape: "
                f"{shape} vs {self._event_shape}."
            )
        expected = Size(tuple(self._batch_shape) + tuple(event))
        for got, want in zip(reversed(shape), reversed(expected), strict=False):
            if got != 1 and want != 1 and got != want:
                raise ValueError(
                    f"Value is not broadcastable with batch_shape+event_shape: {shape} vs "
                    f"{expected}."
                )
        try:
            support = self.support
        except NotImplementedError:
            warnings.warn(
                f"{type(self)} does not define `support` to enable sample validation. Please "
                "initialize the distribution with `validate_args=False` to turn off validation.",
                stacklevel=3,
            )
            return
        if support is None:
            raise AssertionError(f"support is None for {type(self).__name__}")
        if not support.check(value).all():
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) "
                f"to be within the support ({support!r}) of the distribution {self!r}, but found "
                f"invalid values:\n{value}"
            )

    def _get_checked_instance(self, cls, _instance=None):
        """A bare instance for `expand` to fill, unless a subclass's own constructor forbids it."""
        if _instance is None and type(self).__init__ != cls.__init__:
            raise NotImplementedError(
                f"Subclass {type(self).__name__} of {cls.__name__} that defines a custom __init__ "
                "method must also define a custom .expand() method."
            )
        return type(self).__new__(type(self)) if _instance is None else _instance

    def __repr__(self) -> str:
        values = [(n, self.__dict__[n]) for n in self.arg_constraints if n in self.__dict__]
        described = (f"{n}: {v if v.numel() == 1 else v.size()}" for n, v in values)
        return f"{type(self).__name__}({', '.join(described)})"


class Parametric(Distribution):
    """A distribution that is given by the tensors of `_parameters` alone.

    `expand` follows: each expands along the batch and keeps the dimensions of its own that its
    constraint has.
    """

    _parameters: tuple[str, ...] = ()

    def expand(self, batch_shape, _instance=None):
        """The same distribution with a larger batch shape; parameters become expanded views."""
        owner: Any = next(c for c in type(self).__mro__ if "_parameters" in c.__dict__)
        new = self._get_checked_instance(owner, _instance)
        batch_shape = Size(batch_shape)
        declared = self.arg_constraints
        for name in owner._parameters:
            if name in self.__dict__:
                value = self.__dict__[name]
                own = value.shape[value.dim() - declared[name].event_dim :]
                new.__dict__[name] = value.expand(tuple(batch_shape) + tuple(own))
        self._expand_rest(new, batch_shape)
        Distribution.__init__(new, batch_shape, self._event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    def _expand_rest(self, new, batch_shape: Size) -> None:
        """Gives `new` what it needs besides its parameters."""
