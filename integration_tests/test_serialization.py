"""PyTorch reads what Firebrick saves, and Firebrick reads what PyTorch saves: the same objects."""

import argparse
import collections
import io
import pathlib
import pickle
import pickletools
import random
import zipfile

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core.serialization import (
    get_unsafe_globals_in_checkpoint,
    load,
    safe_globals,
    save,
)

torch = pytest.importorskip("torch")
ml_dtypes = pytest.importorskip("ml_dtypes")


class Ours:
    """Makes the same objects of Firebrick's tensors, dtypes, devices and sizes.

    Tensors over one storage in PyTorch are views of one array here.
    """

    def __init__(self):
        self.arrays = {}

    def __call__(self, obj):
        if isinstance(obj, torch.Tensor):
            return self.tensor(obj)
        if isinstance(obj, torch.Size):
            return fb.zeros(tuple(obj), device="meta").shape
        if isinstance(obj, (torch.dtype, torch.layout, type(torch.FloatTensor))):
            return getattr(fb, str(obj).strip("<>'").rpartition(".")[-1])
        if isinstance(obj, torch.device):
            return fb._device.device(str(obj))
        if type(obj) in (dict, collections.OrderedDict):
            return type(obj)((self(k), self(v)) for k, v in obj.items())
        if type(obj) in (list, tuple):
            return type(obj)(map(self, obj))
        return obj

    def tensor(self, tensor):
        dtype = getattr(fb, str(tensor.dtype)[6:]).numpy_dtype
        strides = [step * dtype.itemsize for step in tensor.stride()]
        if tensor.is_meta:
            array = fb._device.meta_array(tensor.shape, dtype, strides)
            return fb.Tensor._wrap(array, fb._device.BACKENDS["meta"].bit)
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in self.arrays or not storage.nbytes():
            memory = torch.empty(0, dtype=torch.uint8).set_(storage).numpy()
            self.arrays[storage.data_ptr()] = memory.copy().view(dtype)
        whole = self.arrays[storage.data_ptr()]
        start = min(tensor.storage_offset() * dtype.itemsize, whole.nbytes)
        return fb.Tensor._wrap(np.ndarray(tuple(tensor.shape), dtype, whole, start, strides))


def ours_of(obj):
    return Ours()(obj)


def array_of(tensor):
    """The tensor's elements; `torch.Tensor.numpy` with bfloat16."""
    tensor = tensor.detach()
    name = str(tensor.dtype)[6:]
    if name == "bfloat16" or name in FLOAT8:
        whole = tensor.view(torch.int16 if name == "bfloat16" else torch.uint8).numpy()
        return whole.view(getattr(ml_dtypes, name))
    return tensor.numpy()


def assert_same(ours, theirs):
    """The same values, types, shapes and strides in both libraries."""
    if isinstance(theirs, torch.Tensor):
        assert isinstance(ours, fb.Tensor)
        assert str(ours.dtype) == str(theirs.dtype) and str(ours.device) == str(theirs.device)
        assert tuple(ours.shape) == tuple(theirs.shape)
        if theirs.numel():
            assert ours.stride() == theirs.stride()
            assert ours.is_meta or ours.storage_offset() == theirs.storage_offset()
        assert ours.requires_grad == theirs.requires_grad
        if not ours.is_meta:
            assert ours._array.tobytes() == array_of(theirs).tobytes()
    elif isinstance(theirs, dict):
        assert type(ours) is type(theirs) and list(ours) == list(theirs)
        for key in theirs:
            assert_same(ours[key], theirs[key])
    elif isinstance(theirs, (list, tuple)):
        assert type(ours) is type(theirs) or str(theirs) == str(ours)
        assert len(ours) == len(theirs)
        for a, b in zip(ours, theirs, strict=True):
            assert_same(a, b)
    elif isinstance(theirs, (torch.dtype, torch.device, torch.layout, type(torch.FloatTensor))):
        assert str(ours) == str(theirs)
    else:
        assert type(ours) is type(theirs)
        assert ours == theirs or (ours != ours and theirs != theirs)


