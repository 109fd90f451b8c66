"""Samplers: what they yield, what they draw, what they refuse."""

import pytest

import firebrick_core as fc
import firebrick_data as data


def generator(seed=0):
    return fc.Generator().manual_seed(seed)


SAMPLERS = {
    "random": lambda g: data.RandomSampler(range(9), generator=g),
    "random more": lambda g: data.RandomSampler(range(9), num_samples=25, generator=g),
    "random fewer": lambda g: data.RandomSampler(range(9), num_samples=4, generator=g),
    "replacement": lambda g: data.RandomSampler(range(9), replacement=True, generator=g),
    "replacement many": lambda g: data.RandomSampler(range(9), True, 100, generator=g),
    "subset": lambda g: data.SubsetRandomSampler([5, 3, 8], generator=g),
    "weighted": lambda g: data.WeightedRandomSampler([1, 2, 3], 20, generator=g),
    "weighted once": lambda g: data.WeightedRandomSampler([1, 2, 3], 3, False, generator=g),
}
LENGTHS = [9, 25, 4, 9, 100, 3, 20, 3]


@pytest.mark.parametrize("name, length", list(zip(SAMPLERS, LENGTHS, strict=True)))
def test_random_samplers(name, length):
    make = SAMPLERS[name]
    drawn = list(make(generator()))
    assert len(make(None)) == length == len(drawn)
    assert drawn == list(make(generator()))
    assert all(type(index) is int for index in drawn)
    fc.manual_seed(5)
    first, second = list(make(None)), list(make(None))
    fc.manual_seed(5)
    assert [list(make(None)), list(make(None))] == [first, second]


def test_random_sampler_yields_whole_permutations():
    drawn = list(data.RandomSampler(range(9), num_samples=25, generator=generator()))
    assert sorted(drawn[:9]) == sorted(drawn[9:18]) == list(range(9))
    assert len(set(drawn[18:])) == 7


def test_random_sampler_follows_its_data_source():
    source = [1, 2]
    sampler = data.RandomSampler(source)
    source.append(3)
    assert len(sampler) == sampler.num_samples == 3
    assert sorted(sampler) == [0, 1, 2]


def test_default_generator_is_left_alone_until_the_first_index():
    state = fc.get_rng_state().tolist()
    indices = iter(data.RandomSampler(range(9)))
    assert fc.get_rng_state().tolist() == state
    next(indices)
    assert fc.get_rng_state().tolist() != state


def test_weighted_sampler_follows_its_weights():
    drawn = list(data.WeightedRandomSampler([0, 1, 3], 4000, generator=generator()))
    assert 0 not in drawn
    assert 2800 < drawn.count(2) < 3200


@pytest.mark.parametrize(
    "n, size, drop_last, expected",
    [
        (5, 2, False, [[0, 1], [2, 3], [4]]),
        (5, 2, True, [[0, 1], [2, 3]]),
        (4, 2, False, [[0, 1], [2, 3]]),
        (4, 2, True, [[0, 1], [2, 3]]),
        (0, 2, False, []),
        (1, 3, True, []),
    ],
)
def test_batch_sampler(n, size, drop_last, expected):
    sampler = data.BatchSampler(data.SequentialSampler(range(n)), size, drop_last)
    assert list(sampler) == expected
    assert len(sampler) == len(expected)


@pytest.mark.parametrize("drop_last", [False, True])
@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize("n, replicas", [(10, 3), (9, 3), (2, 5), (1, 1)])
def test_distributed_sampler_shares_out_the_indices(n, replicas, shuffle, drop_last):
    parts = [
        data.DistributedSampler(range(n), replicas, rank, shuffle, seed=4, drop_last=drop_last)
        for rank in range(replicas)
    ]
    drawn = [list(part) for part in parts]
    assert {len(indices) for indices in drawn} == {len(parts[0])}
    together = [index for indices in drawn for index in indices]
    assert set(together) <= set(range(n))
    if drop_last:
        assert len(together) == n // replicas * replicas == len(set(together))
    else:
        assert set(together) == set(range(n))


def test_distributed_sampler_changes_with_the_epoch_only():
    sampler = data.DistributedSampler(range(30), 2, 0, seed=1)
    first = list(sampler)
    assert first == list(sampler)
    sampler.set_epoch(1)
    assert first != list(sampler)
    assert list(sampler) == list(data.DistributedSampler(range(30), 2, 0, seed=2))


REFUSED = [
    (lambda: data.RandomSampler([]), ValueError, "num_samples=0"),
    (lambda: data.RandomSampler([1], num_samples=-1), ValueError, "positive integer"),
    (lambda: data.RandomSampler([1], num_samples=1.5), ValueError, "num_samples=1.5"),
    (lambda: data.RandomSampler([1], replacement=1), TypeError, "replacement=1"),
    (lambda: data.WeightedRandomSampler([1], 0), ValueError, "num_samples=0"),
    (lambda: data.WeightedRandomSampler([1], True), ValueError, "num_samples=True"),
    (lambda: data.WeightedRandomSampler([1], 1, 0), ValueError, "replacement=0"),
    (lambda: data.WeightedRandomSampler([[1]], 1), ValueError, r"shape \(1, 1\)"),
    (lambda: list(data.WeightedRandomSampler([1], 2, False)), RuntimeError, "without replacement"),
    (lambda: list(data.WeightedRandomSampler([-1.0, 1], 2)), RuntimeError, "< 0|negative"),
    (lambda: data.BatchSampler([1], 0, False), ValueError, "batch_size=0"),
    (lambda: data.BatchSampler([1], True, False), ValueError, "batch_size=True"),
    (lambda: data.BatchSampler([1], 1, None), ValueError, "drop_last=None"),
    (lambda: len(data.BatchSampler(iter([1]), 1, False)), TypeError, "has no len"),
    (lambda: data.DistributedSampler([1]), RuntimeError, "pass num_replicas=... and rank=..."),
    (lambda: data.DistributedSampler([1], 2, 2), ValueError, r"Invalid rank 2.*\[0, 1\]"),
    (lambda: data.DistributedSampler([1], 2, -1), ValueError, "Invalid rank -1"),
    (lambda: iter(data.Sampler()), NotImplementedError, "does not define __iter__"),
    (lambda: len(data.Sampler()), TypeError, "has no len"),
]


@pytest.mark.parametrize("make, error, message", REFUSED)
def test_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()
