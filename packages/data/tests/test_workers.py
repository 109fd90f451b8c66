"""Loading with worker processes: the same batches, the same numbers, nothing left behind."""

import threading

import numpy as np
import pytest
from test_collate import plain
from worker_datasets import (
    Computes,
    Images,
    KeepsLast,
    Nested,
    Numbers,
    Seeds,
    Slow,
    Together,
    compute,
    keep_samples,
    remember,
)

import firebrick_core as fc
import firebrick_data as data
from firebrick_core import _parallel

pytestmark = [
    pytest.mark.usefixtures("nothing_left"),
    pytest.mark.filterwarnings("ignore:This DataLoader will create"),
]


class Draws(data.Sampler):
    """Draws each index from the default generator when it is asked for."""

    def __len__(self):
        return 12

    def __iter__(self):
        for _ in range(12):
            yield fc.randint(0, 20, (1,)).item()


LOADERS = {
    "plain": lambda **k: data.DataLoader(Images(), batch_size=3, **k),
    "shuffle": lambda **k: data.DataLoader(Images(), batch_size=3, shuffle=True, **k),
    "large": lambda **k: data.DataLoader(Images(12, (100, 100)), batch_size=5, shuffle=True, **k),
    "generator": lambda **k: data.DataLoader(
        Images(), shuffle=True, generator=fc.Generator().manual_seed(3), **k
    ),
    "sampler": lambda **k: data.DataLoader(Images(), 5, sampler=Draws(), drop_last=True, **k),
    "batch sampler": lambda **k: data.DataLoader(Images(), batch_sampler=[[3, 1], [2]], **k),
    "no batches": lambda **k: data.DataLoader(Images(5), batch_size=None, **k),
    "samples": lambda **k: data.DataLoader(Images(), 4, collate_fn=keep_samples, **k),
    "together": lambda **k: data.DataLoader(Together(), sampler=range(6), batch_size=2, **k),
    "tensors": lambda **k: data.DataLoader(
        data.TensorDataset(fc.arange(40000), fc.arange(40000)), 15000, shuffle=True, **k
    ),
    "subset": lambda **k: data.DataLoader(data.Subset(Images(), range(5, 10)), 2, **k),
    "empty": lambda **k: data.DataLoader([], **k),
}


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("name", LOADERS)
def test_the_same_batches_as_without_workers(name, workers):
    def run(**arguments):
        fc.manual_seed(7)
        batches = [plain(batch) for batch in LOADERS[name](**arguments)]
        return batches, fc.get_rng_state().tolist()

    expected, expected_state = run()
    batches, state = run(num_workers=workers)
    assert repr(batches) == repr(expected)
    assert state == expected_state


def test_every_start_method_gives_the_same_batches(start_method):
    fc.manual_seed(7)
    expected = [plain(batch) for batch in LOADERS["shuffle"]()]
    fc.manual_seed(7)
    loader = LOADERS["shuffle"](num_workers=2, multiprocessing_context=start_method)
    assert [plain(batch) for batch in loader] == expected


def test_workers_do_not_wait_for_threads_that_kernels_have_in_the_loader():
    """Those of BLAS, of OpenMP and of core, which a forked process has not."""
    threads = fc.get_num_threads()
    fc.set_num_threads(2)
    try:
        compute()
        loader = data.DataLoader(Computes(), num_workers=2, multiprocessing_context="fork")
        np.testing.assert_allclose([batch.item() for batch in loader], [0, 3, 6, 9])
    finally:
        fc.set_num_threads(threads)


@pytest.mark.parametrize("prefetch_factor", [1, 5])
@pytest.mark.parametrize("batch_size", [None, 2])
@pytest.mark.parametrize("lengths", [(5, 5), (7, 2), (0, 3), (0, 0)])
def test_streams_of_workers_alternate(lengths, batch_size, prefetch_factor):
    loader = data.DataLoader(
        Numbers(lengths), batch_size=batch_size, num_workers=2, prefetch_factor=prefetch_factor
    )
    streams = [list(range(100 * w, 100 * w + n)) for w, n in enumerate(lengths)]
    if batch_size:
        streams = [[s[i : i + batch_size] for i in range(0, len(s), batch_size)] for s in streams]
    turns = range(max(map(len, streams), default=0))
    expected = [stream[i] for i in turns for stream in streams if i < len(stream)]
    assert [b if batch_size is None else b.tolist() for b in loader] == expected


