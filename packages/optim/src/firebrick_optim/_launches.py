"""Steps on a GPU: many parameters in one launch of a kernel that is made of the optimizer's rule.

A rule's operations, recorded once (see `_trace`), become a CUDA kernel that moves all parameters
with the same numbers in one pass over memory: the provider "cuda-optim", which
`extend.set_providers` turns off. The same operations in the same order and type give the CPU's
bits, so no multiplication is joined with an addition. Addresses and lengths travel with the
launch, as a struct, which needs no copy and no wait.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ._core import (
    PROVIDERS,
    Provider,
    Tensor,
    array_namespace,
    cuda_kernel,
    recording_graph,
    register_provider,
)
from ._fused import structure
from ._rule import Hyper, Rule
from ._trace import C, Trace, Untraceable, given, recorded

SPACE = 4088  # bytes of a kernel's parameters: 4096 is what all CUDA versions take
PIECE = 1 << 14  # elements that a block moves: a ResNet-50's 25 million are 1500 blocks
THREADS = 256
TYPES = ("float32", "float64", "float16", "bfloat16")
CHARS = "fdeE"  # the same, as NumPy's and ml_dtypes' letters, which cost less to ask for
OPTIONS = ("--fmad=false",)

SOURCE = """
#define ROOM {room}
#define EACH 4  // loads of a thread under way at a time
struct Table {{
  T* a[{count}][ROOM];
  i64 size[ROOM], ends[ROOM];
  double n[{numbers}];
  const double* renewed;
  int* bad;
}};
extern "C" __global__ void update(const __grid_constant__ Table t) {{
  {start}
  int which = 0, high = ROOM - 1;
  while (which < high) {{
    int middle = (which + high) / 2;
    if ((i64)blockIdx.x < t.ends[middle]) high = middle; else which = middle + 1;
  }}
  i64 begin = ((i64)blockIdx.x - (which ? t.ends[which - 1] : 0)) * {piece};
  i64 end = begin + {piece} < t.size[which] ? begin + {piece} : t.size[which];
  const double* n = t.renewed ? t.renewed : t.n;
  {scalars}
  {pointers}
  for (i64 first = begin + threadIdx.x; first < end; first += EACH * blockDim.x) {{
    T {values};
    #pragma unroll
    for (int j = 0; j < EACH; j++) {{
      i64 i = first + j * (i64)blockDim.x;
      if (i < end) {{ {loads} }}
    }}
    #pragma unroll
    for (int j = 0; j < EACH; j++) {{
      i64 i = first + j * (i64)blockDim.x;
      if (i >= end) break;
      {body}
    }}
  }}
}}
"""


class Loop(NamedTuple):
    """A rule's kernel as text, how many parameters a launch takes, and the numbers that follow the
    step's."""

    code: str
    room: int
    constants: tuple[float, ...]


