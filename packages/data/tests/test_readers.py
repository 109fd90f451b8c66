"""Files of data: what is read, sliced and refused."""

import gzip
import pickle
import struct

import numpy as np
import pytest

import firebrick_core as fc
import firebrick_data as data
from firebrick_data import readers

pytestmark = pytest.mark.usefixtures("nothing_left")

IDX_TYPES = {"u1": 8, "i1": 9, ">i2": 11, ">i4": 12, ">f4": 13, ">f8": 14}


def idx_bytes(array, kind="u1"):
    header = bytes([0, 0, IDX_TYPES[kind], array.ndim]) + struct.pack(
        f">{array.ndim}I", *array.shape
    )
    return header + array.astype(kind).tobytes()


def images(n=10, shape=(28, 28)):
    return np.random.default_rng(0).integers(0, 256, (n, *shape), dtype=np.uint8)


@pytest.fixture
def mnist(tmp_path):
    """A folder with MNIST's files, the training images compressed."""
    labels = np.arange(10, dtype=np.uint8)
    for part, n in (("train", 10), ("t10k", 4)):
        (tmp_path / f"{part}-images-idx3-ubyte").write_bytes(idx_bytes(images(n)))
        (tmp_path / f"{part}-labels-idx1-ubyte").write_bytes(idx_bytes(labels[:n]))
    plain = tmp_path / "train-images-idx3-ubyte"
    (tmp_path / "train-images-idx3-ubyte.gz").write_bytes(gzip.compress(plain.read_bytes()))
    plain.unlink()
    return tmp_path


def record(label, image, coarse=()):
    return bytes([*coarse, label]) + image.tobytes()


@pytest.fixture
def cifar(tmp_path):
    """The folders of CIFAR-10 and CIFAR-100, with few images."""
    ten, hundred = tmp_path / "cifar-10-batches-bin", tmp_path / "cifar-100-binary"
    ten.mkdir(), hundred.mkdir()
    for i in range(1, 6):
        both = zip((i, 9), images(2, (3, 32, 32)), strict=True)
        (ten / f"data_batch_{i}.bin").write_bytes(b"".join(record(*each) for each in both))
    (ten / "test_batch.bin").write_bytes(record(3, images(1, (3, 32, 32))))
    (ten / "batches.meta.txt").write_text("a b c d e f g h i j\n\n")
    (hundred / "train.bin").write_bytes(record(77, images(1, (3, 32, 32)), coarse=[13]))
    return tmp_path


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text('x, "the y",label\n1,2.5,0\n3,4.5,1\n\n-5,1e3,2\n')
    return path


def both_ways(dataset, **arguments):
    """What a loader makes of a dataset: sliced, and sample by sample; they are the same."""
    sliced = list(data.DataLoader(dataset, 3, **arguments))
    one_by_one = list(data.DataLoader(dataset, None, **arguments))
    stacked = [data.default_collate(one_by_one[i : i + 3]) for i in range(0, len(one_by_one), 3)]
    for batch, expected in zip(sliced, stacked, strict=True):
        assert [(x.dtype, x.tolist()) for x in batch] == [(x.dtype, x.tolist()) for x in expected]
    return sliced


@pytest.mark.parametrize("kind", IDX_TYPES)
@pytest.mark.parametrize("compress", [False, True])
def test_idx_of_every_type(tmp_path, kind, compress):
    array = np.arange(24).reshape(2, 3, 4) - (3 if kind != "u1" else 0)
    content = idx_bytes(array, kind)
    (tmp_path / "x").write_bytes(gzip.compress(content) if compress else content)
    read = readers.read_idx(tmp_path / "x")
    assert read.tolist() == array.tolist()
    assert read.numpy().dtype == np.dtype(kind).newbyteorder("=")


def test_mnist(mnist):
    for train, n in ((True, 10), (False, 4)):
        dataset = readers.MNIST(mnist, train)
        assert len(dataset) == n and repr(dataset) == f"MNIST({n} samples)"
        image, label = dataset[2]
        assert image.dtype is fc.uint8 and label == 2
        assert image.tolist() == images(n)[2].tolist() == dataset[2 - n][0].tolist()
        first = both_ways(dataset)[0]
        assert first[0].shape == (3, 28, 28) and first[1].dtype is fc.int64
    (mnist / "MNIST" / "raw").mkdir(parents=True)
    for path in list(mnist.glob("t10k*")):
        path.rename(mnist / "MNIST" / "raw" / path.name)
    assert len(readers.MNIST(mnist, train=False)) == 4


