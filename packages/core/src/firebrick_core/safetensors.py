"""Tensors by name in files of the safetensors format: no code in them, mapped without a copy.

A file is the length of its header in eight bytes, the header as JSON (each tensor's dtype, shape
and place, and texts under ``__metadata__``), and the tensors' bytes without gaps
(https://github.com/huggingface/safetensors#format). The functions are those of `safetensors.torch`.
Files are written in one step: after a crash there is the old file or the new one.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from . import _dtype
from ._atomic_file import replacing
from ._creation import from_numpy
from ._device import BACKENDS
from ._hidden_order import restore
from ._storage import low_high
from ._tensor import Tensor

__all__ = ["SafetensorError", "load", "load_file", "safe_open", "save", "save_file"]

# In the order of the format's reference implementation: tensors are written from the last of these
# to the first, so that all lie at multiples of their elements' size.
_DTYPES = {
    "BOOL": _dtype.bool,
    "U8": _dtype.uint8,
    "I8": _dtype.int8,
    "F8_E5M2": _dtype.float8_e5m2,
    "F8_E4M3": _dtype.float8_e4m3fn,
    "F8_E8M0": _dtype.float8_e8m0fnu,
    "F8_E4M3FNUZ": _dtype.float8_e4m3fnuz,
    "F8_E5M2FNUZ": _dtype.float8_e5m2fnuz,
    "I16": _dtype.int16,
    "U16": _dtype.uint16,
    "F16": _dtype.float16,
    "BF16": _dtype.bfloat16,
    "I32": _dtype.int32,
    "U32": _dtype.uint32,
    "F32": _dtype.float32,
    "C64": _dtype.complex64,
    "F64": _dtype.float64,
    "I64": _dtype.int64,
    "U64": _dtype.uint64,
}
_NAMES = {d: name for name, d in _DTYPES.items()}
_RANKS = {d: rank for rank, d in enumerate(_DTYPES.values())}

_LENGTH = np.dtype("<u8")
_LARGEST_HEADER = 100_000_000  # as in the reference implementation
_METADATA = "__metadata__"
_MAX_SIZE = 2**63 - 1
_MOST_DIMS = 64  # as in NumPy


class SafetensorError(Exception):
    """What a file holds is not in the safetensors format, or not in the file."""


class _Place(NamedTuple):
    """A tensor in a file: its dtype, shape, and the bytes from `start` to `end`."""

    dtype_name: str
    shape: tuple[int, ...]
    start: int
    end: int


# ---------------------------------------------------------------------- writing
def save(tensors: Mapping[str, Any], metadata: Mapping[str, str] | None = None) -> bytes:
    """The bytes of a file that holds tensors by name.

    Args:
        tensors: contiguous tensors, or NumPy arrays, none of which shares memory with another.
        metadata: texts by name, to be kept with them.

    Raises:
        RuntimeError: tensors share memory.
        ValueError: a tensor is not contiguous or not dense, or something is no tensor.
        TypeError: a name or metadata is no text; the format does not have a dtype.

    >>> import firebrick_core as fb
    >>> load(save({"weight": fb.ones(2)}))
    {'weight': tensor([1., 1.])}
    """
    return b"".join(bytes(part) for part in _parts(tensors, metadata))


def save_file(
    tensors: Mapping[str, Any],
    filename: str | os.PathLike[str],
    metadata: Mapping[str, str] | None = None,
) -> None:
    """Write a file that holds tensors by name; see `save`.

    On any error the old file stays as it was. Raises RuntimeError where there is no such folder.
    """
    parts = list(_parts(tensors, metadata))
    with replacing(os.fspath(filename), "save_file") as file:
        for part in parts:
            file.write(part)


def _parts(tensors: Any, metadata: Any) -> Iterator[Any]:
    """The length, the header and the tensors' bytes."""
    dense = _checked(tensors)
    texts = {} if metadata is None else dict(metadata)
    for name, text in texts.items():
        if not isinstance(name, str) or not isinstance(text, str):
            raise TypeError(
                f"save: metadata must be texts by name, but got {name!r:.60}: {text!r:.60}; "
                "convert it with str()"
            )
    header: dict[str, Any] = {} if metadata is None else {_METADATA: texts}
    contents, position = [], 0
    for name in sorted(dense, key=lambda n: (-_RANKS[dense[n].dtype], n)):
        t = dense[name]
        end = position + t.nbytes
        header[name] = {
            "dtype": _NAMES[t.dtype],
            "shape": list(t.shape),
            "data_offsets": [position, end],
        }
        contents.append(_bytes_of(t))
        position = end
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    if len(text) > _LARGEST_HEADER:
        raise ValueError(
            f"save: the header would have {len(text)} bytes, and may have {_LARGEST_HEADER}; "
            "save fewer tensors, or less metadata, in one file"
        )
    yield np.array(len(text), _LENGTH).tobytes()
    yield text
    yield from contents


