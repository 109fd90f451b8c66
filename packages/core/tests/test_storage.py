"""Storages, untyped and typed: memory behind tensors, as bytes and as elements."""

import copy
import pickle

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core import UntypedStorage

# --- untyped --------------------------------------------------------------------------------------


def test_a_storage_is_shared_by_all_views():
    t = fb.arange(6, dtype=fb.int16)
    storage = t.untyped_storage()
    assert storage is t[2:].untyped_storage() is t.view(2, 3).t().untyped_storage()
    assert storage.nbytes() == storage.size() == len(storage) == 12
    assert storage.data_ptr() == t.data_ptr() == t[2:].data_ptr() - 4
    assert storage.element_size() == 1 and storage.device == t.device and not storage.is_cuda
    assert storage.get_device() == -1 and storage.filename is None
    assert not storage.is_pinned() and not storage.is_shared() and not storage.is_sparse
    assert storage.type() == "torch.storage.UntypedStorage"


def test_bytes():
    t = fb.tensor([1, 256], dtype=fb.int16)
    storage = t.untyped_storage()
    assert storage.tolist() == list(storage) == [1, 0, 0, 1]
    assert storage[0] == storage[-1] == 1
    storage[1] = 2
    assert t[0] == 513
    storage[2:] = 0
    assert t.tolist() == [513, 0]
    storage.fill_(-1)
    assert t.tolist() == [-1, -1]
    part = storage[2:]
    assert type(part) is UntypedStorage and part.nbytes() == 2
    part[0] = 0
    assert t[1] == -256
    for index, error in ((4, IndexError), (-5, IndexError), ("a", TypeError), (1.0, TypeError)):
        with pytest.raises(error):
            storage[index]


def test_making():
    assert UntypedStorage().nbytes() == 0
    assert UntypedStorage(3).nbytes() == 3
    assert UntypedStorage([1, 2, 300]).tolist() == [1, 2, 44]
    assert str(UntypedStorage(3, device="meta").device) == "meta"
    assert UntypedStorage(3, device="meta").nbytes() == 3
    assert str(UntypedStorage([1], device="fake:0").device) == "fake:0"
    with pytest.raises(RuntimeError, match="expected a sequence type, but got Tensor"):
        UntypedStorage(fb.ones(2))
    with pytest.raises(RuntimeError, match="overflowed"):
        UntypedStorage(-1)


def test_copies():
    storage = UntypedStorage([1, 2, 3])
    for other in (storage.clone(), copy.copy(storage), copy.deepcopy(storage)):
        other[0] = 9
        assert storage.tolist() == [1, 2, 3] and other.tolist() == [9, 2, 3]
    assert pickle.loads(pickle.dumps(storage)).tolist() == [1, 2, 3]
    assert storage.copy_(UntypedStorage([4, 5, 6])) is storage and storage.tolist() == [4, 5, 6]
    with pytest.raises(RuntimeError, match="size does not match, self was 3 bytes but src was 1"):
        storage.copy_(UntypedStorage([1]))
    assert storage.new().nbytes() == 0 and storage.untyped() is storage


def test_devices():
    storage = UntypedStorage([1, 2])
    assert storage.cpu() is storage is storage.to(device="cpu")
    moved = storage.to(device="fake")
    assert str(moved.device) == "fake" and moved.cpu().tolist() == [1, 2]
    moved.copy_(UntypedStorage([3, 4]))
    assert moved.cpu().tolist() == [3, 4]
    meta = storage.to(device="meta")
    assert meta.nbytes() == 2 and meta.data_ptr() == 0
    assert repr(meta) == "...\n[torch.storage.UntypedStorage(device=meta) of size 2]"
    with pytest.raises(RuntimeError, match="CuPy|GPU"):
        storage.cuda()
    t = fb.ones(2, 3, device="meta")
    assert t.untyped_storage().nbytes() == 24 and t.untyped_storage().data_ptr() == 0
    t = fb.ones(2).to("fake")
    assert t.untyped_storage().device == t.device