def torch_bytes(obj, **options):
    buffer = io.BytesIO()
    torch.save(obj, buffer, **options)
    return buffer.getvalue()


def our_bytes(obj):
    buffer = io.BytesIO()
    save(obj, buffer)
    return buffer.getvalue()


BASE = torch.arange(24.0).view(4, 6)
DTYPES = ["bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64"]
DTYPES += ["float16", "bfloat16", "float32", "float64", "complex64", "complex128"]
FLOAT8 = ["float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu"]

OBJECTS = {
    "numbers": [0, -1, 255, 2**16, 2**31, -(2**31), 2**63, 2**70, -(2**70), True, 0.5, -0.0, 1j],
    "special numbers": [float("inf"), -float("inf"), float("nan")],
    "texts": ["", "é", "\ud800", "a" * 300, b"", b"\x00\xff", bytearray(b"ab")],
    "containers": [[], (), {}, {1: (2, [3])}, {(1, "a"): None}, (1, 2, 3, 4), {1, "b"}],
    "ordered": collections.OrderedDict(b=1, a=[2]),
    "counter": collections.Counter("abracadabra"),
    "long": {str(n): [n] * (n % 5) for n in range(2500)},
    "kinds": [torch.float32, torch.bfloat16, torch.uint16, torch.bool],
    "places": [torch.device("cpu"), torch.device("cuda", 1), torch.device("meta")],
    "sizes": [torch.Size([]), torch.Size([2, 3])],
    "dtypes": [torch.arange(3).to(getattr(torch, dtype)) for dtype in DTYPES],
    "float8": [torch.tensor([1, 0.5, 4]).to(getattr(torch, dtype)) for dtype in FLOAT8],
    "shapes": [torch.ones(s) for s in [(), (0,), (3, 0), (1, 1), (2, 3, 4)]],
    "views": [BASE, BASE[1:], BASE[:, ::2], BASE[2:, 3], BASE.t(), BASE[3, 5], BASE[1:3].t()],
    "expanded": [torch.ones(3).expand(4, 3), torch.ones(1).expand(5)],
    "meta": [torch.ones(2, 3, device="meta"), torch.ones(2, dtype=torch.int8, device="meta").t()],
    "layouts": [torch.strided, torch.sparse_coo, torch.sparse_csr, torch.FloatTensor],
    "model": torch.nn.Sequential(
        torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2), torch.nn.Linear(3, 4, bias=False)
    ).state_dict(),
}


@pytest.mark.parametrize("name", OBJECTS)
def test_firebrick_reads_what_pytorch_saved(name):
    theirs = OBJECTS[name]
    assert_same(load(io.BytesIO(torch_bytes(theirs))), theirs)


@pytest.mark.parametrize("weights_only", [True, False])
@pytest.mark.parametrize("name", OBJECTS)
def test_pytorch_reads_what_firebrick_saved(name, weights_only):
    theirs = OBJECTS[name]
    content = our_bytes(ours_of(theirs))
    assert_same(load(io.BytesIO(content)), theirs)
    back = torch.load(io.BytesIO(content), weights_only=weights_only)
    assert_same(ours_of(back), back)
    assert_same(ours_of(theirs), back)


@pytest.mark.parametrize("name", OBJECTS)
def test_there_and_back_and_there(name):
    """PyTorch saves what it loaded of Firebrick's file of PyTorch's file."""
    theirs = OBJECTS[name]
    once = load(io.BytesIO(torch_bytes(theirs)))
    again = torch.load(io.BytesIO(our_bytes(once)))
    assert_same(load(io.BytesIO(torch_bytes(again))), theirs)