def test_out_of_order_gives_every_batch_once():
    loader = data.DataLoader(Images(), batch_size=3, num_workers=3, in_order=False)
    labels = [label for batch in loader for label in batch["label"].tolist()]
    assert sorted(labels) == list(range(20))


def test_workers_have_seeds_of_their_own():
    fc.manual_seed(1)
    first, second = (list(data.DataLoader(Seeds(), 4, num_workers=2)) for _ in range(2))
    assert [b["id"].tolist() for b in first] == [[0] * 4, [1] * 4]
    assert first[0]["workers"].tolist() == [2] * 4
    for batches in (first, second):
        seeds = [batch["seed"][0].item() for batch in batches]
        assert seeds[1] == seeds[0] + 1
        assert [batch["initial"][0].item() for batch in batches] == seeds
    drawn = [[b[name].tolist() for name in ("random", "numpy", "core")] for b in first + second]
    assert len({str(numbers) for numbers in drawn}) == 4
    fc.manual_seed(1)
    again = next(iter(data.DataLoader(Seeds(), 4, num_workers=2)))
    assert [again[name].tolist() for name in ("random", "numpy", "core")] == drawn[0]


def test_worker_info():
    assert data.get_worker_info() is None
    info = data.WorkerInfo(id=1, num_workers=2, seed=3, dataset=[4])
    with pytest.raises(RuntimeError, match="Cannot assign attributes to WorkerInfo"):
        info.id = 3
    assert repr(info).startswith("WorkerInfo(id=1, num_workers=2, seed=3, dataset=[4]")
    assert data.get_worker_info() is None


def test_worker_init_fn_runs_after_seeding():
    loader = data.DataLoader(Seeds(), 4, num_workers=2, worker_init_fn=remember)
    drawn = [batch["random"].tolist() for batch in loader]
    assert drawn == [batch["random"].tolist() for batch in loader]
    assert drawn[0] != drawn[1]


def test_persistent_workers_are_kept():
    loader = data.DataLoader(Seeds(), 2, num_workers=2, persistent_workers=True)
    pool = None
    seeds = []
    for _ in range(3):
        batches = list(loader)
        assert pool is None or pool is loader._persistent_pool
        pool = loader._persistent_pool
        seeds.append([batch["seed"].tolist() for batch in batches])
        assert len(pool.pids()) == 2
    assert seeds[0] == seeds[1] == seeds[2]
    del loader, pool


@pytest.mark.parametrize("shape", [(3, 4), (200, 200)])
def test_persistent_workers_after_an_unfinished_pass(shape):
    loader = data.DataLoader(Images(30, shape), 3, num_workers=2, persistent_workers=True)
    for stop in (1, 4, 2):
        for number, batch in enumerate(loader, 1):
            assert batch["label"].tolist() == list(range(3 * number - 3, 3 * number))
            assert batch["image"][:, 0, 0].tolist() == batch["label"].tolist()
            if number == stop:
                break
    assert len(list(loader)) == 10


def test_an_older_pass_of_persistent_workers_cannot_go_on():
    loader = data.DataLoader(Images(), num_workers=1, persistent_workers=True)
    older = iter(loader)
    next(older)
    newer = iter(loader)
    with pytest.raises(RuntimeError, match="stopped by another pass with the same persistent"):
        next(older)
    assert len(list(newer)) == 20


def test_persistent_streams_start_again():
    loader = data.DataLoader(Numbers(), 5, num_workers=2, persistent_workers=True)
    passes = [[batch.tolist() for batch in loader] for _ in range(2)]
    assert passes[0] == passes[1] == [[0, 1, 2, 3, 4], [100, 101, 102, 103, 104]]


def test_a_loader_inside_a_dataset():
    loader = data.DataLoader(Nested(), batch_size=None, num_workers=2)
    assert list(loader) == [[1, 5, 9], [2, 6, 10], [3, 7, 11]]


