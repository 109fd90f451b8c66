"""The version under the names of torch.version."""

from ._version import __version__ as __version__

firebrick: str = __version__
cuda: str | None = None
hip: str | None = None
xpu: str | None = None
debug = False
git_version = "unknown"