def _bytes_of(t: Any) -> Any:
    array = BACKENDS[t.device.type].to_host(restore(t)._array).reshape(-1)
    if sys.byteorder == "big" and t.dtype.itemsize > 1:
        array = array.byteswap()
    return array.view(np.uint8).data


def _checked(tensors: Any) -> dict[str, Any]:
    """The tensors by name, if they can be saved."""
    if not isinstance(tensors, Mapping):
        raise ValueError(
            f"Expected a dict of [str, torch.Tensor] but received {type(tensors)}: pass "
            "model.state_dict()"
        )
    dense: dict[str, Any] = {}
    for name, value in tensors.items():
        if not isinstance(name, str) or name == _METADATA:
            raise TypeError(f"save: names must be texts other than {_METADATA!r}, got {name!r:.60}")
        t = from_numpy(value) if isinstance(value, np.ndarray) else value
        if not isinstance(t, Tensor):
            raise ValueError(
                f"Key `{name}` is invalid, expected torch.Tensor but received {type(value)}"
            )
        if str(getattr(t, "layout", "torch.strided")) != "torch.strided":
            raise ValueError(
                f"You are trying to save a sparse tensor: `{name}`, which the format does not "
                "have. Make it dense with .to_dense()"
            )
        if t.dtype not in _NAMES:
            raise TypeError(
                f"save: the format has no {t.dtype} (tensor `{name}`); it has "
                f"{', '.join(d.name for d in _NAMES)}. Convert it with .to(dtype), or complex "
                "numbers with view_as_real"
            )
        if not t.is_contiguous():
            raise ValueError(
                f"You are trying to save a non contiguous tensor: `{name}` which is not allowed. "
                "Pack it with .contiguous(), or, if it is a part of another tensor, save the whole "
                "and take the part after loading"
            )
        dense[name] = t
    _check_shared(dense)
    return dense


def _check_shared(tensors: dict[str, Any]) -> None:
    """Refuse tensors whose memory overlaps: each would get a copy of its own."""
    areas = sorted(
        (str(t.device), *low_high(t._array), name)
        for name, t in tensors.items()
        if t.numel() and not t.is_meta
    )
    for (device, _, end, name), (other_device, start, _, other) in zip(
        areas, areas[1:], strict=False
    ):
        if device == other_device and start < end:
            raise RuntimeError(
                "Some tensors share memory, this will lead to duplicate memory on disk and "
                f"potential differences when loading them again: [{{'{name}', '{other}'}}]. Save "
                "one of them, or a clone()"
            )


# ---------------------------------------------------------------------- reading
def load(data: bytes) -> dict[str, Any]:
    """The tensors in a file's bytes, by name.

    Raises SafetensorError, saying what is wrong, for bytes that are not in the format.
    """
    content = bytearray(data)
    _, places = _read_header(content, len(content))
    return {name: _tensor(_Bytes(content), place) for name, place in places.items()}


def load_file(
    filename: str | os.PathLike[str], device: Any = "cpu", *, backend: str = "mmap"
) -> dict[str, Any]:
    """The tensors in a file, by name.

    They are mapped: a tensor's bytes are read when it is used, and copied when it is written to, so
    that the file stays as it is. With `backend="pread"` they are read at once. Raises
    SafetensorError, saying what is wrong, for files that are not in the format.

    >>> import os, tempfile, firebrick_core as fb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "model.safetensors")
    ...     save_file({"weight": fb.ones(2)}, path)
    ...     load_file(path)["weight"].sum()
    tensor(2.)
    """
    with safe_open(filename, "pt", device, backend=backend) as file:
        return file.get_tensors()


