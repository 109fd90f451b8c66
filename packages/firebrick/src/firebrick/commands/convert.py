"""`python -m firebrick convert`: a checkpoint from one format to another."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

import firebrick_core as torch
from firebrick_core.safetensors import save_file

from .files import SAFETENSORS, BadFile, Contents, read, shown_size, suffix_of, tensors_in

SUMMARY = "write a checkpoint in another format: .pt, .pth or .bin to .safetensors, and back"


def add_arguments(parser: ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("source", help="a .pt, .pth, .bin or .safetensors file")
    parser.add_argument("target", help="the file to write; its suffix says the format")
    parser.add_argument(
        "--key",
        help="the part of the file to take, as model or model.state_dict; the whole by default",
    )
    parser.add_argument(
        "--copy-shared",
        action="store_true",
        help="give tensors that share memory a copy each, which .safetensors needs",
    )
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def main(options: Namespace) -> int:
    """Convert the file; 1 where it cannot be, 0 else."""
    try:
        print(convert(options))
    except BadFile as e:
        print(f"firebrick convert: {e}", file=sys.stderr)
        return 1
    return 0


def convert(options: Namespace) -> str:
    """Write the target; returns a line that tells what was written. Raises BadFile."""
    to_safetensors = suffix_of(options.target) == SAFETENSORS
    if os.path.exists(options.target) and not options.force:
        raise BadFile(f"{options.target} exists: give another name, or --force to write over it")
    contents = read(options.source)
    value = part(contents.value, options.key, options.source)
    try:
        if to_safetensors:
            value = state_dict(value, options)
            save_file(value, options.target, contents.metadata or {"format": "pt"})
        else:
            torch.save(value, options.target)
    except (OSError, TypeError, ValueError, RuntimeError) as e:
        raise BadFile(f"{options.target}: {e}") from e
    count = sum(1 for _ in tensors_in(value))
    lost = metadata_note(contents, to_safetensors)
    return f"{options.target}: {count} tensors, {shown_size(os.path.getsize(options.target))}{lost}"


def metadata_note(contents: Contents, to_safetensors: bool) -> str:
    """What to say of texts that the target's format has no place for."""
    texts = {k: v for k, v in contents.metadata.items() if k != "format"}
    if to_safetensors or not texts:
        return ""
    return f"; without the header's texts {', '.join(texts)}, which PyTorch's format does not have"


def part(value: Any, key: str | None, path: str) -> Any:
    """The part of a checkpoint that a key such as "model.state_dict" names. Raises BadFile."""
    for name in key.split(".") if key else ():
        if not isinstance(value, Mapping) or name not in value:
            there = ", ".join(map(str, value)) if isinstance(value, Mapping) else "no names"
            raise BadFile(f"{path}: there is no {name!r} of --key {key}; there is {there}"[:500])
        value = value[name]
    return value


def state_dict(value: Any, options: Namespace) -> dict[str, Any]:
    """Tensors by name, as .safetensors holds them. Raises BadFile for anything else."""
    if not isinstance(value, Mapping):
        raise BadFile(
            f"{options.source}: expected a dict of tensors, got {type(value).__name__}; --key names"
            " the part that is one"
        )
    wrong = [name for name, t in value.items() if not isinstance(t, torch.Tensor)]
    if wrong:
        parts = [
            str(name)
            for name, inner in value.items()
            if isinstance(inner, Mapping) and any(True for _ in tensors_in(inner))
        ]
        advice = (
            f"take one part with --key {' or --key '.join(parts)}"
            if parts
            else "remove them from the file"
        )
        raise BadFile(
            f"{options.source}: .safetensors holds tensors by name, and these are none: "
            f"{', '.join(map(str, wrong[:10]))}; {advice}"
        )
    tensors = {str(name): t.detach().contiguous() for name, t in value.items()}
    return without_sharing(tensors) if options.copy_shared else tensors


def without_sharing(tensors: dict[str, Any]) -> dict[str, Any]:
    """The tensors, each but the first over a storage as a copy."""
    seen: set[int] = set()
    apart = {}
    for name, t in tensors.items():
        place = t.untyped_storage().data_ptr()
        apart[name] = t.clone() if place in seen else t
        seen.add(place)
    return apart
