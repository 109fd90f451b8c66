"""What `load` and `save` are told beside the object: what may be made, mapped, skipped."""

import argparse
import collections
import dataclasses
import enum
import io
import mmap
import pathlib
import pickle
import types
import zipfile

import numpy as np
import pytest
from checkpoints import BASE, assert_same, rewritten, round_trip, saved, tensor

import firebrick_core as fb
from firebrick_core import serialization
from firebrick_core.serialization import load, safe_globals, save

# --- classes of the program's own -----------------------------------------------------------------


class Plain:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return type(self) is type(other) and vars(self) == vars(other)


class WithState(Plain):
    def __getstate__(self):
        return ["state", self.value]

    def __setstate__(self, state):
        self.value = state[1]


class Slots:
    __slots__ = ("a", "b")

    def __eq__(self, other):
        return self.a == other.a


class ListOfOurs(list):
    pass


class DictOfOurs(dict):
    pass


class Color(enum.Enum):
    RED = 1


@dataclasses.dataclass
class Data:
    a: int
    b: object = None


Point = collections.namedtuple("Point", "x y")
Slotted = Slots()
Slotted.a = 3

OWN = [
    Plain([1, {"x": 2}]),
    WithState("text"),
    Slotted,
    ListOfOurs([1, 2]),
    DictOfOurs(a=1),
    Color.RED,
    Data(1, [2]),
    Point(1, 2),
    Plain,
]


@pytest.mark.parametrize("obj", OWN, ids=lambda obj: type(obj).__name__)
def test_listed_classes(obj):
    listed = obj if isinstance(obj, type) else type(obj)
    name = f"{listed.__module__}.{listed.__qualname__}"
    with pytest.raises(pickle.PicklingError, match=r"cannot save obj.*add_safe_globals"):
        saved(obj)
    with safe_globals([listed]):
        content = saved(obj)
        back = load(io.BytesIO(content))
        assert type(back) is type(obj) and back == obj
        assert serialization.get_unsafe_globals_in_checkpoint(io.BytesIO(content)) == []
    with pytest.raises(pickle.UnpicklingError, match=f"{name} is not in the closed list"):
        load(io.BytesIO(content))
    assert serialization.get_unsafe_globals_in_checkpoint(io.BytesIO(content)) == [name]


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("obj", OWN, ids=lambda obj: type(obj).__name__)
def test_listed_classes_in_files_by_python(obj, protocol):
    content = rewritten(saved(1), **{"data.pkl": pickle.dumps(obj, protocol)})
    with safe_globals([obj if isinstance(obj, type) else type(obj)]):
        back = load(io.BytesIO(content))
    assert type(back) is type(obj) and back == obj


def test_tensors_in_listed_objects():
    base = tensor(BASE)
    with safe_globals([Plain]):
        one, other = round_trip([Plain(base[1]), Plain(base)])
    other.value[1, 0] = 50
    assert one.value[0] == 50


def test_functions_and_names():
    def make(value):
        return ["made", value]

    class Reduced:
        def __reduce__(self):
            return make, (3,)

    reduced = Reduced()
    with safe_globals([Reduced]), pytest.raises(pickle.PicklingError, match="List it, too"):
        saved(reduced)
    with safe_globals([Reduced, (make, "elsewhere.make")]):
        content = saved(reduced)
        assert load(io.BytesIO(content)) == ["made", 3]
    assert serialization.get_unsafe_globals_in_checkpoint(io.BytesIO(content)) == ["elsewhere.make"]


def test_the_list():
    assert serialization.get_safe_globals() == []
    serialization.add_safe_globals([Plain, Point])
    try:
        assert serialization.get_safe_globals() == [Plain, Point]
        with safe_globals([Data, Plain]):
            assert set(serialization.get_safe_globals()) == {Plain, Point, Data}
        assert serialization.get_safe_globals() == [Plain, Point]
    finally:
        serialization.clear_safe_globals()
    assert serialization.get_safe_globals() == []
    for wrong in (3, "torch.Tensor", (Plain, 3), (3, "a.b"), (Plain, "name")):
        with pytest.raises(TypeError, match="expected classes or functions"):
            serialization.add_safe_globals([wrong])


def test_listing_a_class_does_not_list_others():
    class Other:
        pass

    with safe_globals([Plain]):
        content = rewritten(saved(1), **{"data.pkl": pickle.dumps(Plain(print), 2)})
        with pytest.raises(pickle.UnpicklingError, match="print is not in the closed list"):
            load(io.BytesIO(content))
        with pytest.raises(pickle.PicklingError, match=r"cannot save obj\[0\]"):
            saved([Other()])


