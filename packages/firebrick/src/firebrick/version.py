"""The version under the names of torch.version."""

from ._version import __version__ as __version__

cuda: str | None = None
git_version = "unknown"