class safe_open:
    """A file whose tensors are read one by one, or in part.

    Args:
        filename: the path.
        framework: "pt" for tensors, "np" for NumPy arrays.
        device: where tensors go. Default: the CPU, where they are mapped.
        backend: "mmap", or "pread" to read tensors when they are asked for.

    Raises SafetensorError, saying what is wrong, for files that are not in the format.

    >>> import os, tempfile, firebrick_core as fb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "model.safetensors")
    ...     save_file({"weight": fb.eye(2)}, path, {"format": "pt"})
    ...     with safe_open(path, framework="pt") as file:
    ...         file.keys(), file.metadata(), file.get_slice("weight")[1:]
    (['weight'], {'format': 'pt'}, tensor([[0., 1.]]))
    """

    def __init__(
        self,
        filename: str | os.PathLike[str],
        framework: str = "pt",
        device: Any = "cpu",
        *,
        backend: str = "mmap",
    ):
        if framework not in ("pt", "torch", "pytorch", "np", "numpy"):
            raise SafetensorError(f"framework {framework} is invalid: expected 'pt' or 'np'")
        if backend not in ("mmap", "pread"):
            raise SafetensorError(f"backend {backend} is invalid: expected 'mmap' or 'pread'")
        self._arrays = framework in ("np", "numpy")
        self._device = device
        with open(filename, "rb") as file:
            self._metadata, self._places = _read_header(file, os.fstat(file.fileno()).st_size)
            self._source: Any = _Mapped(file) if backend == "mmap" else _Read(filename)

    def __enter__(self) -> safe_open:
        return self

    def __exit__(self, *error: object) -> None:
        self._source = None

    def _open_source(self) -> Any:
        if self._source is None:
            raise SafetensorError("File is closed: read what is needed inside the with block")
        return self._source

    def _place(self, name: str) -> _Place:
        self._open_source()
        place = self._places.get(name)
        if place is None:
            raise SafetensorError(
                f"File does not contain tensor {name}: it has {', '.join(self._places)}"[:500]
            )
        return place

    def keys(self) -> list[str]:
        """The names of the tensors, sorted."""
        self._open_source()
        return sorted(self._places)

    def offset_keys(self) -> list[str]:
        """The names of the tensors, in the order in which they lie in the file."""
        self._open_source()
        return list(self._places)

    def metadata(self) -> dict[str, str] | None:
        """The texts that are kept with the tensors; None where there are none."""
        self._open_source()
        return self._metadata

    def get_tensor(self, name: str) -> Any:
        """A tensor. Raises SafetensorError where the file has none of this name."""
        t = _tensor(self._open_source(), self._place(name))
        return t.numpy() if self._arrays else t.to(self._device)

    def get_tensors(self) -> dict[str, Any]:
        """All tensors by name."""
        return {name: self.get_tensor(name) for name in self.keys()}

    def get_slice(self, name: str) -> _Slice:
        """A tensor of which parts are read by indexing."""
        return _Slice(self, name, self._place(name))


class _Slice:
    """A tensor in a file, of which parts are read by indexing."""

    def __init__(self, file: safe_open, name: str, place: _Place):
        self._file, self._name, self._place = file, name, place

    def get_shape(self) -> list[int]:
        """The shape of the whole tensor."""
        return list(self._place.shape)

    def get_dtype(self) -> str:
        """The dtype, as the format names it: "F32"."""
        return self._place.dtype_name

    def __getitem__(self, index: Any) -> Any:
        whole = _tensor(self._file._open_source(), self._place)
        part = whole[index]
        return part.numpy() if self._file._arrays else part.to(self._file._device)


class _Bytes:
    """Parts of a file's bytes."""

    def __init__(self, content: bytearray):
        self._content = content

    def part(self, start: int, nbytes: int) -> Any:
        return np.frombuffer(self._content, np.uint8, nbytes, start)


class _Mapped:
    """Parts of a file, mapped."""

    def __init__(self, file: Any):
        from ._mapping import map_file

        self._mapping = map_file(file)

    def part(self, start: int, nbytes: int) -> Any:
        from ._mapping import part

        return part(self._mapping, start, nbytes)  # type: ignore[arg-type]  # it has a header


class _Read:
    """Parts of a file, read when they are asked for."""

    def __init__(self, filename: Any):
        self._filename = filename

    def part(self, start: int, nbytes: int) -> Any:
        content = np.fromfile(self._filename, np.uint8, nbytes, offset=start)
        if content.size != nbytes:
            raise SafetensorError(f"{self._filename} has become shorter while it was read")
        return content


def _tensor(source: Any, place: _Place) -> Any:
    dtype = _DTYPES.get(place.dtype_name)
    if dtype is None:
        raise SafetensorError(
            f"Dtype not understood: {place.dtype_name}, which no dtype here is. Convert the file "
            "with the program that wrote it"
        )
    nbytes = place.end - place.start
    if not nbytes:
        return from_numpy(np.empty(place.shape, dtype.numpy_dtype))
    content = source.part(place.start, nbytes)
    if place.start % dtype.itemsize:  # elements of files by hand may lie anywhere
        content = content.copy()
    array = content.view(dtype.numpy_dtype).reshape(place.shape)
    if sys.byteorder == "big" and dtype.itemsize > 1:
        array = array.byteswap()
    return from_numpy(array)


