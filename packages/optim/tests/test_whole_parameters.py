"""Optimizers that look at a parameter as a whole: LAMB, Adafactor, Muon."""

import re

import numpy as np
import pytest
from optim_cases import (
    WHOLE,
    fitting,
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

import firebrick_optim
from firebrick_core import Tensor
from firebrick_optim import LAMB, Adafactor, Muon
from firebrick_optim.muon import _bfloat16

SHAPES = [(3, 2), (2, 3, 2), (4,), (), (0,)]
NAMES = sorted({name for name, _ in WHOLE})


def shapes_of(name):
    return [fitting(name, shape) for shape in SHAPES]


@pytest.mark.parametrize(("name", "options"), WHOLE, ids=ids_of(WHOLE))
def test_gradients_are_only_read_and_versions_rise(name, options):
    params = parameters(shapes_of(name))
    optimizer = make(name, params, **options)
    for seed in range(3):
        set_gradients(params, seed)
        before = values([p.grad for p in params])
        optimizer.step()
        assert same_bits(before, values([p.grad for p in params]))
    assert {p._version for p in params} == {3}
    assert all(np.isfinite(p._array).all() for p in params)


@pytest.mark.parametrize(("name", "options"), WHOLE, ids=ids_of(WHOLE))
@pytest.mark.parametrize("layout", ["transposed", "sliced"])
def test_layouts_give_the_same_numbers(name, options, layout):
    random = np.random.RandomState(0)
    start = numbers(random, (40, 30), "float64")
    laid_out = start.T.copy().T if layout == "transposed" else np.repeat(start, 2, axis=1)[:, ::2]
    p, q = Tensor._wrap(laid_out), tensor(start)
    one, other = make(name, [p], **options), make(name, [q], **options)
    for _ in range(3):
        g = numbers(random, (40, 30), "float64")
        p.grad, q.grad = tensor(g), tensor(g)
        one.step()
        other.step()
    assert p._array is laid_out
    np.testing.assert_allclose(laid_out, q._array, rtol=0, atol=0.02 if name == "Muon" else 1e-12)


@pytest.mark.parametrize(("name", "options"), WHOLE, ids=ids_of(WHOLE))
def test_half_precision_is_computed_in_single(name, options):
    random = np.random.RandomState(0)
    start = numbers(random, (4, 3), "float16")
    half, single = tensor(start), tensor(start.astype("float32"))
    one, other = make(name, [half], **options), make(name, [single], **options)
    for _ in range(3):
        g = numbers(random, (4, 3), "float16")
        half.grad, single.grad = tensor(g), tensor(g.astype("float32"))
        one.step()
        other.step()
    assert half._array.dtype == "float16"
    assert {v._array.dtype.name for n, v in one.state[half].items() if n != "step"} == {"float16"}
    np.testing.assert_allclose(half._array, single._array, atol=0.02)


@pytest.mark.parametrize("name", NAMES)
def test_complex_parameters_are_refused(name):
    p = tensor(np.ones((2, 2), "complex64"))
    optimizer = make(name, [p])
    p.grad = tensor(np.ones((2, 2), "complex64"))
    before = frozen(optimizer)
    with pytest.raises(RuntimeError, match=f"{name} does not support complex parameters: param"):
        optimizer.step()
    assert same_bits(before, frozen(optimizer))
    with pytest.raises(RuntimeError, match=rf"{name} does not support complex parameters: params"):
        getattr(firebrick_optim, name).bare().init({"a": np.ones((2, 2), "complex64")})


@pytest.mark.parametrize("shape", [(), (3,), (2, 2, 2)], ids=str)
def test_muon_takes_matrices_only(shape):
    message = f"Muon only supports 2D parameters whereas we found a parameter with size: {shape}"
    message = message.replace("(", "[").replace(",)", "]").replace(")", "]")
    with pytest.raises(ValueError, match=re.escape(message + ", at [[0, 1]]")):
        Muon([tensor(np.ones((2, 2))), tensor(np.ones(shape))])
    optimizer = Muon([tensor(np.ones((2, 2)))])
    with pytest.raises(ValueError, match=re.escape(message)):
        optimizer.add_param_group({"params": [tensor(np.ones(shape))]})
    with pytest.raises(ValueError, match=re.escape(message + ", at params['a']")):
        Muon.bare().init({"a": np.ones(shape)})


@pytest.mark.parametrize("shape", [(5, 5), (3, 7), (7, 3)], ids=str)
def test_muon_steps_have_singular_values_near_one(shape):
    p = tensor(np.zeros(shape))
    p.grad = tensor(np.random.RandomState(0).standard_normal(shape))
    Muon([p], lr=1.0, weight_decay=0.0, adjust_lr_fn="original").step()
    size = max(1.0, shape[0] / shape[1]) ** 0.5
    found = np.linalg.svd(p._array / size, compute_uv=False)
    assert (found > 0.6).all() and (found < 1.3).all()


@pytest.mark.parametrize(("value", "rounded"), [
    (1.0, 1.0), (1 + 2**-9, 1.0), (1 + 2**-8, 1.0), (1 + 3 * 2**-8, 1 + 2**-6),
    (1 + 2**-8 + 2**-20, 1 + 2**-7), (-(1 + 2**-9), -1.0), (0.0, 0.0), (np.inf, np.inf),
    (-np.inf, -np.inf), (3.39e38, np.float32(3.3895314e38)), (np.nan, np.nan),
])
def test_rounding_to_bfloat16(value, rounded):
    np.testing.assert_array_equal(_bfloat16(np, np.float64(value)), np.float32(rounded))


def test_adafactor_keeps_a_row_and_a_column():
    params = [tensor(np.ones(shape, "float32")) for shape in [(3, 4, 5), (6,), ()]]
    set_gradients(params, 0)
    optimizer = Adafactor(params)
    optimizer.step()
    shapes = [
        {name: tuple(v.shape) for name, v in entry.items()} for entry in optimizer.state.values()
    ]
    assert shapes == [
        {"step": (), "row_var": (3, 4, 1), "col_var": (3, 1, 5)},
        {"step": (), "variance": (6,)},
        {"step": (), "variance": ()},
    ]


def test_lamb_steps_are_as_long_as_the_weights():
    p = tensor(np.array([3.0, 4.0]))
    p.grad = tensor(np.array([1.0, -2.0]))
    LAMB([p], lr=0.1, weight_decay=0.0).step()
    assert np.linalg.norm(p._array - [3.0, 4.0]) == pytest.approx(0.5)
    zero = tensor(np.zeros(2))
    zero.grad = tensor(np.array([1.0, -2.0]))
    LAMB([zero], lr=0.1, eps=0.0).step()  # no weights yet: Adam's step
    np.testing.assert_allclose(zero._array, [-0.1, 0.1])
