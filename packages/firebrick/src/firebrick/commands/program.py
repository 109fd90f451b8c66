"""A program on Firebrick, as the main module of this process.

In a process that `multiprocessing` starts, this module is run under the name `__mp_main__`: it
then runs the program again under that name, as the started process of a plain program does. Which
program, an environment variable says.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import types
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

# The program, for processes that this one starts: its fields as JSON.
VARIABLE = "FIREBRICK_RUN_PROGRAM"


@dataclass(frozen=True)
class Program:
    """A program's file, the folder that goes first in `sys.path`, and its package, if any."""

    path: str
    folder: str
    package: str | None = None


def find(name: str, is_module: bool) -> Program:
    """The program in a file (or a folder with `__main__.py`), or in the module of a name.

    Raises FileNotFoundError, IsADirectoryError and ImportError, each with a message for the
    command line.
    """
    if is_module:
        return _find_module(name)
    path = Path(name)
    if not path.exists():
        raise FileNotFoundError(f"there is no file {name!r}; the current folder is {os.getcwd()}")
    if path.is_dir():
        if not (path / "__main__.py").is_file():
            raise IsADirectoryError(f"{name!r} is a folder without a __main__.py")
        return Program(str(path / "__main__.py"), str(path))
    return Program(name, str(path.resolve().parent))


def _find_module(name: str) -> Program:
    folder = os.getcwd()
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations is not None:
            spec = importlib.util.find_spec(f"{name}.__main__")
    except ModuleNotFoundError as e:
        raise ImportError(f"there is no module {name!r}: {e}") from None
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        raise ImportError(f"there is no module {name!r} with a source file to run")
    return Program(spec.origin, folder, spec.parent or None)


def run(program: Program, name: str = "__main__") -> dict[str, Any]:
    """Run a program as the module `name`, with `torch` as Firebrick; returns its globals.

    Its exceptions come through.
    """
    import firebrick.as_torch  # noqa: F401  # what it is for

    module = types.ModuleType(name)
    module.__file__ = program.path
    module.__package__ = program.package
    # What a process started by multiprocessing imports in place of the main module.
    module.__spec__ = importlib.util.find_spec("firebrick.commands.program")
    os.environ[VARIABLE] = json.dumps(asdict(program))
    if sys.path[:1] != [program.folder]:
        # `python -m firebrick` has put the current folder there, `python script.py` puts its own.
        sys.path[0:1] = [program.folder]
    sys.modules[name] = module
    code = compile(Path(program.path).read_bytes(), program.path, "exec")
    exec(code, module.__dict__)
    return module.__dict__


def without_frames(traceback: Any) -> Any:
    """A traceback from the program's own first line on, without those of running it."""
    frames = traceback
    while frames is not None and frames.tb_frame.f_code.co_filename != __file__:
        frames = frames.tb_next
    return frames.tb_next if frames is not None and frames.tb_next is not None else traceback


if __name__ == "__mp_main__":
    _program = Program(**json.loads(os.environ[VARIABLE]))
    sys.argv[0] = _program.path  # runpy has put this file there
    globals().update(run(_program, "__mp_main__"))
