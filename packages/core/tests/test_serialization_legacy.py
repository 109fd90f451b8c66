"""The format of PyTorch before 1.6: read, written on request, and refused where it is damaged."""

import base64
import collections
import io
import pickle
import struct
import zlib

import numpy as np
import pytest
from checkpoints import BASE, assert_same, tensor

import firebrick_core as fb
from firebrick_core._pickle_writer import Call, Global, PersistentId, pickle_bytes
from firebrick_core._torch_names import LEGACY_MAGIC, LEGACY_VERSION
from firebrick_core.serialization import load, save

ERRORS = (RuntimeError, pickle.UnpicklingError, EOFError)

# A file that PyTorch 2.13 has written, with `_use_new_zipfile_serialization=False`.
BY_TORCH = zlib.decompress(
    base64.b85decode(
        "c-n1|&2G~`5XbFZCxL~Q0xeKJ%eUzvYAPpcPgDZ+vQTKa_)=NHS=EacZ)Ux2DN?0eQc<3P14noco`y$2LcrJ#h"
        "*Vj5$J&|M|8Hh?NIo+4^V8;!r8i$*E;fhc`FD!;5F9_8a~x-2wAHaz(Vj4w)G4@_5YAvkNo$peMB10V6v&5=q0"
        "=4=M3l+*A_IB|o*&lGnI+m-sBscfJjv8ToqM5IXy|ko8r;kCzf2ds`{2e_n>cAkxs@tokrA(Rsrr!>X{JrIx5|"
        "L{e%L6)F|)TTfL2%7rqVt8s&X>$!dc8&4}!HISm^}oo!06a)XF;IL5_9Qw=6Waxx)#kM{tT$?jFJE;}~03BDUC"
        "Z#$K4dFrxod#+Ctl)P*w^&URs@lrefAW)rL?p~+O*xul}ZZKF6H!FleE;KFfI2wk)=--U&;>l7~Sz-6D)kl^Xt"
        "SGckz%7BE$N`KtpGaTB#2Cq&a+pTtcC4g&)B#69THa3DA1@dNvyk%jj3%5(<8176cKhbXoO1zsK;oTF2PAdrD9"
        "uiz6+%E_y{-7`qD}rwU?Q-#?JH?YunTb2CYBCK(MYHbwzlM*|Y~Y7`i2L&f8Asgl|JUzoxhL-Y0rmL5R{"
    )
)


def legacy_bytes(obj):
    buffer = io.BytesIO()
    save(obj, buffer, _use_new_zipfile_serialization=False)
    return buffer.getvalue()


@pytest.mark.parametrize("weights_only", [True, False])
def test_a_file_by_pytorch(weights_only, tmp_path):
    (tmp_path / "old.pt").write_bytes(BY_TORCH)
    for source in (io.BytesIO(BY_TORCH), tmp_path / "old.pt"):
        obj = load(source, weights_only=weights_only)
        assert_same(obj["w"], tensor(np.arange(6, dtype=np.float32).reshape(2, 3)))
        assert obj["row"].tolist() == [3, 4, 5] and obj["n"] == [3, "é", None]
        assert obj["i"].tolist() == [1, -2] and obj["c"].tolist() == [1 + 2j]
        obj["w"][1, 0] = 50
        assert obj["row"][0] == 50
        assert obj["w"].untyped_storage() is obj["row"].untyped_storage()


DTYPES = ["bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64"]
DTYPES += ["float16", "float32", "float64", "complex64", "complex128"]
OBJECTS = [
    None,
    {"a": [1, (2.5, "text")], "b": {"c": b"bytes"}},
    [tensor(BASE), tensor(BASE[1:, ::2]), tensor(BASE.T), tensor(BASE[3, 5]), tensor(BASE[:0])],
    [tensor(np.arange(6).astype(dtype)) for dtype in DTYPES],
    [fb.zeros(0), fb.zeros(3, 0), fb.ones(()), fb.ones(2, 3, device="meta")],
    collections.OrderedDict(w=tensor(BASE)),
]


@pytest.mark.parametrize("obj", OBJECTS, ids=lambda obj: repr(obj)[:30])
def test_round_trips(obj, tmp_path):
    assert_same(load(io.BytesIO(legacy_bytes(obj))), obj)
    save(obj, tmp_path / "file.pt", _use_new_zipfile_serialization=False)
    assert_same(load(tmp_path / "file.pt"), obj)


def test_objects_one_after_another():
    objects = [fb.ones(3), "text", {"w": tensor(BASE)}, []]
    buffer = io.BytesIO(b"before")
    buffer.seek(6)
    for obj in objects:
        save(obj, buffer, _use_new_zipfile_serialization=False)
    buffer.seek(6)
    for obj in objects:
        assert_same(load(buffer), obj)


