"""CuPy's names, and what NumPy's ufuncs have that CuPy's have not.

CuPy reduces and accumulates with `add` and `multiply` only (`maximum.reduce` raises
NotImplementedError), and its `at` knows few dtypes. Kernels are written for NumPy's names once, so
the missing ones are made of what CuPy has.
"""

from __future__ import annotations

import types
from typing import Any

import numpy as np

from .._settings import alert_not_deterministic

# The dtypes, by NumPy's letters, that CuPy's `at` takes.
AT_ADD = frozenset("i I L Q e f d F D".split())
AT_EXTREME = frozenset("i I L Q f d".split())


class Ufunc:
    """A ufunc of CuPy's with all of NumPy's methods that kernels use."""

    def __init__(self, cupy: Any, name: str, reduction: str | None):
        self.cupy, self.ufunc = cupy, getattr(cupy, name)
        self.reduction: Any = None if reduction is None else getattr(cupy, reduction)
        self.__name__, self.nin = name, self.ufunc.nin

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.ufunc(*args, **named)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["ufunc"], name)

    def reduce(
        self, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None, keepdims: bool = False
    ) -> Any:
        """One element of each row along `axis`; of all elements where it is None."""
        if self.reduction is not None:
            result = self.reduction(array, axis=axis, keepdims=keepdims)
        else:
            result = self._folded(array, axis, keepdims)
        result = result if dtype is None else result.astype(dtype, copy=False)
        if out is None:
            return result
        out[...] = result
        return out

    def _folded(self, array: Any, axis: Any, keepdims: bool) -> Any:
        """Half of the rows with the other half, until one is left."""
        axes = range(array.ndim) if axis is None else (axis if isinstance(axis, tuple) else (axis,))
        for dim in axes:
            rows = self.cupy.moveaxis(array, dim, 0)
            while len(rows) > 1:
                half = len(rows) // 2
                last = rows[2 * half :]
                rows = self.ufunc(rows[:half], rows[half : 2 * half])
                rows = self.cupy.concatenate((rows, last)) if len(last) else rows
            array = self.cupy.moveaxis(rows, 0, dim)
        return array if keepdims else array.squeeze(tuple(axes))

    def accumulate(self, array: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
        """Running results along `axis`, by steps that double (Hillis and Steele 1986)."""
        found = array.astype(array.dtype if dtype is None else dtype)
        rows, step = self.cupy.moveaxis(found, axis, 0), 1
        while step < len(rows):
            rows[step:] = self.ufunc(rows[step:], rows[:-step])
            step *= 2
        if out is None:
            return found
        out[...] = found
        return out

    def reduceat(self, array: Any, indices: Any, axis: int = 0, *rest: Any) -> Any:
        """One element of each segment along `axis`, which begin at rising `indices`; by rounds
        that take the next row of each segment that has one, which waits for their number."""
        xp, rows = self.cupy, self.cupy.moveaxis(array, axis, 0)
        ends = xp.concatenate((indices[1:], xp.asarray([len(rows)], indices.dtype)))
        lengths, out = ends - indices, rows[indices]
        for k in range(1, int(lengths.max()) if lengths.size else 1):
            more = xp.flatnonzero(lengths > k)
            out[more] = self.ufunc(out[more], rows[indices[more] + k])
        return xp.moveaxis(out, 0, axis)

    def at(self, array: Any, indices: Any, values: Any = None) -> None:
        """Write into `array` at `indices`, each element as often as it is named."""
        takes = AT_ADD if self.__name__ in ("add", "subtract") else AT_EXTREME
        if takes is AT_ADD and array.dtype.kind not in "iub":
            alert_not_deterministic("adding by index on a GPU")  # in whatever order threads come
        char = array.dtype.char
        if char in takes or (char not in "lq?bBhH" and array.dtype.itemsize != 2):
            self.ufunc.at(array, indices, values)
        elif char in "lq" and takes is AT_ADD:  # two's complement adds as unsigned numbers do
            if hasattr(values, "dtype"):
                values = values.astype(np.int64).view(np.uint64)
            else:
                values = np.uint64(int(values) % 2**64)
            self.ufunc.at(array.view(np.uint64), indices, values)
        else:
            kind = np.float64 if char in "lq" else np.float32 if array.dtype.kind in "fV" else "i4"
            wide = array.astype(kind)
            values = values.astype(kind) if hasattr(values, "dtype") else values
            self.ufunc.at(wide, indices, values)
            array[...] = wide.astype(array.dtype)


# NumPy's ufunc, and CuPy's function that reduces by it; None: there is none.
UFUNCS = {
    "add": "sum",
    "subtract": None,
    "multiply": "prod",
    "maximum": "amax",
    "minimum": "amin",
    "fmax": "nanmax",
    "fmin": "nanmin",
    "logical_and": "all",
    "logical_or": "any",
    "bitwise_xor": None,
    "bitwise_and": None,
    "bitwise_or": None,
    "logaddexp": None,
}


class Namespace(types.ModuleType):
    """What kernels get as `xp`: CuPy, with those ufuncs in the place of its own."""

    def __init__(self, cupy: Any):
        super().__init__("cupy")
        self._cupy = cupy
        self.__dict__.update({k: v for k, v in vars(cupy).items() if not k.startswith("_")})
        for name, reduction in UFUNCS.items():
            kind = {"add": _Add, "multiply": _Reducing}.get(name, Ufunc)
            setattr(self, name, kind(cupy, name, reduction))

    def matmul(self, a: Any, b: Any, out: Any = None) -> Any:
        """NumPy's `matmul`: by our own call of cuBLAS where the provider "cuda" may serve."""
        from .._provider import PROVIDERS
        from ._products import product, serves

        provider = PROVIDERS.get("cuda")
        if provider is not None and provider.enabled and serves(a, b):
            return product(self, a, b, out)
        return self._cupy.matmul(a, b) if out is None else self._cupy.matmul(a, b, out=out)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_cupy"], name)


class _Reducing(Ufunc):
    """`multiply` and `add`, which CuPy reduces by itself."""

    def reduce(self, *args: Any, **named: Any) -> Any:
        return self.ufunc.reduce(*args, **named)

    def accumulate(self, *args: Any, **named: Any) -> Any:
        return self.ufunc.accumulate(*args, **named)


class _Add(_Reducing):
    """`add`, which has the other methods too."""

    def reduceat(self, *args: Any, **named: Any) -> Any:
        return self.ufunc.reduceat(*args, **named)