def test_transforms_see_each_sample_and_its_numbers(mnist):
    def noisy(image):
        return image.float() / 255 + data.sample_rng().random()

    dataset = readers.MNIST(mnist, transform=noisy, target_transform=lambda label: -label)
    batches = list(data.DataLoader(dataset, 5, sample_seed=1))
    assert batches[1][1].tolist() == [-5, -6, -7, -8, -9]
    assert batches[0][0].dtype is fc.float32
    again = list(data.DataLoader(dataset, 2, sample_seed=1, num_workers=2, worker_method="thread"))
    assert again[0][0].tolist() == batches[0][0][:2].tolist()


def test_cifar(cifar):
    train, test = readers.CIFAR10(cifar), readers.CIFAR10(cifar / "cifar-10-batches-bin", False)
    assert len(train) == 10 and len(test) == 1 and train.classes == list("abcdefghij")
    assert [label for _, label in (train[i] for i in range(10))] == [1, 9, 2, 9, 3, 9, 4, 9, 5, 9]
    assert test[0][0].tolist() == images(1, (3, 32, 32))[0].tolist()
    first = both_ways(train)[0]
    assert first[0].shape == (3, 3, 32, 32) and first[1].tolist() == [1, 9, 2]
    assert readers.CIFAR100(cifar)[0][1] == 77 and readers.CIFAR100(cifar).classes is None
    assert readers.CIFAR100(cifar, coarse=True)[0][1] == 13


def test_csv(table):
    dataset = readers.CSVDataset(table, "label")
    assert len(dataset) == 3 and dataset.feature_names == ["x", "the y"]
    first = both_ways(dataset)[0]
    assert first[0].tolist() == [[1, 2.5], [3, 4.5], [-5, 1000]] and first[1].tolist() == [0, 1, 2]
    assert (first[0].dtype, first[1].dtype) == (fc.float32, fc.int64)
    by_place = readers.CSVDataset(table, -1, ["the y"], target_dtype=fc.float64)
    assert by_place[1][0].tolist() == [4.5] and by_place[1][1].dtype is fc.float64
    table.write_text("1;2\n3;4\n")
    (rows,) = readers.CSVDataset(table, header=False, delimiter=";").tensors
    assert rows.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("fortran", [False, True])
@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_arrays(tmp_path, save, fortran):
    x = np.arange(24, dtype=">f4").reshape(8, 3)
    x, y = np.asfortranarray(x) if fortran else x, np.arange(8) % 3
    np.save(tmp_path / "x.npy", x), np.save(tmp_path / "y.npy", y)
    save(tmp_path / "both.npz", y=y, x=x)
    files = [
        readers.ArrayFiles(tmp_path / "x.npy", tmp_path / "y.npy"),
        readers.ArrayFiles(tmp_path / "both.npz", names=["x", "y"]),
        readers.ArrayFiles(tmp_path / "both.npz", names="x"),
    ]
    for dataset in files:
        assert len(dataset) == 8 and dataset[5][0].tolist() == [15, 16, 17]
        first = both_ways(dataset, shuffle=False)[0]
        assert first[0].dtype is fc.float32 and first[0].tolist() == x[:3].tolist()
    assert readers.ArrayFiles(tmp_path / "both.npz").names == ["y", "x"]


def test_an_empty_array(tmp_path):
    np.save(tmp_path / "x.npy", np.empty((0, 3)))
    assert len(readers.ArrayFiles(tmp_path / "x.npy")) == 0


@pytest.mark.skipif(not hasattr(np, "memmap"), reason="files are mapped")
def test_files_are_mapped_and_not_pickled(tmp_path):
    np.save(tmp_path / "x.npy", np.zeros((1 << 16, 128)))
    dataset = readers.ArrayFiles(tmp_path / "x.npy")
    assert dataset[3][0].sum().item() == 0
    assert len(pickle.dumps(dataset)) < 2000
    with pytest.raises(ValueError, match="read-only"):
        dataset._columns[0][0] = 1
    loader = data.DataLoader(dataset, 1 << 14, num_workers=1, multiprocessing_context="spawn")
    assert sum(len(batch[0]) for batch in loader) == 1 << 16


