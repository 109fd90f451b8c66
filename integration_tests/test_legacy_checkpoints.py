"""Checkpoints in the format before PyTorch 1.6: both libraries read what both write."""

import io
import pickle

import pytest

import firebrick_core as fb
from firebrick_core.serialization import load, save

torch = pytest.importorskip("torch")
pytest.importorskip("ml_dtypes")

from test_serialization import OBJECTS, assert_same, ours_of, torch_bytes  # noqa: E402

# PyTorch itself cannot read the types without a storage class of their own that it writes so.
UNREADABLE = (torch.uint16, torch.uint32, torch.uint64)


def legacy(obj, **options):
    return torch_bytes(obj, _use_new_zipfile_serialization=False, **options)


def our_legacy(obj):
    buffer = io.BytesIO()
    save(obj, buffer, _use_new_zipfile_serialization=False)
    return buffer.getvalue()


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("name", OBJECTS)
def test_firebrick_reads_what_pytorch_saved(name, protocol):
    theirs = OBJECTS[name]
    assert_same(load(io.BytesIO(legacy(theirs, pickle_protocol=protocol))), theirs)


@pytest.mark.parametrize("weights_only", [True, False])
@pytest.mark.parametrize("name", [name for name in OBJECTS if name != "float8"])
def test_pytorch_reads_what_firebrick_saved(name, weights_only):
    theirs = OBJECTS[name]
    if name == "dtypes":
        theirs = [t for t in theirs if t.dtype not in UNREADABLE]
    back = torch.load(io.BytesIO(our_legacy(ours_of(theirs))), weights_only=weights_only)
    assert_same(ours_of(back), back)
    assert_same(ours_of(theirs), back)


def test_pytorch_cannot_read_its_own_files_of_some_types():
    """If it can one day, the types belong among those that are compared."""
    with pytest.raises(AttributeError, match="dtype"):
        torch.load(io.BytesIO(legacy(torch.ones(2, dtype=torch.uint16))))


def test_several_objects_in_one_file(tmp_path):
    theirs = [OBJECTS["views"], OBJECTS["model"], 3]
    with open(tmp_path / "file.pt", "wb") as file:
        for obj in theirs:
            torch.save(obj, file, _use_new_zipfile_serialization=False)
    with open(tmp_path / "file.pt", "rb") as file:
        for obj in theirs:
            assert_same(load(file), obj)


def test_storages_stay_shared():
    base = torch.arange(24.0).view(4, 6)
    row, whole = load(io.BytesIO(legacy([base[1], base])))
    whole[1, 2] = 50
    assert row[2] == 50 and row.untyped_storage() is whole.untyped_storage()
    row, whole = torch.load(io.BytesIO(our_legacy([row, whole])))
    whole[1, 2] = 60
    assert row[2] == 60


@pytest.mark.parametrize(
    "location", [None, "cpu", "meta", {"cpu": "meta"}, {"cuda:0": "cpu"}], ids=str
)
def test_map_location(location):
    content = legacy(OBJECTS["views"])
    theirs = torch.load(io.BytesIO(content), map_location=location)
    assert_same(load(io.BytesIO(content), location), theirs)


@pytest.mark.parametrize("part", [0.01, 0.1, 0.5, 0.9, 0.99])
def test_truncated_files_are_errors_in_both(part):
    content = legacy(OBJECTS["model"])
    content = content[: int(part * len(content))]
    with pytest.raises((RuntimeError, pickle.UnpicklingError, EOFError, IndexError)):
        torch.load(io.BytesIO(content))
    with pytest.raises((RuntimeError, pickle.UnpicklingError)):
        load(io.BytesIO(content))


def test_mmap_is_the_same_error(tmp_path):
    torch.save([1], tmp_path / "old.pt", _use_new_zipfile_serialization=False)
    for read in (torch.load, load):
        with pytest.raises(RuntimeError, match="mmap can only be used with files saved with"):
            read(tmp_path / "old.pt", mmap=True)


def test_optimizer_and_random_state():
    model = torch.nn.Linear(3, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    model(torch.ones(4, 3)).sum().backward()
    optimizer.step()
    theirs = {"optimizer": optimizer.state_dict(), "rng": torch.get_rng_state()}
    ours = load(io.BytesIO(legacy(theirs)))
    assert_same(ours, theirs)
    fb.set_rng_state(ours["rng"])
    assert fb.rand(3).tolist() == torch.rand(3).tolist()
