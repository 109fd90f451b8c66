"""PyTorch's names for storages in checkpoints, and the versions of its archives."""

from __future__ import annotations

from . import _dtype

STORAGE_DTYPES = {
    "FloatStorage": _dtype.float32,
    "DoubleStorage": _dtype.float64,
    "HalfStorage": _dtype.float16,
    "BFloat16Storage": _dtype.bfloat16,
    "LongStorage": _dtype.int64,
    "IntStorage": _dtype.int32,
    "ShortStorage": _dtype.int16,
    "CharStorage": _dtype.int8,
    "ByteStorage": _dtype.uint8,
    "BoolStorage": _dtype.bool,
    "ComplexFloatStorage": _dtype.complex64,
    "ComplexDoubleStorage": _dtype.complex128,
}
STORAGE_NAMES = {d: f"torch {name}" for name, d in STORAGE_DTYPES.items()}
UNTYPED = "torch.storage UntypedStorage"

# Archive versions up to here are read by PyTorch 2.13; 3 is the one that `torch.save` writes.
NEWEST_VERSION = 10
VERSION = b"3\n"

# The number that begins a file of PyTorch before 1.6, and the version after it.
LEGACY_MAGIC = 0x1950A86A20F9469CFC6C
LEGACY_VERSION = 1001
