"""The documented public names of PyTorch that Firebrick answers for, in docs/pytorch_names.txt.

    python tools/pytorch_names.py          write the list (needs PyTorch)

`tools/generate_coverage.py` reads the list, so that the coverage page needs no PyTorch.
"""

from __future__ import annotations

import importlib
import re
import types
from pathlib import Path
from typing import Any

LIST = Path(__file__).resolve().parent.parent / "docs/pytorch_names.txt"
PLACES = (
    "torch",
    "torch.Tensor",
    "torch.linalg",
    "torch.fft",
    "torch.special",
    "torch.signal.windows",
    "torch.nn.functional",
    "torch.masked",
    "torch.sparse",
    "torch.random",
)
# Another library's interface, another compiler's, or not a name for users.
FOREIGN = re.compile(
    r"_notes$|common_args|multi_dim_common|^(Any|List|Optional|Tensor|Callable|TYPE_CHECKING|DType|DimOrDims)$"
)
HAS_DOC = 40  # shorter docstrings are those that Python makes by itself


def documented(value: Any) -> bool:
    """Whether a value is described for users, or is a constant."""
    if isinstance(value, types.ModuleType):
        return False
    doc = getattr(value, "__doc__", None)
    return isinstance(value, float) or (isinstance(doc, str) and len(doc) > HAS_DOC)


def names() -> list[str]:
    """All names, sorted, as `torch.fft.rfft`."""
    found = []
    for place in PLACES:
        module, _, attribute = place.partition(".Tensor")
        home: Any = importlib.import_module(module)
        if place == "torch.Tensor":
            home = home.Tensor
        for name in dir(home):
            public = not name.startswith("_") and not FOREIGN.search(name)
            if public and documented(getattr(home, name)):
                found.append(f"{place}.{name}")
    return sorted(found)


if __name__ == "__main__":
    LIST.write_text("\n".join(names()) + "\n")
    print(f"wrote {LIST.name}")
