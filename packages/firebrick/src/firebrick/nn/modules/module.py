"""The base class of modules and the hooks on all of them, under the names of
torch.nn.modules.module."""

from firebrick_nn import Module as Module
from firebrick_nn._module import _indent as _addindent  # noqa: F401  # programs import it
from firebrick_nn._state_dict import (
    IncompatibleKeys as _IncompatibleKeys,  # noqa: F401  # programs import it
)
from firebrick_nn.hooks import *  # noqa: F403

_EXTRA_STATE_KEY_SUFFIX = "_extra_state"  # the key of get_extra_state; programs import it
