"""Which worker loads which batch, without any worker."""

import itertools
import random

import pytest

from firebrick_data._order import Schedule


def run(schedule, arrive):
    """Everything that a schedule gives out, when `arrive` chooses which batch is next."""
    under_way, out = [], []
    while True:
        while (task := schedule.assign()) is not None:
            under_way.append(task)
        while (taken := schedule.take()) is not None:
            out.append(taken[0])
            while (task := schedule.assign()) is not None:
                under_way.append(task)
        if schedule.due() is None:
            return out
        task = under_way.pop(arrive(len(under_way)))
        schedule.arrived(task.batch, task.index)


ARRIVALS = {
    "first": lambda n: 0,
    "last": lambda n: n - 1,
    "any": lambda n: random.Random(n).randrange(n),
}


@pytest.mark.parametrize("arrival", ARRIVALS)
@pytest.mark.parametrize("workers, prefetch", [(1, 1), (2, 2), (3, 2), (5, 4)])
def test_batches_come_out_in_order_and_in_turn(workers, prefetch, arrival):
    out = run(Schedule(iter(enumerate(range(17))), workers, prefetch), ARRIVALS[arrival])
    assert [task.batch for task in out] == list(range(17))
    assert [task.index for task in out] == list(range(17))
    assert [task.worker for task in out] == [b % workers for b in range(17)]


@pytest.mark.parametrize("workers, prefetch", [(1, 1), (2, 3), (4, 2)])
def test_no_more_is_under_way_than_prefetch_allows(workers, prefetch):
    drawn = []
    indices = (drawn.append(i) or i for i in itertools.count())
    schedule = Schedule(enumerate(indices), workers, prefetch)
    while schedule.assign() is not None:
        pass
    assert len(drawn) == workers * prefetch
    schedule.arrived(0, "x")
    schedule.take()
    while schedule.assign() is not None:
        pass
    assert len(drawn) == workers * prefetch + 1


def test_out_of_order_batches_come_as_they_arrive_and_none_is_lost():
    schedule = Schedule(iter(enumerate(range(9))), 3, 2, in_order=False)
    out = run(schedule, ARRIVALS["last"])
    assert sorted(task.batch for task in out) == list(range(9))
    assert [task.batch for task in out] != list(range(9))


def test_out_of_order_a_slow_worker_is_passed_over():
    schedule = Schedule(iter(enumerate(range(20))), 2, 1, in_order=False)
    assert [schedule.assign().worker for _ in range(2)] == [0, 1]
    for _ in range(5):  # worker 0 is stuck with batch 0
        task = schedule.of_worker(1)[0]
        schedule.arrived(task.batch, None)
        assert schedule.take()[0] is task
        assert schedule.assign().worker == 1


def stream(lengths, prefetch, arrive):
    """The order of an iterable dataset's samples: worker w has lengths[w] of them."""
    schedule = Schedule(enumerate(itertools.repeat(None)), len(lengths), prefetch)
    left, under_way, out = list(lengths), [], []
    while True:
        while (task := schedule.assign()) is not None:
            under_way.append(task)
        while (taken := schedule.take()) is not None:
            out.append(taken[1])
            while (task := schedule.assign()) is not None:
                under_way.append(task)
        if schedule.due() is None:
            return out
        # A worker sends its own batches in order.
        heads = [next(t for t in under_way if t.worker == w) for w in {t.worker for t in under_way}]
        task = heads[arrive(len(heads))]
        under_way.remove(task)
        if left[task.worker]:
            schedule.arrived(task.batch, (task.worker, lengths[task.worker] - left[task.worker]))
            left[task.worker] -= 1
        else:
            schedule.ran_dry(task.worker, task.batch)
            under_way = [t for t in under_way if t.worker != task.worker]


def in_turn(lengths):
    turns = ([(w, i) for w, n in enumerate(lengths) if i < n] for i in range(max(lengths)))
    return list(itertools.chain(*turns))


@pytest.mark.parametrize("arrival", ARRIVALS)
@pytest.mark.parametrize("prefetch", [1, 2, 5])
@pytest.mark.parametrize("lengths", [(5, 5), (7, 2), (1, 6), (0, 4), (0, 0), (3, 0, 8, 1), (4,)])
def test_streams_alternate_until_each_runs_dry(lengths, prefetch, arrival):
    assert stream(lengths, prefetch, ARRIVALS[arrival]) == in_turn(lengths)
