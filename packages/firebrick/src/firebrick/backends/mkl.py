"""Intel's MKL, under the names of torch.backends.mkl."""


def is_available() -> bool:
    """False: Firebrick does not link Intel's MKL (NumPy's own libraries may)."""
    return False


VERBOSE_OFF = 0
VERBOSE_ON = 1