@pytest.fixture
def folder(tmp_path):
    """Images of two classes, one of them deeper down."""
    Image = pytest.importorskip("PIL.Image")
    for path, size in {"dog/2.png": 5, "dog/1.PNG": 5, "cat/deep/a.png": 5}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        pixels = images(1, (size, 4, 3))[0]
        Image.fromarray(pixels).save(tmp_path / path)
    (tmp_path / "dog" / "notes.txt").write_text("no image")
    return tmp_path


def test_image_folder(folder):
    dataset = readers.ImageFolder(folder)
    assert dataset.classes == ["cat", "dog"] and dataset.class_to_idx == {"cat": 0, "dog": 1}
    names = [path[len(str(folder)) + 1 :] for path, _ in dataset.samples]
    assert names == ["cat/deep/a.png", "dog/1.PNG", "dog/2.png"] and dataset.targets == [0, 1, 1]
    image, label = dataset[1]
    assert (image.dtype, tuple(image.shape), label) == (fc.uint8, (3, 5, 4), 1)
    assert image.tolist() == images(1, (5, 4, 3))[0].transpose(2, 0, 1).tolist()
    assert readers.read_image(dataset.samples[0][0], "L").shape == (1, 5, 4)
    loader = data.DataLoader(dataset, 3, num_workers=2)
    assert [(x.shape, y.tolist()) for x, y in loader] == [((3, 3, 5, 4), [0, 1, 1])]
    changed = readers.ImageFolder(folder, lambda image: image[:1], lambda label: -label)
    assert (tuple(changed[2][0].shape), changed[2][1]) == ((1, 5, 4), -1)
    own = readers.ImageFolder(folder, loader=len, extensions=(".txt",), allow_empty=True)
    assert own[0] == (len(own.samples[0][0]), 1)


def test_a_damaged_image_is_named(folder):
    (folder / "dog" / "3.png").write_bytes(b"\x89PNG\r\n\x1a\n and then nothing")
    with pytest.raises(OSError) as caught:
        list(data.DataLoader(readers.ImageFolder(folder), 4))
    notes = "\n".join(caught.value.__notes__)
    assert "3.png" in notes and "while loading sample 3 of dataset ImageFolder" in notes


def test_without_pillow_it_says_what_to_install(monkeypatch, tmp_path):
    import sys

    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r"pip install firebrick-data\[images\]"):
        readers.read_image(tmp_path / "x.png")


def test_images_of_different_sizes_are_told(folder):
    Image = pytest.importorskip("PIL.Image")
    Image.fromarray(images(1, (7, 4, 3))[0]).save(folder / "dog" / "4.png")
    with pytest.raises(
        RuntimeError, match=r"got \[3, 5, 4\] at entry 0 and \[3, 7, 4\] at entry 3"
    ):
        list(data.DataLoader(readers.ImageFolder(folder), 4))


# a file's name and content, what reads it, the error
GOOD = idx_bytes(np.zeros((2, 3)))
REFUSED = [
    (None, "read_idx", FileNotFoundError, "read_idx: there is no file '.*x'"),
    (b"PK\3\4", "read_idx", ValueError, "no IDX file.*begins with 50 4b 03 04"),
    (b"", "read_idx", ValueError, "begins with nothing"),
    (b"\0\0\x08\x03\0\0", "read_idx", ValueError, "ends within its header of 16 bytes"),
    (GOOD[:-1], "read_idx", ValueError, r"18 bytes for uint8 of shape \(2, 3\), and has 17: the r"),
    (GOOD + b"x", "read_idx", ValueError, "has 19: something follows"),
    (gzip.compress(GOOD)[:-9], "read_idx", ValueError, "is a damaged gzip file"),
    (None, "MNIST", FileNotFoundError, "no train-images-idx3-ubyte or .*Nothing is downloaded"),
    (None, "ImageFolder", FileNotFoundError, "there is no folder"),
    (None, "CSVDataset", FileNotFoundError, "CSVDataset: there is no file"),
    (b"a,b\n1,2\n3\n", "CSVDataset", ValueError, "line 3: expected 2 columns, got 1"),
    (b"a,b\n1,2\n3,x\n", "CSVDataset", ValueError, "line 3, column 'b': expected a number.*'x'"),
    (b"a,b\n", "CSVDataset", ValueError, "has no rows"),
    (b"", "CSVDataset", ValueError, "has no rows"),
    (None, "ArrayFiles", FileNotFoundError, "ArrayFiles: there is no file"),
    (b"hello, world", "ArrayFiles", ValueError, "is no array in NumPy's format"),
]