def test_files_are_alike():
    """The same records in the same order at aligned places, and a pickle with the same names."""
    theirs = {"w": BASE, "v": BASE[1], "n": torch.nn.Linear(2, 2).state_dict(), "e": 3}
    files = [
        zipfile.ZipFile(io.BytesIO(b)) for b in (our_bytes(ours_of(theirs)), torch_bytes(theirs))
    ]
    ours_names, theirs_names = (f.namelist() for f in files)
    assert ours_names == [n for n in theirs_names if not n.endswith("serialization_id")]
    for name in ours_names:
        if not name.endswith("data.pkl"):
            assert files[0].read(name) == files[1].read(name)
    named = [
        {
            arg
            for op, arg, _ in pickletools.genops(f.read("archive/data.pkl"))
            if op.name == "GLOBAL"
        }
        for f in files
    ]
    assert named[0] == named[1]


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_every_pickle_protocol_of_pytorch(protocol):
    for name in ("containers", "texts", "views", "dtypes", "model", "long"):
        content = torch_bytes(OBJECTS[name], pickle_protocol=protocol)
        assert_same(load(io.BytesIO(content)), OBJECTS[name])


# --- sharing --------------------------------------------------------------------------------------


def test_storages_stay_shared_from_pytorch():
    base = BASE.clone()
    row, whole, column = load(io.BytesIO(torch_bytes([base[1], base, base.t()[2]])))
    whole._array[1, 2] = 50
    assert row._array[2] == column._array[1] == 50
    assert row.untyped_storage() is whole.untyped_storage() is column.untyped_storage()


def test_storages_stay_shared_to_pytorch():
    transposed, base = ours_of([BASE.t(), BASE])
    content = our_bytes([transposed, base, base])
    transposed, whole, again = torch.load(io.BytesIO(content))
    whole[1, 2] = 50
    assert transposed[2, 1] == 50 and again is whole
    assert transposed.untyped_storage().data_ptr() == whole.untyped_storage().data_ptr()


def test_attributes():
    theirs = torch.ones(2)
    theirs.scale, theirs.note = torch.zeros(1), "by hand"
    ours = load(io.BytesIO(torch_bytes(theirs)))
    assert ours.note == "by hand"
    assert_same(ours.scale, theirs.scale)
    back = torch.load(io.BytesIO(our_bytes(ours)))
    assert back.note == "by hand" and back.scale.tolist() == [0]


def test_metadata_of_state_dicts():
    theirs = OBJECTS["model"]
    ours = load(io.BytesIO(torch_bytes(theirs)))
    assert ours._metadata == theirs._metadata
    assert torch.load(io.BytesIO(our_bytes(ours)))._metadata == theirs._metadata


def test_conjugates_and_negatives():
    values = torch.tensor([1 + 2j, 3 - 4j])
    for theirs in (values.conj(), values.conj().imag):
        ours = load(io.BytesIO(torch_bytes(theirs)))
        assert ours._array.tolist() == theirs.tolist()


def test_optimizer_state():
    model = torch.nn.Linear(3, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    model(torch.ones(4, 3)).sum().backward()
    optimizer.step()
    scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, [2, 4])
    theirs = {"optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict()}
    theirs["rng"] = torch.get_rng_state()
    ours = load(io.BytesIO(torch_bytes(theirs)))
    assert_same(ours, theirs)
    back = torch.load(io.BytesIO(our_bytes(ours)))
    optimizer.load_state_dict(back["optimizer"])
    scheduler.load_state_dict(back["scheduler"])
    torch.set_rng_state(back["rng"])


# --- gradients and parameters ---------------------------------------------------------------------


def test_requires_grad():
    pytest.importorskip("firebrick_autograd")
    theirs = [torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True) * 2]
    ours = load(io.BytesIO(torch_bytes(theirs)))
    assert [t.requires_grad for t in ours] == [True, True]
    assert all(t.is_leaf for t in ours)
    assert [t.requires_grad for t in torch.load(io.BytesIO(our_bytes(ours)))] == [True, True]


