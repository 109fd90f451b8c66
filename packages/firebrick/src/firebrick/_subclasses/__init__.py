"""torch._subclasses: what libraries import of it is in `fake_tensor`."""

from . import fake_tensor as fake_tensor
