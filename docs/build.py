"""Write the reference of all packages' public names as web pages, with pdoc.

    python docs/build.py site            then open site/index.html

The pages are made from docstrings alone. A public class, function or method without one is an
error: it would be a name that nobody can look up.
"""

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pdoc
import pdoc.render

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

import packages  # noqa: E402  (found through the path above)

# Tables of declarations: what they declare is documented under the name that users call.
TABLES = ("firebrick_core.ops", "firebrick_autograd.derivatives")


def public_modules(name: str) -> Iterator[ModuleType]:
    """A package and its public submodules at any depth."""
    module = importlib.import_module(name)
    yield module
    for child in pkgutil.iter_modules(getattr(module, "__path__", [])):
        full = f"{name}.{child.name}"
        if not child.name.startswith("_") and full not in TABLES:
            yield from public_modules(full)


def is_ours(value: object) -> bool:
    """Whether a value was made here: imports from the standard library and NumPy are not."""
    home = value if inspect.isroutine(value) or isinstance(value, type) else type(value)
    return (getattr(home, "__module__", None) or "").startswith("firebrick")


def public_names(module: ModuleType) -> list[str]:
    """What a module offers: its `__all__`, else its own names without an underscore."""
    if hasattr(module, "__all__"):
        return list(module.__all__)
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not inspect.ismodule(value) and is_ours(value)
    ]


def undocumented(module: ModuleType) -> set[str]:
    """The public classes, functions and methods of a module that say nothing."""
    silent = set()
    for name in public_names(module):
        value = getattr(module, name)
        if not (inspect.isroutine(value) or isinstance(value, type)) or not is_ours(value):
            continue
        full = f"{value.__module__}.{value.__qualname__}"
        if not inspect.getdoc(value):
            silent.add(full)
        if isinstance(value, type):
            silent |= {
                f"{full}.{method}"
                for method, function in vars(value).items()
                if inspect.isfunction(function)
                and not method.startswith("_")
                and not inspect.getdoc(getattr(value, method))  # an inherited one will do
            }
    return silent


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    names = [package.module for package in packages.load()]
    modules = [module for name in names for module in public_modules(name)]
    silent = sorted(set().union(*(undocumented(module) for module in modules)))
    for name in silent:
        print(f"no docstring: {name}")
    if silent:
        return 1
    for module in modules:
        module.__all__ = public_names(module)  # pdoc leaves out what is only imported, without it
    pdoc.render.configure(docformat="markdown", footer_text="Firebrick")
    pdoc.pdoc(*names, *(f"!{name}" for name in TABLES), output_directory=Path(arguments[0]))
    print(f"{len(modules)} modules: {Path(arguments[0]) / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