def test_parameters():
    nn = pytest.importorskip("firebrick_nn")
    theirs = [torch.nn.Parameter(BASE), torch.nn.Parameter(BASE.clone(), requires_grad=False)]
    ours = load(io.BytesIO(torch_bytes(theirs)))
    assert [type(t) for t in ours] == [nn.Parameter] * 2
    assert [t.requires_grad for t in ours] == [True, False]
    back = torch.load(io.BytesIO(our_bytes(ours)))
    assert [type(t) for t in back] == [torch.nn.Parameter] * 2
    assert [t.requires_grad for t in back] == [True, False]
    assert back[0].tolist() == BASE.tolist()


# --- files on disk --------------------------------------------------------------------------------


def test_paths_and_mapped_files(tmp_path):
    theirs = {"w": BASE, "v": BASE[1], "e": torch.zeros(0), "n": 3}
    torch.save(theirs, tmp_path / "theirs.v1.pt")
    save(ours_of(theirs), tmp_path / "ours.pt")
    for mmap in (True, False):
        assert_same(load(tmp_path / "theirs.v1.pt", mmap=mmap), theirs)
        assert_same(ours_of(theirs), torch.load(tmp_path / "ours.pt", mmap=mmap))


def test_files_without_checksums():
    try:
        torch.serialization.set_crc32_options(False)
        content = torch_bytes(OBJECTS["model"])
    finally:
        torch.serialization.set_crc32_options(True)
    assert_same(load(io.BytesIO(content)), OBJECTS["model"])


@pytest.mark.parametrize("name", ["dtypes", "views", "model"])
def test_files_of_the_other_byte_order(name):
    theirs = [t for t in list(OBJECTS[name]) if isinstance(t, torch.Tensor)]
    theirs = theirs or list(OBJECTS[name].values())
    theirs = [t for t in theirs if t.dtype not in (torch.uint16, torch.uint32, torch.uint64)]
    before = torch.serialization.get_default_load_endianness()
    content = torch_bytes(theirs)
    archive = zipfile.ZipFile(io.BytesIO(content))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as other:
        kinds = [torch.empty(0, dtype=t.dtype) for t in theirs]
        for record in archive.namelist():
            data = archive.read(record)
            if "/data/" in record:
                kind = kinds[int(record.rsplit("/")[-1])] if name != "views" else kinds[0]
                size = kind.element_size() // (2 if kind.is_complex() else 1)
                data = np.frombuffer(data, f"u{size}").byteswap().tobytes()
            other.writestr(record, b"big" if record.endswith("byteorder") else data)
    buffer.seek(0)
    assert_same(load(buffer), torch.load(io.BytesIO(buffer.getvalue())))
    assert torch.serialization.get_default_load_endianness() is before


@pytest.mark.parametrize(
    "value", [np.float64(1.5), np.int32(3), np.arange(4.0), np.array([True])], ids=repr
)
def test_numpy_values(value):
    """PyTorch refuses these without `weights_only=False`; the bytes are those that it expects."""
    assert_numpy_same(load(io.BytesIO(torch_bytes(value))), value)
    with pytest.raises(pickle.UnpicklingError):
        torch.load(io.BytesIO(our_bytes(value)))
    assert_numpy_same(torch.load(io.BytesIO(our_bytes(value)), weights_only=False), value)


def assert_numpy_same(one, other):
    assert type(one) is type(other) and one.dtype == other.dtype and one.shape == other.shape
    assert one.tobytes() == other.tobytes()


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_storages():
    theirs = [BASE.untyped_storage(), torch.arange(3).storage()]
    untyped, typed = load(io.BytesIO(torch_bytes(theirs)))
    assert untyped.tolist() == theirs[0].tolist() and typed.tolist() == [0, 1, 2]
    assert type(typed) is fb.TypedStorage and typed.dtype is fb.int64
    back = torch.load(io.BytesIO(our_bytes([untyped, typed])))
    assert back[0].untyped().tolist() == theirs[0].tolist()
    assert back[1].tolist() == [0, 1, 2] and back[1].dtype is torch.int64


