"""A cuDNN for the fake device: graphs and calls are noted, and computed when the stream gets there.

`install(module, frontend)` puts both libraries in the place of the real ones. What a call computes
follows from what it was given alone: addresses, and the shapes, strides and dtypes that were said
to lie there. With the real frontend (`real_frontend()`, where it is installed) each graph is also
put together and validated by it.
"""

from __future__ import annotations

import ctypes
import enum
import importlib.util
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fake_cupy._raw import COMPILER, compiled

from firebrick_core._provider import PROVIDERS, remove_provider
from firebrick_core.cudnn import use_cudnn
from firebrick_core.cudnn._running import LIBRARIES, _library_path

from ._graphs import NotSupported, Pygraph
from ._library import Library

# All that the frontend asks of cuDNN's library to validate a graph: a version and, for a handle, a
# refusal. The library itself is a download of 500 MB.
STAND_IN = """
extern "C" {
int cudnnCreate(void**) { return 1001; }
int cudnnDestroy(void*) { return 0; }
size_t cudnnGetVersion() { return 92800; }
const char* cudnnGetErrorString(int) { return "no GPU"; }
void cudnnGetLastErrorString(char* text, size_t n) { if (n) *text = 0; }
}
"""


def real_frontend() -> Any:
    """NVIDIA's package, able to validate; None where it is not installed."""
    if importlib.util.find_spec("cudnn") is None:
        return None
    import cudnn

    try:
        ctypes.CDLL(_library_path())
    except OSError:  # it is not installed
        if COMPILER is None:
            return None
        cudnn._pybind_module._set_dlhandle_cudnn(compiled(STAND_IN)._handle)
    return cudnn


# ---------------------------------------------------------------------- the world around
def _fake_frontend(world: Cudnn) -> Any:
    def of(name: str, members: str) -> Any:
        return enum.Enum(name, members.split())

    return types.SimpleNamespace(
        data_type=of("data_type", "FLOAT DOUBLE HALF BFLOAT16"),
        heur_mode=of("heur_mode", "A FALLBACK"),
        numerical_note=of("numerical_note", "TENSOR_CORE DOWN_CONVERT_INPUTS NONDETERMINISTIC"),
        diagonal_alignment=of("diagonal_alignment", "TOP_LEFT"),
        cudnnGraphNotSupportedError=NotSupported,
    )


class Cudnn:
    """Both libraries of a fake device, and what was asked of them."""

    def __init__(self, cupy: Any, real: Any = None):
        self.cupy, self.real = cupy, real
        self.frontend: Any = _fake_frontend(self)
        if real is not None:
            self.frontend = types.SimpleNamespace(
                **{name: getattr(real, name) for name in vars(self.frontend)}
            )
        self.frontend.pygraph = lambda **options: Pygraph(self, **options)
        self.frontend.create_handle = self._create_handle
        self.frontend.set_stream = self._set_stream
        self.streams: dict[int, Any] = {}  # by handle
        self.plans: list[Pygraph] = []
        self.refused: set[str] = set()  # nodes and calls that there is no engine for
        self.broken: set[str] = set()  # calls that fail
        self.workspace = self.validated = 0
        self.log: list[tuple[str, Any]] = []
        self.library = Library(self)

    def _create_handle(self) -> int:
        handle = 7001 + len(self.streams)
        self.streams[handle] = self.cupy.hardware.null[self.cupy.hardware.current]
        return handle

    def _set_stream(self, handle: int, stream: int) -> None:
        found = self.cupy.hardware.stream()
        self.streams[handle] = found
        self.log.append(("set_stream", (handle, stream)))

    def stream_of(self, handle: Any) -> Any:
        """The stream that a handle's work goes to."""
        return self.streams[handle]

    def executed(self, graph: Any, pack: Any, workspace: int, handle: Any) -> None:
        """Note a run of a graph, whose operands must be aligned."""
        if graph.kind in self.broken:
            raise RuntimeError("CUDNN_STATUS_EXECUTION_FAILED")
        places = {t.said["uid"] for t in (*graph.tensors, *graph.results)}
        assert pack.keys() == places, "an address is missing, or nobody's"
        assert all(p and p % 16 == 0 for u, p in pack.items() if u < 1000), "an address is odd"
        assert bool(workspace) == bool(self.workspace)
        self.log.append((graph.kind, (pack, workspace)))

    def last(self, name: str) -> Any:
        """The arguments of the last call of something."""
        return next(what for kind, what in reversed(self.log) if kind == name)

    def count(self, name: str) -> int:
        """How many times something was run."""
        return sum(kind == name for kind, _ in self.log)


@contextmanager
def install(cupy: Any, real: Any = None) -> Iterator[Cudnn]:
    """Let a fake cuDNN serve a fake device inside the block."""
    world = Cudnn(cupy, real)
    before = LIBRARIES.frontend, LIBRARIES.c
    LIBRARIES.use(world.frontend, world.library)
    use_cudnn()
    try:
        yield world
        for device in range(cupy.hardware.count):
            cupy.hardware.synchronize(device)
    finally:
        if "cudnn" in PROVIDERS:
            remove_provider("cudnn")
        LIBRARIES.use(*before)
