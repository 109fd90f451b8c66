"""Files of the safetensors format: the bytes of the reference implementation, and clear errors."""

import base64
import json
import os
import struct
import zlib

import numpy as np
import pytest
from checkpoints import assert_same

import firebrick_core as fb
from firebrick_core.safetensors import (
    SafetensorError,
    load,
    load_file,
    safe_open,
    save,
    save_file,
)

# What the package safetensors 0.8 has written of `TENSORS`.
BY_SAFETENSORS = zlib.decompress(
    base64.b85decode(
        "c-pgIWB`L|rTF;V)RM%M#FE7LcqOZ9rL_E_+{6+kE2V-GrCJ@O!z)38DJ7K!sX#GLGZQ5prQ(c45HH#&R!0e}F"
        "+VM>IJKl0C}f~xXci09mWr&)&DaP@mw^rzeTHUGjpevC8tE8g)o5Y>(pZe*PD3*!jhMPj40KG4K)N!JbvgO_`{"
        "4JUiII+pNo;Mc0yOv-{{4pl2(Q5&NH_oy5H|qv0ta>mMg{<`*=w8"
    )
)
TENSORS = {
    "w": fb.arange(6.0).view(2, 3),
    "h": fb.tensor([True, False]),
    "é": fb.tensor([1, -2]),
    "e": fb.ones(0, 2),
    "s": fb.tensor(7, dtype=fb.int16),
}
METADATA = {"format": "pt"}


@pytest.fixture
def path(tmp_path):
    (tmp_path / "file.safetensors").write_bytes(BY_SAFETENSORS)
    return tmp_path / "file.safetensors"


def assert_tensors(found, tensors=TENSORS):
    assert set(found) == set(tensors)
    for name, t in tensors.items():
        assert_same(found[name], t)


# --- whole files ----------------------------------------------------------------------------------


def test_the_bytes_are_those_of_the_reference_implementation(tmp_path):
    assert save(TENSORS, METADATA) == BY_SAFETENSORS
    save_file(dict(reversed(TENSORS.items())), tmp_path / "file.safetensors", METADATA)
    assert (tmp_path / "file.safetensors").read_bytes() == BY_SAFETENSORS


@pytest.mark.parametrize("backend", ["mmap", "pread"])
def test_loading(path, backend):
    assert_tensors(load(BY_SAFETENSORS))
    assert_tensors(load_file(path, backend=backend))
    assert_tensors(load_file(str(path), "cpu", backend=backend))


DTYPES = ["bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64"]
DTYPES += ["float16", "float32", "float64", "complex64"]


def test_every_dtype(tmp_path):
    tensors = {d: fb.from_numpy(np.arange(3).astype(d)) for d in DTYPES}
    assert_tensors(load(save(tensors)), tensors)
    save_file(tensors, tmp_path / "file")
    assert_tensors(load_file(tmp_path / "file"), tensors)


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu"])
def test_dtypes_of_ml_dtypes(name):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    tensors = {"a": fb.from_numpy(np.array([1, 2, 0.5]).astype(getattr(ml_dtypes, name)))}
    back = load(save(tensors))
    assert back["a"].dtype.name == name
    assert_tensors(back, tensors)


def test_arrays_and_nothing():
    assert_tensors(load(save({"a": np.arange(3)})), {"a": fb.arange(3)})
    assert load(save({})) == {}
    assert save({}) == struct.pack("<Q", 8) + b"{}      "


def test_mapped_tensors_leave_the_file_alone(path):
    first, second = load_file(path), load_file(path)
    first["w"][0, 0] = 50
    assert second["w"][0, 0] == 0 and path.read_bytes() == BY_SAFETENSORS
    assert first["w"].untyped_storage().filename == str(path)
    assert first["w"].untyped_storage().nbytes() == 24
    assert not first["w"].is_shared()
    save_file({}, path)
    assert second["w"].tolist() == [[0, 1, 2], [3, 4, 5]]