LOCATIONS = [None, "cpu", "meta", "fake:0", {"cpu": "meta"}, {"cuda:0": "cpu"}]


@pytest.mark.parametrize("map_location", LOCATIONS, ids=str)
def test_map_location(map_location):
    content = legacy_bytes([tensor(BASE[1]), tensor(BASE)])
    row, whole = load(io.BytesIO(content), map_location)
    expected = map_location.get("cpu", "cpu") if isinstance(map_location, dict) else map_location
    assert str(row.device) == str(whole.device) == (expected or "cpu")
    if not row.is_meta:
        assert row.cpu().tolist() == BASE[1].tolist() and whole.cpu().tolist() == BASE.tolist()
        assert row.untyped_storage() is whole.untyped_storage()


def test_map_location_functions():
    seen = []

    def elsewhere(storage, location):
        seen.append((storage.nbytes(), location))
        return storage.clone()

    assert_same(load(io.BytesIO(legacy_bytes(tensor(BASE))), elsewhere), tensor(BASE))
    assert seen == [(96, "cpu")]


def test_mmap_is_refused(tmp_path):
    (tmp_path / "old.pt").write_bytes(BY_TORCH)
    with pytest.raises(RuntimeError, match="mmap can only be used with files saved with"):
        load(tmp_path / "old.pt", mmap=True)


# --- what only old versions of PyTorch and of Python wrote ----------------------------------------


def by_hand(pickled, keys, *storages, magic=LEGACY_MAGIC, version=LEGACY_VERSION):
    parts = [pickle.dumps(part, 2) for part in (magic, version, {"little_endian": True})]
    parts += [pickled, keys if isinstance(keys, bytes) else pickle.dumps(keys, 2)]
    for content, numel in storages:
        parts.append(struct.pack("<q", numel) + content)
    return io.BytesIO(b"".join(parts))


class Made:
    """Pickled as a call."""

    def __init__(self, name, *arguments):
        self.call = Call(name, arguments)


class Id:
    """Pickled as a persistent id."""

    def __init__(self, *id):
        self.id = PersistentId(id)


def pickled(obj):
    return pickle_bytes(obj, {Made: lambda made: made.call, Id: lambda made: made.id})


def storage(key="7", numel=4, view=None, kind="torch FloatStorage", location="cpu"):
    return Id("storage", Global(kind), key, location, numel, view)


def rebuilt(storage, offset=0, size=(4,), stride=(1,)):
    return Made("torch._utils _rebuild_tensor", storage, offset, size, stride)


FOUR = (np.arange(4, dtype="<f4").tobytes(), 4)


def test_storages_that_are_parts_of_storages():
    """As PyTorch before 0.4 had them: each view's storage is a part of the whole's."""
    part = storage(view=("8", 1, 2))
    obj = [rebuilt(storage()), rebuilt(part, 0, (2,)), rebuilt(part, 1, (1,))]
    whole, two, one = load(by_hand(pickled(obj), ["7"], FOUR))
    assert (two.tolist(), one.tolist()) == ([1, 2], [2])
    whole[2] = 50
    assert two[1] == one[0] == 50
    with pytest.raises(RuntimeError, match="part of a storage, 8 bytes from 12 on, is out of"):
        load(by_hand(pickled(rebuilt(storage(view=("8", 3, 2)))), ["7"], FOUR))


def test_storages_of_devices():
    obj = rebuilt(storage(kind="torch.cuda FloatStorage", location="cuda:0"))
    back = load(by_hand(pickled(obj), ["7"], FOUR), map_location={"cuda:0": "cpu"})
    assert back.tolist() == [0, 1, 2, 3] and back.device.type == "cpu"


def test_the_sources_of_classes_are_not_run():
    persistent = Id("module", Global("collections OrderedDict"), "file.py", "raise SystemExit")
    assert load(by_hand(pickled([persistent]), [])) == [collections.OrderedDict]


def python2_text(text):
    content = text if isinstance(text, bytes) else text.encode()
    return b"U" + bytes([len(content)]) + content


def test_texts_of_python_2():
    """A dict, an OrderedDict and a long text as Python 2 pickled them."""
    ordered = b"ccollections\nOrderedDict\n](]" + b"(" + python2_text("k") + b"K\x05ee\x85R"
    long = b"T" + struct.pack("<I", 300) + b"x" * 300
    for content in (b"\x80\x02}(" + python2_text("a") + long + b"X\x01\0\0\0b" + ordered + b"u.",):
        obj = load(by_hand(content, []))
        assert obj == {"a": "x" * 300, "b": collections.OrderedDict(k=5)}
        assert type(obj["b"]) is collections.OrderedDict


