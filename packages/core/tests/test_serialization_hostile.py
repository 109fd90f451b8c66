"""Files that are cut off, damaged or made to do harm: `load` says what is wrong, runs nothing."""

import collections
import io
import os
import pickle
import random
import re
import struct
import sys
import tarfile
import time
import zipfile

import numpy as np
import pytest
from checkpoints import saved, tensor

import firebrick_core as fb
from firebrick_core._archive import write_archive
from firebrick_core.serialization import load, save

# All that a bad file may raise.
ERRORS = (RuntimeError, pickle.UnpicklingError, EOFError)


def checkpoint(data_pkl, storages=(), version=b"3\n", **others):
    """A file with this pickle and these storages, in order and with right checksums."""
    records = {"data.pkl": data_pkl, "version": version, **others}
    for index, content in enumerate(storages):
        records[f"data/{index}"] = content
    buffer = io.BytesIO()
    write_archive(buffer, [(k, v) for k, v in records.items() if v is not None])
    return io.BytesIO(buffer.getvalue())


BASE = np.arange(12, dtype=np.float32).reshape(3, 4)
OBJECT = {
    "model": collections.OrderedDict(w=tensor(BASE), v=tensor(BASE[1:, ::2])),
    "list": [1, 2.5, None, True, "text" * 5, (1, 2, 3), {1, 2}, b"bytes", 2**70],
    "other": [np.float64(3.5), np.arange(3), fb.float32, fb.zeros(1).device, fb.zeros(2).shape],
}

# --- damage ---------------------------------------------------------------------------------------


def test_files_cut_off_at_every_kilobyte(tmp_path):
    content = saved([tensor(np.arange(10_000)), tensor(np.ones(100)), "text" * 100])
    assert len(content) > 80_000
    for size in [*range(0, len(content), 1000), *range(len(content) - 300, len(content))]:
        with pytest.raises(EOFError if size == 0 else RuntimeError) as caught:
            load(io.BytesIO(content[:size]))
        assert re.search("cut off|empty", str(caught.value))
        assert "again" in str(caught.value) or "anew" in str(caught.value)
    (tmp_path / "file.pt").write_bytes(content[:50_000])
    for mmap in (True, False):
        with pytest.raises(RuntimeError, match="failed finding central directory"):
            load(tmp_path / "file.pt", mmap=mmap)


def test_files_cut_off_before_each_byte():
    content = saved(OBJECT)
    for size in range(len(content)):
        with pytest.raises(ERRORS):
            load(io.BytesIO(content[:size]))


def test_no_flipped_byte_goes_unnoticed():
    content = saved(OBJECT)
    right = repr(load(io.BytesIO(content)))
    noticed = 0
    for position in range(len(content)):
        for flip in (0x01, 0x80, 0xFF):
            changed = bytearray(content)
            changed[position] ^= flip
            try:
                obj = load(io.BytesIO(changed))
            except ERRORS as error:
                assert str(error)
                noticed += 1
            else:  # the flip hit what is not used: padding, dates, a sign of the system
                assert repr(obj) == right
    assert noticed > len(content)


def test_a_damaged_storage_is_named():
    content = bytearray(saved([tensor(BASE), tensor(np.arange(1000))]))
    content[content.index(np.arange(900, 910).tobytes())] ^= 1
    with pytest.raises(
        RuntimeError, match="record data/1 is damaged: its checksum is .*Copy or down"
    ):
        load(io.BytesIO(content))


def test_files_without_checksums_are_read():
    """PyTorch writes zeros for checksums after `set_crc32_options(False)`."""
    content = bytearray(saved(tensor(BASE)))
    position = 0
    while (position := content.find(b"PK\x01\x02", position + 1)) > 0:
        content[position + 16 : position + 20] = bytes(4)
    assert load(io.BytesIO(content))._array.tolist() == BASE.tolist()


