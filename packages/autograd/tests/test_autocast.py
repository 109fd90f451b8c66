"""Autocast: which dtypes operators compute in, what is recorded, and how blocks nest."""

import gc
import threading
import weakref

import pytest

import firebrick_core as fb
import firebrick_core.functional as F
from firebrick_autograd import Function, amp, func
from firebrick_autograd.amp import _layer, autocast
from firebrick_autograd.checkpoint import checkpoint
from firebrick_core import _dispatch
from firebrick_core._dispatch import AUTOCAST
from firebrick_core._operator import TABLE

pytest.importorskip("ml_dtypes")
BF16, F16, F32, F64 = fb.bfloat16, fb.float16, fb.float32, fb.float64


def ones(*shape, dtype=F32, grad=False):
    return fb.ones(*shape, dtype=dtype, requires_grad=grad)


# A call, the dtype of its input, and that of its result under autocast("cpu").
RESULTS = [
    ("x @ x", F32, BF16),
    ("x @ x", F64, F64),
    ("x @ x", F16, BF16),
    ("x.to(fb.int64) @ x.to(fb.int64)", F32, fb.int64),
    ("F.linear(x, x, x[0])", F32, BF16),
    ("fb.addmm(x, x, x)", F32, BF16),
    ("F.conv2d(x[None, None], x[None, None])", F32, BF16),
    ("F.scaled_dot_product_attention(x[None], x[None], x[None])", F32, BF16),
    ("fb.einsum('ij,jk->ik', x, x)", F32, BF16),
    ("F.mse_loss(x, x)", BF16, F32),
    ("F.mse_loss(x, x)", F64, F64),
    ("F.cross_entropy(x, fb.tensor([0, 1, 2]))", BF16, F32),
    ("fb.linalg.inv(x + fb.eye(3))", BF16, F32),
    ("x.trace()", BF16, F32),
    ("x.prod()", BF16, F32),
    ("x.prod(dtype=fb.float64)", BF16, F64),
    ("F.pad(x, (1, 1), 'reflect')", BF16, F32),
    ("F.pad(x, (1, 1))", BF16, BF16),
    ("fb.cat([x, x.to(fb.bfloat16)])", F32, F32),
    ("fb.stack([x, x])", BF16, BF16),
    ("x.exp()", BF16, BF16),
    ("x + x.to(fb.bfloat16)", F32, F32),
    ("F.softmax(x, -1)", BF16, BF16),
    ("fb.matmul(x, x, out=fb.empty(3, 3))", F32, F32),
    ("fb.addmm(x, x, x, out=fb.empty(3, 3))", F32, F32),
    ("x.clone().add_(x)", F32, F32),
    ("fb.dot(x[0], x[0])", F32, F32),
]


@pytest.mark.parametrize(("text", "given", "expected"), RESULTS)
def test_dtype_of_a_result(text, given, expected):
    x = ones(3, 3, dtype=given)
    names = {"fb": fb, "F": F, "x": x}
    before = eval(text, names).dtype
    with autocast("cpu"):
        assert eval(text, names).dtype is expected
    assert eval(text, names).dtype is before


def test_half_precision_on_request():
    with autocast("cpu", dtype=F16):
        assert (ones(2, 2) @ ones(2, 2)).dtype is F16


def test_values_are_those_of_casting_by_hand():
    fb.manual_seed(0)
    x, w, b = fb.randn(4, 5), fb.randn(3, 5), fb.randn(3)
    with autocast("cpu"):
        got = F.linear(x, w, b)
    assert fb.equal(got, F.linear(x.to(BF16), w.to(BF16), b.to(BF16)))


# ---------------------------------------------------------------------- gradients
def test_gradients_reach_float32_leaves_in_float32():
    w, x = ones(3, 3, grad=True), ones(2, 3)
    with autocast("cpu"):
        loss = F.mse_loss(x @ w, fb.zeros(2, 3))
    assert loss.dtype is F32
    loss.backward()
    assert w.grad.dtype is F32 and fb.equal(w.grad, fb.full((3, 3), 2.0))


WHOLE = {"early_stop": False}  # else it ends inside the product


@pytest.mark.parametrize("reentrant", [False, True])
@pytest.mark.parametrize("enabled", [True, False])
def test_checkpoint_runs_again_as_it_ran(reentrant, enabled):
    w, x, seen = ones(3, 3, grad=True), ones(2, 3, grad=True), []

    def layer(x):
        y = x @ w
        seen.append(y.dtype)
        return y.float()

    with autocast("cpu", enabled=enabled):
        y = checkpoint(layer, x, use_reentrant=reentrant, **{} if reentrant else WHOLE)
    with autocast("cpu", enabled=not enabled):  # backward has a state of its own
        y.sum().backward()
    assert seen == [BF16 if enabled else F32] * 2
    assert fb.equal(w.grad, fb.full((3, 3), 2.0))
    assert amp.is_autocast_enabled("cpu") is False


