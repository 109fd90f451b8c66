"""`import torch` as Firebrick: the finder that `firebrick.as_torch` puts into `sys.meta_path`.

`torch.nn` becomes a second name of the module `firebrick.nn`, in `sys.modules` and nowhere else:
the module is loaded once, under its own name, and keeps its own `__name__` and `__spec__`. What
Firebrick does not have is an ImportError that says so, from `import torch.fx` as from
`from torch import fx`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import FrameType, ModuleType
from typing import Any

from . import _missing

# Private modules that are Firebrick's own business, under no name of PyTorch.
OWN = frozenset(
    (
        "_absent _checks _compatible _config _foreach _missing _no_device _told _torch_finder"
        " _version as_torch commands"
    ).split()
)


def own_name(name: str) -> str:
    """Firebrick's name for a module of PyTorch: "torch.nn" is "firebrick.nn"."""
    return "firebrick" + name.removeprefix("torch")


class AliasLoader(Loader):
    """Puts a module of Firebrick under its name of PyTorch."""

    def create_module(self, spec: ModuleSpec) -> None:
        """Nothing: the module is made by the import of its own name."""

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        found = importlib.import_module(own_name(name))
        register_loaded()
        sys.modules[name] = found  # the import system hands out what stands here


def register_loaded() -> None:
    """Give every loaded module of Firebrick its name of PyTorch.

    Those that come in through the finder are also set as attributes of their parent by the import
    system, which must not happen to a module whose parent gave its name to a function
    (`autograd.gradcheck`): it is here already.
    """
    for name, module in list(sys.modules.items()):
        part = name.removeprefix("firebrick.").partition(".")[0]
        if name.startswith("firebrick.") and part not in OWN and part != "__main__":
            sys.modules.setdefault("torch" + name.removeprefix("firebrick"), module)


class TorchFinder(MetaPathFinder):
    """Finds `torch` and all below it in Firebrick; and the package metadata of `torch`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        root, _, rest = fullname.partition(".")
        if root != "torch":
            return None
        real = own_name(fullname)
        part = rest.partition(".")[0]
        if not rest:
            return ModuleSpec(fullname, AliasLoader(), origin="firebrick", is_package=True)
        if part not in OWN:
            found = sys.modules.get(real) or PathFinder.find_spec(real, path)
            if found is not None:
                return ModuleSpec(
                    fullname, AliasLoader(), origin=real, is_package=_is_package(found)
                )
        if is_a_question(sys._getframe(1)):
            return None
        raise ModuleNotFoundError(_missing.message(fullname), name=fullname)

    def find_distributions(self, context: Any = None) -> Iterable[Any]:
        """The metadata that `importlib.metadata.version("torch")` reads."""
        if getattr(context, "name", None) in (None, "torch"):
            yield from _distributions()


def _is_package(found: Any) -> bool:
    """Whether a module, or the spec of one, is a package."""
    if isinstance(found, ModuleType):
        return hasattr(found, "__path__")
    return found.submodule_search_locations is not None


def _distributions() -> Iterator[Any]:
    from importlib.metadata import Distribution

    from .torch_version import TORCH_VERSION

    class FirebrickAsTorch(Distribution):
        """Firebrick, to those who ask for PyTorch."""

        def read_text(self, filename: str) -> str | None:
            if filename != "METADATA":
                return None
            return f"Metadata-Version: 2.1\nName: torch\nVersion: {TORCH_VERSION}\n"

        def locate_file(self, path: Any) -> Any:
            raise FileNotFoundError(f"{path}: Firebrick, run as torch, has no files of PyTorch's")

    yield FirebrickAsTorch()


class MissingFinder(MetaPathFinder):
    """Comes last and says what is missing, where `from torch import x` looks for a submodule
    `firebrick.x`, under the name that the module has."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        if not fullname.startswith("firebrick.") or is_a_question(sys._getframe(1)):
            return
        name = _missing.torch_name(fullname)
        raise ModuleNotFoundError(_missing.message(name), name=name)


def is_a_question(frame: FrameType | None) -> bool:
    """Whether the call comes from `importlib.util.find_spec`, which is to say None for what does
    not exist, and not from an import, whose error is to say why."""
    while frame is not None and "importlib._bootstrap" in frame.f_code.co_filename:
        frame = frame.f_back
    return frame is not None and frame.f_globals.get("__name__") == "importlib.util"