# ---------------------------------------------------------------------- the header
def _wrong(what: str) -> SafetensorError:
    return SafetensorError(
        f"Error while deserializing header: {what}. The file is damaged or not in the safetensors "
        "format: copy or download it again, or save it anew"
    )


def _read_header(source: Any, size: int) -> tuple[dict[str, str] | None, dict[str, _Place]]:
    """Metadata, and the places of all tensors in the order in which they lie in the file."""
    start = _first(source, 0, min(size, _LENGTH.itemsize))
    if len(start) < _LENGTH.itemsize:
        raise _wrong("header too small")
    length = int(np.frombuffer(start, _LENGTH)[0])
    if length > _LARGEST_HEADER:
        raise _wrong(f"header too large: {length} bytes, and {_LARGEST_HEADER} are allowed")
    first_byte = _LENGTH.itemsize + length
    if first_byte > size:
        raise _wrong(f"invalid header length: {length} bytes, but the file has {size} in all")
    header = _parse(_first(source, _LENGTH.itemsize, length))
    texts = header.pop(_METADATA, None)
    if texts is not None and (
        not isinstance(texts, dict) or not all(isinstance(t, str) for t in texts.values())
    ):
        raise _wrong(f"{_METADATA} must hold texts by name")
    places = sorted(
        ((name, _read_place(name, entry)) for name, entry in header.items()), key=_by_place
    )
    end = 0
    for name, place in places:
        if place.start != end or place.end < place.start:
            raise _wrong(
                f"invalid offset for tensor `{name}`: expected it to start at byte {end}, where "
                f"the one before it ends, but it is from {place.start} to {place.end}"
            )
        end = place.end
    if first_byte + end != size:
        raise _wrong(
            f"incomplete metadata, file not fully covered: the tensors have {end} bytes, and the "
            f"file {size - first_byte}"
        )
    moved = {
        name: place._replace(start=first_byte + place.start, end=first_byte + place.end)
        for name, place in places
    }
    return texts, moved


def _first(source: Any, start: int, nbytes: int) -> bytes:
    if isinstance(source, bytearray):
        return bytes(source[start : start + nbytes])
    source.seek(start)
    return source.read(nbytes)


def _by_place(item: tuple[str, _Place]) -> tuple[int, int]:
    return item[1].start, item[1].end


def _parse(content: bytes) -> dict[str, Any]:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _wrong(f"invalid UTF-8 in header: {error}") from error
    if not text.startswith("{"):
        raise _wrong(f"invalid JSON in header: it starts with {text[:1]!r}, and must with '{{'")
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise _wrong(f"invalid JSON in header: {error}") from error


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        rest = dict.fromkeys(found, 1)
        twice = next(name for name, _ in pairs if rest.pop(name, None) is None)
        raise _wrong(f"{twice!r:.80} is there twice")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no JSON")


def _read_place(name: str, entry: Any) -> _Place:
    if not isinstance(entry, dict) or not {"dtype", "shape", "data_offsets"} <= entry.keys():
        raise _wrong(f"tensor `{name}` must have dtype, shape and data_offsets")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not _whole_numbers(shape) or not _whole_numbers(offsets) or len(offsets) != 2:
        raise _wrong(f"shape and data_offsets of tensor `{name}` must be whole numbers from 0 up")
    if len(shape) > _MOST_DIMS:
        raise _wrong(f"tensor `{name}` has {len(shape)} dimensions; at most {_MOST_DIMS} can be")
    if type(dtype) is not str or dtype not in _BITS:
        raise _wrong(
            f"tensor `{name}` has an unknown dtype {dtype!r:.30}; known: {', '.join(_BITS)}"
        )
    bits = math.prod(shape) * _BITS[dtype]
    if math.prod(n or 1 for n in shape) * _BITS[dtype] > _MAX_SIZE:
        raise _wrong(f"overflow computing buffer size from shape of tensor `{name}`: {shape}")
    if offsets[1] >= offsets[0] and bits != 8 * (offsets[1] - offsets[0]):
        raise _wrong(
            f"invalid shape, data type, or offset for tensor `{name}`: {dtype} elements of shape "
            f"{shape} have {bits / 8:g} bytes, but it is from {offsets[0]} to {offsets[1]}"
        )
    return _Place(dtype, tuple(shape), *offsets)


def _whole_numbers(values: Any) -> bool:
    return isinstance(values, list) and all(type(n) is int and n >= 0 for n in values)


# Bits of an element; the smallest types are read as parts of a file, but have no dtype here.
_BITS = {name: 8 * d.itemsize for name, d in _DTYPES.items()} | {
    "F4": 4,
    "F6_E2M3": 6,
    "F6_E3M2": 6,
}
