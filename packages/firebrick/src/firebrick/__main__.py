"""`python -m firebrick`: what is in use; and the commands `run`, `inspect` and `convert`."""

from __future__ import annotations

import argparse
import os
import sys

from .commands import convert, inspect, run


def main(arguments: list[str]) -> int:
    """Run the command that the arguments name; returns the exit status."""
    if arguments[:1] == ["run"]:  # the rest is the program's own, options and all
        return run.main(arguments[1:])
    parser = argparse.ArgumentParser(
        prog="python -m firebrick", description="Without a command: what is in use."
    )
    commands = parser.add_subparsers(title="commands", dest="command")
    commands.add_parser("run", help=run.SUMMARY, description=run.SUMMARY)
    for module in (inspect, convert):
        name = module.__name__.rpartition(".")[2]
        module.add_arguments(
            commands.add_parser(name, help=module.SUMMARY, description=module.SUMMARY)
        )
    options = parser.parse_args(arguments)
    if options.command is None:
        from ._config import show_config

        print(show_config())
        return 0
    return {"inspect": inspect.main, "convert": convert.main}[options.command](options)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:  # `| head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