@pytest.mark.parametrize("kind", ["coo", "uncoalesced", "dense parts", "csr", "csc"])
@pytest.mark.filterwarnings("ignore:Sparse")
def test_sparse_tensors(kind):
    theirs = {
        "coo": lambda: torch.eye(3).to_sparse(),
        "uncoalesced": lambda: torch.sparse_coo_tensor([[0, 0], [2, 2]], [1.0, 2.0], (2, 3)),
        "dense parts": lambda: torch.sparse_coo_tensor([[1]], [[1.0, 2.0]], (3, 2)),
        "csr": lambda: torch.eye(3).to_sparse_csr(),
        "csc": lambda: torch.eye(3).to_sparse_csc(),
    }[kind]()
    ours = load(io.BytesIO(torch_bytes(theirs)))
    back = torch.load(io.BytesIO(our_bytes(ours)))
    assert str(ours.layout) == str(back.layout) == str(theirs.layout)
    assert ours.to_dense().tolist() == back.to_dense().tolist() == theirs.to_dense().tolist()
    if kind in ("coo", "uncoalesced"):
        assert ours.is_coalesced() == back.is_coalesced() == theirs.is_coalesced()


def test_generators():
    theirs = torch.Generator().manual_seed(3)
    torch.randn(5, generator=theirs)
    ours = load(io.BytesIO(torch_bytes(theirs)))
    back = torch.load(io.BytesIO(our_bytes(ours)), weights_only=False)
    expected = torch.randn(20, generator=theirs).tolist()
    assert fb.randn(20, generator=ours).tolist() == expected
    assert torch.randn(20, generator=back).tolist() == expected


def test_parameters_with_attributes():
    nn = pytest.importorskip("firebrick_nn")
    theirs = torch.nn.Parameter(BASE.clone())
    theirs.note = "by hand"
    ours = load(io.BytesIO(torch_bytes([theirs, theirs])))
    assert ours[0] is ours[1] and type(ours[0]) is nn.Parameter and ours[0].note == "by hand"
    back = torch.load(io.BytesIO(our_bytes(ours)))
    assert back[0] is back[1] and type(back[0]) is torch.nn.Parameter and back[0].note == "by hand"


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_listed_classes(protocol):
    """The same list, and the same objects, in both libraries."""
    theirs = [Listed(BASE), Point(1, [2])]
    with torch.serialization.safe_globals([Listed, Point]):
        content = torch_bytes(theirs, pickle_protocol=protocol)
    with safe_globals([Listed, Point]):
        ours = load(io.BytesIO(content))
        again = our_bytes(ours)
    assert ours[1] == Point(1, [2]) and ours[0].value.tolist() == BASE.tolist()
    names = [f"{__name__}.Listed", f"{__name__}.Point"]
    assert get_unsafe_globals_in_checkpoint(io.BytesIO(content)) == names
    if protocol == 2:  # the only one that PyTorch reads without running code
        with torch.serialization.safe_globals([Listed, Point]):
            back = torch.load(io.BytesIO(again))
        assert back[1] == Point(1, [2]) and back[0].value.tolist() == BASE.tolist()


class Listed:
    def __init__(self, value):
        self.value = value


Point = collections.namedtuple("Point", "x y")

OWN_KINDS = [
    frozenset([1]),
    argparse.Namespace(a=1, b=[2]),
    pathlib.Path("a/b"),
    collections.deque([1, 2], 3),
    range(3),
    slice(1, 2),
    collections.defaultdict(list, {1: [2]}),
]


@pytest.mark.parametrize("value", OWN_KINDS, ids=repr)
def test_values_that_only_firebrick_reads_safely(value):
    assert load(io.BytesIO(torch_bytes(value))) == value
    assert torch.load(io.BytesIO(our_bytes(value)), weights_only=False) == value


# --- errors ---------------------------------------------------------------------------------------


class Harmless:
    pass