def test_what_would_leave_tensors_behind_is_refused():
    storage = UntypedStorage(4)
    assert storage.resize_(4) is storage
    with pytest.raises(RuntimeError, match="not resizable: from 4 bytes to 8"):
        storage.resize_(8)
    with pytest.raises(RuntimeError, match="Call it on the tensor"):
        storage.share_memory_()
    with pytest.raises(RuntimeError, match="pin memory"):
        storage.pin_memory()


def test_shared_memory():
    t = fb.ones(3).share_memory_()
    assert t.is_shared() and t.untyped_storage().is_shared()
    assert t.untyped_storage().share_memory_().nbytes() == 12


def test_printing():
    assert repr(UntypedStorage([7, 8])) == (
        " 7\n 8\n[torch.storage.UntypedStorage(device=cpu) of size 2]"
    )
    assert repr(UntypedStorage()) == " \n[torch.storage.UntypedStorage(device=cpu) of size 0]"


def test_buffers():
    buffer = bytes([1, 0, 2, 0])
    assert UntypedStorage.from_buffer(buffer, dtype=fb.uint8).tolist() == [1, 0, 2, 0]
    for order, expected in (("little", [1, 2]), ("big", [256, 512]), ("native", None)):
        storage = fb.TypedStorage.from_buffer(buffer, order, dtype=fb.int16)
        assert expected is None or storage.tolist() == expected
    assert fb.ShortStorage.from_buffer(buffer, "little", 1, 2).tolist() == [2]
    with pytest.raises(RuntimeError, match="'dtype' cannot be None"):
        UntypedStorage.from_buffer(buffer)
    with pytest.raises(ValueError, match="invalid byte_order"):
        UntypedStorage.from_buffer(buffer, dtype=fb.int16)
    with pytest.raises(ValueError, match="not a whole number of elements"):
        UntypedStorage.from_buffer(buffer, "native", dtype=fb.int64)
    with pytest.raises(ValueError, match="not 3 elements"):
        UntypedStorage.from_buffer(buffer, "native", 3, dtype=fb.int16)
    with pytest.raises(ValueError, match="offset must be non-negative"):
        UntypedStorage.from_buffer(buffer, offset=5, dtype=fb.uint8)


def test_files(tmp_path):
    path = tmp_path / "numbers"
    storage = fb.FloatStorage.from_file(path, True, 3)
    storage.fill_(1.5)
    assert np.fromfile(path, np.float32).tolist() == [1.5] * 3
    assert storage.filename == str(path) and storage.is_shared()
    private = UntypedStorage.from_file(path, False, 12)
    private.fill_(0)
    assert np.fromfile(path, np.float32).tolist() == [1.5] * 3 and not private.is_shared()
    with pytest.raises(RuntimeError, match="has 12 bytes, but 16 were asked for"):
        UntypedStorage.from_file(path, False, 16)
    with pytest.raises(RuntimeError, match="is not there"):
        UntypedStorage.from_file(tmp_path / "missing", False, 1)


# --- typed ----------------------------------------------------------------------------------------


def test_elements():
    t = fb.arange(4.0)
    storage = t[1:].storage()
    assert type(storage) is fb.TypedStorage and storage.dtype is fb.float32
    assert storage.untyped() is t.untyped_storage() and storage == t.storage()
    assert storage.tolist() == list(storage) == [0, 1, 2, 3]
    assert len(storage) == storage.size() == 4 and storage.nbytes() == 16
    assert storage.element_size() == 4 and storage[1] == 1.0 and storage[-1] == 3.0
    storage[0] = 9
    assert t[0] == 9
    storage[1:3] = 7
    storage[3:] = [5]
    assert t.tolist() == [9, 7, 7, 5]
    assert storage.fill_(2) is storage and t.tolist() == [2] * 4
    storage.copy_(fb.LongStorage([1, 2, 3, 4]))
    assert t.tolist() == [1, 2, 3, 4]
    with pytest.raises(RuntimeError, match="slices are only supported in UntypedStorage"):
        storage[1:]
    with pytest.raises(IndexError):
        storage[4]
    with pytest.raises(TypeError):
        storage["a"]