def test_under_transforms():
    w = fb.eye(3)

    def product(x):
        return (w @ x).sum()

    x = fb.arange(6.0).reshape(2, 3)
    with autocast("cpu"):
        assert func.vmap(lambda row: w @ row)(x).dtype is BF16
        assert func.grad(product)(x[0]).dtype is F32
        assert func.vmap(func.grad(product))(x).tolist() == [[1.0] * 3] * 2
        assert func.jacrev(lambda row: w @ row)(x[0]).dtype is F32
        value, tangent = func.jvp(lambda row: w @ row, (x[0],), (x[1],))
    assert value.dtype is tangent.dtype is BF16 and tangent.tolist() == x[1].tolist()

    def inside(x):
        with autocast("cpu"):
            return w @ x

    assert func.vmap(inside)(x).dtype is BF16


# ---------------------------------------------------------------------- blocks
def states():
    return amp.is_autocast_enabled("cpu"), amp.get_autocast_dtype("cpu")


def test_blocks_nest():
    assert states() == (False, BF16)
    with autocast("cpu", dtype=F16):
        assert states() == (True, F16)
        with autocast("cpu", enabled=False):
            assert states() == (False, F16) and (ones(2, 2) @ ones(2, 2)).dtype is F32
            with autocast("cpu", dtype=BF16):
                assert (ones(2, 2) @ ones(2, 2)).dtype is BF16
        assert states() == (True, F16)
    assert states() == (False, BF16)


def test_ends_with_an_error():
    with pytest.raises(KeyError), autocast("cpu"):
        raise KeyError
    assert states() == (False, BF16) and not _dispatch.switch.modes


def test_as_a_decorator():
    @autocast("cpu")
    def countdown(n):
        assert states() == (True, BF16)
        return (ones(2, 2) @ ones(2, 2)).dtype if not n else countdown(n - 1)

    assert countdown(3) is BF16 and states() == (False, BF16)
    assert countdown.__name__ == "countdown"


def test_one_object_entered_again():
    block = autocast("cpu")
    with block, block:
        assert states() == (True, BF16)
    assert states() == (False, BF16)


def test_other_threads_are_not_cast():
    found = []
    with autocast("cpu"):
        thread = threading.Thread(target=lambda: found.append((ones(2, 2) @ ones(2, 2)).dtype))
        thread.start()
        thread.join()
    assert found == [F32]


def test_setters():
    amp.set_autocast_enabled("cpu", True)
    amp.set_autocast_dtype("cpu", F16)
    amp.set_autocast_cache_enabled(False)
    try:
        assert (ones(2, 2) @ ones(2, 2)).dtype is F16 and not amp.is_autocast_cache_enabled()
        assert autocast("cpu").fast_dtype is F16
    finally:
        amp.set_autocast_enabled("cpu", False)
        amp.set_autocast_dtype("cpu", BF16)
        amp.set_autocast_cache_enabled(True)
    assert states() == (False, BF16) and not _dispatch.switch.modes
    assert amp.autocast_increment_nesting() == 1 and amp.autocast_decrement_nesting() == 0


BAD = [
    (lambda: autocast(3), ValueError, "Expected `device_type` of type `str`"),
    (lambda: autocast("nothing"), RuntimeError, "device type"),
    (lambda: autocast("meta"), RuntimeError, "unsupported autocast device_type 'meta'"),
    (lambda: autocast("cpu", dtype=3), TypeError, "must be a torch.dtype, not int"),
    (lambda: amp.set_autocast_enabled("cpu", 1), TypeError, "must be bool, not int"),
    (lambda: amp.register_autocast("nothing", {}), KeyError, "nothing"),
    (lambda: amp.register_autocast("exp", {"cpu": "higher"}), KeyError, "higher"),
    (lambda: amp.register_autocast("rot90", {}), ValueError, "declare it with layered=True"),
]


