"""Many parameters at once: packs of small ones, blocks of large ones, and what gets in their way.

What the fast paths give must be what updating one parameter at a time gives, to the last bit.
"""

import gc
import tracemalloc

import numpy as np
import pytest
from optim_cases import (
    ELEMENTWISE,
    frozen,
    ids_of,
    make,
    numbers,
    parameters,
    same_bits,
    set_gradients,
    tensor,
    values,
)

from firebrick_core import Tensor, _device, get_num_threads, set_num_threads
from firebrick_optim import SGD, Adam, Optimizer, _fused
from firebrick_optim._pack import LARGEST
from firebrick_optim._plan import PATIENCE
from firebrick_optim._work import BLOCK, MOST, SHARE, SMALL

#: Elements of a float32 model that has the largest scratch there is, on any number of threads here.
LARGE = 2 * int(get_num_threads() * MOST / (4 * SHARE))
META, FAKE = (_device.BACKENDS[name].bit for name in ("meta", "fake"))
SHAPES = [(3, 2), (4,), (), (2, 3, 2), (0,), (5,)]


def packed(optimizer):
    """How many parameters are in packs."""
    return sum(len(pack.params) for plan in optimizer._plans for pack in plan._packs)


def frozen_part(size):
    """A parameter that never has a gradient: its memory is never touched."""
    return Tensor._wrap(np.empty(size, "float32"))


def pair(name, options, shapes=SHAPES, dtype="float32"):
    """An optimizer that packs and one that does not, over equal parameters."""
    one, other = parameters(shapes, dtype), parameters(shapes, dtype)
    return make(name, one, **options), one, make(name, other, foreach=False, **options), other


def assert_equal(optimizer, params, plain, others):
    assert same_bits(params, others)
    mine, theirs = optimizer.state_dict(), plain.state_dict()
    assert same_bits(mine["state"], theirs["state"])


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
@pytest.mark.parametrize(("name", "options"), ELEMENTWISE, ids=ids_of(ELEMENTWISE))
def test_packs_give_the_same_bits(name, options, dtype):
    optimizer, params, plain, others = pair(name, options, dtype=dtype)
    for seed in range(6):
        for o, ps in ((optimizer, params), (plain, others)):
            set_gradients(ps, seed)
            o.step()
    (pack,) = optimizer._plans[0]._packs
    assert len(pack.params) == len(SHAPES) and not pack.missed and packed(plain) == 0
    assert_equal(optimizer, params, plain, others)


@pytest.mark.parametrize(("name", "options"), ELEMENTWISE, ids=ids_of(ELEMENTWISE))
def test_gradients_may_come_and_go(name, options):
    skips = [(0, 1), (), (2,), (), (), (0, 1, 2, 3, 4, 5), (), (3,), *[(i % 6,) for i in range(20)]]
    optimizer, params, plain, others = pair(name, options)
    for seed, skip in enumerate(skips):
        for o, ps in ((optimizer, params), (plain, others)):
            set_gradients(ps, seed, skip)
            o.step()
    assert_equal(optimizer, params, plain, others)


def test_what_is_left_is_packed_again():
    """Half of the parameters are frozen: their pack is given up, the others form a new one."""
    optimizer, params, plain, others = pair("Adam", {})
    for seed in range(PATIENCE + 6):
        for o, ps in ((optimizer, params), (plain, others)):
            set_gradients(ps, seed, (0, 1, 2) if seed > 2 else ())
            o.step()
    (pack,) = optimizer._plans[0]._packs
    assert [id(p) for p in pack.params] == [id(p) for p in params[3:]] and not pack.missed
    assert_equal(optimizer, params, plain, others)


def test_an_exchanged_state_that_was_empty_is_used():
    params = parameters(SHAPES)
    optimizer = SGD(params)
    for seed in range(4):
        set_gradients(params, seed)
        optimizer.step()
        if seed == 1:
            optimizer.state = type(optimizer.state)(dict)
            optimizer.param_groups[0]["momentum"] = 0.9
    assert list(optimizer.state[params[0]]) == ["momentum_buffer"]


def test_two_halves_that_take_turns_are_two_packs():
    optimizer, params, plain, others = pair("Adam", {})
    for seed in range(8):
        for o, ps in ((optimizer, params), (plain, others)):
            set_gradients(ps, seed, (0, 1, 2) if seed % 2 else (3, 4, 5))
            o.step()
    assert [len(pack.params) for pack in optimizer._plans[0]._packs] == [3, 3]
    assert_equal(optimizer, params, plain, others)


