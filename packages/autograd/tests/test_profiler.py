"""Profiles: what is recorded, what is inside of what, tables, traces, and schedules."""

import gzip
import json
import threading

import pytest

import firebrick_core as fb
from firebrick_autograd import profiler, profiling
from firebrick_autograd.profiling import ProfilerAction, ProfilerActivity, profile, schedule
from firebrick_core._dispatch import switch


def program():
    x = fb.ones(4, 3, requires_grad=True)
    with profiler.record_function("forward"):
        y = (x * 2).exp().sum()
    y.backward()
    return x.grad


@pytest.fixture
def prof():
    with profile(record_shapes=True, profile_memory=True, with_stack=True) as prof:
        program()
    return prof


def by_name(prof):
    return {e.key: e for e in prof.key_averages()}


def test_operators_nodes_of_backward_and_blocks_are_events(prof):
    names = set(by_name(prof))
    assert {"forward", "aten::mul", "aten::exp", "aten::sum"} <= names
    assert {"MulBackward0", "ExpBackward0", "SumBackward0"} <= names
    assert "torch::autograd::AccumulateGrad" in names


def test_events_are_inside_of_those_that_called_them(prof):
    events = prof.events()
    exp = next(e for e in events if e.name == "aten::exp")
    assert exp.cpu_parent.name == "forward" and exp in exp.cpu_parent.cpu_children
    node = next(e for e in events if e.name == "ExpBackward0")
    assert [c.name for c in node.cpu_children] == ["aten::mul"]
    for e in events:
        assert 0 <= e.time_range.start <= e.time_range.end
        for c in e.cpu_children:
            assert e.time_range.start <= c.time_range.start
            assert c.time_range.end <= e.time_range.end
        assert e.self_cpu_time_total <= e.cpu_time_total
    top = [e for e in events if e.cpu_parent is None]
    assert events.self_cpu_time_total == pytest.approx(sum(e.cpu_time_total for e in top))


def test_shapes_memory_and_lines(prof):
    mul = next(e for e in prof.events() if e.name == "aten::mul")
    assert mul.input_shapes[:2] == [[4, 3], []] and mul.concrete_inputs[1] == 2
    assert mul.cpu_memory_usage == mul.self_cpu_memory_usage == 4 * 3 * 4
    assert by_name(prof)["forward"].cpu_memory_usage == 2 * 48 + 4
    assert "test_profiler.py" in mul.stack[0] and mul.stack[0].endswith("program")
    grouped = prof.key_averages(group_by_input_shape=True)
    muls = [e.input_shapes for e in grouped if e.key == "aten::mul"]
    assert len(muls) == 2  # by a number in forward, by a tensor in backward


def test_they_are_only_there_when_asked_for():
    with profile() as prof:
        program()
    for e in prof.events():
        assert (e.input_shapes, e.stack, e.cpu_memory_usage) == ([], [], 0)
    assert "Mem" not in prof.key_averages().table()


def test_tables_are_sorted_and_limited(prof):
    text = prof.key_averages().table(sort_by="count", row_limit=2, header="the step")
    assert text.startswith("=") and "the step" in text and "Self CPU time total" in text
    assert len(text.splitlines()) == 2 + 3 + 2 + 2  # header, heads and rules, rows, footer
    times = [e.self_cpu_time_total for e in prof.key_averages()]
    first = prof.key_averages().table(sort_by="self_cpu_time_total", row_limit=1)
    largest = max(prof.key_averages(), key=lambda e: e.self_cpu_time_total)
    assert largest.key in first and largest.self_cpu_time_total == max(times)
    with pytest.raises(AttributeError, match="sort_by should be one of"):
        prof.key_averages().table(sort_by="speed")


@pytest.mark.parametrize("name, opened", [("trace.json", open), ("trace.json.gz", gzip.open)])
def test_chrome_traces(prof, tmp_path, name, opened):
    prof.add_metadata("model", "small")
    prof.add_metadata_json("batch", "[1, 2]")
    prof.export_chrome_trace(str(tmp_path / name))
    with opened(tmp_path / name, "rt") as file:
        trace = json.load(file)
    assert trace["model"] == "small" and trace["batch"] == [1, 2]
    events = trace["traceEvents"]
    assert len(events) == len(prof.events()) and {e["ph"] for e in events} == {"X"}
    exp = next(e for e in events if e["name"] == "aten::exp")
    assert exp["cat"] == "cpu_op" and exp["args"]["Input Dims"] == [[4, 3]] and exp["dur"] > 0


def test_stacks_for_flame_graphs(prof, tmp_path):
    prof.export_stacks(str(tmp_path / "stacks"), "self_cpu_time_total")
    for line in (tmp_path / "stacks").read_text().splitlines():
        frames, time = line.rsplit(" ", 1)
        assert frames.split(";")[-1].endswith("program") and int(time) > 0
    with pytest.raises(ValueError, match="metric should be one of"):
        prof.export_stacks(str(tmp_path / "stacks"), "count")


