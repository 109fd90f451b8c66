"""firebrick_data against torch.utils.data: same seed, same batches, same draws, same errors.

Each case is written once, over `lib` (torch or firebrick_core) and `data` (torch.utils.data or
firebrick_data).
"""

import collections
import gc
import multiprocessing
import random
import warnings

import numpy as np
import pytest

import firebrick_core
import firebrick_data

torch = pytest.importorskip("torch")
torch_data = pytest.importorskip("torch.utils.data")

BOTH = [(torch, torch_data), (firebrick_core, firebrick_data)]
Pair = collections.namedtuple("Pair", "first second")


def plain(value):
    """Any batch as lists, numbers and dtype names."""
    if isinstance(value, (torch.Tensor, firebrick_core.Tensor)):
        return str(value.dtype), value.tolist()
    if isinstance(value, collections.abc.Mapping):
        return type(value).__name__, [(key, plain(part)) for key, part in value.items()]
    if isinstance(value, (list, tuple, collections.deque, collections.UserList)):
        return type(value).__name__, [plain(part) for part in value]
    if isinstance(value, np.ndarray):
        return "ndarray", value.tolist()
    return value


def upcoming(lib, generator=None):
    """The next numbers of a generator, which is left where it was."""
    generator = lib.default_generator if generator is None else generator
    state = generator.get_state()
    numbers = lib.rand(3, generator=generator).tolist()
    generator.set_state(state)
    return numbers


def compare(run):
    """What `run(lib, data)` returns is the same with both."""
    expected, got = (run(lib, data) for lib, data in BOTH)
    assert got == expected


class Squares:
    """Something with an index and a length, whose samples are tuples."""

    def __init__(self, n=23):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, index):
        if not 0 <= index < self.n:
            raise IndexError(index)
        return np.full((2, 3), index, np.float32), index * index, f"sample {index}"


class Drawing:
    """A sampler that draws from the default generator while it is asked."""

    def __init__(self, lib):
        self.lib = lib

    def __len__(self):
        return 11

    def __iter__(self):
        for _ in range(11):
            yield int(self.lib.randint(0, 23, (1,)).item())


LOADERS = {
    "plain": lambda lib, data, g: dict(batch_size=4),
    "one": lambda lib, data, g: {},
    "drop last": lambda lib, data, g: dict(batch_size=4, drop_last=True),
    "shuffle": lambda lib, data, g: dict(batch_size=4, shuffle=True),
    "shuffle, drop last": lambda lib, data, g: dict(batch_size=5, shuffle=True, drop_last=True),
    "shuffle, no rest": lambda lib, data, g: dict(batch_size=23, shuffle=True),
    "shuffle, generator": lambda lib, data, g: dict(batch_size=4, shuffle=True, generator=g),
    "generator": lambda lib, data, g: dict(batch_size=4, generator=g),
    "no batches": lambda lib, data, g: dict(batch_size=None),
    "no batches, shuffle": lambda lib, data, g: dict(batch_size=None, shuffle=True),
    "no batches, generator": lambda lib, data, g: dict(batch_size=None, shuffle=True, generator=g),
    "random sampler": lambda lib, data, g: dict(sampler=data.RandomSampler(range(23))),
    "its generator": lambda lib, data, g: dict(
        batch_size=3, sampler=data.RandomSampler(range(23), generator=g)
    ),
    "more": lambda lib, data, g: dict(
        batch_size=7, sampler=data.RandomSampler(range(23), num_samples=60, generator=g)
    ),
    "replacement": lambda lib, data, g: dict(
        batch_size=7, sampler=data.RandomSampler(range(23), True, 70, generator=g)
    ),
    "subset": lambda lib, data, g: dict(
        batch_size=2, sampler=data.SubsetRandomSampler([3, 5, 7, 11, 13], generator=g)
    ),
    "subset, default": lambda lib, data, g: dict(sampler=data.SubsetRandomSampler([3, 5, 7])),
    "weighted": lambda lib, data, g: dict(
        batch_size=6, sampler=data.WeightedRandomSampler(range(1, 24), 30, generator=g)
    ),
    "weighted, default": lambda lib, data, g: dict(
        sampler=data.WeightedRandomSampler([0.2] * 23, 9, replacement=False)
    ),
    "batch sampler": lambda lib, data, g: dict(
        batch_sampler=data.BatchSampler(data.RandomSampler(range(23)), 6, True)
    ),
    "own sampler": lambda lib, data, g: dict(batch_size=2, sampler=Drawing(lib)),
    "distributed": lambda lib, data, g: dict(
        batch_size=3, sampler=data.DistributedSampler(range(23), 4, 1, seed=9)
    ),
}


