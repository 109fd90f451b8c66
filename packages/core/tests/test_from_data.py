"""Tensors of data that is there already: numbers, sequences, arrays, buffers, files."""

import array

import numpy as np
import pytest

import firebrick_core as fb

# --- from data ------------------------------------------------------------------------------------

DATA = [
    (3, (), "int64"),
    (True, (), "bool"),
    (1.5, (), "float32"),
    (1j, (), "complex64"),
    ([], (0,), "float32"),
    ([[], []], (2, 0), "float32"),
    ((1, 2), (2,), "int64"),
    ([1, 2.5], (2,), "float32"),
    ([True, 2], (2,), "int64"),
    ([[1, 2], [3, 4.0]], (2, 2), "float32"),
    (range(3), (3,), "int64"),
    ([range(2), range(2)], (2, 2), "int64"),
    (np.float64(1.5), (), "float64"),
    ([np.float32(1), 2], (2,), "float32"),
    ([np.int8(1), np.int64(2)], (2,), "int64"),
    (np.arange(3, dtype=np.uint16), (3,), "uint16"),
    ([np.arange(2), np.arange(2)], (2, 2), "int64"),
    (np.arange(4).reshape(2, 2)[:, ::-1], (2, 2), "int64"),
    (np.array([1], ">i4"), (1,), "int32"),
    (array.array("d", [1, 2]), (2,), "float32"),
    (bytearray(b"ab"), (2,), "int64"),
    (fb.arange(3.0), (3,), "float32"),
    ([fb.tensor(1), fb.tensor(2.5)], (2,), "float32"),
    ([fb.tensor([1]), 2], (2,), "int64"),
    ([fb.arange(2), fb.arange(2)], (2, 2), "int64"),
    (fb.zeros(2, 3).shape, (2,), "int64"),
]


@pytest.mark.parametrize(("data", "shape", "dtype"), DATA, ids=lambda part: str(part)[:30])
def test_tensor(data, shape, dtype):
    t = fb.tensor(data)
    assert (tuple(t.shape), t.dtype.name) == (shape, dtype)
    assert t.tolist() == np.array(t.tolist()).tolist()
    assert t._array.flags.owndata and not t.requires_grad


BAD_DATA = [
    ("a", TypeError, "invalid data type 'str'"),
    (b"a", TypeError, "invalid data type 'bytes'"),
    (["a"], ValueError, "too many dimensions 'str'"),
    (None, RuntimeError, "Could not infer dtype of NoneType: expected numbers"),
    ({1: 2}, RuntimeError, "Could not infer dtype of dict"),
    ({1}, RuntimeError, "Could not infer dtype of set"),
    (iter([1]), RuntimeError, "Could not infer dtype of list_iterator"),
    ([1, [2]], TypeError, "not a sequence: item 1 at dim 0 has 1 dimensions, and the first has 0"),
    ([[1, 2], 3], TypeError, "not a sequence"),
    ([[1], [2, 3]], ValueError, "expected sequence of length 1 at dim 1 .got 2, in item 1"),
    ([[[1], [2, 3]]], ValueError, "expected sequence of length 1 at dim 2 .got 2, in item 1"),
    ([np.arange(2), np.arange(3)], ValueError, "expected sequence of length 2 at dim 1"),
    (10**30, ValueError, "Overflow when unpacking long long"),
    ([1, 2**63], ValueError, "Overflow when unpacking"),
    (np.array(["a"]), TypeError, "can't convert np.ndarray of type"),
    (np.array([None]), TypeError, "can't convert np.ndarray of type object"),
]


@pytest.mark.parametrize(("data", "error", "message"), BAD_DATA, ids=lambda part: str(part)[:30])
def test_bad_data(data, error, message):
    for make in (fb.tensor, fb.as_tensor):
        with pytest.raises(error, match=message):
            make(data)


CONVERTED = [
    (1.7, "int64", 1),
    ([-1], "uint8", [255]),
    (2**63, "uint64", 2**63),
    ([2**64 - 1, 3, -1], "uint64", [2**64 - 1, 3, 2**64 - 1]),
    ([2.5, 2**63], "uint64", [2, 2**63]),
    (0.5, "bool", True),
    (float("nan"), "bool", True),
    (1e40, "float32", float("inf")),
    (-1e40, "float16", -float("inf")),
    ([1, 2], "complex64", [1, 2]),
    ([True, False], "float64", [1.0, 0.0]),
    ([[1.5, 2]], "int8", [[1, 2]]),
    (np.array([1.9, -1.9]), "int32", [1, -1]),
]


