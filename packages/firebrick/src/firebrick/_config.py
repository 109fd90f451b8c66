"""What is in use: versions, devices, libraries."""

from __future__ import annotations

import importlib.util
import sys

PACKAGES = ("core", "autograd", "nn", "optim", "data")
EXTRAS = ("cupy", "ml_dtypes", "numba", "threadpoolctl")


def show_config() -> str:
    """The versions of Firebrick's packages, Python and NumPy, and which optional libraries are
    found and serve.

    >>> import firebrick
    >>> firebrick.show_config().splitlines()[0].startswith("firebrick ")
    True
    """
    import numpy

    import firebrick_core as core
    from firebrick_core.extend import get_providers
    from firebrick_core.onednn import find_library

    from ._version import __version__

    lines = [f"firebrick {__version__}, Python {sys.version.split()[0]}, NumPy {numpy.__version__}"]
    for name in PACKAGES:
        version = importlib.import_module(f"firebrick_{name}._version").__version__
        lines.append(f"  firebrick-{name} {version}")
    lines.append(f"threads: {core.get_num_threads()}")
    for name in EXTRAS:
        found = importlib.util.find_spec(name) is not None
        lines.append(f"{name}: {'found' if found else 'not installed'}")
    lines.append(f"onednn: {find_library() or 'not found'}")
    lines.append(f"providers: {', '.join(get_providers()) or 'none'}")
    return "\n".join(lines)
