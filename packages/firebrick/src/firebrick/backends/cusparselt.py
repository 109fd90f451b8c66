"""cuSPARSELt, under the names of torch.backends.cusparselt."""


def is_available() -> bool:
    """False: Firebrick does not link cuSPARSELt (NumPy's own libraries may)."""
    return False
