"""What core adds to CuPy, on a fake one whose kernels run later, on threads; see `fake_cupy`."""

from __future__ import annotations

import gc
import re
import threading

import fake_cupy
import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core import cuda
from firebrick_core._device import BACKENDS

BACKEND = BACKENDS["cuda"]


@pytest.fixture
def cupy():
    with fake_cupy.install() as module:
        yield module


# ---------------------------------------------------------------------- order and waiting
def test_the_host_goes_on_while_the_device_works(cupy):
    x = fb.tensor([1.0, 2.0], device="cuda")
    release = cupy.hardware.hold()
    y = (x * 2).exp().sum()
    assert y.shape == () and y.dtype is fb.float32 and cupy.hardware.waits == []
    assert set(y._array._memory.tobytes()) == {fake_cupy.JUNK}
    release()
    assert y.item() == pytest.approx(np.exp(2) + np.exp(4))


def test_work_of_a_stream_is_in_order_and_that_of_two_is_not(cupy):
    x = fb.zeros(3, device="cuda")
    cuda.synchronize()
    release = cupy.hardware.hold()  # the default stream
    x.add_(1)
    side = cuda.Stream()
    with cuda.stream(side):
        early = (x * 10).tolist()
    release()
    assert early == [0, 0, 0] and (x * 10).tolist() == [10, 10, 10]


@pytest.mark.parametrize("by", ["wait_stream", "event", "synchronize"])
def test_streams_wait_where_they_are_told_to(cupy, by):
    x = fb.zeros(3, device="cuda")
    release = cupy.hardware.hold()
    x.add_(1)
    side = cuda.Stream()
    if by == "wait_stream":
        side.wait_stream(cuda.current_stream())
    elif by == "event":
        event = cuda.Event()
        event.record()
        event.wait(side)
    else:
        release()
        cuda.synchronize()
    with cuda.stream(side):
        y = x * 10
    release()
    side.synchronize()
    assert side.query() and y._array._memory.tolist() == [10, 10, 10]


def test_stream_contexts_nest_and_restore(cupy):
    first, second = cuda.Stream(), cuda.Stream("cuda:1")
    assert first != second and first == first and len({first, second}) == 2
    before = cuda.current_stream()
    with cuda.stream(first):
        assert cuda.current_stream() == first
        with cuda.stream(second):
            assert cuda.current_stream() == second and cuda.current_device() == 1
        with cuda.stream(None):
            assert cuda.current_stream() == first
    assert cuda.current_stream() == before == cuda.default_stream() and cuda.current_device() == 0


def test_each_thread_has_its_own_stream_and_device(cupy):
    found = []

    def work():
        found.append((cuda.current_device(), cuda.current_stream() == cuda.default_stream()))

    with cuda.stream(cuda.Stream("cuda:1")):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert found == [(0, True)]


def test_time_between_events(cupy):
    start, end = cuda.Event(enable_timing=True), cuda.Event(enable_timing=True)
    assert start.query()  # nothing to wait for
    start.record()
    fb.ones(3, device="cuda") * 2
    end.record()
    end.synchronize()
    assert end.query() and 0 < start.elapsed_time(end) < 60_000


EVENT_ERRORS = (
    ({}, {}, ValueError, "enable_timing=True"),
    ({"enable_timing": True}, {"enable_timing": True}, RuntimeError, "must be recorded"),
)


@pytest.mark.parametrize(("first", "second", "error", "message"), EVENT_ERRORS)
def test_events_that_have_no_time(cupy, first, second, error, message):
    with pytest.raises(error, match=message):
        cuda.Event(**first).elapsed_time(cuda.Event(**second))


# ---------------------------------------------------------------------- errors
def test_a_failed_kernel_shows_at_the_next_wait_with_the_last_operators(cupy):
    x = fb.ones(3, device="cuda")
    cuda.synchronize()
    fake_cupy.fail(cupy, "cudaErrorIllegalAddress: an illegal memory access was encountered")
    y = x.exp().sum()
    with pytest.raises(fb.AcceleratorError, match=r"IllegalAddress.*exp, sum.*LAUNCH_BLOCKING"):
        y.item()