@pytest.mark.parametrize("workers", [0, 1, 2])
@pytest.mark.parametrize("name", LOADERS)
def test_same_batches_and_same_draws_at_every_step(name, workers):
    def run(lib, data):
        lib.manual_seed(31)
        generator = lib.Generator().manual_seed(8)
        arguments = LOADERS[name](lib, data, generator)
        loader = data.DataLoader(Squares(), num_workers=workers, **arguments)

        def draws():
            return upcoming(lib), upcoming(lib, generator)

        trace = [draws(), len(loader)]
        for _ in range(2):
            batches = iter(loader)
            trace.append(draws())
            for batch in batches:
                trace.append((plain(batch), draws()))
            trace.append(draws())
        return trace

    compare(run)


@pytest.mark.parametrize("seed", [0, 1, 12345])
def test_persistent_workers_draw_like_pytorchs(seed):
    def run(lib, data):
        lib.manual_seed(seed)
        loader = data.DataLoader(
            Squares(), 5, shuffle=True, num_workers=2, persistent_workers=True, prefetch_factor=3
        )
        return [(plain(list(loader)), upcoming(lib)) for _ in range(3)]

    compare(run)


class Random:
    """Samples that a worker draws from its generators."""

    def __init__(self, lib, data):
        self.lib, self.data = lib, data

    def __len__(self):
        return 6

    def __getitem__(self, index):
        info = self.data.get_worker_info()
        core = self.lib.rand(2), self.lib.randperm(5), self.lib.initial_seed()
        return random.random(), np.random.rand(3), info.seed, info.id, info.num_workers, *core


def test_workers_draw_the_same_numbers():
    def run(lib, data):
        lib.manual_seed(5)
        dataset = Random(lib, data)
        return plain([list(data.DataLoader(dataset, 2, num_workers=2)) for _ in range(2)])

    compare(run)


def make_stream(data, lengths):
    class Stream(data.IterableDataset):
        def __iter__(self):
            info = data.get_worker_info()
            worker = 0 if info is None else info.id
            return iter(range(100 * worker, 100 * worker + lengths[worker]))

        def __len__(self):
            return sum(lengths)

    return Stream()


@pytest.mark.filterwarnings("ignore:This DataLoader will create")
@pytest.mark.parametrize("drop_last", [False, True])
@pytest.mark.parametrize("batch_size", [None, 1, 3])
@pytest.mark.parametrize("lengths", [(5,), (5, 5), (8, 2), (1, 7), (0, 4), (0, 0), (3, 9, 1)])
def test_streams_come_in_the_same_order(lengths, batch_size, drop_last):
    if batch_size is None and drop_last:
        return

    def run(lib, data):
        loader = data.DataLoader(
            make_stream(data, lengths),
            batch_size,
            drop_last=drop_last,
            num_workers=len(lengths) if len(lengths) > 1 else 0,
        )
        return plain(list(loader)), len(loader)

    compare(run)


@pytest.mark.parametrize(
    "lengths",
    [[3, 7], [0.3, 0.7], [0.33, 0.33, 0.34], [0.5, 0.25, 0.25], [1.0], [0, 10], [1e-9, 1 - 1e-9]],
)
def test_random_split(lengths):
    def run(lib, data):
        lib.manual_seed(2)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Length of split")
            parts = data.random_split(range(10), lengths)
            more = data.random_split(range(10), lengths, lib.Generator().manual_seed(4))
        return [list(part.indices) for part in parts + more], upcoming(lib)

    compare(run)


@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize("drop_last", [False, True])
@pytest.mark.parametrize("n, replicas", [(10, 3), (9, 3), (2, 5), (100, 7)])
def test_distributed_sampler(n, replicas, drop_last, shuffle):
    def run(lib, data):
        indices = []
        for rank in range(replicas):
            sampler = data.DistributedSampler(range(n), replicas, rank, shuffle, 3, drop_last)
            for epoch in (0, 5):
                sampler.set_epoch(epoch)
                indices.append((list(sampler), len(sampler)))
        return indices

    compare(run)


