"""What is in use, under the names of torch.__config__."""

from __future__ import annotations

import firebrick_core as _core

from ._config import show_config as _show_config


def show() -> str:
    """The versions and libraries in use; see `firebrick.show_config`."""
    return _show_config()


def parallel_info() -> str:
    """How many threads kernels may use.

    >>> parallel_info().startswith("threads: ")
    True
    """
    return (
        f"threads: {_core.get_num_threads()}, between operators: {_core.get_num_interop_threads()}"
    )
