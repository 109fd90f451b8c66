"""Records for TensorBoard, under the names of torch.utils.tensorboard, through tensorboardX.

`SummaryWriter` is tensorboardX's with tensors understood; it needs the extra `tensorboard`, and
says so where that is missing.
"""

from __future__ import annotations

from typing import Any

from ..._missing import attributes_missing as _attributes_missing

_missing = _attributes_missing(__name__)


def __getattr__(name: str) -> Any:
    """`SummaryWriter`, made when it is first asked for.

    Raises ImportError, saying what to install, where tensorboardX is missing.
    """
    if name in ("SummaryWriter", "FileWriter"):
        from ._writer import writer_class

        return writer_class()
    if name == "writer":
        import importlib

        return importlib.import_module(f"{__name__}.writer")
    return _missing(name)
