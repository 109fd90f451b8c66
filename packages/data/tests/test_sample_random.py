"""Random numbers of a sample: by seed, epoch and index, whoever loads it."""

import numpy as np
import pytest

import firebrick_core as fc
import firebrick_data as data

pytestmark = pytest.mark.usefixtures("nothing_left")


class Noise(data.Dataset):
    """Each sample's own numbers, drawn in both ways."""

    def __len__(self):
        return 12

    def __getitem__(self, index):
        core = fc.rand(2, generator=data.sample_generator())
        return index, data.sample_rng().random(), core


class NoiseTogether(Noise):
    """The same, several at once."""

    def __getitems__(self, indices):
        draws = [(data.sample_rng(i).random(), data.sample_generator(i)) for i in indices]
        return [(i, x, fc.rand(2, generator=g)) for i, (x, g) in zip(indices, draws, strict=True)]


def numbers(dataset=None, passes=1, **arguments):
    """What each sample drew, by index, in each pass."""
    loader = data.DataLoader(Noise() if dataset is None else dataset, **arguments)
    found = []
    for _ in range(passes):
        batches = [loader.collate_fn and batch for batch in loader]
        found.append({})
        for index, one, two in batches:
            for row in zip(index.tolist(), one.tolist(), two.tolist(), strict=True):
                found[-1][row[0]] = row[1:]
    return found


EXPECTED = dict(batch_size=4, sample_seed=3, passes=2)
THREADS = dict(num_workers=3, worker_method="thread")


@pytest.mark.parametrize(
    "how",
    [
        dict(batch_size=5),
        dict(num_workers=2),
        THREADS,
        dict(shuffle=True, **THREADS),
        dict(in_order=False, **THREADS),
        dict(dataset=NoiseTogether()),
        dict(persistent_workers=True, num_workers=2),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore:This DataLoader will create")
def test_they_do_not_depend_on_how_samples_are_loaded(how):
    expected = numbers(**EXPECTED)
    assert numbers(**{**EXPECTED, **how}) == expected
    assert len({str(x) for epoch in expected for x in epoch.values()}) == 24
    assert numbers(**{**EXPECTED, "sample_seed": 4}) != expected


@pytest.mark.parametrize("batch_size", [1, 3])
def test_wrappers_go_by_the_index_of_the_outermost(batch_size):
    wrapped = [
        data.Subset(data.Subset(Noise(), range(12)), [0, 1, 2, 3]),
        data.ConcatDataset([data.Subset(Noise(), [0, 1]), data.Subset(Noise(), [2, 3])]),
    ]
    expected = {i: row for i, row in numbers(**EXPECTED)[0].items() if i < 4}
    for dataset in wrapped:
        assert numbers(dataset, batch_size=batch_size, sample_seed=3) == [expected]
    both = data.ConcatDataset([Noise(), Noise()])
    drawn = [batch[1].item() for batch in data.DataLoader(both, sample_seed=3)]
    assert len(set(drawn)) == 24


def test_epochs_are_counted_and_can_be_set():
    loader = data.DataLoader(Noise(), 12, sample_seed=3)
    assert loader.epoch == 0
    first, second = (next(iter(loader))[1].tolist() for _ in range(2))
    assert first != second and loader.epoch == 1
    loader.set_epoch(0)
    assert next(iter(loader))[1].tolist() == first
    with pytest.raises(ValueError, match="an epoch is not negative, got -1"):
        loader.set_epoch(-1)


class Keyed(data.Dataset):
    """Samples that have names."""

    def __getitem__(self, key):
        return data.sample_rng().random()


@pytest.mark.parametrize("key", [5, -5, np.int64(7), "a", b"a", ("a", 5), ((1, 2), "b")], ids=repr)
def test_any_plain_index_has_numbers(key):
    def draw(key):
        return list(data.DataLoader(Keyed(), None, sampler=[key], sample_seed=0))[0]

    assert draw(key) == draw(key) and draw(key) != draw("another")


def test_a_nested_loader_has_its_own():
    class Nested(data.Dataset):
        def __len__(self):
            return 3

        def __getitem__(self, index):
            before = data.sample_rng().random()
            inner = [batch[1].item() for batch in data.DataLoader(Noise(), sample_seed=index)]
            assert data.sample_rng().random() == before
            return before, inner

    outer = [b[0].item() for b in data.DataLoader(Nested(), sample_seed=3)]
    assert len(set(outer)) == 3


REFUSED = [
    (dict(), RuntimeError, "give the loader a sample_seed="),
    (dict(sampler=[1.5], sample_seed=1), TypeError, "need an index that is an int, str.*got 1.5"),
]


@pytest.mark.parametrize("arguments, error, message", REFUSED)
def test_refused_while_loading(arguments, error, message):
    with pytest.raises(error, match=message):
        list(data.DataLoader(Noise(), **arguments))


def test_refused_elsewhere():
    with pytest.raises(RuntimeError, match="call them while one is made"):
        data.sample_rng()

    class Together(NoiseTogether):
        def __getitems__(self, indices):
            return [data.sample_generator() for _ in indices]

    with pytest.raises(RuntimeError, match="pass them the sample's index"):
        list(data.DataLoader(Together(), sample_seed=2))
