"""Where oneDNN's shared library is: a few looks at the disk, cheap enough for every import."""

from __future__ import annotations

import functools
import os
import sys

NAME = "libdnnl.so.3"
VARIABLE = "FIREBRICK_ONEDNN"


def find_library() -> str | None:
    """The path of the library: that of FIREBRICK_ONEDNN, else the first of the usual places.

    Wheels put it into the `lib` of their environment, which the linker does not search.
    """
    given = os.environ.get(VARIABLE)
    if given is not None:
        return given or None
    folders = [os.path.join(sys.prefix, "lib"), os.path.join(sys.base_prefix, "lib")]
    folders += filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(":"))
    folders += [os.path.expanduser("~/.local/lib"), "/usr/local/lib", "/usr/lib64", "/usr/lib"]
    folders += [f"/usr/lib/{os.uname().machine}-linux-gnu"] if hasattr(os, "uname") else []
    for folder in folders:
        path = os.path.join(folder, NAME)
        if os.path.isfile(path):
            return path
    return None


@functools.cache
def multiplies_bfloat16() -> bool:
    """Whether this CPU has instructions for products of bfloat16, as Linux tells it: without them
    oneDNN emulates, and float32 is faster."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            flags = file.read(1 << 12).split()  # of the first CPU
    except OSError:
        return False
    return "avx512_bf16" in flags or "amx_bf16" in flags
