"""torch.distributed.algorithms: what libraries import of it, a module each."""

from . import join as join