REFUSED = [Harmless(), print, pickle.UnpicklingError, torch.nn.Linear(1, 1), io.BytesIO]


@pytest.mark.parametrize("value", REFUSED, ids=lambda value: repr(value)[:30])
def test_both_refuse_the_same(value):
    content = torch_bytes(value)
    with pytest.raises(pickle.UnpicklingError):
        torch.load(io.BytesIO(content))
    with pytest.raises(pickle.UnpicklingError, match="not in the closed list"):
        load(io.BytesIO(content))


@pytest.mark.filterwarnings("ignore:ComplexHalf support is experimental")
def test_tensors_of_types_that_are_not_here():
    theirs = torch.ones(2, dtype=torch.complex32)
    with pytest.raises(pickle.UnpicklingError, match="not in the closed list"):
        load(io.BytesIO(torch_bytes(theirs)))


@pytest.mark.parametrize("keep", [0, 10, 200, 1500, -40, -1])
def test_errors_of_truncated_files_have_the_same_type(keep):
    content = torch_bytes(OBJECTS["model"])[:keep]
    for read in (torch.load, load):
        with pytest.raises((RuntimeError, EOFError)) as caught:
            read(io.BytesIO(content))
        assert type(caught.value) is (RuntimeError if keep else EOFError)


LOCATIONS = [None, "cpu", "meta", {"cpu": "meta"}, {"cuda:0": "cpu"}]


@pytest.mark.parametrize("map_location", LOCATIONS, ids=str)
def test_map_location(map_location):
    content = torch_bytes(OBJECTS["views"])
    theirs = torch.load(io.BytesIO(content), map_location=map_location)
    assert_same(load(io.BytesIO(content), map_location=map_location), theirs)


def test_map_location_functions():
    def keep(storage, location):
        seen.append(location)
        return storage

    seen = []
    content = torch_bytes(OBJECTS["views"])
    assert_same(load(io.BytesIO(content), keep), torch.load(io.BytesIO(content), keep))
    assert seen == ["cpu", "cpu"]


# --- random objects -------------------------------------------------------------------------------


def random_object(choose, tensors, depth=0):
    kind = choose.randrange(12 if depth < 4 else 7)
    if kind < 3:
        return choose.choice(tensors)
    if kind == 3:
        return choose.choice(["", "text", "é" * 300, b"\xff\x00", 1 + 2j, None, True])
    if kind < 6:
        return choose.choice([0, -1, 3, 2**40, -(2**80), 1.5, float("inf")])
    if kind == 6:
        return choose.choice([torch.float32, torch.device("cpu"), torch.Size([2])])
    items = [random_object(choose, tensors, depth + 1) for _ in range(choose.randint(0, 5))]
    if kind < 9:
        return items
    if kind == 9:
        return tuple(items)
    make = dict if kind == 10 else collections.OrderedDict
    return make((choose.choice([n, f"key {n}", (n, "x")]), item) for n, item in enumerate(items))


def random_tensor(choose):
    size = [choose.randint(0, 5) for _ in range(choose.randint(0, 4))]
    tensor = torch.arange(int(np.prod(size))).view(size).to(getattr(torch, choose.choice(DTYPES)))
    for _ in range(choose.randint(0, 2)):
        if tensor.dim() > 1 and choose.random() < 0.5:
            tensor = tensor.transpose(0, choose.randrange(tensor.dim()))
        elif tensor.dim() and tensor.shape[0]:
            tensor = tensor[choose.randrange(tensor.shape[0]) :: choose.randint(1, 3)]
    return tensor


@pytest.mark.parametrize("seed", range(100))
def test_random_objects(seed):
    choose = random.Random(seed)
    theirs = random_object(choose, [random_tensor(choose) for _ in range(4)])
    ours = load(io.BytesIO(torch_bytes(theirs)))
    assert_same(ours, theirs)
    assert_same(ours, torch.load(io.BytesIO(our_bytes(ours))))