CLASSES = {
    "Double": fb.float64,
    "Float": fb.float32,
    "Half": fb.float16,
    "Long": fb.int64,
    "Int": fb.int32,
    "Short": fb.int16,
    "Char": fb.int8,
    "Byte": fb.uint8,
    "Bool": fb.bool,
    "ComplexDouble": fb.complex128,
    "ComplexFloat": fb.complex64,
}


@pytest.mark.parametrize("name", CLASSES)
def test_classes(name):
    kind, dtype = getattr(fb, f"{name}Storage"), CLASSES[name]
    storage = kind([1, 0])
    assert type(storage) is fb.TypedStorage and storage.dtype is dtype is kind.dtype
    assert isinstance(storage, kind) and storage.tolist() == [1, 0]
    assert not isinstance(storage, fb.LongStorage if name != "Long" else fb.FloatStorage)
    assert not isinstance(fb.ones(2), kind)
    assert kind(3).size() == 3 and kind().size() == 0
    assert (
        storage.type() == f"torch.{name}Storage" and repr(kind) == f"<class 'torch.{name}Storage'>"
    )
    assert storage.pickle_storage_type() == f"{name}Storage"
    assert fb.ones(1, dtype=dtype).storage_type() is kind
    assert storage.type(fb.DoubleTensor if name != "Double" else fb.float64).dtype is fb.float64
    with pytest.raises(RuntimeError, match="'dtype' cannot be specified"):
        kind(3, dtype=fb.int8)


def test_conversions():
    storage = fb.FloatStorage([0, 1.5])
    for name, dtype in (
        ("double", fb.float64),
        ("float", fb.float32),
        ("half", fb.float16),
        ("long", fb.int64),
        ("int", fb.int32),
        ("short", fb.int16),
        ("char", fb.int8),
        ("byte", fb.uint8),
        ("bool", fb.bool),
        ("complex_double", fb.complex128),
        ("complex_float", fb.complex64),
    ):
        converted = getattr(storage, name)()
        assert converted.dtype is dtype and converted.size() == 2
        assert converted.data_ptr() != storage.data_ptr()


def test_typed_storages_are_made_copied_and_moved():
    untyped = fb.ones(2).untyped_storage()
    storage = fb.TypedStorage(wrap_storage=untyped, dtype=fb.int32)
    assert storage.untyped() is untyped and storage.size() == 2
    assert fb.TypedStorage([1, 2]).dtype is fb.float32
    with pytest.raises(TypeError, match="must be UntypedStorage, but got list"):
        fb.TypedStorage(wrap_storage=[1])
    for other in (storage.clone(), copy.copy(storage), copy.deepcopy(storage)):
        assert other.tolist() == storage.tolist() and other != storage
    assert pickle.loads(pickle.dumps(storage)).dtype is fb.int32
    assert storage.cpu() is storage and str(storage.to(device="fake").device) == "fake"
    assert storage.to(device="fake").tolist() == storage.tolist()
    assert storage.resize_(2) is storage
    with pytest.raises(RuntimeError, match="not resizable"):
        storage.resize_(3)
    assert repr(fb.LongStorage([1])) == (
        " 1\n[torch.storage.TypedStorage(dtype=torch.int64, device=cpu) of size 1]"
    )
    assert storage in {storage}


def test_is_storage():
    assert fb.is_storage(fb.ones(1).storage()) and fb.is_storage(fb.ones(1).untyped_storage())
    assert not fb.is_storage(fb.ones(1)) and not fb.is_storage(3)
