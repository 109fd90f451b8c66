"""The fast path of attention layers, under the names of torch.backends.mha."""


class _Settings:
    fast_path = True


def get_fastpath_enabled() -> bool:
    """Whether a faster way through attention layers is allowed; there is one way here."""
    return _Settings.fast_path


def set_fastpath_enabled(value: bool) -> None:
    """Allow a faster way through attention layers; there is one way here."""
    _Settings.fast_path = bool(value)
