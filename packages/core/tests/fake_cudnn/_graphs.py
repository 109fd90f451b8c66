"""Graphs as the frontend of cuDNN makes them, and what their nodes compute."""

from __future__ import annotations

from typing import Any

import numpy as np
from fake_cupy._array import window

from firebrick_core._dtype import bfloat16
from firebrick_core._operator import TABLE
from firebrick_core.cudnn._running import graphs_of

SM = {"sm_version": 90}  # what graphs are validated for


def dtype_of(name: str) -> Any:
    """The NumPy dtype behind a name of the frontend's."""
    if name == "BFLOAT16":
        return bfloat16.numpy_dtype
    return np.dtype({"FLOAT": "f4", "DOUBLE": "f8", "HALF": "f2", "INT32": "i4"}[name])


class NotSupported(Exception):
    """What the frontend raises where cuDNN has no engine."""


class Tensor:
    """An operand or result of a graph: what the frontend was told of it."""

    def __init__(self, real: Any, **said: Any):
        self.real, self.said = real, said

    def _set(self, name: str, value: Any) -> Tensor:
        if self.real is not None:
            getattr(self.real, f"set_{name}")(value)
        self.said[name] = value
        return self

    def set_output(self, value: bool) -> Tensor:
        return self._set("output", value)

    def set_uid(self, value: int) -> Tensor:
        return self._set("uid", value)

    def set_dim(self, value: Any) -> Tensor:
        return self._set("dim", value)

    def set_stride(self, value: Any) -> Tensor:
        return self._set("stride", value)

    def set_data_type(self, value: Any) -> Tensor:
        return self._set("data_type", value)

    def at(self, pack: dict[int, int]) -> Any:
        """The elements that a call has at its address."""
        dtype = dtype_of(self.said["data_type"].name)
        strides = [s * dtype.itemsize for s in self.said["stride"]]
        return window(pack[self.said["uid"]], self.said["dim"], dtype, strides)


RESULTS = {
    "conv_fprop": 1, "conv_dgrad": 1, "conv_wgrad": 1, "batchnorm": 5, "batchnorm_backward": 3,
    "sdpa": 2, "sdpa_backward": 3,
}  # fmt: skip


class Pygraph:
    """`cudnn.pygraph`: one node, recorded."""

    def __init__(self, world: Any, **options: Any):
        self.world, self.options = world, options
        self.calls: list[str] = []
        self.barred: list[Any] = []
        self.tensors: list[Tensor] = []
        self.real = None
        if world.real is not None:
            kinds = {k: v for k, v in options.items() if k != "handle"}
            self.real = graphs_of(world.real)(**kinds, **SM)

    def tensor(self, **said: Any) -> Tensor:
        real = self.real.tensor(**said) if self.real is not None else None
        self.tensors.append(Tensor(real, **said))
        return self.tensors[-1]

    def __getattr__(self, name: str) -> Any:
        if name not in RESULTS:
            raise AttributeError(f"pygraph has no {name!r}")

        def node(**operands: Any) -> Any:
            self.kind, self.operands = name, operands
            real = [None] * RESULTS[name]
            if self.real is not None:
                given = {k: v.real if isinstance(v, Tensor) else v for k, v in operands.items()}
                made = getattr(self.real, name)(**given)
                real = list(made) if RESULTS[name] > 1 else [made]
            self.results = [Tensor(r) for r in real]
            return self.results if RESULTS[name] > 1 else self.results[0]

        return node

    def validate(self) -> None:
        self.calls.append("validate")
        if self.real is not None:
            self.real.validate()
            self.world.validated += 1
            for t in self.results:
                assert list(t.real.get_dim()) == t.said["dim"], self.kind
                assert list(t.real.get_stride()) == t.said["stride"], self.kind

    def build_operation_graph(self) -> None:
        self.calls.append("build_operation_graph")
        if f"{self.kind} is built" in self.world.broken:
            raise RuntimeError("CUDNN_STATUS_INTERNAL_ERROR")

    def create_execution_plans(self, modes: Any) -> None:
        self.calls.append("create_execution_plans")
        if self.kind in self.world.refused:
            raise self.world.frontend.cudnnGraphNotSupportedError(f"no engine for {self.kind}")

    def deselect_numeric_notes(self, notes: Any) -> None:
        self.barred = [n.name for n in notes]

    def check_support(self) -> None:
        self.calls.append("check_support")

    def build_plans(self) -> None:
        self.calls.append("build_plans")
        self.world.plans.append(self)

    def build_plan_at_index(self, index: int) -> None:
        self.calls.append(f"build_plan {index}")
        if index == 1:
            raise self.world.frontend.cudnnGraphNotSupportedError("Deselecting execution plan")
        if index == 2:
            raise RuntimeError("a plan that does not fit after all")

    def get_execution_plan_count(self) -> int:
        return 6

    def get_workspace_size(self) -> int:
        return self.world.workspace

    def get_workspace_size_plan_at_index(self, index: int) -> int:
        return self.world.workspace + index

    def _execute_plan_at_index(self, pack: Any, workspace: int, index: int, handle: int) -> None:
        self.calls.append(f"execute {index}")
        self._execute(pack, workspace, handle)

    def _execute(self, pack: dict[int, int], workspace: int, handle: int) -> None:
        self.world.executed(self, pack, workspace, handle)
        named = {k: v for k, v in self.operands.items() if not isinstance(v, Tensor)}
        arrays = {k: v.at(pack) for k, v in self.operands.items() if isinstance(v, Tensor)}
        outs = [t.at(pack) for t in self.results]
        found = globals()[f"_{self.kind}"]

        def job() -> None:
            results = found(arrays, named, [o.shape for o in outs])
            for out, result in zip(outs, results, strict=True):
                out[...] = np.asarray(result).reshape(out.shape)

        self.world.stream_of(handle).put(job)


