"""`import firebrick.as_torch`, then `import torch` is Firebrick, for the rest of the process.

    import firebrick.as_torch
    import torch
    import torch.nn.functional as F
    from torch.utils.data import DataLoader

It comes before the first import of `torch`. `python -m firebrick run script.py` does it for a
program that stays as it is. Modules are the same objects under both names (`torch.nn is
firebrick.nn`), and what Firebrick does not have is an ImportError or AttributeError that says so.

Nothing of an installed PyTorch is changed, loaded or used. The environment variable
FIREBRICK_AS_TORCH decides which of the two `import torch` gives:

- unset, or `1`: Firebrick;
- `0`: this module does nothing, and `torch` is PyTorch, for comparing the two.

While it is active, `torch.__version__`, and with it `firebrick.__version__`, is that of the
PyTorch release whose interface this is, as in "2.13.0+firebrick.0.2.0": libraries compare it.
Firebrick's own stays in `firebrick.version.firebrick` and in the package's metadata.
"""

from __future__ import annotations

import os
import sys

import firebrick

from . import _torch_finder
from .torch_version import FIREBRICK_VERSION, __version__ as torch_version

VARIABLE = "FIREBRICK_AS_TORCH"
_FINDER = _torch_finder.TorchFinder()
_LAST = _torch_finder.MissingFinder()


def wanted() -> bool:
    """Whether the environment variable lets `torch` be Firebrick.

    Raises ValueError for a value that is neither 0 nor 1.
    """
    value = os.environ.get(VARIABLE, "1")
    if value not in ("0", "1", ""):
        raise ValueError(
            f"{VARIABLE}={value!r}: expected 1, so that `import torch` gives Firebrick, or 0, so"
            " that it gives an installed PyTorch"
        )
    return value != "0"


def is_active() -> bool:
    """Whether `import torch` gives Firebrick now."""
    return _FINDER in sys.meta_path


def activate() -> bool:
    """Make `import torch` give Firebrick; tells whether it does.

    False where the environment variable FIREBRICK_AS_TORCH is 0. Raises ImportError where PyTorch
    itself has been imported already: its modules are in use, and are left alone.

    >>> import firebrick.as_torch
    >>> firebrick.as_torch.activate()
    True
    >>> import torch, torch.nn.functional as F
    >>> torch is firebrick, F.relu(torch.tensor([-1.0, 2.0]))
    (True, tensor([0., 2.]))
    >>> firebrick.as_torch.deactivate()
    """
    if not wanted():
        return False
    if is_active():
        return True
    loaded = sys.modules.get("torch")
    if loaded is not None and loaded is not firebrick:
        where = getattr(loaded, "__file__", None) or "an unknown place"
        raise ImportError(
            f"PyTorch has been imported already, from {where}: import firebrick.as_torch before"
            " everything that imports torch, or run the program with `python -m firebrick run`"
        )
    sys.meta_path.insert(0, _FINDER)
    sys.meta_path.append(_LAST)
    sys.modules["torch"] = firebrick
    _torch_finder.register_loaded()
    firebrick.__version__ = torch_version
    return True


def deactivate() -> None:
    """Make `import torch` what it was before; modules that have imported it keep what they have."""
    for finder in (_FINDER, _LAST):
        if finder in sys.meta_path:
            sys.meta_path.remove(finder)
    for name, module in list(sys.modules.items()):
        if name == "torch" or name.startswith("torch."):
            if module is sys.modules.get(_torch_finder.own_name(name)):
                del sys.modules[name]
    firebrick.__version__ = FIREBRICK_VERSION


activate()