@pytest.mark.parametrize(("data", "dtype", "expected"), CONVERTED, ids=lambda part: str(part)[:30])
def test_given_dtypes(data, dtype, expected):
    t = fb.tensor(data, dtype=getattr(fb, dtype))
    assert t.dtype.name == dtype and t.tolist() == expected


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn"])
def test_dtypes_of_ml_dtypes(name):
    pytest.importorskip("ml_dtypes")
    t = fb.tensor([[1, 2.5], [True, 4]], dtype=getattr(fb, name))
    assert t.dtype.name == name and t.float().tolist() == [[1, 2.5], [1, 4]]


BAD_CONVERSIONS = [
    (300, "uint8", RuntimeError, "cannot be converted to type uint8 without overflow"),
    ([1, -129], "int8", RuntimeError, "without overflow"),
    (float("nan"), "int64", RuntimeError, "without overflow"),
    ([1.0, float("inf")], "int32", RuntimeError, "without overflow"),
    (1e30, "int64", RuntimeError, "without overflow"),
    (2**64, "uint64", OverflowError, "int too big to convert"),
    (2**70, "int32", ValueError, "Overflow"),
    (1j, "float32", TypeError, "complex"),
    ([1j], "int64", TypeError, "complex"),
    ([1, "a"], "float32", TypeError, "must be real number, not str"),
    ("a", "float32", TypeError, "invalid data type 'str'"),
]


@pytest.mark.parametrize(
    ("data", "dtype", "error", "message"), BAD_CONVERSIONS, ids=lambda part: str(part)[:30]
)
def test_numbers_that_a_dtype_does_not_hold(data, dtype, error, message):
    with pytest.raises(error, match=message):
        fb.tensor(data, dtype=getattr(fb, dtype))


def test_tensors_are_copied_where_they_are():
    t = fb.arange(3.0)
    copy = fb.tensor(t)
    copy[0] = 9
    assert t[0] == 0
    assert str(fb.tensor(fb.ones(2, device="meta")).device) == "meta"
    assert str(fb.tensor(fb.ones(2).to("fake")).device) == "fake:0"
    assert fb.tensor(t, dtype=fb.int32, device="fake").dtype is fb.int32


def test_python_types_are_dtypes():
    for kind, dtype in ((float, fb.float64), (int, fb.int64), (bool, fb.bool)):
        for t in (
            fb.tensor([1.0], dtype=kind),
            fb.zeros(1, dtype=kind),
            fb.full((1,), 1, dtype=kind),
            fb.zeros_like(fb.ones(1), dtype=kind),
            fb.as_tensor([1.0], dtype=kind),
            fb.ones(1).to(kind),
            fb.ones(1).to(dtype=kind),
            fb.eye(1, dtype=kind),
        ):
            assert t.dtype is dtype
    for wrong in ("float32", np.float32, 3, fb.FloatTensor):
        with pytest.raises(TypeError, match="argument 'dtype' must be torch.dtype, not"):
            fb.zeros(1, dtype=wrong)
        with pytest.raises(TypeError, match="argument 'dtype' must be torch.dtype, not"):
            fb.tensor(1, dtype=wrong)


# --- sharing memory -------------------------------------------------------------------------------


def test_as_tensor():
    a, t = np.arange(3.0), fb.ones(2)
    assert np.shares_memory(fb.as_tensor(a)._array, a) and fb.as_tensor(t) is t
    assert not np.shares_memory(fb.as_tensor(a, dtype=fb.float32)._array, a)
    assert fb.as_tensor(t, dtype=fb.int8).dtype is fb.int8
    assert str(fb.as_tensor([1], device="meta").device) == "meta"


class WithDLPack:
    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_asarray():
    a, t = np.arange(3.0), fb.ones(2)
    assert fb.asarray(t) is t and fb.asarray(t, copy=True) is not t
    for source in (a, WithDLPack(a), memoryview(a)):
        shared = fb.asarray(source, dtype=fb.float64)
        assert np.shares_memory(shared._array, a) and shared.tolist() == [0, 1, 2]
        assert not np.shares_memory(fb.asarray(source, dtype=fb.float64, copy=True)._array, a)
    assert fb.asarray(a, dtype=fb.int8).tolist() == [0, 1, 2]
    assert fb.asarray([1, 2.5]).tolist() == [1, 2.5] and fb.asarray(3).shape == ()
    assert fb.asarray(b"abcd", dtype=fb.int16).tolist() == np.frombuffer(b"abcd", "i2").tolist()
    assert fb.asarray(bytearray(4)).dtype is fb.float32
    assert fb.asarray(np.float32(3)).dtype is fb.float32