def _plain(name: str, *args: Any) -> Any:
    return TABLE[name].kernel(np, *args)


def _window(named: Any, image: Any, kernel: Any) -> Any:
    sizes = tuple(tuple(named[n]) for n in ("stride", "padding", "dilation"))
    return (*sizes, image[1] // kernel[1])


def _conv_fprop(a, named, shapes):
    x, w = a["image"], a["weight"]
    return [_plain("convolve", x, w, None, *_window(named, x.shape, w.shape))]


def _conv_dgrad(a, named, shapes):
    window = _window(named, shapes[0], a["filter"].shape)
    return [_plain("convolve_input", a["loss"], a["filter"], None, shapes[0][2:], *window)]


def _conv_wgrad(a, named, shapes):
    window = _window(named, a["image"].shape, shapes[0])
    return [_plain("convolve_weight", a["loss"], a["image"], shapes[0][2:], *window)]


def _batchnorm(a, named, shapes):
    x = a["input"]
    dims, eps, momentum = (0, *range(2, x.ndim)), float(a["epsilon"].item()), a["momentum"].item()
    out, mean, var = _plain("normalize_affine", (x, a["scale"], a["bias"]), dims, eps)
    count = x.size // x.shape[1]
    running = (
        old * (1 - momentum) + new * momentum
        for old, new in (
            (a["in_running_mean"], mean), (a["in_running_var"], var * (count / (count - 1))),
        )
    )  # fmt: skip
    return [out, mean, 1 / np.sqrt(var + eps), *running]


def _batchnorm_backward(a, named, shapes):
    var = 1 / np.square(a["inv_variance"])
    dims = (0, *range(2, a["input"].ndim))
    tensors = (a["input"], a["scale"], a["scale"])
    return _plain("normalize_affine_backward", a["grad"], tensors, a["mean"], var, dims, 0.0)


def _sdpa(a, named, shapes):
    causal = named.get("diagonal_band_right_bound") == 0
    return _plain("attention", [a["q"], a["k"], a["v"]], named["attn_scale"], causal)


def _sdpa_backward(a, named, shapes):
    causal = named.get("diagonal_band_right_bound") == 0
    given = (a["dO"], [a["q"], a["k"], a["v"]], a["o"], a["stats"])
    return _plain("attention_backward", *given, named["attn_scale"], causal)