def test_another_device(path):
    loaded = load_file(path, device="fake:0")
    assert {str(t.device) for t in loaded.values()} == {"fake:0"}
    assert_tensors({name: t.cpu() for name, t in loaded.items()})
    assert save(loaded, METADATA) == BY_SAFETENSORS


def test_loading_many_tensors_takes_one_mapping(tmp_path):
    resource = pytest.importorskip("resource")
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    tensors = {str(n): fb.ones(1) for n in range(min(most, 2000) + 10)}
    save_file(tensors, tmp_path / "file")
    assert len(load_file(tmp_path / "file")) == len(tensors)


# --- parts of files -------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["mmap", "pread"])
def test_safe_open(path, backend):
    with safe_open(path, framework="pt", device="cpu", backend=backend) as file:
        assert file.keys() == sorted(TENSORS)
        assert file.offset_keys() == ["é", "e", "w", "s", "h"]
        assert file.metadata() == METADATA
        assert_tensors({name: file.get_tensor(name) for name in file.keys()})
        assert_tensors(file.get_tensors())
        part = file.get_slice("w")
        assert part.get_shape() == [2, 3] and part.get_dtype() == "F32"
        for index in (0, -1, slice(1, None), (slice(None), slice(0, 2)), ..., (..., 1), [1, 0]):
            assert_same(part[index].clone(), TENSORS["w"][index].clone())
        with pytest.raises(SafetensorError, match="does not contain tensor nope: it has"):
            file.get_tensor("nope")
        with pytest.raises(SafetensorError, match="does not contain"):
            file.get_slice("nope")
    for use in (file.keys, file.metadata, file.offset_keys, file.get_tensors):
        with pytest.raises(SafetensorError, match="File is closed"):
            use()
    with pytest.raises(SafetensorError, match="File is closed"):
        part[0]


def test_arrays_from_files(path):
    with safe_open(path, "np") as file:
        array = file.get_tensor("w")
        assert type(array) is np.ndarray and array.tolist() == [[0, 1, 2], [3, 4, 5]]
        assert file.get_slice("w")[1].tolist() == [3, 4, 5]


def test_files_without_metadata(tmp_path):
    save_file({"a": fb.ones(1)}, tmp_path / "file")
    with safe_open(tmp_path / "file") as file:
        assert file.metadata() is None


def test_arguments_of_safe_open(path, tmp_path):
    with pytest.raises(SafetensorError, match="framework tf is invalid"):
        safe_open(path, "tf")
    with pytest.raises(SafetensorError, match="backend x is invalid"):
        safe_open(path, "pt", backend="x")
    with pytest.raises(FileNotFoundError):
        safe_open(tmp_path / "missing", "pt")


# --- what cannot be saved -------------------------------------------------------------------------

