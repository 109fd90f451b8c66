"""What is in use, for reports of problems, under the names of torch.utils.collect_env."""

from __future__ import annotations

import platform

from .._config import show_config


def get_pretty_env_info() -> str:
    """Versions, devices and libraries in use, and the machine.

    >>> get_pretty_env_info().startswith("firebrick ")
    True
    """
    return f"{show_config()}\nplatform: {platform.platform()}\nprocessor: {platform.machine()}"


def main() -> None:
    """Print it."""
    print(get_pretty_env_info())


if __name__ == "__main__":
    main()