def test_names_in_a_file(tmp_path):
    save({"w": fb.ones(2), "n": np.float32(3)}, tmp_path / "file.pt")
    assert serialization.get_unsafe_globals_in_checkpoint(tmp_path / "file.pt") == []
    content = rewritten(saved(1), **{"data.pkl": pickle.dumps([print, Plain(1), Color], 4)})
    assert serialization.get_unsafe_globals_in_checkpoint(io.BytesIO(content)) == [
        "builtins.print",
        f"{__name__}.Color",
        f"{__name__}.Plain",
    ]
    damaged = rewritten(saved(1), **{"data.pkl": b"\x80\x02X\xff"})
    with pytest.raises(pickle.UnpicklingError, match="damaged"):
        serialization.get_unsafe_globals_in_checkpoint(io.BytesIO(damaged))
    old = io.BytesIO()
    save(1, old, _use_new_zipfile_serialization=False)
    with pytest.raises(ValueError, match="a zip archive"):
        serialization.get_unsafe_globals_in_checkpoint(old)


# --- plain values of the standard library ---------------------------------------------------------

VALUES = [
    collections.deque([1, 2]),
    collections.deque([1, 2], maxlen=3),
    argparse.Namespace(a=1, b=[2]),
    types.SimpleNamespace(a=1),
    pathlib.Path("a/b"),
    pathlib.PurePosixPath("/a"),
    pathlib.PureWindowsPath("c:/a"),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values(value):
    assert_same(round_trip(value), value)


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_in_files_by_python(value, protocol):
    content = rewritten(saved(1), **{"data.pkl": pickle.dumps(value, protocol)})
    assert_same(load(io.BytesIO(content)), value)


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_numpy_values_in_files_by_python(protocol):
    value = [np.arange(6).reshape(2, 3), np.arange(6).reshape(2, 3).T, np.float32(2), np.bool_(1)]
    content = rewritten(saved(1), **{"data.pkl": pickle.dumps(value, protocol)})
    for back, expected in zip(load(io.BytesIO(content)), value, strict=True):
        assert type(back) is type(expected) and back.dtype == expected.dtype
        assert np.array_equal(back, expected)


def test_generators():
    generator = fb.Generator().manual_seed(3)
    fb.rand(5, generator=generator)
    back = round_trip({"generator": generator})["generator"]
    assert back.initial_seed() == 3
    assert fb.rand(5, generator=back).tolist() == fb.rand(5, generator=generator).tolist()


def test_storages():
    t = tensor(BASE)
    untyped, typed, again = round_trip([fb.ones(2).untyped_storage(), t.storage(), t])
    assert type(untyped) is fb.UntypedStorage and untyped.nbytes() == 8
    assert type(typed) is fb.TypedStorage and typed.dtype is fb.float32 and typed.size() == 24
    typed[0] = 50
    assert again[0, 0] == 50
    with pytest.raises(RuntimeError, match="view the same data as different types"):
        saved([t, t.untyped_storage()])


SPARSE = [
    fb.sparse_coo_tensor([[0, 1, 1], [2, 0, 0]], [1.0, 2.0, 3.0], (2, 3)),
    fb.sparse_coo_tensor([[0, 1], [2, 0]], [1, 2], (2, 3)).coalesce(),
    fb.sparse_coo_tensor([[1]], [[1.0, 2.0]], (3, 2)),
    fb.sparse_csr_tensor([0, 1, 2], [2, 0], [1.0, 2.0], (2, 3)),
    fb.sparse_csc_tensor([0, 1, 2], [1, 0], [1.0, 2.0], (2, 2)),
]


@pytest.mark.parametrize("t", SPARSE, ids=lambda t: str(t.layout))
def test_sparse_tensors(t):
    back = round_trip({"t": t})["t"]
    assert back.layout is t.layout and back.dtype is t.dtype and back.shape == t.shape
    assert back.to_dense().tolist() == t.to_dense().tolist()
    if t.layout is fb.sparse_coo:
        assert back.is_coalesced() is t.is_coalesced()


def test_layouts_and_types():
    kinds = [fb.strided, fb.sparse_csr, fb.FloatTensor, fb.BoolTensor]
    assert round_trip(kinds) == kinds


# --- arguments ------------------------------------------------------------------------------------


def test_pickle_modules():
    content = saved({"a": 1})
    assert load(io.BytesIO(content), None, pickle) == {"a": 1}
    save(1, io.BytesIO(), pickle, 5)
    with pytest.raises(RuntimeError, match="'io' would run code from the file"):
        load(io.BytesIO(content), pickle_module=io)
    with pytest.raises(RuntimeError, match="save: can not safely"):
        save(1, io.BytesIO(), pickle_module=io)


def test_other_arguments():
    content = saved({"a": 1})
    for weights_only in (None, True, False):
        assert load(io.BytesIO(content), weights_only=weights_only, mmap=None) == {"a": 1}
    assert load(io.BytesIO(content), encoding="latin1", errors="strict") == {"a": 1}
    with pytest.raises(TypeError, match="unexpected keyword argument 'fix_imports'"):
        load(io.BytesIO(content), fix_imports=True)
    with pytest.raises(TypeError):
        load(io.BytesIO(content), None, None, True)


def test_byte_orders():
    buffer = io.BytesIO()
    save(tensor(BASE), buffer, _disable_byteorder_record=True)
    assert "archive/byteorder" not in zipfile.ZipFile(buffer).namelist()
    assert_same(load(io.BytesIO(buffer.getvalue())), tensor(BASE))
    swapped = rewritten(buffer.getvalue(), **{"data/0": BASE.astype(">f4").tobytes()})
    assert serialization.get_default_load_endianness() is None
    serialization.set_default_load_endianness(serialization.LoadEndianness.BIG)
    try:
        assert_same(load(io.BytesIO(swapped)), tensor(BASE))
    finally:
        serialization.set_default_load_endianness(None)
    assert_same(load(io.BytesIO(buffer.getvalue())), tensor(BASE))
    with pytest.raises(TypeError, match="Invalid argument type"):
        serialization.set_default_load_endianness("big")


@pytest.mark.parametrize("legacy", [True, False])
def test_skipping_data(legacy, tmp_path):
    base = tensor(BASE)
    path = tmp_path / "file.pt"
    with serialization.skip_data():
        save([base, base[1]], path, _use_new_zipfile_serialization=not legacy)
    whole, row = load(path)
    assert whole.shape == (4, 6) and not whole.any() and whole.dtype is fb.float32
    save([base, base[1]], path, _use_new_zipfile_serialization=not legacy)
    with serialization.skip_data():
        whole, row = load(path)
    assert whole.shape == (4, 6) and row.untyped_storage() is whole.untyped_storage()
    assert_same(load(path), [base, base[1]])


# --- mapped files ---------------------------------------------------------------------------------


def test_mapped_tensors(tmp_path):
    path = tmp_path / "file.pt"
    save({"w": tensor(BASE), "row": tensor(BASE)[1]}, path)
    before = path.read_bytes()
    mapped = load(path, mmap=True)
    mapped["w"].add_(1)
    assert mapped["w"].untyped_storage().filename == str(path)
    assert mapped["w"].untyped_storage().nbytes() == 96
    assert path.read_bytes() == before
    assert load(path)["w"].tolist() == BASE.tolist()
    assert not mapped["w"].is_shared()


def test_many_mapped_tensors_take_one_mapping(tmp_path):
    resource = pytest.importorskip("resource")
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(most, 2000) + 10
    save([fb.ones(1) for _ in range(count)], tmp_path / "file.pt")
    assert len(load(tmp_path / "file.pt", mmap=True)) == count


def test_mappings_that_write_to_the_file(tmp_path):
    path = tmp_path / "file.pt"
    save(tensor(BASE), path)
    with serialization.set_default_mmap_options(mmap.MAP_SHARED):
        assert serialization.get_default_mmap_options() == mmap.MAP_SHARED
        mapped = load(path, mmap=True)
    assert serialization.get_default_mmap_options() == mmap.MAP_PRIVATE
    assert mapped.is_shared()
    mapped[0, 0] = 50
    assert load(path, mmap=True)[0, 0] == 50
    with pytest.raises(RuntimeError, match="checksum"):
        load(path)
    with pytest.raises(ValueError, match="expected mmap.MAP_PRIVATE"):
        serialization.set_default_mmap_options(7)


# --- locations ------------------------------------------------------------------------------------


@pytest.fixture
def packages(monkeypatch):
    from firebrick_core import _locations

    monkeypatch.setattr(_locations, "_packages", [])


def test_registered_locations(packages):
    def tag(storage):
        return "mine:0" if storage.nbytes() == 96 else None

    def restore(storage, location):
        restored.append(location)
        return storage.clone() if location.startswith("mine") else None

    restored = []
    serialization.register_package(5, tag, restore)
    serialization.register_package(1, lambda storage: None, lambda storage, location: None)
    content = saved([tensor(BASE), fb.ones(1)])
    back = load(io.BytesIO(content))
    assert restored == ["mine:0", "cpu"]
    assert_same(back, [tensor(BASE), fb.ones(1)])
    assert serialization.location_tag(tensor(BASE).untyped_storage()) == "mine:0"


def test_default_restore_location():
    storage = fb.ones(2).untyped_storage()
    assert serialization.location_tag(storage) == "cpu"
    assert serialization.default_restore_location(storage, "cpu") is storage
    assert serialization.default_restore_location(storage, "fake:0").device.type == "fake"
    with pytest.raises(RuntimeError, match="don't know how to restore data location"):
        serialization.default_restore_location(storage, "warp")


def test_map_location_gets_a_storage_that_can_be_moved():
    back = round_trip(
        tensor(BASE), map_location=lambda storage, location: storage.to(device="fake")
    )
    assert str(back.device) == "fake:0"
    back = round_trip(tensor(BASE), map_location=lambda storage, location: storage.cpu())
    assert_same(back, tensor(BASE))