def test_launch_blocking_names_the_operator_that_failed(monkeypatch):
    monkeypatch.setenv("CUDA_LAUNCH_BLOCKING", "1")
    with fake_cupy.install() as cupy:
        x = fb.ones(3, device="cuda")
        fake_cupy.fail(cupy, "cudaErrorIllegalAddress: an illegal memory access")
        with pytest.raises(fb.AcceleratorError, match=r"^exp\(\): CUDA error: cudaErrorIllegal"):
            x.exp()


LATE_ERRORS = {
    "x[i]": (lambda x, i: x[i], IndexError, "index.*out of bounds for dimension 0 with size 3"),
    "x[:, i]": (lambda x, i: x.reshape(1, 3)[:, i], IndexError, "for dimension 1 with size 3"),
    "x[i] = 0": (lambda x, i: fb.index_put(x, (i,), x[0]), IndexError, "out of bounds"),
    "index_select": (lambda x, i: x.index_select(0, i), IndexError, "index_select.*out of bounds"),
    "gather": (lambda x, i: x.gather(0, i), RuntimeError, "gather.*out of bounds"),
    "take": (lambda x, i: x.take(i), IndexError, "take.*out of range"),
    "index_fill_": (lambda x, i: x.index_fill_(0, i, 1.0), IndexError, "index_fill_.*out of"),
    "embedding": (
        lambda x, i: fb.functional.embedding(i, x.reshape(3, 1)),
        IndexError,
        "embedding.*index out of range",
    ),
    "cross_entropy": (
        lambda x, i: fb.functional.cross_entropy(x.reshape(1, 3), i[1:]),
        IndexError,
        "Target is out of bounds",
    ),
    "floor_divide": (lambda x, i: i // (i - 1), RuntimeError, "ZeroDivisionError"),
}


@pytest.mark.parametrize("name", LATE_ERRORS)
def test_wrong_values_are_refused_when_the_host_waits(cupy, name):
    function, error, message = LATE_ERRORS[name]
    x = fb.tensor([1.0, 2.0, 3.0], device="cuda")
    index = fb.tensor([1, 7], device="cuda")
    before = list(cupy.hardware.waits)
    result = function(x, index)
    assert cupy.hardware.waits == before
    with pytest.raises(error, match=message):
        result.sum().item()
    assert x.sum().item() in (6.0, 7.0, 5.0)  # said once, and the device goes on


def test_checks_that_nobody_waits_for_need_no_more_memory(cupy):
    x, index = fb.ones(3, device="cuda"), fb.tensor([0, 2], device="cuda")
    for _ in range(300):
        x.index_select(0, index)
    settled = cuda.memory_allocated()
    for _ in range(300):
        x.index_select(0, index)
    assert cuda.memory_allocated() <= settled + 65 * 512
    x.index_select(0, index + 5)
    with pytest.raises(IndexError, match="out of bounds"):
        cuda.synchronize()


def test_tensors_of_two_devices_do_not_mix(cupy):
    a, b = fb.ones(2, device="cuda:0"), fb.ones(2, device="cuda:1")
    for other in (b, fb.ones(2)):
        with pytest.raises(RuntimeError, match=r"at least two devices.*in add\(\)"):
            a + other
    assert (b + fb.tensor(1.0)).device == fb.device("cuda", 1)


BAD_DEVICES = (
    ("cuda:7", RuntimeError, r"there is no 'cuda:7', this machine has 2 GPUs"),
    ("cuda:x", RuntimeError, "Invalid device string"),
)


@pytest.mark.parametrize(("name", "error", "message"), BAD_DEVICES)
def test_devices_that_are_not_there(cupy, name, error, message):
    with pytest.raises(error, match=message):
        fb.ones(2, device=name)


# ---------------------------------------------------------------------- devices and copies
def test_moves_between_devices(cupy):
    a = fb.arange(6.0, device="cuda").reshape(2, 3)
    b = (a + 1).to("cuda:1")
    assert b.device == fb.device("cuda", 1) and (b * 2).device == b.device
    assert b.cuda(0).cpu().tolist() == [[1, 2, 3], [4, 5, 6]]
    assert b.to("cuda:1") is b and a.cuda() is a


def test_a_move_to_another_gpu_waits_for_the_work_there(cupy):
    a = fb.zeros(3, device="cuda:0")
    cuda.synchronize()
    release = cupy.hardware.hold(0)
    a.add_(1)
    b = a.to("cuda:1")
    threading.Timer(0.05, release).start()
    assert b.tolist() == [1, 1, 1]


@pytest.mark.parametrize("move", [lambda t: t.to("cuda"), lambda t: t.to("cuda").cpu()])
def test_strides_survive_moves(cupy, move):
    t = fb.arange(24.0).reshape(1, 2, 3, 4).to(memory_format=fb.channels_last)
    assert move(t).stride() == t.stride() and fb.equal(move(t).cpu(), t)
    assert move(t[:, :, ::2]).cpu().tolist() == t[:, :, ::2].tolist()


def test_pinned_memory_is_copied_without_waiting(cupy):
    host = fb.arange(4.0).pin_memory()
    assert host.is_pinned() and not fb.arange(4.0).is_pinned() and host.pin_memory() is host
    release = cupy.hardware.hold()
    there = host.to("cuda", non_blocking=True)
    back = there.to("cpu", non_blocking=True)
    assert cupy.hardware.waits == [] and back.is_pinned() and back.device.type == "cpu"
    release()
    cuda.synchronize()
    assert back.tolist() == [0, 1, 2, 3]


def test_a_blocking_copy_of_pinned_memory_may_be_overwritten_at_once(cupy):
    host = fb.ones(4).pin_memory()
    threading.Timer(0.05, cupy.hardware.hold()).start()
    there = host.to("cuda")
    host.fill_(7)
    assert there.tolist() == [1, 1, 1, 1]


def test_devices_contexts_and_properties(cupy):
    assert cuda.is_available() and cuda.device_count() == 2 and cuda.unavailable_reason() is None
    with cuda.device(1):
        assert cuda.current_device() == 1 and fb.ones(1, device="cuda").device.index == 1
    with cuda.device_of(fb.ones(1, device="cuda:1")):
        assert cuda.current_device() == 1
    with cuda.device(None):
        assert cuda.current_device() == 0
    properties = cuda.get_device_properties("cuda:1")
    assert (properties.name, properties.total_memory) == ("Fake GPU", 1 << 26)
    assert cuda.get_device_name() == "Fake GPU" and cuda.get_device_capability() == (9, 0)
    assert cuda.can_device_access_peer(0, 1) and cuda.mem_get_info()[1] == 1 << 26
    with pytest.raises(ValueError, match="Expected a cuda device"):
        cuda.get_device_name("cpu")


# ---------------------------------------------------------------------- memory
def test_memory_is_counted_and_used_again(cupy):
    fb.ones(1, device="cuda")
    before = cuda.memory_allocated()
    x = fb.ones(1000, device="cuda")
    assert cuda.memory_allocated() - before == 4096  # the pool rounds up
    del x
    cuda.reset_peak_memory_stats()
    calls = cuda.memory_stats()["num_device_alloc"]
    for _ in range(10):
        fb.ones(1000, device="cuda")
    stats = cuda.memory_stats()
    assert stats["num_device_alloc"] == calls and cuda.memory_allocated() == before
    assert stats["allocated_bytes.all.peak"] == before + 4096 == cuda.max_memory_allocated()
    cuda.empty_cache()
    assert cuda.memory_reserved() == cuda.memory_allocated()
    assert "went to the driver" in cuda.memory_summary()


def test_a_settled_training_loop_makes_no_driver_call(cupy):
    x, w = fb.ones(8, 4, device="cuda"), fb.ones(4, 4, device="cuda")

    def step():
        hidden = (x @ w).tanh()
        w.sub_((x.t() @ hidden) * 0.1)

    for _ in range(2):
        step()
    before = list(cupy.hardware.driver_calls)
    for _ in range(5):
        step()
    assert cupy.hardware.driver_calls == before


def test_out_of_memory_says_where_the_memory_is(cupy):
    kept = fb.empty(1 << 23, device="cuda")  # half of it
    with pytest.raises(fb.OutOfMemoryError) as caught:
        fb.empty(1 << 24, device="cuda")
    message = str(caught.value)
    for part in ("Tried to allocate 64.00 MiB", "total capacity of 64.00 MiB", "1 live arrays"):
        assert part in message, message
    assert cuda.memory_stats()["num_ooms"] == 1 and kept.device.type == "cuda"


def test_memory_of_dead_cycles_is_found_before_giving_up(cupy):
    gc.disable()
    try:
        cycle = [fb.empty(9_000_000, device="cuda")]
        cycle.append(cycle)
        del cycle
        assert fb.empty(9_000_000, device="cuda").numel() == 9_000_000
    finally:
        gc.enable()
    assert cuda.memory_stats()["num_alloc_retries"] == 1


def test_a_fraction_of_the_memory(cupy):
    cuda.set_per_process_memory_fraction(0.25)
    assert cuda.get_per_process_memory_fraction() == 0.25
    with pytest.raises(fb.OutOfMemoryError, match=r"this process may use 16.00 MiB"):
        fb.empty(1 << 23, device="cuda")
    for bad, error in ((2.0, ValueError), ("a", TypeError)):
        with pytest.raises(error, match="fraction"):
            cuda.set_per_process_memory_fraction(bad)


def test_recorded_streams_keep_memory_back(cupy):
    side = cuda.Stream()
    x = fb.ones(1000, device="cuda")
    address = x.data_ptr()
    side.wait_stream(cuda.current_stream())
    with cuda.stream(side):
        release = cupy.hardware.hold()
        y = x * 2
    x.record_stream(side)
    del x
    others = [fb.zeros(1000, device="cuda") for _ in range(3)]
    assert address not in [t.data_ptr() for t in others]
    release()
    side.synchronize()
    assert y.sum().item() == 2000
    assert fb.zeros(1000, device="cuda").data_ptr() == address


# ---------------------------------------------------------------------- graphs
def test_a_graph_does_its_work_again_on_what_its_tensors_hold(cupy):
    x = fb.arange(4.0, device="cuda")
    g = cuda.CUDAGraph()
    with cuda.graph(g):
        assert cuda.is_current_stream_capturing()
        y = (x * 2).sum()
    assert not cuda.is_current_stream_capturing()
    x.fill_(5.0)
    g.replay()
    assert y.item() == 40
    x.fill_(1.0)
    g.replay()
    assert y.item() == 8


MADE = {
    "zeros": lambda: fb.zeros(3, device="cuda"),
    "ones": lambda: fb.ones(2, 2, device="cuda", dtype=fb.int64),
    "full": lambda: fb.full((3,), 2.5, device="cuda"),
    "full bfloat16": lambda: fb.full((3,), 2.5, device="cuda", dtype=fb.bfloat16).float(),
    "complex": lambda: fb.full((3,), 2.5j, device="cuda"),
    "zeros_like": lambda: fb.zeros_like(fb.ones(3, 2, device="cuda").T),
    "full_like": lambda: fb.full_like(fb.ones(3, 2, device="cuda").T, 7),
    "channels last": lambda: fb.empty_like(
        fb.ones(1, 2, 3, 4, device="cuda"), memory_format=fb.channels_last
    ).fill_(1),
    "strided": lambda: fb.empty_strided((2, 3), (1, 2), device="cuda").fill_(4),
    "another GPU": lambda: fb.zeros(2, device="cuda:1"),
}


@pytest.mark.parametrize("name", MADE)
def test_tensors_are_made_on_the_device(cupy, name, monkeypatch):
    if "bfloat16" in name:
        pytest.importorskip("ml_dtypes")

    def copied(*args, **named):
        raise AssertionError("made on the host")

    monkeypatch.setattr(BACKENDS["cuda"], "from_host", copied)
    t = MADE[name]()
    monkeypatch.undo()
    assert t.is_cuda and t.cpu().stride() == t.stride()
    assert t.cpu().flatten().tolist() == WHAT[name]


WHAT = {
    "zeros": [0.0] * 3, "ones": [1] * 4, "full": [2.5] * 3, "full bfloat16": [2.5] * 3,
    "complex": [2.5j] * 3, "zeros_like": [0.0] * 6, "full_like": [7.0] * 6,
    "channels last": [1.0] * 24, "strided": [4.0] * 6,
    "another GPU": [0.0] * 2,
}  # fmt: skip


def test_what_a_graph_copies_from_the_host_stays(cupy):
    x, graph = fb.ones(3, device="cuda"), cuda.CUDAGraph()
    with cuda.graph(graph):
        y = x + fb.arange(3, device="cuda") + fb.tensor([0.5] * 3, device="cuda")
        z = x + fb.zeros_like(x)
    for _ in range(2):
        graph.replay()
        assert y.tolist() == [1.5, 2.5, 3.5] and z.tolist() == [1.0] * 3
    assert len(graph.held) >= 2
    graph.reset()
    assert not graph.held


def test_wrong_values_of_a_replay_are_refused_when_the_host_waits(cupy):
    x, index = fb.ones(3, device="cuda"), fb.tensor([0, 2], device="cuda")
    graph = cuda.CUDAGraph()
    with cuda.graph(graph):
        y = x.index_select(0, index)
    cuda.synchronize()  # nothing has been computed yet, so nothing is wrong
    graph.replay()
    assert y.tolist() == [1, 1]
    index.fill_(7)
    graph.replay()
    index.fill_(1)
    graph.replay()
    with pytest.raises(IndexError, match="index_select.*out of bounds"):
        y.sum().item()
    graph.replay()
    assert y.tolist() == [1, 1]


def test_what_a_replay_is_given_is_not_overwritten_by_it(cupy):
    numbers, graph = iter(range(1, 10)), cuda.CUDAGraph()
    x = fb.ones(64, device="cuda")
    with cuda.graph(graph):
        y = (x * 3 + 1).sum()  # temporaries, whose memory is free again
        given = graph.renewed(lambda: [next(numbers)] * 64, 64, np.float32)
        z = (y + fb.from_dlpack(given)).sum()
    for k in (1, 2):
        graph.replay()
        assert z.item() == 64 * (4 * 64 + k)


def test_waiting_inside_a_graph_is_refused(cupy):
    x = fb.ones(2, device="cuda")
    with pytest.raises(fb.AcceleratorError, match="CaptureUnsupported"):
        with cuda.graph(cuda.CUDAGraph()):
            x.sum().item()
    assert x.sum().item() == 2 and cuda.current_stream() == cuda.default_stream()


def test_graphed_callables(cupy):
    def f(a, b):
        return a * b + 1

    ones = fb.ones(3, device="cuda")
    graphed = cuda.make_graphed_callables(f, (ones, ones))
    assert graphed(ones * 2, ones * 3).tolist() == [7, 7, 7]
    assert graphed(ones * 4, ones).tolist() == [5, 5, 5]
    with pytest.raises(RuntimeError, match=re.escape("got torch.float32 (2,)")):
        graphed(ones[:2], ones)
    with pytest.raises(TypeError, match="2 arguments, got 1"):
        graphed(ones)


GRAPH_ERRORS = (
    (lambda: cuda.CUDAGraph().replay(), "without a preceding successful capture"),
    (lambda: cuda.CUDAGraph().capture_begin(), "non-default stream"),
)


@pytest.mark.parametrize(("call", "message"), GRAPH_ERRORS)
def test_graphs_that_cannot_be(cupy, call, message):
    with pytest.raises(RuntimeError, match=message):
        call()


# ---------------------------------------------------------------------- sharing
def test_numpy_is_refused_and_cupy_arrays_are_shared(cupy):
    t = fb.ones(3, device="cuda")
    with pytest.raises(TypeError, match=r"can't convert cuda:0 device type tensor to numpy"):
        t.numpy()
    mine = cupy.ones(3, np.float32)
    shared = fb.from_dlpack(mine)
    mine[1] = 5
    assert shared.device.type == "cuda" and shared.tolist() == [1, 5, 1]
    about = shared.__cuda_array_interface__
    assert about["data"][0] == shared.data_ptr() == mine.data.ptr and about["shape"] == (3,)
    assert not hasattr(fb.ones(1), "__cuda_array_interface__")


def test_readers_of_dlpack_wait_for_what_is_queued(cupy):
    x = fb.zeros(1000, device="cuda")
    cuda.synchronize()
    side = cuda.Stream()
    release = cupy.hardware.hold()
    x += 1
    taken = x.__dlpack__(stream=side.cuda_stream).array  # as a library that works on that stream
    with cuda.stream(side):
        y = fb.from_dlpack(taken) * 2
    idle = side.query()
    release()
    side.synchronize()
    assert not idle and taken.data.ptr == x.data_ptr()
    assert y.sum().item() == 2000
    with pytest.raises(TypeError, match="stream must be an integer"):
        x.__dlpack__(stream="0")



def test_waits_are_told_where_that_is_asked_for(cupy):
    x = fb.ones(3, device="cuda")
    try:
        cuda.set_sync_debug_mode("warn")
        with pytest.warns(UserWarning, match="called a synchronizing CUDA operation"):
            x.sum().item()
        cuda.set_sync_debug_mode(2)
        assert cuda.get_sync_debug_mode() == 2
        with pytest.raises(RuntimeError, match="called a synchronizing CUDA operation"):
            x.tolist()
        y = (x * 2).to("cpu", non_blocking=True)
    finally:
        cuda.set_sync_debug_mode(0)
    cuda.synchronize()
    assert y.tolist() == [2, 2, 2]
    with pytest.raises(RuntimeError, match="invalid value of debug_mode.*'loud'"):
        cuda.set_sync_debug_mode("loud")


BY_INDEX = {
    "index_add": lambda x, i: x.index_add(0, i, x),
    "scatter_add": lambda x, i: x.scatter_add(0, i, x),
    "index_put": lambda x, i: x.index_put((i,), x, accumulate=True),
    "embedding": lambda x, i: fb._operators.embedding_backward(
        x.view(3, 1), i, 3, -1, False
    ),
}


@pytest.mark.parametrize("name", BY_INDEX)
def test_sums_in_no_fixed_order_are_refused_where_that_is_asked_for(cupy, name):
    x, i = fb.ones(3, device="cuda"), fb.tensor([0, 0, 2]).to("cuda")
    call, want = BY_INDEX[name], BY_INDEX[name](fb.ones(3), fb.tensor([0, 0, 2])).tolist()
    try:
        fb.use_deterministic_algorithms(True)
        with pytest.raises(RuntimeError, match="does not have a deterministic implementation"):
            call(x, i)
        assert x.tolist() == [1, 1, 1]
        fb.use_deterministic_algorithms(True, warn_only=True)
        with pytest.warns(UserWarning, match="does not have a deterministic implementation"):
            assert call(x, i).tolist() == want
    finally:
        fb.use_deterministic_algorithms(False)
    assert call(x, i).tolist() == want
