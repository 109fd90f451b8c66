"""torch.hub, for what is on this machine: a folder with a `hubconf.py`, or a checkpoint.

Firebrick does not download: a checkpoint is taken from the folder that `get_dir()` names, and where
it is not there, the error says which file to put where.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlparse as urlparse

from firebrick_core import load as _load_file

from ._missing import attributes_missing as _attributes_missing

HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")
DEFAULT_CACHE_DIR, ENV_TORCH_HOME, ENV_XDG_CACHE_HOME = "~/.cache", "TORCH_HOME", "XDG_CACHE_HOME"


class _Settings:
    folder: str | None = None


def _get_torch_home() -> str:
    cache = os.environ.get(ENV_XDG_CACHE_HOME, DEFAULT_CACHE_DIR)
    return os.path.expanduser(os.environ.get(ENV_TORCH_HOME, os.path.join(cache, "torch")))


def get_dir() -> str:
    """The folder of checkpoints and repositories: that of `set_dir`, or `hub` in $TORCH_HOME, by
    default `~/.cache/torch/hub`."""
    return _Settings.folder or os.path.join(_get_torch_home(), "hub")


def set_dir(d: str | os.PathLike[str]) -> None:
    """Choose the folder of checkpoints and repositories."""
    _Settings.folder = os.path.expanduser(d)


def load_state_dict_from_url(
    url: str,
    model_dir: str | None = None,
    map_location: Any = None,
    progress: bool = True,
    check_hash: bool = False,
    file_name: str | None = None,
    weights_only: bool = False,
) -> Any:
    """The checkpoint of an address, from the folder where PyTorch keeps it.

    The file is that of the address's last part, or `file_name`, in `model_dir` or `get_dir()` +
    "/checkpoints". Raises FileNotFoundError, which says what to download to where, if it is not
    there, and RuntimeError with `check_hash` where its SHA-256 does not begin as its name says.
    """
    folder = Path(model_dir or os.path.join(get_dir(), "checkpoints"))
    path = folder / (file_name or os.path.basename(urlparse(url).path))
    if not path.is_file():
        raise FileNotFoundError(
            f"Firebrick does not download: get {url} and put it at {path} (PyTorch's own cache is "
            "used where TORCH_HOME names it)"
        )
    if check_hash:
        _check_hash(path)
    return _load_file(path, map_location=map_location)


def _check_hash(path: Path) -> None:
    import hashlib

    wanted = HASH_REGEX.search(path.name)
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if wanted and not found.startswith(wanted.group(1)):
        raise RuntimeError(f'invalid hash value (expected "{wanted.group(1)}", got "{found}")')


def download_url_to_file(url: str, dst: str, *args: Any, **options: Any) -> None:
    """Raises RuntimeError: Firebrick does not download."""
    raise RuntimeError(f"Firebrick does not download: get {url} and put it at {dst}")


def _hubconf(repo: str, source: str) -> Any:
    """The module in a folder's `hubconf.py`."""
    if source != "local":
        raise RuntimeError(
            f"torch.hub: Firebrick does not download {repo!r}: clone it, and give its folder with"
            " source='local'"
        )
    path = Path(repo).expanduser() / "hubconf.py"
    if not path.is_file():
        raise FileNotFoundError(f"torch.hub: there is no {path}")
    spec = importlib.util.spec_from_file_location("hubconf", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"torch.hub: {path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
    for name in getattr(module, "dependencies", ()):
        if importlib.util.find_spec(name) is None:
            raise RuntimeError(f"Missing dependencies: {name}")
    return module


def _entry(module: Any, model: str) -> Any:
    found = getattr(module, model, None)
    if not callable(found) or model.startswith("_"):
        raise RuntimeError(f"Cannot find callable {model} in hubconf")
    return found


def load(repo_or_dir: str, model: str, *args: Any, source: str = "github", **kwargs: Any) -> Any:
    """What a function of a folder's `hubconf.py` returns; `source` must be "local".

    Raises RuntimeError for other sources, missing dependencies and unknown functions, and
    FileNotFoundError where there is no such file.
    """
    for name in ("trust_repo", "force_reload", "verbose", "skip_validation"):
        kwargs.pop(name, None)
    return _entry(_hubconf(repo_or_dir, source), model)(*args, **kwargs)


def list(repo: str, *args: Any, source: str = "github", **options: Any) -> Any:
    """The names of the functions in a folder's `hubconf.py`."""
    module = _hubconf(repo, source)
    return [n for n in dir(module) if callable(getattr(module, n)) and not n.startswith("_")]


def help(repo: str, model: str, *args: Any, source: str = "github", **options: Any) -> Any:
    """The docstring of a function in a folder's `hubconf.py`."""
    return _entry(_hubconf(repo, source), model).__doc__


class _SilentProgress:
    """What stands for tqdm's progress bar where tqdm is not installed: it shows nothing."""

    def __init__(self, iterable: Any = None, *args: Any, **options: Any) -> None:
        self._iterable = () if iterable is None else iterable

    def __iter__(self) -> Any:
        return iter(self._iterable)

    def __enter__(self) -> _SilentProgress:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def update(self, n: Any = 1) -> None:
        """Count nothing."""

    def close(self) -> None:
        """Close nothing."""


_missing = _attributes_missing(__name__)


def __getattr__(name: str) -> Any:
    """`tqdm`: that of the package tqdm, or one that shows nothing where it is not installed."""
    if name != "tqdm":
        return _missing(name)
    try:
        return importlib.import_module("tqdm.auto").tqdm
    except ModuleNotFoundError:
        return _SilentProgress
