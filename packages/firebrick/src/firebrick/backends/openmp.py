"""OpenMP, under the names of torch.backends.openmp."""


def is_available() -> bool:
    """False: Firebrick does not link OpenMP (NumPy's own libraries may)."""
    return False
