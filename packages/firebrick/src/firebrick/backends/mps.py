"""Apple's GPUs, under the names of torch.backends.mps: there is no backend for them here."""


def is_available() -> bool:
    """False: Firebrick computes on the CPU, and on NVIDIA's GPUs."""
    return False


def is_built() -> bool:
    """False: Firebrick computes on the CPU, and on NVIDIA's GPUs."""
    return False


def is_macos13_or_newer(minor: int = 0) -> bool:
    """False, as on machines without such a GPU."""
    return False


def is_macos_or_newer(major: int, minor: int) -> bool:
    """False, as on machines without such a GPU."""
    return False
