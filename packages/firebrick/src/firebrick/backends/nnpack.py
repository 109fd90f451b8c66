"""NNPACK, under the names of torch.backends.nnpack."""


def is_available() -> bool:
    """False: Firebrick does not link NNPACK (NumPy's own libraries may)."""
    return False