# Python 3.12 warns of forking beside Python threads, and the loader lets it.
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_a_loader_in_a_thread():
    found = []

    def run():
        loader = data.DataLoader(Images(), 5, num_workers=2)
        found.extend(batch["label"].tolist() for batch in loader)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert sum(found, []) == list(range(20))


def test_two_loaders_at_once():
    pairs = zip(
        data.DataLoader(Images(), 4, num_workers=2),
        data.DataLoader(Images(shape=(150, 150)), 4, num_workers=1),
        strict=True,
    )
    for one, other in pairs:
        assert one["label"].tolist() == other["label"].tolist()
        assert (other["image"][:, 149, 149]._array == other["label"]._array).all()


@pytest.mark.parametrize("shape", [(3, 4), (200, 200)])
def test_batches_that_are_kept_are_never_overwritten(shape):
    kept = list(data.DataLoader(Images(40, shape), 2, num_workers=2))
    for number, batch in enumerate(kept):
        expected = np.broadcast_to([[[2 * number]], [[2 * number + 1]]], (2, *shape))
        assert (batch["image"].numpy() == expected).all()


def test_parts_of_batches_that_are_kept_are_never_overwritten():
    loader = data.DataLoader(Images(60, (200, 200)), 2, num_workers=2)
    kept = [batch["image"][1, 7] for batch in loader]
    for number, row in enumerate(kept):
        assert row.tolist() == [2 * number + 1] * 200


def test_the_consumer_may_write_to_its_batches():
    loader = data.DataLoader(Images(40, (200, 200)), 2, num_workers=1)
    for number, batch in enumerate(loader):
        assert batch["image"].numpy().max() == 2 * number + 1
        batch["image"].numpy()[...] = -1


def test_a_collate_function_may_keep_its_batches():
    loader = data.DataLoader(Images(30, (200, 200)), 2, num_workers=1, collate_fn=KeepsLast())
    for number, (image, before) in enumerate(loader):
        expected = max(2 * number - 2, 0)
        assert before[0, 0, 0].item() == expected
        assert image[0, 0, 0].item() == 2 * number


def test_batches_of_growing_size():
    loader = data.DataLoader(Growing(), batch_size=2, num_workers=2)
    for number, batch in enumerate(loader):
        assert batch.shape == (2, 500 * (2 * number + 1))
        assert (batch.numpy() == np.array([[2 * number], [2 * number + 1]])).all()


class Growing(data.Dataset):
    def __len__(self):
        return 40

    def __getitem__(self, index):
        return np.full(500 * (index // 2 * 2 + 1), index, np.int64)


def test_without_shared_memory_batches_travel_through_the_socket(monkeypatch):
    def no_memory(size):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("firebrick_data._segments.create", no_memory)
    loader = data.DataLoader(Images(8, (300, 300)), 2, num_workers=2)
    with pytest.warns(RuntimeWarning, match="no more shared memory .*No space left"):
        batches = list(loader)
    assert [batch["image"][1, 9, 9].item() for batch in batches] == [1, 3, 5, 7]


def test_forks_beside_threads_of_kernels_do_not_warn():
    done = threading.Event()
    thread = threading.Thread(target=done.wait, name=_parallel.NAME, daemon=True)
    thread.start()
    try:
        assert len(list(data.DataLoader(range(4), num_workers=1))) == 4
    finally:
        done.set()
        thread.join()


def test_large_indices_and_large_batches_cannot_block_each_other(monkeypatch):
    monkeypatch.setattr("firebrick_data._segments.SUPPORTED", False)
    loader = data.DataLoader(range(400_000), batch_size=100_000, num_workers=1, prefetch_factor=4)
    assert [batch[-1].item() for batch in loader] == [99_999, 199_999, 299_999, 399_999]


def test_workers_work_ahead_of_the_consumer():
    batches = iter(data.DataLoader(Slow(0.05, 20), batch_size=2, num_workers=2))
    schedule = batches._schedule
    assert len(schedule.of_worker(0)) == len(schedule.of_worker(1)) == 2
    assert next(batches).tolist() == [0, 1]
    assert len(list(batches)) == 9
