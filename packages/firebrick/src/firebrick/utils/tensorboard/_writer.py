"""tensorboardX's writer of records, with tensors among its arguments."""

from __future__ import annotations

import functools
from typing import Any

from firebrick_core import Tensor

# Its methods that take values; each gets arrays where it is given tensors.
METHODS = (
    "add_scalar add_scalars add_histogram add_histogram_raw add_image add_images"
    " add_image_with_boxes add_figure add_video add_audio add_text add_embedding add_pr_curve"
    " add_pr_curve_raw add_mesh add_hparams"
).split()


def as_arrays(value: Any) -> Any:
    """A value with arrays in place of the tensors in it, and numbers for those without dimensions.

    >>> import firebrick as torch
    >>> as_arrays({"a": torch.tensor(2.0), "b": [torch.ones(2)]})
    {'a': 2.0, 'b': [array([1., 1.], dtype=float32)]}
    """
    if isinstance(value, Tensor):
        t = value.detach().cpu()
        if not t.dim():
            return t.item()
        return t.float().numpy() if t.dtype.name == "bfloat16" else t.numpy()
    if isinstance(value, dict):
        return {k: as_arrays(v) for k, v in value.items()}
    if isinstance(value, list):
        return [as_arrays(v) for v in value]
    return value


def taking_tensors(method: Any) -> Any:
    """A method of tensorboardX's writer that takes tensors."""

    @functools.wraps(method)
    def with_arrays(self: Any, *args: Any, **named: Any) -> Any:
        return method(self, *map(as_arrays, args), **as_arrays(named))

    return with_arrays


@functools.cache
def writer_class() -> type:
    """The class. Raises ImportError, saying what to install, without tensorboardX."""
    try:
        from tensorboardX import SummaryWriter as Base
    except ImportError as e:
        if e.name != "tensorboardX":
            raise
        raise ImportError(
            "torch.utils.tensorboard needs tensorboardX, which is not installed: "
            "pip install 'firebrick[tensorboard]' (and tensorboard, to look at the records)",
            name="tensorboardX",
        ) from None

    def add_graph(self: Any, *args: Any, **options: Any) -> None:
        """Raises NotImplementedError: Firebrick does not trace graphs."""
        raise NotImplementedError(
            "add_graph(): Firebrick does not trace a model's graph; "
            "add_text(tag, str(model)) records its layers"
        )

    members: dict[str, Any] = {
        name: taking_tensors(getattr(Base, name)) for name in METHODS if hasattr(Base, name)
    }
    members |= {
        "add_graph": add_graph,
        "__doc__": "tensorboardX's SummaryWriter, which takes tensors.",
        "__module__": "firebrick.utils.tensorboard",
    }
    return type("SummaryWriter", (Base,), members)
