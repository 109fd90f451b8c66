"""Leaving a pass at any batch, and going on elsewhere: the batches that would have come."""

import json
import pickle

import pytest
from test_collate import plain
from worker_datasets import Failing, Images, Numbers

import firebrick_core as fc
import firebrick_data as data
from firebrick_data._pass import Pass

pytestmark = [
    pytest.mark.usefixtures("nothing_left"),
    pytest.mark.filterwarnings("ignore:This DataLoader will create"),
]


class Draws(data.Sampler):
    """Draws each index from the default generator when it is asked for."""

    def __len__(self):
        return 14

    def __iter__(self):
        for _ in range(14):
            yield fc.randint(0, 20, (1,)).item()


class DrawsAtOnce(data.Sampler):
    """Draws the whole order before the first index is asked for."""

    def __len__(self):
        return 20

    def __iter__(self):
        return iter(fc.randperm(20).tolist())


def seeded(seed=3):
    return fc.Generator().manual_seed(seed)


# What a loader makes, whatever its workers. Each is made anew for each process that it stands for.
LOADERS = {
    "in order": lambda: dict(batch_size=3),
    "one": lambda: {},
    "shuffle": lambda: dict(batch_size=3, shuffle=True),
    "drop last": lambda: dict(batch_size=3, shuffle=True, drop_last=True),
    "generator": lambda: dict(batch_size=4, shuffle=True, generator=seeded()),
    "sampler's generator": lambda: dict(
        batch_size=3, sampler=data.RandomSampler(range(20), generator=seeded())
    ),
    "replacement": lambda: dict(batch_size=7, sampler=data.RandomSampler(range(20), True, 50)),
    "more": lambda: dict(batch_size=8, sampler=data.RandomSampler(range(20), num_samples=45)),
    "subset": lambda: dict(batch_size=2, sampler=data.SubsetRandomSampler(range(5, 14))),
    "weighted": lambda: dict(
        batch_size=3, sampler=data.WeightedRandomSampler(range(1, 21), 15, generator=seeded())
    ),
    "batch sampler": lambda: dict(
        batch_sampler=data.BatchSampler(data.RandomSampler(range(20), generator=seeded()), 6, True)
    ),
    "no batches": lambda: dict(batch_size=None, shuffle=True),
    "distributed": lambda: dict(batch_size=2, sampler=data.DistributedSampler(range(20), 2, 1)),
    "lazy": lambda: dict(batch_size=2, sampler=Draws()),
    "at once": lambda: dict(batch_size=3, sampler=DrawsAtOnce()),
    "per sample": lambda: dict(batch_size=3, shuffle=True, sample_seed=5),
}

INLINE = {}
THREADS = dict(num_workers=3, worker_method="thread")
PROCESSES = dict(num_workers=2)
AHEAD = dict(num_workers=2, worker_method="thread", prefetch_factor=9)
PERSISTENT = dict(num_workers=2, worker_method="thread", persistent_workers=True)


class Noisy(Images):
    """Images with a number of their own, where the loader has a seed for it."""

    def __getitem__(self, index):
        sample = super().__getitem__(index)
        try:
            noise = data.sample_rng().random()
        except RuntimeError:
            noise = 0.0
        return {**sample, "noise": noise}


def loader(name, how):
    return data.DataLoader(Noisy(20), **LOADERS[name](), **how)


def some(iterator, count):
    return [plain(next(iterator)) for _ in range(count)]


@pytest.mark.parametrize(
    "before, after",
    [
        (INLINE, INLINE),
        (INLINE, THREADS),
        (THREADS, INLINE),
        (AHEAD, THREADS),
        (PERSISTENT, AHEAD),
        (THREADS, PERSISTENT),
    ],
    ids=["inline", "more", "fewer", "less ahead", "persistent before", "persistent after"],
)
@pytest.mark.parametrize("name", LOADERS)
def test_the_rest_of_a_pass_at_every_batch(name, before, after):
    fc.manual_seed(7)
    whole = [plain(batch) for batch in loader(name, INLINE)]
    for stop in range(len(whole) + 1):
        fc.manual_seed(7)
        first = loader(name, before)
        assert repr(some(iter(first), stop)) == repr(whole[:stop])
        state = json.loads(json.dumps(first.state_dict()))
        random = fc.get_rng_state()
        # Another process, which has drawn other things meanwhile, and restores what a program does.
        fc.manual_seed(99)
        second = loader(name, after)
        second.load_state_dict(state)
        fc.set_rng_state(random)
        assert repr([plain(batch) for batch in second]) == repr(whole[stop:])