def test_random_damage_of_the_pickle():
    """The checksum is right, the pickle is not: nothing but the expected errors."""
    archive = zipfile.ZipFile(io.BytesIO(saved(OBJECT)))
    good = archive.read("archive/data.pkl")
    storages = [archive.read("archive/data/0")]
    choose = random.Random(0)
    instructions = bytes({op for op in good} | {0x81, 0x93, 0x91, 0x90, 0x8F, 0x94, ord("0")})
    refused = 0
    for _ in range(3000):
        changed = bytearray(good)
        for _ in range(choose.choice([1, 1, 2, 5])):
            at, what = choose.randrange(len(changed)), choose.randrange(4)
            if what == 0:
                changed[at] = choose.randrange(256)
            elif what == 1:
                changed[at] = choose.choice(instructions)
            elif what == 2:
                del changed[at : at + choose.randint(1, 5)]
            else:
                start = choose.randrange(len(changed))
                changed[at:at] = changed[start : start + choose.randint(1, 40)]
        try:
            load(checkpoint(bytes(changed), storages))
        except ERRORS:
            refused += 1
    assert refused > 2000


# --- other files ----------------------------------------------------------------------------------


def zip_of(**files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return buffer.getvalue()


def tar_of(**files):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


NONE = b"\x80\x02N."
OTHER_FILES = {
    "text": (b"hello world, this is text", RuntimeError, "not a ZIP archive"),
    "short": (b"PK", RuntimeError, "not a ZIP archive"),
    "pickle": (pickle.dumps({"a": 1}), RuntimeError, "expected a checkpoint written by torch.save"),
    "numpy": (b"\x93NUMPY\x01\x00v\x00{'descr'", RuntimeError, "starts with b'.x93NUMPY"),
    "safetensors": (struct.pack("<Q", 10) + b'{"a": 1 }  ', RuntimeError, "safetensors file"),
    "before PyTorch 1.6": (
        pickle.dumps(0x1950A86A20F9469CFC6C, 2) + pickle.dumps(1001, 2),
        pickle.UnpicklingError,
        "damaged",
    ),
    "tar": (tar_of(pickle=b"x"), RuntimeError, "tar archive, the format of PyTorch before 0.1.10"),
    "zip": (zip_of(a__b="x"), RuntimeError, r"no record data.pkl \(records: a/b\)"),
    "empty zip": (zip_of(), RuntimeError, "not a ZIP archive"),
    "no version": (zip_of(**{"a__data.pkl": NONE}), RuntimeError, "record version is missing"),
    "a later version": (
        zip_of(**{"a__data.pkl": NONE, "a__version": "99"}),
        RuntimeError,
        "file with version .*99.* maximum supported version for reading is 10.*Upgrade",
    ),
    "no version number": (
        zip_of(**{"a__data.pkl": NONE, "a__version": "three"}),
        RuntimeError,
        "file with version .*three",
    ),
    "odd byte order": (
        zip_of(**{"a__data.pkl": NONE, "a__version": "3", "a__byteorder": "middle"}),
        ValueError,
        "Unknown endianness type: 'middle'",
    ),
    "TorchScript": (
        zip_of(**{"a__data.pkl": NONE, "a__version": "3", "a__constants.pkl": NONE}),
        RuntimeError,
        "TorchScript archive, which holds a program",
    ),
    "empty pickle": (zip_of(**{"a__data.pkl": "", "a__version": "3"}), ERRORS, "damaged"),
}


@pytest.mark.parametrize("name", OTHER_FILES)
def test_other_files(name):
    content, error, message = OTHER_FILES[name]
    with pytest.raises(error, match=message):
        load(io.BytesIO(content))


def test_the_message_names_the_file(tmp_path):
    (tmp_path / "notes.pt").write_bytes(b"some notes, no checkpoint")
    with pytest.raises(RuntimeError, match=r"notes\.pt is not one"):
        load(tmp_path / "notes.pt")
    (tmp_path / "none.pt").write_bytes(b"")
    with pytest.raises(EOFError, match=r"none\.pt is empty"):
        load(tmp_path / "none.pt")


def test_storages_that_are_missing_or_short():
    pkl = zipfile.ZipFile(io.BytesIO(saved(tensor(BASE)))).read("archive/data.pkl")
    with pytest.raises(RuntimeError, match="record data/0 is missing"):
        load(checkpoint(pkl))
    with pytest.raises(
        RuntimeError, match="storage 0 should have 48 bytes, but the file has only 40"
    ):
        load(checkpoint(pkl, [bytes(40)]))


# --- harm -----------------------------------------------------------------------------------------


class Reduced:
    """An object whose pickle is whatever is asked for."""

    def __init__(self, *reduced):
        self.reduced = reduced

    def __reduce__(self):
        return self.reduced


class Stateful:
    def __init__(self, state):
        self.__dict__["state"] = state

    def __reduce__(self):
        return collections.OrderedDict, (), self.state


def harmful(marker):
    """Pickles that would make the file `marker` in Python's own unpickler, and others like them."""
    command = f"open({str(marker)!r}, 'w')"
    yield "eval", Reduced(eval, (command,)), "builtins.eval|__builtin__.eval"
    yield "exec", Reduced(exec, (command,)), "exec"
    yield "system", Reduced(os.system, (f"touch {marker}",)), "system is not in the closed list"
    yield "open", Reduced(open, (str(marker), "w")), "open"
    yield "import", Reduced(__import__, ("os",)), "__import__"
    yield "getattr", Reduced(getattr, (collections.OrderedDict, "__init__")), "getattr"
    yield "nested", {"a": [(Reduced(eval, (command,)),)]}, "eval"
    yield "a class of the program", Reduced(Reduced, ()), "Reduced is not in the closed list"
    yield "a function of this package", Reduced(load, (str(marker),)), "serialization.load"
    yield "a plain instance", Plain(), "Plain|copyreg|copy_reg"
    yield "a named tuple", Point(1, 2), "Point"
    yield "unpickling", Reduced(pickle.loads, (pickle.dumps(1),)), "loads"
    yield "many bytes", Reduced(bytearray, (10**15,)), "bytearray of unsuitable values"
    yield "an OrderedDict's class", Stateful({"__class__": 1}), "two underscores"
    yield "an OrderedDict's slots", Stateful((None, {"x": 1})), "dict of attributes"


class Plain:
    pass


Point = collections.namedtuple("Point", "x y")
NAMES = [name for name, _, _ in harmful("marker")]


@pytest.mark.parametrize("weights_only", [True, False])
@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_runs(name, protocol, weights_only, tmp_path):
    marker = tmp_path / "marker"
    obj, message = next((o, m) for n, o, m in harmful(marker) if n == name)
    file = checkpoint(pickle.dumps(obj, protocol))
    with pytest.raises(pickle.UnpicklingError, match=message):
        load(file, weights_only=weights_only)
    assert not marker.exists()


def P(text, *rest):
    """A pickle by hand."""
    return b"\x80\x02" + text + b"".join(rest) + b"."


ORDERED = b"ccollections\nOrderedDict\n"
PICKLES = [
    # instructions that checkpoints do not use
    (P(b"(cos\nsystem\nX\x02\0\0\0lso"), "closed list"),
    (P(b"(S'ls'\nios\nsystem\n"), "instruction that checkpoints do not use: 0x53"),
    (P(b"(ios\nsystem\n"), "0x69"),
    (P(b"(" + ORDERED + b"o"), "0x6f"),
    (P(b"\x82\x01"), "0x82"),
    (P(b"Pid\n"), "0x50"),
    (P(b"\x97"), "0x97"),
    # calls and states of what is listed, but not for that
    (P(b"ctorch\nTensor\n)R"), "calls Tensor, which a checkpoint may not do"),
    (P(b"ctorch\nTensor\n)\x81"), "calls Tensor"),
    (P(b"ctorch\nFloatStorage\nK\x05\x85R"), "calls torch.FloatStorage"),
    (P(b"cbuiltins\nlist\n)R"), "calls list"),
    (P(b"]]R"), "calls list"),
    (P(b")]R"), "calls tuple"),
    (P(ORDERED + b"}R"), "calls OrderedDict"),
    (P(ORDERED + b"}b"), "sets the state of a type"),
    (P(b"ctorch._utils\n_rebuild_tensor_v2\n}b"), "sets the state of"),
    (P(b"ctorch\nfloat32\n}b"), "sets the state of a dtype"),
    (P(b"]}b"), "sets the state of a list"),
    (P(ORDERED + b"K\x01s"), "damaged"),
    (P(ORDERED + b"K\x01K\x02s"), "puts items into a type"),
    (P(b"]K\x01K\x02s"), "puts items into a list"),
    (P(b"}K\x01a"), "puts items into a dict"),
    (P(b"ctorch\nSize\nK\x01a"), "puts items into a _Named"),
    # wrong arguments
    (P(ORDERED + b"](K\x01K\x02lR"), "0x6c"),
    (P(ORDERED + b"]K\x01a\x85R"), "OrderedDict of unsuitable values"),
    (P(ORDERED + b"}\x85R"), "OrderedDict of unsuitable values"),
    (P(b"ccollections\nCounter\n]\x85R"), "Counter of unsuitable values"),
    (P(b"ccollections\ndefaultdict\nctorch\nfloat32\n\x85R"), "defaultdict"),
    (P(b"cbuiltins\nset\nK\x05\x85R"), "set of a int"),
    (P(b"cbuiltins\nset\n]]a\x85R"), "damaged"),
    (P(b"cbuiltins\ncomplex\nX\x01\0\0\0a\x85R"), "complex of unsuitable values"),
    (P(b"c_codecs\nencode\nX\x01\0\0\0aX\x03\0\0\0rot\x86R"), "not to latin1"),
    (P(b"ctorch\nSize\n]J\xff\xff\xff\xffa\x85R"), "whole numbers"),
    (P(b"ctorch\nSize\nX\x03\0\0\0abc\x85R"), "whole numbers"),
    (P(b"ctorch\ndevice\n]\x85R"), "not a name"),
    (P(b"cnumpy\ndtype\nX\x01\0\0\0O\x89\x88\x87R"), "not bools or numbers"),
    (P(b"cnumpy\ndtype\nX\x05\0\0\0f4,O8\x89\x88\x87R"), "not bools or numbers"),
    (P(b"]\x85K\x01b"), "sets the state of a tuple"),
    # persistent ids
    (P(b"NQ"), "not a storage"),
    (P(b"(NNNNNtQ"), "not PyTorch's"),
    (P(b"(X\x07\0\0\0storagectorch\nTensor\nX\x01\0\0\x000X\x03\0\0\0cpuK\x01tQ"), "not PyTorch's"),
    (
        P(
            b"(X\x07\0\0\0storagectorch\nFloatStorage\nX\x01\0\0\x000X\x03\0\0\0cpuJ\xff\xff\xff\xfftQ"
        ),
        "whole numbers",
    ),
    # broken machines
    (P(b""), "more or less than one object"),
    (P(b"NN"), "more or less than one object"),
    (P(b"(N"), "more or less than one object"),
    (P(b"h\x05"), "damaged"),
    (P(b"\x87"), "damaged"),
    (P(b"a"), "damaged"),
    (P(b"X\xff\xff\xff\x7fabc"), "ends in the middle of an instruction"),
    (P(b"\x8b\xff\xff\xff\x7f"), "ends in the middle of an instruction"),
    (P(b"\x8e\xff\xff\xff\xff\xff\xff\xff\xff"), "ends in the middle of an instruction"),
    (P(b"X\x02\0\0\0\xff\xfe"), "damaged"),
    (P(b"cno newline"), "ends in the middle of an instruction"),
    (b"\x80\x02N", "damaged"),
    (b"\x80\x01N.", "expected pickle protocol 2 to 5, but got 1"),
    (b"\x80\x09N.", "but got 9"),
    (b"", "damaged"),
]


@pytest.mark.parametrize(("data_pkl", "message"), PICKLES, ids=lambda part: repr(part)[:50])
def test_pickles_by_hand(data_pkl, message):
    with pytest.raises(pickle.UnpicklingError, match=message):
        load(checkpoint(data_pkl, [bytes(64)]))


def deep_key(levels):
    """{t: None} for a tuple t = (u, u), u = (v, v), ...: small in the file, endless to hash."""
    return P(b"}K\x01", b"q\x000h\x00h\x00\x86" * levels, b"Ns")


@pytest.mark.parametrize("levels", [30, 100_000])
def test_keys_that_take_forever_to_hash(levels):
    start = time.perf_counter()
    with pytest.raises(pickle.UnpicklingError, match="dict key or set element has more than"):
        load(checkpoint(deep_key(levels)))
    for container in (b"cbuiltins\nset\n]%s\x85R", b"(%s\x91"):
        elements = deep_key(levels)[3:-3]
        with pytest.raises(pickle.UnpicklingError):
            load(checkpoint(P(container.replace(b"%s", elements + b"a" * (b"]" in container)))))
    assert time.perf_counter() - start < 20


def test_deeply_nested_lists_do_not_exhaust_the_stack():
    depth = 50_000
    obj = load(checkpoint(P(b"]" * depth, b"a" * (depth - 1))))
    levels = 1
    while obj:
        obj, levels = obj[0], levels + 1
    assert levels == depth


def test_saving_what_is_nested_too_deeply_leaves_nothing(tmp_path):
    obj = []
    for _ in range(sys.getrecursionlimit()):
        obj = [obj]
    with pytest.raises(RecursionError):
        save(obj, tmp_path / "file.pt")
    assert os.listdir(tmp_path) == []


# --- tensors that reach beyond their storage ------------------------------------------------------


class Id:
    """Pickled as the persistent id of storage 0."""


def rebuild(*arguments, function="_rebuild_tensor_v2"):
    """The pickle of a call of PyTorch's function with these arguments, `Id()` for the storage."""
    from firebrick_core._pickle_writer import Call, Global, PersistentId, pickle_bytes

    def storage(_):
        return PersistentId(("storage", Global("torch FloatStorage"), "0", "cpu", 12))

    def call(obj):
        return Call(f"torch._utils {function}", obj.arguments)

    class Made:
        pass

    made = Made()
    made.arguments = arguments
    return pickle_bytes(made, {Made: call, Id: storage})


BAD_TENSORS = [
    ((0, (13,), (1,)), RuntimeError, "storage size of 52 are out of bounds for storage of size 48"),
    ((12, (1,), (1,)), RuntimeError, "out of bounds"),
    ((12, (), ()), RuntimeError, "out of bounds"),
    ((0, (2, 2), (11, 1)), RuntimeError, "out of bounds"),
    ((0, (2,), (2**62,)), RuntimeError, "out of bounds"),
    ((2**63, (1,), (1,)), RuntimeError, "out of bounds"),
    ((0, (2**40, 2**40), (0, 0)), pickle.UnpicklingError, "damaged"),
    ((-1, (1,), (1,)), pickle.UnpicklingError, "storage offset that is not made of whole numbers"),
    ((4, (2,), (-1,)), pickle.UnpicklingError, "stride that is not made of whole numbers"),
    ((0, (-1,), (1,)), pickle.UnpicklingError, "size that is not made of whole numbers"),
    ((0, (1.0,), (1,)), pickle.UnpicklingError, "whole numbers"),
    ((0, (True,), (1,)), pickle.UnpicklingError, "whole numbers"),
    ((None, (1,), (1,)), pickle.UnpicklingError, "whole numbers"),
    ((0, 1, (1,)), pickle.UnpicklingError, "whole numbers"),
    ((0, (1, 1), (1,)), pickle.UnpicklingError, "more or fewer strides than dimensions"),
    ((0, (1,)), pickle.UnpicklingError, "damaged"),
    ((0, (1,), (1,), False, None, {"sparse": True}), pickle.UnpicklingError, "properties"),
]


@pytest.mark.parametrize(("arguments", "error", "message"), BAD_TENSORS, ids=str)
def test_tensors_stay_within_their_storage(arguments, error, message):
    with pytest.raises(error, match=message):
        load(checkpoint(rebuild(Id(), *arguments), [bytes(48)]))


@pytest.mark.parametrize("storage", [None, [], "0", 3.5, (1, 2)], ids=str)
def test_tensors_of_something_else(storage):
    for function in ("_rebuild_tensor_v2", "_rebuild_tensor", "_rebuild_tensor_v3"):
        rest = (False, None, 1) if function.endswith("3") else ()
        data_pkl = rebuild(storage, 0, (1,), (1,), *rest, function=function)
        with pytest.raises(pickle.UnpicklingError, match="not a (typed )?storage"):
            load(checkpoint(data_pkl))


GOOD_TENSORS = [
    ((0, (12,), (1,)), list(range(12))),
    ((11, (), ()), 11),
    ((12, (0,), (1,)), []),
    ((2**63, (0, 2), (1, 1)), []),
    ((1, (2, 2), (4, 2)), [[1, 3], [5, 7]]),
    ((0, (3, 4), (0, 3)), [[0, 3, 6, 9]] * 3),
    ((0, (2, 3), (1, 1)), [[0, 1, 2], [1, 2, 3]]),
]


@pytest.mark.parametrize(("arguments", "values"), GOOD_TENSORS, ids=str)
def test_every_tensor_within_its_storage_is_read(arguments, values):
    content = np.arange(12, dtype=np.float32).tobytes()
    for function in ("_rebuild_tensor_v2", "_rebuild_tensor"):
        data_pkl = rebuild(Id(), *arguments, function=function)
        assert load(checkpoint(data_pkl, [content]))._array.tolist() == values


def test_conjugates_and_negatives_are_resolved():
    content = np.arange(12, dtype=np.float32).tobytes()
    data_pkl = rebuild(Id(), 1, (2,), (1,), False, None, {"neg": True})
    assert load(checkpoint(data_pkl, [content]))._array.tolist() == [-1, -2]
    data_pkl = rebuild(Id(), 1, (2,), (1,), False, None, {"conj": True})
    data_pkl = data_pkl.replace(b"torch\nFloatStorage", b"torch\nComplexFloatStorage")
    data_pkl = data_pkl.replace(b"K\x0c", b"K\x06")
    assert load(checkpoint(data_pkl, [content]))._array.tolist() == [2 - 3j, 4 - 5j]


# --- sparse tensors -------------------------------------------------------------------------------


class Made:
    """Pickled as a call."""

    def __init__(self, name, *arguments):
        self.name, self.arguments = name, arguments


def sparse(*arguments, layout="torch.sparse_coo"):
    """The pickle of a sparse tensor of these parts."""
    from firebrick_core._pickle_writer import Call, pickle_bytes

    def call(obj):
        return Call(obj.name, obj.arguments)

    kind = Made("torch.serialization _get_layout", layout)
    return pickle_bytes(Made("torch._utils _rebuild_sparse_tensor", kind, arguments), {Made: call})


BAD_SPARSE = [
    (sparse("a", "b", (2,), True), "damaged.*invalid data type"),
    (sparse(), "not its parts"),
    (sparse(1, 2), "not its parts"),
    (sparse(1, 2, 3, 4, 5), "not its parts"),
    (sparse([[5]], [1.0], (2,), True), "found index 5"),
    (sparse([[-1]], [1.0], (2,), True), "negative index -1"),
    (sparse([[0, 1]], [1.0], (2,), True), "must have same nnz"),
    (sparse([[0]], [1.0], (-2,), True), "negative dimension"),
    (
        sparse([0, 9], [0], [1.0], (1, 2), layout="torch.sparse_csr"),
        "crow_indices.* == nnz. is not satisfied",
    ),
    (
        sparse([0, 1], [7], [1.0], (1, 2), layout="torch.sparse_csr"),
        "col_indices < ncols. is not satisfied",
    ),
    (sparse([0], [1.0], (1,), layout="torch.nothing"), "layout that PyTorch does not have"),
]


@pytest.mark.parametrize(("data_pkl", "message"), BAD_SPARSE, ids=lambda part: str(part)[-40:])
def test_sparse_tensors_stay_within_their_size(data_pkl, message):
    with pytest.raises((RuntimeError, pickle.UnpicklingError, IndexError), match=message):
        load(checkpoint(data_pkl))
