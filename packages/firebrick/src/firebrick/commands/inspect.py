"""`python -m firebrick inspect`: what a checkpoint holds, without running anything from it."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any

import firebrick_core as torch

from .files import BadFile, Contents, leaves_in, read, shown_size, tensors_in

SUMMARY = "what a checkpoint holds: names, shapes, dtypes, sizes, and anything suspicious"
MOST_VALUES = 20  # other values than tensors that are shown, unless --all is given


def add_arguments(parser: ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("file", help="a .pt, .pth, .bin or .safetensors file")
    parser.add_argument("--all", action="store_true", help="show every value that is no tensor")


def main(options: Namespace) -> int:
    """Print what the file holds; 1 where it cannot be read, 0 else."""
    try:
        contents = read(options.file)
    except BadFile as e:
        print(f"firebrick inspect: {e}", file=sys.stderr)
        for line in unreadable_names(options.file):
            print(line, file=sys.stderr)
        return 1
    print("\n".join(report(options.file, contents, options.all)))
    return 0


def unreadable_names(path: str) -> Iterator[str]:
    """The names in an archive that are not read, as they would run code."""
    from firebrick_core.serialization import get_unsafe_globals_in_checkpoint

    try:
        names = get_unsafe_globals_in_checkpoint(path)
    except Exception:  # the file is broken, or of another kind: `read` has said so
        return
    if names:
        yield "It names these classes and functions, which reading could run:"
        yield from (f"  {name}" for name in names)


def report(path: str, contents: Contents, everything: bool = False) -> list[str]:
    """The lines that tell what a checkpoint holds."""
    tensors = list(tensors_in(contents.value))
    elements = sum(t.numel() for _, t in tensors)
    lines = [
        f"{path}: {contents.kind}, {shown_size(os.path.getsize(path))}",
        f"{len(tensors)} tensors, {elements:,} elements, "
        f"{shown_size(sum(t.numel() * t.element_size() for _, t in tensors))}",
    ]
    lines += [f"metadata {k}: {v}" for k, v in contents.metadata.items()]
    lines += ["", *table(tensors)] if tensors else []
    others = [
        f"{name}: {type(value).__name__} = {str(value)[:60]}"
        for name, value in leaves_in(contents.value)
        if not isinstance(value, torch.Tensor)
    ]
    shown = others if everything else others[:MOST_VALUES]
    lines += ["", "Other values", *(f"  {line}" for line in shown)] if others else []
    if len(shown) < len(others):
        lines.append(f"  ... and {len(others) - len(shown)} more (--all shows them)")
    found = list(suspicious(tensors))
    lines += ["", "Suspicious", *(f"  {line}" for line in found)] if found else []
    return lines


def table(tensors: list[tuple[str, Any]]) -> list[str]:
    """A line for each tensor: name, dtype, shape, size."""
    rows = [("name", "dtype", "shape", "size")]
    for name, t in tensors:
        rows.append(
            (name, t.dtype.name, str(list(t.shape)), shown_size(t.numel() * t.element_size()))
        )
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    return [
        f"{row[0]:<{widths[0]}}  {row[1]:<{widths[1]}}  {row[2]:<{widths[2]}}  {row[3]}"
        for row in rows
    ]


def suspicious(tensors: list[tuple[str, Any]]) -> Iterator[str]:
    """What a user may not expect: values that are no numbers, shared and unused memory."""
    by_storage: dict[int, list[tuple[str, Any]]] = {}
    for name, t in tensors:
        if t.layout is not torch.strided:
            yield f"{name}: a sparse tensor, which safetensors does not have"
            continue
        yield from _values(name, t)
        if t.numel():
            by_storage.setdefault(t.untyped_storage().data_ptr(), []).append((name, t))
    for sharing in by_storage.values():
        names = ", ".join(name for name, _ in sharing)
        if len(sharing) > 1:
            yield f"{names}: share memory"
        used = sum(t.numel() * t.element_size() for _, t in sharing)
        stored = sharing[0][1].untyped_storage().nbytes()
        if used < stored:
            yield (
                f"{names}: {shown_size(used)} of a storage of {shown_size(stored)}; save a clone()"
                " to leave the rest out"
            )


def _values(name: str, t: Any) -> Iterator[str]:
    """What is odd about the numbers in a tensor."""
    if not (t.dtype.is_floating_point or t.dtype.is_complex) or not t.numel():
        return
    wide = t if t.dtype.is_complex or t.element_size() > 2 else t.float()
    for what, count in (
        ("NaN", int(torch.isnan(wide).sum())),
        ("infinite", int(torch.isinf(wide).sum())),
    ):
        if count:
            yield f"{name}: {count:,} of {t.numel():,} elements are {what}"
