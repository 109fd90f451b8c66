"""`python -m firebrick run`: a program that imports torch, on Firebrick.

The program runs as `__main__`, with its own folder first in `sys.path` and its own `sys.argv`, as
`python script.py` runs it. Processes that it starts through `multiprocessing` get `torch` too: a
started process imports what `__main__.__spec__` names, which is `firebrick.commands.program`.
"""

from __future__ import annotations

import re
import sys

SUMMARY = "run a program written for PyTorch: run SCRIPT [ARGS] or run -m MODULE [ARGS]"
USAGE = f"""usage: python -m firebrick run SCRIPT [ARGS ...]
       python -m firebrick run -m MODULE [ARGS ...]

{SUMMARY}; `import torch` in it gives Firebrick.
FIREBRICK_AS_TORCH=0 runs the program on an installed PyTorch instead."""


def main(arguments: list[str]) -> int:
    """Run the program that the arguments name; returns the exit status, 2 where they name none."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(USAGE, file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    is_module = arguments[0] == "-m"
    if is_module and len(arguments) == 1:
        print(f"{USAGE}\n\nfirebrick run: -m needs the name of a module", file=sys.stderr)
        return 2
    from . import program

    try:
        target = program.find(arguments[1] if is_module else arguments[0], is_module)
    except (FileNotFoundError, IsADirectoryError, ImportError) as e:
        print(f"firebrick run: {e}", file=sys.stderr)
        return 2
    sys.argv = [target.path, *arguments[2 if is_module else 1 :]]
    try:
        program.run(target)
    except Exception as e:
        explain(e)
        e.__traceback__ = program.without_frames(e.__traceback__)
        sys.excepthook(type(e), e, e.__traceback__)
        return 1
    return 0


def explain(error: Exception) -> None:
    """Add to an error of `from torch.x import name`, which only Python words, what is missing."""
    if not isinstance(error, ImportError) or not (error.name or "").startswith("firebrick."):
        return
    found = re.match(r"cannot import name '(\w+)'", str(error))
    if found:
        from .. import _missing

        error.add_note(_missing.message(f"{_missing.torch_name(str(error.name))}.{found.group(1)}"))
