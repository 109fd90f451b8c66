"""oneDNN, under the names of torch.backends.mkldnn.

`enabled` keeps what it is set to. Providers of faster kernels are switched by
`firebrick_core.extend`; `firebrick.show_config()` tells which are in use.
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from ._flags import switched

enabled = True
deterministic = False
allow_tf32 = True
fp32_precision = "none"


def is_available() -> bool:
    """Whether a provider of kernels from oneDNN is registered."""
    from firebrick_core._provider import PROVIDERS

    return "onednn" in PROVIDERS


def flags(
    enabled: bool | None = False,
    deterministic: bool | None = False,
    allow_tf32: bool | None = True,
    fp32_precision: str | None = None,
) -> AbstractContextManager[None]:
    """The switches inside a block."""
    return switched(__name__, dict(locals()))
