"""The order of contractions in einsum, under the names of torch.backends.opt_einsum."""

enabled = True
strategy: str | None = "auto"


def is_available() -> bool:
    """Whether the package opt_einsum is installed; `einsum` here finds its order without it."""
    from importlib.util import find_spec

    return find_spec("opt_einsum") is not None
