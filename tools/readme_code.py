"""The code that a Markdown file shows.

python tools/readme_code.py README.md "Run the tests"    # the first code block there
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Block:
    """One fenced code block."""

    section: str  # the nearest heading above it
    language: str
    code: str
    line: int  # of its first line of code, counted from 1


def blocks(path: Path) -> list[Block]:
    """The fenced code blocks of a Markdown file, in order."""
    found: list[Block] = []
    section, language, start = "", None, 0
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        fence = re.fullmatch(r"```(\w*)\s*", line)
        if fence and language is None:
            language, start = fence[1], number + 1
        elif fence:
            code = "\n".join(lines[start - 1 : number - 1])
            found.append(Block(section, language or "", code, start))
            language = None
        elif language is None and (heading := re.match(r"#+ (.*)", line)):
            section = heading[1].strip()
    if language is not None:
        raise ValueError(f"{path}: the code block of line {start - 1} is never closed")
    return found


def first_block(path: Path, section: str) -> Block:
    """The first code block of a section."""
    for block in blocks(path):
        if block.section == section:
            return block
    raise ValueError(f"{path} has no section {section!r} with a code block")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    print(first_block(Path(sys.argv[1]), sys.argv[2]).code)