def test_nothing_is_left_on_afterwards():
    before = switch.modes, switch.everywhere
    program()
    with profile():
        assert switch.modes == before[0] + 1
        program()
    assert (switch.modes, switch.everywhere) == before


def test_an_error_inside_ends_what_it_leaves_open():
    with profile() as prof:
        with pytest.raises(RuntimeError, match="size of tensor"), profiler.record_function("block"):
            fb.ones(3) + fb.ones(4)
        fb.ones(3).exp()
    add, exp = (next(e for e in prof.events() if e.name == n) for n in ("aten::add", "aten::exp"))
    assert add.cpu_parent.name == "block" and exp.cpu_parent is None


def test_every_thread_has_events_of_its_own():
    def work():
        with profiler.record_function("other"):
            fb.ones(3).exp()

    with profile() as prof, profiler.record_function("here"):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    exp = next(e for e in prof.events() if e.name == "aten::exp")
    here = next(e for e in prof.events() if e.name == "here")
    assert exp.cpu_parent.name == "other" and exp.thread != here.thread
    assert here.cpu_children == []


def test_two_profiles_at_a_time_are_refused():
    with profile():
        with pytest.raises(RuntimeError, match="already running"), profiler.profile():
            pass
        fb.ones(3).exp()
    with profiler.profile() as prof:
        fb.ones(3).exp()
    assert [e.name for e in prof.function_events] == ["aten::exp"]


def test_record_function_decorates():
    @profiler.record_function("step")
    def step(x):
        return x.exp()

    step(fb.ones(2))
    with profile() as prof:
        step(fb.ones(2))
    assert [e.name for e in prof.events()] == ["step", "aten::exp"]


def test_results_before_the_end_are_refused():
    with pytest.raises(RuntimeError, match="no results yet"):
        profile().events()
    with pytest.raises(RuntimeError, match="didn't finish running"):
        profiler.profile().key_averages()
    with pytest.raises(ValueError, match="ProfilerActivity"):
        profile(activities=["cpu"])


PLANS = [
    (dict(wait=1, warmup=1, active=2), "nwrsnwrs"),
    (dict(wait=0, warmup=1, active=1, repeat=2), "wswsnnnn"),
    (dict(wait=2, warmup=1, active=1, skip_first=2), "nnnnwsnn"),
    (dict(wait=2, warmup=1, active=1, skip_first=1, skip_first_wait=1), "nwsnnwsn"),
]
LETTERS = {a: c for a, c in zip(ProfilerAction, "nwrs", strict=True)}


@pytest.mark.parametrize("arguments, actions", PLANS)
def test_schedules(arguments, actions):
    plan = schedule(**arguments)
    assert "".join(LETTERS[plan(step)] for step in range(8)) == actions


def test_schedules_that_are_none():
    with pytest.raises(ValueError, match="schedule arguments"):
        schedule(wait=1, warmup=1, active=0)
    with pytest.warns(UserWarning, match="won't be using warmup"):
        schedule(wait=1, warmup=0, active=1)


def test_each_cycle_is_handed_over():
    seen = []
    plan = schedule(wait=1, warmup=1, active=2, repeat=2)
    with profile(schedule=plan, on_trace_ready=lambda p: seen.append(p.events())) as prof:
        for _ in range(10):
            fb.ones(3).exp()
            prof.step()
    assert [[e.name for e in events if e.cpu_parent is None] for events in seen] == [
        ["ProfilerStep#2", "ProfilerStep#3"],
        ["ProfilerStep#6", "ProfilerStep#7"],
    ]
    assert all(sum(e.name == "aten::exp" for e in events) == 2 for events in seen)


def test_the_tensorboard_handler_writes_a_file_each_time(tmp_path):
    write = profiling.tensorboard_trace_handler(str(tmp_path / "log"), "worker", use_gzip=True)
    with profile(activities=[ProfilerActivity.CPU], on_trace_ready=write):
        program()
    (file,) = (tmp_path / "log").iterdir()
    assert file.name.startswith("worker.") and file.name.endswith(".pt.trace.json.gz")
    (tmp_path / "file").write_text("")
    with pytest.raises(RuntimeError, match="Can't create directory"):
        profiling.tensorboard_trace_handler(str(tmp_path / "file" / "log"))(None)


@pytest.mark.parametrize("kind", [profiling.profile, profiler.profile])
def test_what_is_not_recorded_is_told(kind):
    with pytest.warns(UserWarning, match="profile: with_flops and with_modules have no effect"):
        kind(with_flops=True, with_modules=True)