@pytest.mark.parametrize(("call", "kind", "message"), BAD)
def test_refused(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


@pytest.mark.parametrize(("options", "message"), [
    ({"device_type": "cpu", "dtype": F32}, "the target dtype is not supported"),
    ({"device_type": "cuda", "dtype": F64}, "the target dtype is not supported"),
])
def test_what_cannot_be_served_is_off(options, message):
    with pytest.warns(UserWarning, match=message):
        block = autocast(**options)
    with block:
        assert (ones(2, 2) @ ones(2, 2)).dtype is F32


OLDER = [
    (lambda: amp.is_autocast_cpu_enabled(), "is_autocast_enabled", False),
    (lambda: amp.get_autocast_cpu_dtype(), "get_autocast_dtype", BF16),
    (lambda: amp.get_autocast_gpu_dtype(), "get_autocast_dtype", F16),
    (lambda: amp.set_autocast_cpu_enabled(False), "set_autocast_enabled", None),
    (lambda: amp.set_autocast_cpu_dtype(BF16), "set_autocast_dtype", None),
    (lambda: amp.set_autocast_gpu_dtype(F16), "set_autocast_dtype", None),
]


@pytest.mark.parametrize(("call", "now", "answer"), OLDER)
def test_older_names(call, now, answer):
    with pytest.warns(DeprecationWarning, match=rf"is deprecated. Please use torch.{now}\("):
        assert call() is answer
    assert states() == (False, BF16)


# ---------------------------------------------------------------------- weights are cast once
def casts(weight, body, **options):
    """How often a weight is cast while `body` runs in a block."""
    count = []
    original = _layer._to
    _layer._to = lambda t, dtype: (count.append(1) if t is weight else None, original(t, dtype))[1]
    try:
        with autocast("cpu", **options):
            body()
    finally:
        _layer._to = original
    return len(count)


def test_cache():
    w, x = ones(3, 3, grad=True), ones(2, 3)

    def twice():
        return x @ w, x @ w

    def nested():
        x @ w
        with autocast("cpu"):
            x @ w

    def written():
        x @ w
        with fb.no_grad():
            w.mul_(2.0)
        assert (x @ w)[0, 0] == 6.0

    def unrecorded():
        with fb.no_grad():
            x @ w
        (x @ w).sum().backward()
        assert w.grad is not None

    def cleared():
        x @ w
        amp.clear_autocast_cache()
        x @ w

    assert casts(w, twice) == 1
    assert casts(w, twice, cache_enabled=False) == 2
    assert casts(w, nested) == 1
    assert casts(w, written) == casts(w, unrecorded) == casts(w, cleared) == 2
    assert casts(x, twice) == 2  # no weight


def test_cache_ends_with_the_block():
    w = ones(3, 3, grad=True)
    with autocast("cpu"):
        cast = weakref.ref(ones(2, 3) @ w)
        inner = next(iter(amp._state.get_state().casts.values()))[2]
        kept = weakref.ref(inner)
        del inner
        assert kept() is not None
    gc.collect()
    assert kept() is None and cast() is None


# ---------------------------------------------------------------------- Function
def test_custom_function():
    class Product(Function):
        @staticmethod
        @amp.custom_fwd(device_type="cpu", cast_inputs=F32)
        def forward(ctx, a, b):
            assert not amp.is_autocast_enabled("cpu")
            ctx.save_for_backward(a, b)
            return a @ b

        @staticmethod
        @amp.custom_bwd(device_type="cpu")
        def backward(ctx, grad):
            assert not amp.is_autocast_enabled("cpu")
            a, b = ctx.saved_tensors
            return grad @ b.mT, a.mT @ grad

    a = ones(2, 2, grad=True)
    with autocast("cpu"):
        out = Product.apply(a, ones(2, 2, dtype=BF16))
    assert out.dtype is F32
    assert Product.apply(ones(2, 2, dtype=F64), ones(2, 2, dtype=F64)).dtype is F64
    with autocast("cpu"):
        out.sum().backward()
    assert a.grad.tolist() == [[2.0, 2.0]] * 2


def test_backward_has_the_state_of_forward():
    seen = []

    class Same(Function):
        @staticmethod
        @amp.custom_fwd(device_type="cpu")
        def forward(ctx, a):
            return a * 1

        @staticmethod
        @amp.custom_bwd(device_type="cpu")
        def backward(ctx, grad):
            seen.append(states())
            return grad

    a = ones(2, grad=True)
    with autocast("cpu", dtype=F16):
        out = Same.apply(a)
    out.sum().backward()
    assert seen == [(True, F16)]


# ---------------------------------------------------------------------- other devices
GPU = [
    ("exp", lambda x: x.exp(), BF16, F32),
    ("softmax", lambda x: F.softmax(x, -1), BF16, F32),
    ("softmax, its dtype", lambda x: F.softmax(x, -1, dtype=BF16), F32, BF16),
    ("layer_norm", lambda x: F.layer_norm(x, (3,)), BF16, F32),
    ("matmul", lambda x: x @ x, F32, F16),
    ("atan2", lambda x: fb.atan2(x, x.to(F16)), F32, F32),
    ("relu", lambda x: x.relu(), F16, F16),
]


@pytest.mark.parametrize(("name", "call", "given", "expected"), GPU)
def test_lists_of_gpus(monkeypatch, name, call, given, expected):
    """On a computer without one, CPU tensors are taken for those of a GPU."""
    monkeypatch.setitem(_layer.DEVICE_TYPES, 0, "cuda")
    x = ones(3, 3, dtype=given)
    amp.set_autocast_enabled("cuda", True)
    try:
        assert call(x).dtype is expected
        with pytest.raises(RuntimeError, match="Use binary_cross_entropy_with_logits"):
            F.binary_cross_entropy(x, x)
    finally:
        amp.set_autocast_enabled("cuda", False)


def test_nothing_is_cast_on_meta():
    with autocast("cpu"):
        x = fb.ones(2, 2, device="meta")
        assert (x @ x).dtype is F32


def test_every_name_of_the_lists_is_seen():
    lists = [names for by_policy in _layer.POLICIES.values() for names in by_policy.values()]
    listed = set(" ".join(lists).split())
    assert all(AUTOCAST in TABLE[name].handlers for name in listed)
    flagged = {op.name for op in TABLE.values() if op.layered}
    # All of fft are declared alike; some are made of others.
    assert {name for name in flagged if not name.startswith("fft_")} <= listed
