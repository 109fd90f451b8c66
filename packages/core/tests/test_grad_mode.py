"""Grad modes and inference mode where nothing records: masks, marks, and the layers behind them."""

import pytest

import firebrick_core as fb
from firebrick_core import _dispatch
from firebrick_core._device import INFERENCE
from firebrick_core._operator import TABLE


def state():
    return fb.is_grad_enabled(), fb.is_inference_mode_enabled(), _dispatch.switch.modes


MODES = {
    "no_grad": (fb.no_grad, (False, False, 0)),
    "enable_grad": (fb.enable_grad, (True, False, 0)),
    "inference_mode": (fb.inference_mode, (False, True, 1)),
    "inference_mode(False)": (lambda: fb.inference_mode(False), (True, False, 0)),
}


@pytest.mark.parametrize("name", MODES)
def test_inside_and_after(name):
    mode, inside = MODES[name]
    assert state() == (True, False, 0)
    with pytest.raises(ValueError, match="planted"), mode():
        assert state() == inside
        raise ValueError("planted")
    assert state() == (True, False, 0)


def test_inside_each_other():
    with fb.inference_mode():
        with fb.inference_mode(False):
            assert state() == (True, False, 0)
            with fb.inference_mode():
                assert state() == (False, True, 1)
        with fb.inference_mode():
            assert state() == (False, True, 1)
        assert state() == (False, True, 1)
    assert state() == (True, False, 0)


def test_marks_follow_memory():
    with fb.inference_mode():
        t = fb.arange(6.0)
        u = t * 2
    assert t.is_inference() and u.is_inference()
    assert t[1].is_inference() and t.view(2, 3).t().is_inference() and t.detach().is_inference()
    assert not (t + 1).is_inference() and not t.clone().is_inference()


@pytest.mark.parametrize(
    "write",
    [
        lambda t: t.add_(1),
        lambda t: t[0].mul_(2),
        lambda t: t.__setitem__(0, 3.0),
        lambda t: t.copy_(fb.ones(2)),
        lambda t: fb.add(fb.ones(2), 1, out=t),
    ],
)
def test_writing_outside_is_refused(write):
    with fb.inference_mode():
        t = fb.ones(2)
        write(t)
    before = t.tolist()
    with pytest.raises(RuntimeError, match="Inplace update to inference tensor outside"):
        write(t)
    assert t.tolist() == before


def test_a_layer_registered_again_takes_over():
    bit, calls = _dispatch.PROFILED, []

    def layer(name):
        def handle(op, args, keys):
            calls.append(name)
            return _dispatch.redispatch(op, keys & ~bit, args)

        return handle

    before = _dispatch.LAYERS.get(bit)
    try:
        for name in ("first", "second"):
            _dispatch.register_layer(bit, layer(name))
            with _dispatch.including(bit):
                fb.ones(1) + 1
    finally:
        for op in TABLE.values():
            op.handlers.pop(bit, None)
        _dispatch.LAYERS.pop(bit, None)
        if before is not None:
            _dispatch.LAYERS[bit] = before
    assert calls == ["first", "second"]


def test_including_everywhere_reaches_other_threads():
    import threading

    found = []
    _dispatch.include_everywhere(INFERENCE, True)
    try:
        # The layer marks only in the threads whose own mode is on; here it just passes calls on.
        thread = threading.Thread(target=lambda: found.append(fb.ones(2) + 1))
        thread.start()
        thread.join()
    finally:
        _dispatch.include_everywhere(INFERENCE, False)
    assert found[0].tolist() == [2, 2] and not found[0].is_inference()
    assert state() == (True, False, 0)
