"""Where oneDNN's shared library is: a few looks at the disk, cheap enough for every import."""

from __future__ import annotations

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