@pytest.mark.parametrize("before, after", [(INLINE, PROCESSES), (PROCESSES, INLINE)])
@pytest.mark.parametrize("name", ["shuffle", "generator", "per sample"])
def test_the_rest_of_a_pass_with_processes(name, before, after):
    fc.manual_seed(7)
    whole = [plain(batch) for batch in loader(name, INLINE)]
    fc.manual_seed(7)
    first = loader(name, before)
    assert repr(some(iter(first), 2)) == repr(whole[:2])
    fc.manual_seed(99)
    second = loader(name, after)
    second.load_state_dict(first.state_dict())
    assert repr([plain(batch) for batch in second]) == repr(whole[2:])


@pytest.mark.parametrize("name", LOADERS)
def test_later_passes_go_on_as_they_would_have(name):
    """With the default generator, if the program restores it, as programs do; else by itself."""
    fc.manual_seed(7)
    first = loader(name, INLINE)
    first_passes = [[plain(batch) for batch in first] for _ in range(3)]
    for stop in (0, 2):
        fc.manual_seed(7)
        first = loader(name, THREADS)
        list(first)
        iterator = iter(first)
        some(iterator, stop)
        state, random = first.state_dict(), fc.get_rng_state()
        fc.manual_seed(99)
        second = loader(name, INLINE)
        second.load_state_dict(state)
        fc.set_rng_state(random)
        passes = [[plain(batch) for batch in second] for _ in range(2)]
        assert repr(passes) == repr([first_passes[1][stop:], first_passes[2]])


def test_between_two_passes():
    first = loader("generator", INLINE)
    list(first)
    state = first.state_dict()
    expected = [plain(batch) for batch in first]
    second = loader("generator", INLINE)
    second.load_state_dict(state)
    assert second.epoch == 0 and [plain(batch) for batch in second] == expected
    assert second.epoch == 1


def test_resuming_leaves_the_default_generator_alone():
    first = loader("shuffle", INLINE)
    some(iter(first), 2)
    second = loader("shuffle", INLINE)
    second.load_state_dict(first.state_dict())
    before = fc.get_rng_state().tolist()
    list(second)
    assert fc.get_rng_state().tolist() == before


def test_the_state_of_a_state():
    first = loader("shuffle", INLINE)
    some(iter(first), 3)
    second = loader("shuffle", INLINE)
    second.load_state_dict(first.state_dict())
    assert second.state_dict() == first.state_dict()
    iterator = iter(second)
    some(iterator, 1)
    third = loader("shuffle", THREADS)
    third.load_state_dict(second.state_dict())
    assert [plain(batch) for batch in third] == [plain(batch) for batch in iterator]


def test_a_pass_that_a_loop_has_left():
    first = loader("shuffle", INLINE)
    seen = []
    for batch in first:
        seen += batch["label"].tolist()
        if len(seen) >= 6:
            break
    first.load_state_dict(first.state_dict())
    for batch in first:
        seen += batch["label"].tolist()
    assert sorted(seen) == list(range(20))


def test_without_order_no_batch_is_lost_and_none_comes_twice():
    first = data.DataLoader(Images(40), 1, shuffle=True, in_order=False, **THREADS)
    iterator = iter(first)
    seen = [next(iterator)["label"].item() for _ in range(17)]
    second = data.DataLoader(Images(40), 1, shuffle=True, in_order=False, **THREADS)
    second.load_state_dict(first.state_dict())
    seen += [batch["label"].item() for batch in second]
    assert sorted(seen) == list(range(40))


def test_missing_batches_come_first():
    """As out of order, but without chance: batches 0, 1 and 4 are out."""
    first = data.DataLoader(range(8))
    left = Pass(first, draws_seed=True)
    first._pass = left
    for number in (0, 4, 1):
        left.given(number)
    assert (left.reached, left.missing) == (5, {2, 3})
    for _ in range(6):
        next(left)
    second = data.DataLoader(range(8))
    second.load_state_dict(first.state_dict())
    assert [batch.item() for batch in second] == [2, 3, 5, 6, 7]


@pytest.mark.parametrize(
    "how", [INLINE, PROCESSES, THREADS], ids=["inline", "processes", "threads"]
)
@pytest.mark.parametrize("batch_size", [None, 2])
@pytest.mark.parametrize("stop", [0, 1, 4, 6])
def test_the_rest_of_a_stream(how, batch_size, stop):
    lengths = (5, 9, 4) if batch_size is None else (7, 9, 1)
    whole = [plain(b) for b in data.DataLoader(Numbers(lengths), batch_size, **how)]
    stop = min(stop, len(whole))
    first = data.DataLoader(Numbers(lengths), batch_size, **how)
    some(iter(first), stop)
    fewer_ahead = {"prefetch_factor": 1} if how else {}
    second = data.DataLoader(Numbers(lengths), batch_size, **how, **fewer_ahead)
    second.load_state_dict(first.state_dict())
    assert [plain(b) for b in second] == whole[stop:]


