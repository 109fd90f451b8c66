"""Files and buffers of `save` and `load`: all or nothing, mapped, and where storages go."""

import io
import os
import pickle
import stat
import struct
import sys
import zipfile

import numpy as np
import pytest
from checkpoints import BASE, assert_same, round_trip, saved, tensor

import firebrick_core as fb
from firebrick_core.serialization import load, save

# --- files ----------------------------------------------------------------------------------------


def test_paths_and_buffers(tmp_path):
    obj = {"w": fb.ones(3)}
    save(obj, tmp_path / "a.pt")
    save(obj, str(tmp_path / "b.pt"))
    with open(tmp_path / "c.pt", "wb") as file:
        save(obj, file)
    with open(tmp_path / "d.pt", "wb", buffering=0) as file:
        save(obj, file)
    content = saved(obj)
    for name in os.listdir(tmp_path):
        assert (tmp_path / name).read_bytes() == content
        assert_same(load(tmp_path / name), obj)
        assert_same(load(str(tmp_path / name)), obj)
        with open(tmp_path / name, "rb") as file:
            assert_same(load(file), obj)
        with open(tmp_path / name, "rb", buffering=0) as file:
            assert_same(load(file), obj)


def test_several_objects_in_one_buffer():
    buffer = io.BytesIO(b"before")
    buffer.seek(6)
    save([1], buffer)
    buffer.seek(6)
    assert load(buffer) == [1]


class OnlyWrite:
    """The least that a file to write to must have; it takes a few bytes at a time."""

    def __init__(self):
        self.content = b""

    def write(self, data):
        part = bytes(data[:1000])
        self.content += part
        return len(part)


class OnlyRead:
    """The least that a file to read from must have."""

    def __init__(self, content):
        file = io.BytesIO(content)
        self.read, self.seek, self.tell = file.read, file.seek, file.tell


def test_files_with_few_methods():
    file = OnlyWrite()
    save(tensor(np.arange(5000)), file)
    assert_same(load(OnlyRead(file.content)), tensor(np.arange(5000)))


def test_records_are_aligned_and_named_as_pytorch_names_them():
    content = saved([tensor(np.arange(n)) for n in range(9)])
    archive = zipfile.ZipFile(io.BytesIO(content))
    assert archive.testzip() is None
    names = [info.filename for info in archive.infolist()]
    first = ["data.pkl", ".format_version", ".storage_alignment", "byteorder"]
    storages = [f"data/{n}" for n in range(9)]
    assert names == [f"archive/{name}" for name in (*first, *storages, "version")]
    for info in archive.infolist():
        sizes = struct.unpack("<2H", content[info.header_offset + 26 : info.header_offset + 30])
        assert (info.header_offset + 30 + sum(sizes)) % 64 == 0
        assert info.compress_type == zipfile.ZIP_STORED
    assert archive.read("archive/version") == b"3\n"
    assert archive.read("archive/byteorder") == sys.byteorder.encode()
    assert archive.read("archive/.storage_alignment") == b"64"


def test_the_pickle_is_a_pickle():
    obj = {"a": [1, -(2**70), 2.5, None, True], "b": ("text", b"bytes", {1, 2}, 3j)}
    archive = zipfile.ZipFile(io.BytesIO(saved(obj)))
    assert pickle.loads(archive.read("archive/data.pkl")) == obj


def test_bad_targets(tmp_path):
    with pytest.raises(RuntimeError, match="Parent directory .*missing does not exist"):
        save(1, tmp_path / "missing" / "file.pt")
    with pytest.raises(RuntimeError, match="is a directory"):
        save(1, tmp_path)
    for f in (3, None, object()):
        with pytest.raises(AttributeError, match="expected 'f' to be string, path, or a file-like"):
            save(1, f)
    with pytest.raises(TypeError):
        save(1, io.StringIO())


def test_bad_sources(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "missing.pt")
    with pytest.raises(IsADirectoryError):
        load(tmp_path)
    for f in (3, None, object()):
        with pytest.raises(AttributeError, match="only torch.load from a file that is seekable"):
            load(f)
    with pytest.raises(TypeError, match="mode 'rb'"):
        load(io.StringIO("PK"))
    read_end, write_end = os.pipe()
    os.close(write_end)
    with open(read_end, "rb") as pipe, pytest.raises(AttributeError, match="seekable"):
        load(pipe)


# --- all or nothing -------------------------------------------------------------------------------


class Interrupted(BaseException):
    pass


def stop_in_the_middle(monkeypatch, error):
    """Let `save` fail after it has written a part of the file."""
    from firebrick_core._saver import Saver

    records = Saver.records

    def some_records(self, *options):
        for index, record in enumerate(records(self, *options)):
            if index == 5:
                raise error
            yield record

    monkeypatch.setattr(Saver, "records", some_records)


def stop_at_the_end(monkeypatch, error):
    """Let `save` fail when the file is written, before it takes its place."""

    def fsync(descriptor):
        raise error

    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.parametrize("error", [OSError(28, "No space left"), KeyboardInterrupt, Interrupted])
@pytest.mark.parametrize("stop", [stop_in_the_middle, stop_at_the_end])
@pytest.mark.parametrize("existed", [True, False])
def test_after_an_error_the_old_file_is_there_and_nothing_else(
    tmp_path, monkeypatch, error, stop, existed
):
    path = tmp_path / "file.pt"
    if existed:
        save("old", path)
    stop(monkeypatch, error)
    with pytest.raises(error if isinstance(error, type) else type(error)):
        save([fb.ones(5), fb.ones(6)], path)
    assert os.listdir(tmp_path) == (["file.pt"] if existed else [])
    assert not existed or load(path) == "old"


