"""Adding operators, layers and backends from another library: the calls that core itself uses.

>>> import firebrick_core as fb
>>> from firebrick_core import extend
>>> @extend.operator(kind="pointwise", promotion="float", methods=False, samples=("x(3)", "x()"))
... def softsquare(xp, input: extend.Array) -> extend.Array:
...     "`x**2 / (1 + x**2)`."
...     square = input * input
...     return square / (1 + square)
>>> softsquare(fb.tensor([0, 1, 3]))
tensor([0.0000, 0.5000, 0.9000])
>>> extend.check_operator("softsquare") > 0
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import _operator
from ._bind import bind
from ._cuda._graphs import CUDAGraph as CUDAGraph, recording_graph as recording_graph
from ._device import (
    BACKENDS,
    Backend as Backend,
    meta_array as meta_array,
    register_backend as register_backend,
)
from ._dispatch import (
    AUTOCAST as AUTOCAST,
    AUTOGRAD as AUTOGRAD,
    PROFILED as PROFILED,
    TRACED as TRACED,
    TRANSFORMED as TRANSFORMED,
    excluding as excluding,
    including as including,
    redispatch as redispatch,
    register_layer as register_layer,
)
from ._errstate import quiet as quiet
from ._operator import (
    TABLE as TABLE,
    Array as Array,
    Arrays as Arrays,
    Operand as Operand,
    Operator as Operator,
    OptionalArrays as OptionalArrays,
    Varargs as Varargs,
    like_input as like_input,
)
from ._provider import (
    Provider as Provider,
    get_providers as get_providers,
    register_provider as register_provider,
    remove_provider as remove_provider,
    set_providers as set_providers,
)
from .jit import use_numba as use_numba
from .scipy_provider import use_scipy as use_scipy
from .testing import (
    check_backend as check_backend,
    check_operator as check_operator,
    check_provider as check_provider,
)


def cuda_kernel(code: str, name: str, dtype: Any, options: tuple[str, ...] = ()) -> Any:
    """A kernel of CUDA C++ source for elements of a dtype, compiled by its first use.

    Args:
        code: the source, in which `T` is the elements' type and `A` what to compute in (float for
            16 bits); `up(x)` makes an A of a T, `down<T>(x)` rounds back. `i64`, `u64` and `u32`
            are integers.
        name: the kernel, declared `extern "C" __global__`.
        dtype: a NumPy dtype: float16, bfloat16, float32 or float64.
        options: of the compiler, besides -std=c++17.

    Returns what is called with grid, block and arguments, CuPy arrays and numbers, and works on the
    current stream. Raises RuntimeError where there is no GPU, KeyError for other dtypes.

    >>> DOUBLE = '''extern "C" __global__ void twice(T* x, i64 n) {
    ...   i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
    ...   if (i < n) x[i] = down<T>(2 * up(x[i]));
    ... }'''
    >>> def twice_(array):
    ...     kernel = cuda_kernel(DOUBLE, "twice", array.dtype)
    ...     kernel((-(-array.size // 256),), (256,), (array, array.size))
    """
    backend: Any = BACKENDS["cuda"]
    backend.namespace()
    return backend.kernels.made(code, name, dtype, options)


def operator(**declaration: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare an operator above its kernel; what is returned is the public function over tensors.

    The kernel takes the array namespace `xp` first, then arrays for the parameters annotated
    `Array` (`Operand` where a number will do, `Arrays` for a sequence). For the arguments see
    `firebrick_core._operator.operator`. Raises ValueError where the name is taken.
    """
    declare = _operator.operator(**declaration)

    def define(kernel: Callable[..., Any]) -> Callable[..., Any]:
        declare(kernel)
        return bind(_operator.TABLE[declaration.get("name") or kernel.__name__])

    return define