NUMBERS = np.random.default_rng(0)
BATCHES = {
    "floats": [1.0, 2.5],
    "ints": [1, 2],
    "bools": [True, False],
    "mixed": [1, 2.5],
    "strings": ["a", "b"],
    "bytes": [b"a", b"b"],
    "scalars": [np.float32(1), np.float32(2)],
    "float64 scalars": [np.float64(1), np.float64(2)],
    "int16 scalars": [np.int16(1), np.int16(2)],
    "bool scalars": [np.bool_(True), np.bool_(False)],
    "complex scalars": [np.complex64(1j)] * 2,
    "numpy strings": [np.str_("a")],
    "arrays": [NUMBERS.random((3, 2)), NUMBERS.random((3, 2))],
    "uint8": [np.arange(4, dtype=np.uint8)] * 3,
    "float16": [np.ones(3, np.float16)] * 2,
    "0-d": [np.array(1.5), np.array(2.5)],
    "empty": [np.zeros((0, 3))] * 2,
    "tuples": [(1, 2.0, "a"), (3, 4.0, "b")],
    "lists": [[1, [2, "x"]], [3, [4, "y"]]],
    "named": [Pair(1, "x"), Pair(2, "y")],
    "dicts": [{"a": 1, "b": {"c": 2.0}}, {"a": 2, "b": {"c": 3.0}}],
    "ordered": [collections.OrderedDict(b=1, a=2)] * 2,
    "default": [collections.defaultdict(list, a=1)] * 2,
    "user dicts": [collections.UserDict(a=1)] * 2,
    "user lists": [collections.UserList([1, 2])] * 2,
    "deques": [collections.deque([1, 2])] * 2,
    "ranges": [range(3), range(3)],
    "none": [None],
    "complex": [1j],
    "sets": [{1}],
    "string arrays": [np.array(["a"])],
    "object arrays": [np.array([None])],
    "shapes": [np.zeros(2), np.zeros(3)],
    "lengths": [[1], [1, 2]],
    "keys": [{"a": 1}, {"b": 2}],
    "nothing": [],
}


@pytest.mark.parametrize("function", ["default_collate", "default_convert"])
@pytest.mark.parametrize("name", BATCHES)
def test_collate_and_convert(name, function):
    def run(lib, data):
        try:
            return plain(getattr(data, function)(BATCHES[name]))
        except Exception as error:
            return type(error)

    (expected, got) = (run(*both) for both in BOTH)
    if isinstance(expected, type):
        assert isinstance(got, type) and issubclass(got, expected)
    else:
        assert got == expected


def test_collate_tensors():
    def run(lib, data):
        return plain(
            [
                data.default_collate([lib.arange(3), lib.arange(3) + 1]),
                data.default_collate([lib.ones(2, 2), lib.zeros(2, 2)]),
                data.default_collate([lib.ones(2), lib.arange(2)]),
                data.default_collate([lib.tensor(1.5), lib.tensor(2.5)]),
                data.default_collate([(lib.ones(1), 2), (lib.zeros(1), 3)]),
                data.default_convert([lib.ones(1), np.ones(1)]),
            ]
        )

    compare(run)