def test_dlpack():
    a = np.arange(3)
    for source in (a, fb.from_numpy(a), a.__dlpack__(), fb.to_dlpack(fb.from_numpy(a))):
        t = fb.from_dlpack(source)
        assert np.shares_memory(t._array, a) and t.tolist() == [0, 1, 2]
    assert not np.shares_memory(fb.from_dlpack(a, copy=True)._array, a)
    with pytest.raises(BufferError):
        fb.to_dlpack(fb.ones(1, device="meta"))


def test_asarray_that_cannot_share():
    a, t = np.arange(3.0), fb.ones(2)
    for source, options, message in (
        ([1], {}, "can't alias arbitrary sequence"),
        (np.float32(1), {}, "can't alias NumPy scalars"),
        (t, {"dtype": fb.float64}, "can't alias tensor with dtype torch.float32 into"),
        (a, {"dtype": fb.float32}, "can't alias tensor with dtype torch.float64 into"),
        (t, {"device": "meta"}, "can't alias tensor from device 'cpu' to 'meta'"),
    ):
        with pytest.raises(ValueError, match=message):
            fb.asarray(source, copy=False, **options)
    with pytest.raises(ValueError, match="must be a multiple of element size"):
        fb.asarray(b"abc")


def test_frombuffer():
    buffer = bytearray(range(8))
    t = fb.frombuffer(buffer, dtype=fb.int16)
    assert t.tolist() == np.frombuffer(buffer, "i2").tolist()
    t[0] = 0
    assert list(buffer[:3]) == [0, 0, 2]
    assert fb.frombuffer(buffer, dtype=fb.uint8, count=2, offset=3).tolist() == [3, 4]
    assert fb.frombuffer(buffer, dtype=fb.int32, offset=1, count=1).shape == (1,)
    assert fb.frombuffer(np.ones((2, 2)), dtype=fb.float64).shape == (4,)
    with pytest.raises(RuntimeError, match="read-only"):
        fb.frombuffer(b"abcd", dtype=fb.uint8).fill_(1)


BAD_BUFFERS = [
    (3, {}, "does not implement Python buffer protocol"),
    (b"", {}, "both buffer length .0. and count .-1. must not be 0"),
    (b"abcd", {"count": 0}, "both buffer length .4. and count .0."),
    (b"abc", {}, "must be a multiple of element size .2."),
    (b"abcd", {"offset": 3}, "buffer length .1 bytes. after offset .3 bytes."),
    (b"abcd", {"offset": 4}, "must be non-negative and no greater than buffer length"),
    (b"abcd", {"offset": -1}, "must be non-negative"),
    (b"abcd", {"count": 3}, "must not be greater than actual buffer length"),
]


@pytest.mark.parametrize(("buffer", "options", "message"), BAD_BUFFERS, ids=str)
def test_bad_buffers(buffer, options, message):
    with pytest.raises(ValueError, match=message):
        fb.frombuffer(buffer, dtype=fb.int16, **options)


def test_from_file(tmp_path):
    path = tmp_path / "numbers"
    t = fb.from_file(str(path), shared=True, size=3, dtype=fb.int16)
    t.fill_(7)
    assert np.fromfile(path, np.int16).tolist() == [7] * 3
    t = fb.from_file(path, size=2, dtype=fb.int16)
    t.fill_(0)
    assert np.fromfile(path, np.int16).tolist() == [7] * 3
    assert fb.from_file(path, size=0).shape == (0,)
    longer = fb.from_file(path, shared=True, size=4, dtype=fb.int16)
    assert longer.tolist() == [7, 7, 7, 0]
    with pytest.raises(RuntimeError, match="has 8 bytes, but 10 were asked for"):
        fb.from_file(path, size=5, dtype=fb.int16)
    with pytest.raises(RuntimeError, match="is not there"):
        fb.from_file(tmp_path / "missing", size=1)
    with pytest.raises(RuntimeError, match="must not be negative"):
        fb.from_file(path, size=-1)
    with pytest.raises(RuntimeError, match="mapped on the CPU, not on meta"):
        fb.from_file(path, size=1, device="meta")