def loop_of(
    rule: type[Rule], names: Sequence[str], hyper: Hyper, numbers: Sequence[float]
) -> Loop:
    """A rule's kernel. Raises Untraceable."""
    trace = recorded(rule, names, hyper, numbers, C)
    scalars, constants = given(trace, len(numbers))
    count = 2 + len(names)
    room = (SPACE // 8 - len(scalars) - 2) // (count + 2)
    code = _source(count, scalars, room, "if (t.bad && *t.bad) return;", _body(trace, count))
    return Loop(code, room, tuple(constants))


def _source(count: int, scalars: list[str], room: int, start: str, body: list[str]) -> str:
    return SOURCE.format(
        room=room, count=count, numbers=len(scalars), piece=PIECE, start=start,
        scalars=" ".join(f"const A {name} = (A)n[{i}];" for i, name in enumerate(scalars)),
        pointers=" ".join(f"T* a{i} = t.a[{i}][which];" for i in range(count)),
        values=", ".join(f"v{i}[EACH]" for i in range(count)),
        loads=" ".join(f"v{i}[j] = a{i}[i];" for i in range(count)),
        body="\n      ".join(body),
    )


@functools.cache
def scaling() -> Loop:
    """The kernel that multiplies arrays and marks whether an element is infinite or NaN then."""
    body = [
        "A x0 = up(v0[j]) * n0;", "if (!isfinite(x0)) *t.bad = 1;", "a0[i] = down<T>(x0);",
    ]  # fmt: skip
    return Loop(_source(1, ["n0"], SPACE // 32, "", body), SPACE // 32, ())


def _body(trace: Trace, count: int) -> list[str]:
    """An element's lines; a name is declared where it first gets a value."""
    lines, known = [f"A x{i} = up(v{i}[j]);" for i in range(count)], {f"x{i}" for i in range(count)}
    for target, text in trace.lines:
        lines.append(f"{target} = {text};" if target in known else f"auto {target} = {text};")
        known.add(target)
    lines += [f"a{i}[i] = down<T>(x{i});" for i in range(count) if f"x{i}" in trace.written]
    return lines


@functools.cache
def provider() -> Provider:
    """What says whether kernels of rules may be used."""
    found = Provider("cuda-optim", backend="cuda")
    register_provider(found)
    return found


def enabled() -> bool:
    """Whether kernels may be used on a GPU that is there; core's own must be allowed, too."""
    core = PROVIDERS.get("cuda")
    return core is not None and core.enabled and provider().enabled


def kernel_for(
    rule: type[Rule], names: tuple[str, ...], hyper: Hyper, numbers: Sequence[float]
) -> Loop | None:
    """A rule's kernel; None where none can be made, or none may be used."""
    if not enabled():
        return None
    key = structure(rule, names, hyper, numbers)
    if key not in _loops:
        try:
            _loops[key] = loop_of(rule, names, hyper, numbers)
        except Untraceable:
            _loops[key] = None
    return _loops[key]


_loops: dict[Any, Loop | None] = {}


class Renewal:
    """The numbers of a step that a CUDA graph recorded, for each replay: the parameters' counters
    go on, and hyper-parameters are read again."""

    def __init__(self, rule: type[Rule], group: Hyper, states: Any):
        self.rule, self.group, self.states = rule, group, states
        self.params: list[Any] = []

    def __call__(self) -> Sequence[float]:
        names = self.rule.counters
        first = self.states.get(self.params[0], {})
        counters = {name: float(first[name]) for name in names}
        numbers = self.rule.numbers(self.group, counters, False)
        for p in self.params if names else ():
            state = self.states[p]
            for name, value in counters.items():
                set_counter(state, name, value)
        return numbers


class Found:
    """Whether gradients on GPUs have an element that is not finite: asking waits for the device.

    `undo` lists the counters of steps that were launched before anybody knew: a state, its counters
    before, and the names that were made.
    """

    def __init__(self) -> None:
        self.marks: dict[int, Any] = {}  # by device
        self.undo: list[tuple[Any, dict[str, float], Sequence[str]]] = []

    def mark(self, array: Any) -> Any:
        """The mark of an array's device, an int32 array that holds 0 as long as all is finite."""
        device = array.device.id
        if device not in self.marks:
            self.marks[device] = array_namespace(array).zeros(1, np.int32)
        return self.marks[device]

    def __bool__(self) -> bool:
        return any([bool(mark.get()[0]) for mark in self.marks.values()])

    def take_back(self) -> None:
        """Set the counters of steps that were left out to what they were."""
        for state, counters, made in self.undo:
            for name, value in counters.items():
                set_counter(state, name, value)
            for name in made:
                del state[name]
        self.undo.clear()


def set_counter(state: Any, name: str, value: float) -> None:
    """Give a counter, a tensor or a number, a value."""
    if isinstance(state[name], Tensor):
        state[name]._array[...] = value
    else:
        state[name] = int(value)


class Launches:
    """What a step has to move on GPUs: arrays by kernel, dtype, device and numbers."""

    def __init__(self) -> None:
        self._jobs: dict[Any, list[Sequence[Any]]] = {}
        # By numbers, which parameters of a step share; kept, so that no others get their id.
        self._known: dict[Any, tuple[Sequence[float], Loop | None]] = {}

    def take(
        self, rule: type[Rule], state: Any, hyper: Hyper, arrays: Sequence[Any],
        numbers: Sequence[float], renew: Renewal | None,
    ) -> bool:
        """Move arrays that lie alike and without gaps; False where no kernel takes them."""
        dtype = arrays[0].dtype
        if dtype.char not in CHARS or any(a.dtype != dtype for a in arrays):
            return False
        key = id(numbers), id(hyper), *state
        if key not in self._known:
            self._known[key] = numbers, kernel_for(rule, tuple(state), hyper, numbers)
        loop = self._known[key][1]
        if loop is not None:
            self.add(loop, arrays, numbers, renew)
        return loop is not None

    def add(
        self, loop: Loop, arrays: Sequence[Any], numbers: Sequence[float],
        renew: Renewal | None = None,
    ) -> None:
        """Move flat arrays: a parameter, its gradient, its buffers."""
        key = loop, arrays[0].dtype, arrays[0].device.id, tuple(numbers), renew
        self._jobs.setdefault(key, []).append(arrays)

    def run(self, found: Found | None = None) -> None:
        """Launch all kernels, which do nothing where `found` says that a gradient is not finite."""
        jobs, self._jobs = self._jobs, {}
        for (loop, dtype, _, numbers, renew), members in jobs.items():
            with members[0][0].device:
                kernel = cuda_kernel(loop.code, "update", dtype, OPTIONS)
                renewed = mark = None
                if renew is not None:
                    values = functools.partial(_all_numbers, loop, renew)
                    count = len(numbers) + len(loop.constants)
                    renewed = recording_graph().renewed(values, count, np.float64)
                if found is not None:
                    mark = found.mark(members[0][0])
                for part in _parts(members, loop.room):
                    _launch(kernel, loop, part, (*numbers, *loop.constants), renewed, mark)


def _all_numbers(loop: Loop, renew: Renewal) -> Any:
    return np.array([*renew(), *loop.constants])


def _parts(members: list[Sequence[Any]], room: int) -> list[list[Sequence[Any]]]:
    """As many parameters as a launch takes; one by one where they share memory, since blocks of a
    launch run in any order."""
    spans = sorted((m[0].data.ptr, m[0].data.ptr + m[0].nbytes) for m in members)
    if any(a[1] > b[0] for a, b in zip(spans, spans[1:], strict=False)):
        room = 1
    return [members[i : i + room] for i in range(0, len(members), room)]


def _launch(
    kernel: Any, loop: Loop, part: list[Sequence[Any]], numbers: Sequence[float], renewed: Any,
    mark: Any,
) -> None:
    room, count = loop.room, len(part[0])
    table = np.zeros((count + 2) * room + len(numbers) + 2, np.int64)
    rows = table[: (count + 2) * room].reshape(count + 2, room)
    for row, arrays in zip(rows, zip(*part, strict=True), strict=False):
        row[: len(part)] = [a.data.ptr for a in arrays]
    sizes = rows[count]
    sizes[: len(part)] = [arrays[0].size for arrays in part]
    ends = np.cumsum(-(-sizes // PIECE), out=rows[count + 1])
    table[rows.size : -2].view(np.float64)[...] = numbers
    table[-2:] = [0 if pointer is None else pointer.data.ptr for pointer in (renewed, mark)]
    struct = table.view(np.dtype((np.void, table.nbytes)))
    kernel((int(ends[-1]),), (THREADS,), (struct,))