WHOLE = fb.arange(12.0).view(3, 4)
REFUSED = {
    "the same": ({"a": WHOLE, "b": WHOLE}, RuntimeError, "share memory.*{'a', 'b'}"),
    "a part": ({"a": WHOLE, "b": WHOLE[1]}, RuntimeError, "share memory.*clone"),
    "overlap": ({"a": WHOLE[:2], "b": WHOLE[1:]}, RuntimeError, "share memory"),
    "transposed": ({"a": WHOLE.t()}, ValueError, "non contiguous tensor: `a`.*contiguous"),
    "no tensor": ({"a": [1]}, ValueError, "Key `a` is invalid, expected torch.Tensor"),
    "no dict": ([WHOLE], ValueError, "Expected a dict"),
    "no text": ({1: WHOLE}, TypeError, "names must be texts"),
    "the metadata's name": ({"__metadata__": WHOLE}, TypeError, "names must be texts other than"),
    "complex128": ({"a": fb.ones(1, dtype=fb.complex128)}, TypeError, "no torch.complex128"),
    "meta": ({"a": fb.ones(1, device="meta")}, NotImplementedError, "Cannot copy out of meta"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_saved(name, path):
    tensors, error, message = REFUSED[name]
    with pytest.raises(error, match=message):
        save_file(tensors, path)
    assert path.read_bytes() == BY_SAFETENSORS and os.listdir(path.parent) == [path.name]


def test_parts_that_do_not_overlap_can_be_saved():
    tensors = {"a": WHOLE[:1], "b": WHOLE[1:], "none": WHOLE[:0]}
    assert_tensors(load(save(tensors)), {name: t.clone() for name, t in tensors.items()})


@pytest.mark.parametrize("metadata", [{"a": 1}, {1: "a"}, {"a": None}])
def test_metadata_is_text(metadata):
    with pytest.raises(TypeError, match="metadata must be texts by name"):
        save({}, metadata)


def test_a_failure_leaves_the_old_file(path, monkeypatch):
    def fsync(descriptor):
        raise OSError(28, "No space left")

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(OSError, match="No space"):
        save_file(TENSORS, path)
    assert path.read_bytes() == BY_SAFETENSORS and os.listdir(path.parent) == [path.name]


def test_bad_targets(tmp_path):
    with pytest.raises(RuntimeError, match="Parent directory .*missing does not exist"):
        save_file(TENSORS, tmp_path / "missing" / "file")
    with pytest.raises(RuntimeError, match="save_file: .* is a directory"):
        save_file(TENSORS, tmp_path)


# --- files that are damaged or made to do harm ----------------------------------------------------


def entry(dtype="F32", shape=(1,), offsets=(0, 4), **others):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets), **others}


def file_of(header, nbytes=0):
    text = header if isinstance(header, (str, bytes)) else json.dumps(header)
    text = text if isinstance(text, bytes) else text.encode()
    return struct.pack("<Q", len(text)) + text + bytes(nbytes)