@pytest.mark.parametrize("content, reader, error, message", REFUSED, ids=lambda x: str(x)[:40])
def test_refused(tmp_path, content, reader, error, message):
    path = tmp_path / "x"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(error, match=message):
        getattr(readers, reader)(path)


def test_mnist_files_that_do_not_belong_together(tmp_path):
    (tmp_path / "x").write_bytes(idx_bytes(np.zeros((3, 2))))
    (tmp_path / "y").write_bytes(idx_bytes(np.zeros(4)))
    with pytest.raises(ValueError, match="differ: {'images': 3, 'labels': 4}"):
        readers.IDXDataset(tmp_path / "x", tmp_path / "y")
    with pytest.raises(ValueError, match=r"labels that are integers.*uint8 of shape \(3, 2\)"):
        readers.IDXDataset(tmp_path / "x", tmp_path / "x")
    with pytest.raises(TypeError, match="transform should be callable, got int"):
        readers.IDXDataset(tmp_path / "y", tmp_path / "y", transform=3)


def test_damaged_cifar(cifar):
    path = cifar / "cifar-10-batches-bin" / "test_batch.bin"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match="records of 3073 bytes, and has 3072: it is damaged"):
        readers.CIFAR10(cifar, train=False)
    path.write_bytes(record(10, images(1, (3, 32, 32))))
    with pytest.raises(
        ValueError, match="has the label 10 in record 0, where there are 10 classes"
    ):
        readers.CIFAR10(cifar, train=False)
    path.unlink()
    with pytest.raises(FileNotFoundError, match="CIFAR10: there is no file '.*test_batch.bin'"):
        readers.CIFAR10(cifar, train=False)


def test_folders_without_images(tmp_path):
    with pytest.raises(FileNotFoundError, match="couldn't find any class folder"):
        readers.ImageFolder(tmp_path)
    (tmp_path / "cat").mkdir()
    with pytest.raises(FileNotFoundError, match="no valid file for the classes cat in"):
        readers.ImageFolder(tmp_path)


def test_columns_that_are_not_there(table):
    for arguments in (dict(target="z"), dict(columns=["x", "z"]), dict(target=3)):
        with pytest.raises(
            KeyError, match=r"has no column ('z'|3); it has \['x', 'the y', 'label'"
        ):
            readers.CSVDataset(table, **arguments)
    with pytest.raises(ValueError, match="column 'the y': expected a number of type int64"):
        readers.CSVDataset(table, "the y")


def test_arrays_that_do_not_fit(tmp_path):
    np.save(tmp_path / "x.npy", np.zeros((3, 2)))
    np.save(tmp_path / "y.npy", np.zeros(4))
    np.save(tmp_path / "zero.npy", np.zeros(()))
    np.save(tmp_path / "objects.npy", np.array([{}]), allow_pickle=True)
    np.savez(tmp_path / "both.npz", a=np.zeros(3))
    np.savez(tmp_path / "objects.npz", a=np.array([{}]))
    np.savez(tmp_path / "empty.npz")
    short = tmp_path / "short.npy"
    short.write_bytes((tmp_path / "x.npy").read_bytes()[:-8])
    for names, error, message in [
        (["x.npy", "y.npy"], ValueError, "differ: {'.*x.npy': 3, '.*y.npy': 4}"),
        (["zero.npy"], ValueError, r"has no rows: its shape is \(\)"),
        (["objects.npy"], ValueError, "holds Python objects, which only pickle"),
        (["objects.npz"], ValueError, "'a' of '.*objects.npz' holds Python objects"),
        (["empty.npz"], ValueError, "there is no array in"),
        (["short.npy"], ValueError, "should go on to byte 176 of the file, which has 168"),
        ([], ValueError, "at least one file"),
    ]:
        with pytest.raises(error, match=message):
            readers.ArrayFiles(*(tmp_path / name for name in names))
    with pytest.raises(KeyError, match=r"no array 'b' in .*; there are \['a'\]"):
        readers.ArrayFiles(tmp_path / "both.npz", names=["b"])


def test_an_index_out_of_range_is_named(tmp_path):
    np.save(tmp_path / "x.npy", np.zeros((3, 2)))
    dataset = readers.ArrayFiles(tmp_path / "x.npy")
    for read in (dataset.__getitem__, lambda i: dataset.__getitems__([0, i])):
        for index in (3, -4):
            with pytest.raises(IndexError, match=f"index {index} is out of range for a ArrayF"):
                read(index)