@pytest.mark.parametrize(("name", "options"), ELEMENTWISE, ids=ids_of(ELEMENTWISE))
@pytest.mark.parametrize("layout", ["contiguous", "transposed", "sliced"])
def test_blocks_and_layouts_give_the_same_numbers(name, options, layout):
    """Over more than a block of elements, the same numbers as one element after the other."""
    shape, dtype = (3, BLOCK // 2 - 7), "float64"
    random = np.random.RandomState(0)
    start = numbers(random, shape, dtype)
    if layout == "transposed":
        laid_out = start.T.copy().T
    elif layout == "sliced":
        laid_out = np.repeat(start, 2, axis=1)[:, ::2]
    else:
        laid_out = start.copy()
    p, columns = Tensor._wrap(laid_out), [tensor(start[:, i]) for i in (0, shape[1] - 1)]
    optimizer, others = make(name, [p], **options), make(name, columns, **options)
    for _ in range(3):
        g = numbers(random, shape, dtype)
        p.grad = tensor(g)
        columns[0].grad, columns[1].grad = tensor(g[:, 0]), tensor(g[:, -1])
        optimizer.step()
        others.step()
    assert p._array is laid_out
    for column, i in zip(columns, (0, -1), strict=True):
        np.testing.assert_array_equal(laid_out[:, i], column._array)


@pytest.mark.parametrize(("name", "options"), ELEMENTWISE, ids=ids_of(ELEMENTWISE))
def test_half_precision_is_computed_in_single(name, options):
    halves, singles = parameters([(4, 3), (5,)], "float16"), parameters([(4, 3), (5,)], "float16")
    singles = [tensor(p._array.astype("float32")) for p in singles]
    optimizer, exact = make(name, halves, **options), make(name, singles, **options)
    for seed in range(3):
        set_gradients(halves, seed)
        for h, s in zip(halves, singles, strict=True):
            s.grad = tensor(h.grad._array.astype("float32"))
        optimizer.step()
        exact.step()
    assert all(
        v._array.dtype == "float16"
        for entry in optimizer.state.values() for n, v in entry.items() if v._array.ndim
    )
    for h, s in zip(halves, singles, strict=True):
        assert h._array.dtype == "float16"
        np.testing.assert_allclose(h._array, s._array, rtol=0.02, atol=0.02)


def test_smallest_steps_are_kept_in_half_precision():
    """Adam's eps is 0 in 16 bits: a first step must be lr long all the same, not NaN."""
    p = tensor(np.ones(3, "float16"))
    p.grad = tensor(np.array([0.0, 1.0, 1e-3], "float16"))
    Adam([p], lr=0.5).step()
    np.testing.assert_allclose(p._array, [1.0, 0.5, 0.5], rtol=1e-3)


def test_what_is_large_is_not_packed():
    params = parameters([(LARGEST,), (LARGEST + 1,), (2,)])
    optimizer = SGD([*params, frozen_part(LARGE)])
    for seed in range(2):
        set_gradients(params, seed)
        optimizer.step()
    assert packed(optimizer) == 2


@pytest.mark.parametrize("options", [{}, {"maximize": True}])
def test_what_is_large_for_the_model_is_not_packed(options):
    """A pack's scratch is a small part of the model, which decides what it has room for."""
    params = parameters([(LARGEST,)] * 20 + [(64,), (64,)])
    optimizer = SGD(params, **options)
    for seed in range(2):
        set_gradients(params, seed)
        optimizer.step()
    assert packed(optimizer) == 2


def test_packs_fit_into_a_block():
    full = MOST // (4 * 4 * LARGEST)  # float32; a pack needs two arrays more than the rule's two
    shapes = [(LARGEST,)] * (full + 2)
    params, others = parameters(shapes), parameters(shapes)
    optimizer, plain = SGD([*params, frozen_part(LARGE)]), SGD(others, foreach=False)
    for seed in range(3):
        for o, ps in ((optimizer, params), (plain, others)):
            set_gradients(ps, seed)
            o.step()
    packs = optimizer._plans[0]._packs
    assert [len(pack.params) for pack in packs] == [full, 2]
    assert same_bits(params, others)


def test_parameters_that_share_memory_are_updated_one_after_the_other():
    memory = np.zeros(6, "float32")
    parts = [memory[:4], memory[3:5], memory[5:], memory[1:2]]
    params = [Tensor._wrap(a) for a in parts] + parameters([(2,)])
    optimizer = SGD(params, lr=1.0)
    for _ in range(3):
        for p in params:
            p.grad = tensor(np.ones(p._array.shape, "float32"))
        optimizer.step()
    assert memory.tolist() == [-3.0, -6.0, -3.0, -6.0, -3.0, -3.0]
    assert packed(optimizer) == 2


def test_types_are_packed_apart():
    params = [p for d in ("float32", "float64") for p in parameters([(2,), (3,)], d)]
    optimizer = Adam(params)
    for seed in range(2):
        set_gradients(params, seed)
        optimizer.step()
    assert [len(pack.params) for pack in optimizer._plans[0]._packs] == [2, 2]


class UnitSteps(Optimizer):
    """Steps of length lr for each whole parameter: a rule that may not be cut or joined."""

    elementwise = False

    def __init__(self, params, lr=0.5):
        super().__init__(params, {"lr": lr})

    @staticmethod
    def buffers(hyper):
        return ("row",)

    @staticmethod
    def initial_state(xp, param, hyper):
        return {"row": xp.zeros(param.shape[-1:], param.dtype)}

    @staticmethod
    def numbers(hyper, counters, first):
        return (hyper["lr"],)

    @staticmethod
    def update(xp, param, grad, state, hyper, n, work):
        xp.multiply(grad, n[0] / xp.sqrt((grad * grad).sum()), work[0])
        xp.subtract(param, work[0], param)
        state["row"][...] = work[0].sum(axis=tuple(range(param.ndim - 1)))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_a_rule_over_whole_parameters(dtype):
    start = np.zeros((2, 3, 4), dtype)
    transposed = Tensor._wrap(np.zeros((3, 2), dtype).T)
    params = [tensor(start), tensor(start[0]), transposed, tensor(start)]
    optimizer = UnitSteps(params)
    for _ in range(2):
        for p in params:
            p.grad = tensor(np.full(p._array.shape, 7.0, dtype))
        optimizer.step()
    assert packed(optimizer) == 0
    for p in params:
        np.testing.assert_allclose(np.linalg.norm(p._array.astype("float64")), 1.0, rtol=1e-3)
        row = optimizer.state[p]["row"]._array
        assert row.dtype == dtype and row.shape == p._array.shape[-1:] and (row > 0).all()


def test_state_lives_on_the_parameters_device():
    p = Tensor._wrap(np.ones(3, "float32"), FAKE)
    p.grad = Tensor._wrap(np.ones(3, "float32"), FAKE)
    optimizer = Adam([p], lr=0.5)
    optimizer.step()
    saved = optimizer.state_dict()
    assert {n: str(v.device) for n, v in saved["state"][0].items()} == {
        "step": "cpu", "exp_avg": "fake:0", "exp_avg_sq": "fake:0",
    }
    on_host = {n: v._array.copy() for n, v in saved["state"][0].items()}
    optimizer.load_state_dict({**saved, "state": {0: on_host}})
    assert str(optimizer.state[p]["exp_avg"].device) == "fake:0"


def test_parameters_without_data_are_refused():
    p = Tensor._wrap(_device.meta_array((3,), "float32"), META)
    optimizer = SGD([p])
    p.grad = p.detach()
    with pytest.raises(RuntimeError, match="a parameter is on device 'meta', which has no data"):
        optimizer.step()


# ---------------------------------------------------------------- users' hands on the state
def replaced_tensor(optimizer, params):
    optimizer.state[params[1]]["exp_avg"] = tensor(np.full(4, 0.5, "float32"))


def changed_in_place(optimizer, params):
    optimizer.state[params[1]]["exp_avg"]._array[...] = 0.25


def changed_step(optimizer, params):
    optimizer.state[params[0]]["step"]._array[...] = 1


def replaced_step(optimizer, params):
    optimizer.state[params[0]]["step"] = 2


def replaced_entry(optimizer, params):
    entry = optimizer.state[params[1]]
    optimizer.state[params[1]] = {n: tensor(v._array * 0.5) for n, v in entry.items()}


def deleted_entry(optimizer, params):
    del optimizer.state[params[2]]


def deleted_tensor(optimizer, params):
    del optimizer.state[params[2]]["exp_avg_sq"]


def cleared(optimizer, params):
    optimizer.state.clear()


def exchanged_state(optimizer, params):
    optimizer.state = type(optimizer.state)(dict)


def changed_rate(optimizer, params):
    optimizer.param_groups[0]["lr"] = 0.5


def switched_amsgrad(optimizer, params):
    optimizer.param_groups[0]["amsgrad"] = True


def reassigned_data(optimizer, params):
    params[3].data = tensor(np.ones((2, 3, 2), "float32"))


def removed_parameter(optimizer, params):
    del optimizer.param_groups[0]["params"][1]


def swapped_parameters(optimizer, params):
    optimizer.param_groups[0]["params"].reverse()


def exchanged_group(optimizer, params):
    optimizer.param_groups[0] = dict(optimizer.param_groups[0])


HANDS = [
    replaced_tensor, changed_in_place, changed_step, replaced_step, replaced_entry, deleted_entry,
    deleted_tensor, cleared, exchanged_state, changed_rate, switched_amsgrad, reassigned_data,
    removed_parameter, swapped_parameters, exchanged_group,
]


@pytest.mark.parametrize("change", HANDS)
def test_changes_by_hand_are_seen(change):
    optimizer, params, plain, others = pair("Adam", {"lr": 0.1})
    for seed in range(16):
        for o, ps in ((optimizer, params), (plain, others)):
            if seed == 3:
                change(o, ps)
            set_gradients(ps, seed)
            o.step()
        mine, theirs = optimizer.state_dict()["state"], plain.state_dict()["state"]
        assert same_bits(params, others)
        assert all(same_bits(mine[k], theirs[k]) for k in mine) and mine.keys() == theirs.keys()


# ---------------------------------------------------------------- errors
def wrong_shape(p, optimizer):
    p.grad = tensor(np.ones(7, "float32"))


def broadcastable_shape(p, optimizer):
    p.grad = tensor(np.ones(1, "float32"))


def no_number(p, optimizer):
    optimizer.param_groups[-1]["lr"] = None


def resized(p, optimizer):
    p.data = tensor(np.ones(9, "float32"))
    p.grad = tensor(np.ones(9, "float32"))


@pytest.mark.parametrize(("change", "error", "message"), [
    (wrong_shape, RuntimeError, r"Adam.step\(\): parameter 1 \(b\) has shape \[4\], but its g"),
    (broadcastable_shape, RuntimeError, r"has shape \[4\], but its gradient has shape \[1\]"),
    (no_number, TypeError, "NoneType"),
    (resized, RuntimeError, r"parameter 1 \(b\) has shape \[9\], but its 'exp_avg' in the opt"),
])
@pytest.mark.parametrize("warm_up", [1, 3])
def test_an_error_leaves_everything_as_it_was(change, error, message, warm_up):
    params = parameters([(3,), (2,), (4,)])
    groups = [{"params": [("x", params[0])]},
              {"params": [("a", params[1]), ("b", params[2])], "lr": 0.5}]
    optimizer = Adam(groups)
    for seed in range(warm_up):
        set_gradients(params, seed)
        optimizer.step()
    set_gradients(params, 9)
    change(params[2], optimizer)
    before = frozen(optimizer)
    for _ in range(2):
        with pytest.raises(error, match=message):
            optimizer.step()
        assert same_bits(before, frozen(optimizer))


def test_an_error_in_the_first_step_leaves_no_state():
    params = parameters([(3,), (4,)])
    optimizer = SGD(params, momentum=0.9, dampening=0.5)
    set_gradients(params, 0)
    params[1].grad = tensor(np.ones(2))
    with pytest.raises(RuntimeError, match="parameter 1 has shape"):
        optimizer.step()
    assert optimizer.state_dict()["state"] == {}


def test_what_cannot_be_written_or_differentiated_is_refused():
    fixed = np.ones(3)
    fixed.flags.writeable = False
    for array, message in ((fixed, "memory of parameter 0 is read-only"),
                           (np.ones(3, "int64"), "parameter 0 has dtype torch.int64; only")):
        p = Tensor._wrap(array)
        optimizer = SGD([p])
        optimizer.step()  # without a gradient there is nothing to refuse
        p.grad = tensor(np.ones(3, array.dtype))
        with pytest.raises(RuntimeError, match=message):
            optimizer.step()


# ---------------------------------------------------------------- properties of a step
@pytest.mark.parametrize(("name", "options"), ELEMENTWISE, ids=ids_of(ELEMENTWISE))
@pytest.mark.parametrize("foreach", [None, False])
def test_gradients_are_only_read_and_versions_rise(name, options, foreach):
    params = parameters(SHAPES)
    optimizer = make(name, params, foreach=foreach, **options)
    for seed in range(3):
        set_gradients(params, seed)
        before = values([p.grad for p in params])
        optimizer.step()
        assert same_bits(before, values([p.grad for p in params]))
    assert {p._version for p in params} == {3}


def test_no_warnings_from_extreme_numbers():
    p = tensor(np.array([1.0, 0.0, 3.0], "float32"))
    p.grad = tensor(np.array([np.inf, 0.0, 3e38], "float32"))
    optimizer = Adam([p], eps=0.0)
    optimizer.step()
    assert np.isnan(p._array[:2]).all()


MODELS = {
    "1 MB": [(256, 256)] * 3 + [(256, 64)] * 3 + [(500,)] * 12,
    "1 MB in small parameters": [(512,)] * 512,
    "24 MB": [(1000, 1000)] * 3 + [(3000, 1000)] + [(64, 64)] * 100,
}


@pytest.fixture
def any_threads():
    """The number of threads may be changed."""
    before = get_num_threads()
    yield
    set_num_threads(before)


@pytest.mark.parametrize("threads", [1, 2, 16])
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("name", "dtype"), [
    ("SGD", "float32"), ("Adam", "float32"), ("NAdam", "float64"), ("AdamW", "float16"),
])
def test_a_step_needs_little_memory(name, dtype, model, threads, any_threads, monkeypatch):
    """Less than 5 % of the model on any number of threads, scratch that is kept between steps
    included; and besides some Python objects for each parameter, however small it is."""
    monkeypatch.setattr(_fused, "enabled", lambda: False)  # compiled loops need none
    set_num_threads(threads)
    random = np.random.RandomState(0)
    shapes = MODELS[model] * (2 if dtype == "float16" else 1)
    params = [tensor(random.standard_normal(s).astype(dtype)) for s in shapes]
    for p in params:
        p.grad = tensor(p._array)
    size = sum(p._array.nbytes for p in params)
    optimizer = make(name, params, lr=1e-3, weight_decay=0.1)
    for _ in range(2):
        optimizer.step()
    gc.collect()
    tracemalloc.start()
    try:
        optimizer.step()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    scratch = sum(work.nbytes for work in optimizer._pool._works.values())
    assert 0 < scratch <= SHARE * size
    assert scratch + peak < 0.05 * size + 1000 * len(params)