TWICE = '{"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}, "a": 1}'
BAD = {
    "empty": (b"", "header too small"),
    "short": (b"\1\2\3", "header too small"),
    "huge header": (struct.pack("<Q", 2**62) + b"{}", "header too large"),
    "negative header": (struct.pack("<q", -1) + b"{}", "header too large"),
    "long header": (struct.pack("<Q", 200) + b"{}", "invalid header length: 200 bytes"),
    "no JSON": (file_of("{a"), "invalid JSON"),
    "no object": (file_of("[]"), "must with '{'"),
    "no text": (file_of(b"{\xff}"), "invalid UTF-8"),
    "space first": (file_of(" {}"), "must with '{'"),
    "NaN": (file_of('{"a": NaN}'), "NaN is no JSON"),
    "long number": (file_of('{"a": ' + "9" * 10_000 + "}"), "invalid JSON|must have dtype"),
    "deep": (file_of('{"a":' + "[" * 100_000), "invalid JSON"),
    "bytes left": (file_of({}, 1), "not fully covered: the tensors have 0 bytes, and the file 1"),
    "bytes missing": (file_of({"a": entry()}, 3), "not fully covered"),
    "hole": (file_of({"a": entry(offsets=(4, 8))}, 8), "invalid offset for tensor `a`"),
    "overlap": (file_of({"a": entry(), "b": entry()}, 4), "invalid offset for tensor `b`"),
    "part of another": (
        file_of({"a": entry(shape=(2,), offsets=(0, 8)), "b": entry(offsets=(4, 8))}, 8),
        "invalid offset for tensor `b`",
    ),
    "backwards": (file_of({"a": entry(offsets=(8, 4))}, 8), "invalid offset"),
    "end before start": (
        file_of({"a": entry(), "b": entry(shape=(0,), offsets=(4, 0))}, 4),
        "invalid offset",
    ),
    "other size": (file_of({"a": entry(shape=(3,))}, 4), "have 12 bytes, but it is from 0 to 4"),
    "twice": (file_of(TWICE, 4), "'a' is there twice"),
    "metadata twice": (file_of('{"__metadata__":{"x":"1","x":"2"}}'), "'x' is there twice"),
    "unknown dtype": (file_of({"a": entry("F33")}, 4), "unknown dtype 'F33'; known: BOOL"),
    "no dtype": (file_of({"a": entry([])}, 4), "unknown dtype"),
    "F4": (file_of({"a": entry("F4", (2,), (0, 1))}, 1), "Dtype not understood: F4"),
    "negative": (file_of({"a": entry(shape=(-1,))}, 4), "whole numbers from 0 up"),
    "float": (file_of({"a": entry(shape=(1.0,))}, 4), "whole numbers"),
    "true": (file_of({"a": entry(shape=(True,))}, 4), "whole numbers"),
    "three offsets": (file_of({"a": entry(offsets=(0, 4, 4))}, 4), "whole numbers"),
    "overflow": (file_of({"a": entry(shape=(2**40, 2**40))}, 4), "overflow computing buffer size"),
    "nothing, but large": (file_of({"a": entry(shape=(0, 2**63), offsets=(0, 0))}), "overflow"),
    "many dimensions": (file_of({"a": entry(shape=(1,) * 65)}, 4), "has 65 dimensions"),
    "missing": (file_of({"a": {"dtype": "F32", "shape": [1]}}, 4), "must have dtype, shape and"),
    "no entry": (file_of({"a": 1}), "must have dtype"),
    "metadata of numbers": (file_of({"__metadata__": {"a": 1}}), "must hold texts by name"),
    "metadata of a list": (file_of({"__metadata__": []}), "must hold texts by name"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files(name, tmp_path):
    content, message = BAD[name]
    (tmp_path / "file").write_bytes(content)
    for read in (
        lambda: load(content),
        lambda: load_file(tmp_path / "file"),
        lambda: load_file(tmp_path / "file", backend="pread"),
    ):
        with pytest.raises(SafetensorError, match=message):
            read()


GOOD = {
    "padding": (file_of("{}      "), {}),
    "null metadata": (file_of({"__metadata__": None}), {}),
    "more fields": (file_of({"a": entry(more=1)}, 4), {"a": fb.zeros(1)}),
    "no name": (file_of({"": entry()}, 4), {"": fb.zeros(1)}),
    "empty tensors": (
        file_of({"a": entry(shape=(0,), offsets=(0, 0)), "b": entry()}, 4),
        {"a": fb.zeros(0), "b": fb.zeros(1)},
    ),
    "not aligned": (
        file_of({"a": entry("U8", (1,), (0, 1)), "b": entry(offsets=(1, 5))}, 5),
        {"a": fb.zeros(1, dtype=fb.uint8), "b": fb.zeros(1)},
    ),
}


@pytest.mark.parametrize("name", GOOD)
def test_unusual_files(name, tmp_path):
    content, tensors = GOOD[name]
    (tmp_path / "file").write_bytes(content)
    assert_tensors(load(content), tensors)
    assert_tensors(load_file(tmp_path / "file"), tensors)
    assert all(t._array.flags.aligned for t in load_file(tmp_path / "file").values())


def test_files_cut_off_before_each_byte(tmp_path):
    for size in range(len(BY_SAFETENSORS)):
        with pytest.raises(SafetensorError, match="damaged or not in the safetensors format"):
            load(BY_SAFETENSORS[:size])


def test_random_damage_of_the_header():
    choose = np.random.default_rng(0)
    length = 8 + int.from_bytes(BY_SAFETENSORS[:8], "little")
    refused = 0
    for _ in range(2000):
        changed = bytearray(BY_SAFETENSORS)
        changed[choose.integers(length)] = choose.integers(256)
        try:
            load(bytes(changed))
        except SafetensorError:
            refused += 1
    assert refused > 1000