TEN = list(range(10))
REFUSED = {
    "workers": lambda lib, data: data.DataLoader(TEN, num_workers=-1),
    "timeout": lambda lib, data: data.DataLoader(TEN, timeout=-1),
    "timeout alone": lambda lib, data: iter(data.DataLoader(TEN, timeout=1)),
    "prefetch alone": lambda lib, data: data.DataLoader(TEN, prefetch_factor=2),
    "prefetch": lambda lib, data: data.DataLoader(TEN, num_workers=1, prefetch_factor=-1),
    "no prefetch": lambda lib, data: iter(data.DataLoader(TEN, num_workers=1, prefetch_factor=0)),
    "persistent": lambda lib, data: data.DataLoader(TEN, persistent_workers=True),
    "batch size 0": lambda lib, data: data.DataLoader(TEN, batch_size=0),
    "batch size 1.5": lambda lib, data: data.DataLoader(TEN, batch_size=1.5),
    "batch size True": lambda lib, data: data.DataLoader(TEN, batch_size=True),
    "drop_last": lambda lib, data: data.DataLoader(TEN, drop_last="yes"),
    "drop_last alone": lambda lib, data: data.DataLoader(TEN, batch_size=None, drop_last=True),
    "shuffle, sampler": lambda lib, data: data.DataLoader(TEN, shuffle=True, sampler=[1]),
    "batch sampler": lambda lib, data: data.DataLoader(TEN, batch_sampler=[[1]], batch_size=2),
    "context alone": lambda lib, data: data.DataLoader(TEN, multiprocessing_context="fork"),
    "no context": lambda lib, data: data.DataLoader(
        TEN, num_workers=1, multiprocessing_context="x"
    ),
    "3": lambda lib, data: data.DataLoader(TEN, num_workers=1, multiprocessing_context=3),
    "stream": lambda lib, data: data.DataLoader(make_stream(data, [1]), shuffle=True),
    "stream sampler": lambda lib, data: data.DataLoader(make_stream(data, [1]), sampler=[1]),
    "empty shuffle": lambda lib, data: list(data.DataLoader([], shuffle=True)),
    "fixed": lambda lib, data: setattr(data.DataLoader(TEN), "batch_size", 3),
    "no function": lambda lib, data: list(data.DataLoader(TEN, collate_fn=3)),
    "random": lambda lib, data: data.RandomSampler(TEN, num_samples=0),
    "replacement": lambda lib, data: data.RandomSampler(TEN, replacement=3),
    "weights": lambda lib, data: data.WeightedRandomSampler([[1.0]], 1),
    "weight count": lambda lib, data: data.WeightedRandomSampler([1.0], 0),
    "weights once": lambda lib, data: list(data.WeightedRandomSampler([1.0], 2, False)),
    "weights sign": lambda lib, data: list(data.WeightedRandomSampler([-1.0, 2.0], 2)),
    "batches": lambda lib, data: data.BatchSampler(TEN, 2, 1),
    "rank": lambda lib, data: data.DistributedSampler(TEN, 2, 2),
    "tensors": lambda lib, data: data.TensorDataset(lib.zeros(2), lib.zeros(3)),
    "0-d": lambda lib, data: data.TensorDataset(lib.zeros(())),
    "range": lambda lib, data: data.TensorDataset(lib.zeros(2))[5],
    "concat nothing": lambda lib, data: data.ConcatDataset([]),
    "concat stream": lambda lib, data: data.ConcatDataset([make_stream(data, [1])]),
    "concat -3": lambda lib, data: data.ConcatDataset([[1], [2]])[-3],
    "concat 2": lambda lib, data: data.ConcatDataset([[1], [2]])[2],
    "chain": lambda lib, data: list(data.ChainDataset([TEN])),
    "stack nothing": lambda lib, data: data.StackDataset(),
    "stack both": lambda lib, data: data.StackDataset(TEN, a=TEN),
    "stack lengths": lambda lib, data: data.StackDataset(TEN, [1]),
    "split": lambda lib, data: data.random_split(TEN, [3, 3]),
    "fractions": lambda lib, data: data.random_split(TEN, [-0.5, 1.5]),
    "dataset": lambda lib, data: data.Dataset()[0],
    "dataset length": lambda lib, data: len(data.Dataset()),
    "iterable": lambda lib, data: data.IterableDataset(),
    "sampler": lambda lib, data: iter(data.Sampler()),
    "pickle": lambda lib, data: __import__("pickle").dumps(iter(data.DataLoader(TEN))),
}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", REFUSED)
def test_the_same_is_refused_with_the_same_exception(name):
    with pytest.raises(Exception) as expected:
        REFUSED[name](*BOTH[0])
    with pytest.raises(expected.type):
        REFUSED[name](*BOTH[1])


class Failing:
    def __init__(self, error):
        self.error = error

    def __len__(self):
        return 4

    def __getitem__(self, index):
        if index == 2:
            raise self.error
        return index


@pytest.mark.parametrize("workers", [0, 1])
@pytest.mark.parametrize(
    "error",
    [ValueError("a"), KeyError("b"), OSError(2, "c"), ZeroDivisionError(), RuntimeError("d")],
)
def test_errors_of_a_dataset_come_with_the_same_type(error, workers):
    for _, data in BOTH:
        with pytest.raises(type(error)) as caught:
            list(data.DataLoader(Failing(error), num_workers=workers))
        if workers:
            start = f"Caught {type(error).__name__} in DataLoader worker process 0.\n"
            assert str(caught.value).startswith(start)
            assert "Original Traceback (most recent call last):" in str(caught.value)


def test_the_public_names_of_torch_are_here():
    missing = set(torch_data.__all__) - set(firebrick_data.__all__)
    data_pipes = {
        "DFIterDataPipe", "DataChunk", "IterDataPipe", "MapDataPipe", "argument_validation",
        "functional_datapipe", "guaranteed_datapipes_determinism", "non_deterministic",
        "runtime_validation", "runtime_validation_disabled",
    }  # fmt: skip
    assert missing == data_pipes | {"_DatasetKind"}


def test_no_process_is_left():
    gc.collect()  # tracebacks of the tests above may hold iterators
    assert multiprocessing.active_children() == []