def test_while_a_file_is_written_the_old_one_is_there(tmp_path, monkeypatch):
    path = tmp_path / "file.pt"
    save("old", path)
    seen, replace = [], os.replace

    def watch(source, target):
        seen.append((load(target), load(source)))
        replace(source, target)

    monkeypatch.setattr(os, "replace", watch)
    save("new", path)
    assert seen == [("old", "new")]
    assert load(path) == "new"
    assert os.listdir(tmp_path) == ["file.pt"]


@pytest.mark.skipif(os.name != "posix", reason="modes and links as on Unix")
def test_modes_and_links_are_kept(tmp_path):
    save(1, tmp_path / "new.pt")
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(os.stat(tmp_path / "new.pt").st_mode) == 0o666 & ~umask
    os.chmod(tmp_path / "new.pt", 0o640)
    os.symlink(tmp_path / "new.pt", tmp_path / "link.pt")
    save(2, tmp_path / "link.pt")
    assert os.path.islink(tmp_path / "link.pt")
    assert load(tmp_path / "new.pt") == 2
    assert stat.S_IMODE(os.stat(tmp_path / "new.pt").st_mode) == 0o640


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="needs a device file")
def test_devices_are_written_to_and_not_replaced():
    save(fb.ones(3), "/dev/null")
    assert not os.path.isfile("/dev/null")


# --- where storages go ----------------------------------------------------------------------------


def keep(storage, location):
    assert location == "cpu"
    return storage


def leave_it(storage, location):
    return None


def to_fake(storage, location):
    return "fake:0"


def name_of(value):
    return getattr(value, "__name__", str(value))


LOCATIONS = [
    (None, "cpu"),
    ("cpu", "cpu"),
    (fb._device.device("cpu"), "cpu"),
    ({}, "cpu"),
    ({"cpu": "meta"}, "meta"),
    ({"cuda:0": "cpu"}, "cpu"),
    ("meta", "meta"),
    ("fake:0", "fake:0"),
    (keep, "cpu"),
    (leave_it, "cpu"),
    (to_fake, "fake:0"),
]


@pytest.mark.parametrize(("map_location", "device"), LOCATIONS, ids=name_of)
def test_map_location(map_location, device):
    base = tensor(BASE)
    row, back = round_trip([base[1, ::2], base], map_location=map_location)
    assert str(row.device) == str(back.device) == device
    assert (row.shape, row.stride(), back.stride()) == ((3,), (2,), (6, 1))
    if device != "meta":
        assert back._array.tolist() == BASE.tolist()
        assert row.untyped_storage() is back.untyped_storage()
        back._array[1, 2] = 50
        assert row._array[1] == 50


def test_tensors_of_another_device_keep_it_and_share():
    array = BASE.copy()
    bit = fb._device.BACKENDS["fake"].bit
    back = round_trip([fb.Tensor._wrap(array, bit), fb.Tensor._wrap(array[1], bit)])
    assert [str(t.device) for t in back] == ["fake:0"] * 2
    back[0]._array[1, 0] = 50
    assert back[1]._array[0] == 50


BAD_LOCATIONS = [
    ("warp", RuntimeError, "tagged with warp; in the file: cpu.*pass map_location='cpu'"),
    ({"cpu": "warp:3"}, RuntimeError, "tagged with warp:3"),
    (3, TypeError, "expected map_location to be, or give, a device or its name, but got int"),
    ({"cpu": 3}, TypeError, "but got int"),
]


@pytest.mark.parametrize(("map_location", "error", "message"), BAD_LOCATIONS)
def test_bad_map_locations(map_location, error, message):
    with pytest.raises(error, match=message):
        round_trip(fb.ones(1), map_location=map_location)


def test_errors_of_a_map_location_function_pass_through():
    def fail(storage, location):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        round_trip(fb.ones(1), map_location=fail)


# --- mapped files ---------------------------------------------------------------------------------


def test_mmap(tmp_path):
    path = tmp_path / "file.pt"
    obj = [tensor(BASE), tensor(BASE[1]), fb.zeros(0), fb.zeros((), dtype=fb.float64), "text"]
    save(obj, path)
    content = path.read_bytes()
    back = load(path, mmap=True)
    assert_same(back, obj)
    assert back[0].untyped_storage() is back[1].untyped_storage()
    back[0]._array[1, 0] = 50
    assert back[1]._array[0] == 50
    assert path.read_bytes() == content
    save("new", path)
    assert back[0]._array[2].tolist() == BASE[2].tolist()


def test_mmap_needs_a_path():
    with pytest.raises(ValueError, match="must be a file path"):
        load(io.BytesIO(saved(1)), mmap=True)


def test_mmap_of_records_that_are_not_aligned(tmp_path):
    with zipfile.ZipFile(tmp_path / "file.pt", "w", zipfile.ZIP_DEFLATED) as archive:
        old = zipfile.ZipFile(io.BytesIO(saved(tensor(BASE))))
        for name in old.namelist():
            kind = zipfile.ZIP_STORED if "data/" in name else zipfile.ZIP_DEFLATED
            archive.writestr(name, old.read(name), kind)
    assert_same(load(tmp_path / "file.pt", mmap=True), tensor(BASE))
