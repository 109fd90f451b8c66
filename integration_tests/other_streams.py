"""Which of PyTorch's samplers do not draw from its own generator's stream on this machine.

On Intel processors PyTorch draws `bernoulli_` of a number, and with it dropout, from a stream of
Intel's library, for which it takes one word of its generator as a seed. Firebrick gives the numbers
of the other processors on all, so that there is nothing to compare there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

REASON = "PyTorch draws this from another stream on this processor"


def from_another_stream(torch: Any, draw: Callable[[], Any]) -> bool:
    """Whether drawing hundreds of numbers takes one word of PyTorch's generator: another's seed."""
    torch.manual_seed(0)
    draw()
    after = torch.get_rng_state()
    torch.manual_seed(0)
    torch.rand(1)
    return bool(torch.equal(after, torch.get_rng_state()))