def test_an_error_counts_as_the_batch_that_it_took():
    for how in (INLINE, THREADS):
        first = data.DataLoader(Failing("value"), 2, **how)
        iterator = iter(first)
        next(iterator)
        with pytest.raises(ValueError, match="bad thing"):
            next(iterator)
        second = data.DataLoader(Failing("value"), 2)
        second.load_state_dict(first.state_dict())
        assert [batch.tolist() for batch in second] == [[4, 5], [6, 7]]


class Interrupted(data.Dataset):
    """Is interrupted once, at its fourth sample."""

    done = False

    def __len__(self):
        return 8

    def __getitem__(self, index):
        if index == 3 and not self.done:
            self.done = True
            raise KeyboardInterrupt
        return index


def test_an_interruption_loses_no_batch():
    first = data.DataLoader(Interrupted(), 2)
    iterator = iter(first)
    next(iterator)
    with pytest.raises(KeyboardInterrupt):
        next(iterator)
    first.load_state_dict(first.state_dict())
    assert [batch.tolist() for batch in first] == [[2, 3], [4, 5], [6, 7]]


def test_the_state_is_small():
    big = data.DataLoader(range(10**6), 7, shuffle=True, num_workers=2, worker_method="thread")
    iterator = iter(big)
    for _ in range(3):
        next(iterator)
    state = big.state_dict()
    state["pass"]["missing"] = list(range(10**5, 10**5 + 16))  # as many as workers can be ahead
    assert len(json.dumps(state)) < 4096 and len(pickle.dumps(state)) < 4096


def test_the_length_is_that_of_a_whole_pass():
    first = loader("in order", INLINE)
    some(iter(first), 2)
    first.load_state_dict(first.state_dict())
    assert len(first) == len(iter(first)) == 7


def state_after(count, **arguments):
    first = data.DataLoader(**arguments)
    some(iter(first), count)
    return first.state_dict()


@pytest.mark.parametrize(
    "saved, here, message",
    [
        (dict(dataset=range(9)), dict(dataset=range(8)), r"len\(dataset\) was 9 there, and is 8"),
        (dict(batch_size=2), dict(batch_size=3), "batch_size was 2 there, and is 3 here"),
        (dict(drop_last=True), dict(), "drop_last was True there"),
        (dict(shuffle=True), dict(), "class of the sampler was 'RandomSampler' there"),
        (
            dict(dataset=Numbers()),
            dict(dataset=Numbers(), **THREADS),
            r"num_workers \(for an IterableDataset.* was 1 there, and is 3 here",
        ),
    ],
)
def test_a_state_of_another_loader_is_refused(saved, here, message):
    state = state_after(1, **{"dataset": range(9), **saved})
    other = data.DataLoader(**{"dataset": range(9), **here})
    with pytest.raises(ValueError, match="makes other batches: .*" + message):
        other.load_state_dict(state)
    assert other._saved is None and other._next_epoch == 0


@pytest.mark.parametrize("state", [None, 3, {}, {"epoch": 2}])
def test_what_is_no_state_is_refused(state):
    with pytest.raises(TypeError, match=r"expects what state_dict\(\) gave, got"):
        data.DataLoader(range(9)).load_state_dict(state)


def test_a_state_of_another_version_is_refused():
    state = {**state_after(1, dataset=range(9)), "version": 77}
    with pytest.raises(ValueError, match="the state has version 77, and this version of"):
        data.DataLoader(range(9)).load_state_dict(state)


def test_a_sampler_that_cannot_be_repeated_is_told():
    import random

    class Elsewhere(data.Sampler):
        def __len__(self):
            return 50

        def __iter__(self):
            return iter(random.sample(range(50), 50))

    state = state_after(20, dataset=range(50), sampler=Elsewhere())
    again = data.DataLoader(range(50), sampler=Elsewhere())
    again.load_state_dict(state)
    with pytest.raises(RuntimeError, match="does not give the order that it gave when the state"):
        iter(again)


def test_another_epoch_of_a_distributed_sampler_is_told():
    def distributed():
        return data.DataLoader(range(20), sampler=data.DistributedSampler(range(20), 2, 0))

    first = distributed()
    first.set_epoch(3)
    expected = [batch.item() for batch in first]
    some(iter(first), 2)
    second = distributed()
    second.load_state_dict(first.state_dict())
    assert second.sampler.epoch == 3
    state = first.state_dict()
    assert [batch.item() for batch in second] == expected[2:]
    second.load_state_dict(state)
    second.sampler.set_epoch(9)
    with pytest.raises(RuntimeError, match=r"saved in epoch 3 of the sampler, and set_epoch\(9\)"):
        iter(second)


def test_a_stream_of_several_workers_out_of_order_has_no_state():
    first = data.DataLoader(Numbers((5, 5, 5)), in_order=False, **THREADS)
    some(iter(first), 1)
    with pytest.raises(RuntimeError, match="so there is no state to resume from. Use in_order"):
        first.state_dict()