def test_small_models_are_packed_whole():
    params = parameters([(64, 32), (64,), (64, 64), (64,), (10, 64), (10,)])
    optimizer = Adam(params)
    for seed in range(2):
        set_gradients(params, seed)
        optimizer.step()
    assert packed(optimizer) == len(params)
    (work,) = optimizer._pool._works.values()
    assert work.nbytes == SMALL


def test_scratch_follows_the_number_of_threads(any_threads):
    params = [*parameters([(3,), (4,)]), frozen_part(LARGE)]
    optimizer = SGD(params)
    rooms = []
    for threads in (1, 1 << 20, 1):
        set_num_threads(threads)
        for _ in range(2):
            set_gradients(params[:2], 0)
            optimizer.step()
        rooms.append(optimizer._pool.room)
        assert packed(optimizer) == 2
        assert optimizer._pool.threads * optimizer._pool.room <= SHARE * 4 * (LARGE + 7)
    assert rooms[0] == MOST == rooms[2] > rooms[1]
    np.testing.assert_array_equal(
        params[0]._array, expected_after(6, parameters([(3,), (4,)])[0], params[0].grad)
    )


def expected_after(steps, p, grad):
    """A parameter after steps of SGD by 1e-3, with the same gradient."""
    array = p._array
    for _ in range(steps):
        array = array - grad._array * np.float32(1e-3)
    return array


def test_a_step_makes_no_cycles():
    params = parameters(SHAPES)
    optimizer = Adam(params)
    gc.collect()
    gc.disable()
    try:
        for seed in range(3):
            set_gradients(params, seed)
            optimizer.step()
        optimizer.zero_grad()
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize("order", [1, -1])
def test_scratch_serves_packs_and_rows_longer_than_a_block(order):
    """Rows of a strided parameter are not cut, so that they need more scratch than a block."""
    wide = Tensor._wrap(np.ones((2, 2 * BLOCK + 2), "float32")[:, ::2])
    params = [wide, *parameters([(3,), (4,)])][::order]
    sgd = SGD(params, lr=1.0)
    for _ in range(3):
        for p in params:
            p.grad = tensor(np.ones(p._array.shape, "float32"))
        sgd.step()
    assert packed(sgd) == 2 and (wide._array == -2.0).all()
