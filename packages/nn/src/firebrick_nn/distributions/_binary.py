"""What distributions over two outcomes share: probabilities or log odds, either from the other."""

from __future__ import annotations

from firebrick_core import Tensor

from .distribution import Parametric
from .utils import broadcast_all, lazy_property, logits_to_probs, probs_to_logits


def require_one(probs, logits) -> None:
    """Raises ValueError unless exactly one of the two is given."""
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")


class Binary(Parametric):
    """Has `probs` and `logits`; the one that was not given is computed when it is asked for."""

    def _set_binary(self, probs, logits) -> None:
        """Keeps the one that is given, as a tensor."""
        require_one(probs, logits)
        if probs is not None:
            (self.probs,) = broadcast_all(probs)
        else:
            (self.logits,) = broadcast_all(logits)

    @lazy_property
    def logits(self) -> Tensor:
        """The log odds."""
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self) -> Tensor:
        """The probabilities."""
        return logits_to_probs(self.logits, is_binary=True)

    @property
    def _param(self) -> Tensor:
        return self.__dict__["probs"] if "probs" in self.__dict__ else self.__dict__["logits"]

    @property
    def param_shape(self):
        """The shape of the parameter that was given."""
        return self._param.size()