def test_encodings_of_python_2():
    content = b"\x80\x02" + python2_text(b"caf\xe9") + b"."
    assert load(by_hand(content, []), encoding="latin1") == "café"
    assert load(by_hand(content, []), encoding="bytes") == b"caf\xe9"
    assert load(by_hand(content, []), errors="replace") == "caf\ufffd"
    with pytest.raises(pickle.UnpicklingError, match="damaged.*UnicodeDecodeError"):
        load(by_hand(content, []))


def test_names_that_are_bytes():
    """As `encoding="bytes"` gives the names of storages that Python 2 has pickled."""
    id = b"(" + python2_text("storage") + b"ctorch\nFloatStorage\n" + python2_text("7")
    id += python2_text("cpu") + b"K\x04NtQ"
    content = b"\x80\x02ctorch._utils\n_rebuild_tensor\n(" + id + b"K\x00K\x04\x85K\x01\x85tR."
    keys = b"\x80\x02]" + python2_text("7") + b"a."
    for encoding in ("bytes", "utf-8"):
        back = load(by_hand(content, keys, FOUR), encoding=encoding)
        assert back.tolist() == [0, 1, 2, 3]


# --- damage and harm ------------------------------------------------------------------------------


def test_files_cut_off_before_each_byte():
    for size in range(1, len(BY_TORCH)):
        with pytest.raises(ERRORS) as caught:
            load(io.BytesIO(BY_TORCH[:size]))
        assert str(caught.value)


def test_random_damage():
    """There are no checksums: numbers may come out changed, but nothing else happens."""
    choose = np.random.default_rng(0)
    refused = 0
    for _ in range(3000):
        changed = bytearray(BY_TORCH)
        for _ in range(choose.choice([1, 1, 3])):
            changed[choose.integers(20, len(changed))] = choose.integers(256)
        try:
            load(io.BytesIO(changed))
        except ERRORS:
            refused += 1
    assert refused > 1500


BAD = {
    "version": (by_hand(pickled(1), [], version=1000), RuntimeError, "Invalid protocol version"),
    "keys": (by_hand(pickled(1), "7"), pickle.UnpicklingError, "does not list its storages"),
    "unknown key": (by_hand(pickled(1), ["7"], FOUR), pickle.UnpicklingError, "does not name"),
    "key of another type": (by_hand(pickled(1), [[7]]), pickle.UnpicklingError, "does not name"),
    "no key": (by_hand(pickled(rebuilt(storage())), []), RuntimeError, "cut off"),
    "twice": (
        by_hand(pickled(rebuilt(storage())), ["7", "7"], FOUR, FOUR),
        pickle.UnpicklingError,
        "does not name",
    ),
    "other size": (
        by_hand(pickled(rebuilt(storage())), ["7"], (FOUR[0], 3)),
        RuntimeError,
        "should have 4 elements, but the file says 3",
    ),
    "huge": (by_hand(pickled(rebuilt(storage(numel=2**60))), ["7"], FOUR), RuntimeError, "cut off"),
    "many large": (
        by_hand(pickled([storage(str(n), 100) for n in range(100)]), ["0"], (bytes(400), 100)),
        RuntimeError,
        "cut off",
    ),
    "two types": (
        by_hand(pickled([storage(), storage(kind="torch LongStorage")]), ["7"], FOUR),
        pickle.UnpicklingError,
        "two types",
    ),
    "beyond": (
        by_hand(pickled(rebuilt(storage(), 1)), ["7"], FOUR),
        RuntimeError,
        "out of bounds for storage",
    ),
    "part": (
        by_hand(pickled(rebuilt(storage(view=("8", -1, 2)))), ["7"], FOUR),
        pickle.UnpicklingError,
        "whole numbers",
    ),
    "strange part": (
        by_hand(pickled(rebuilt(storage(view=[1]))), ["7"], FOUR),
        pickle.UnpicklingError,
        "not PyTorch's",
    ),
    "short id": (
        by_hand(pickled(Id("storage", Global("torch FloatStorage"), "7", "cpu", 4)), []),
        pickle.UnpicklingError,
        "not a storage",
    ),
    "a class": (
        by_hand(pickled(Id("module", Global("os system"), "f", "s")), []),
        pickle.UnpicklingError,
        "os.system is not in the closed list",
    ),
    "in the header": (
        io.BytesIO(pickle.dumps(LEGACY_MAGIC, 2) + b"\x80\x02cos\nsystem\n."),
        pickle.UnpicklingError,
        "closed list",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files(name):
    file, error, message = BAD[name]
    with pytest.raises(error, match=message):
        load(file)
