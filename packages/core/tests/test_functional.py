"""The neural-network primitives against their definitions, written out in NumPy loops."""

import itertools
import math

import numpy as np
import pytest

import firebrick_core as fb
import firebrick_core.functional as F
from firebrick_core.ops import _columns, _nn_arrays

RNG = np.random.default_rng(0)


def normal(*shape):
    return RNG.normal(size=shape)


def close(got, want, rtol=1e-10, atol=1e-12):
    np.testing.assert_allclose(got.numpy() if hasattr(got, "numpy") else got, want, rtol, atol)


# ---------------------------------------------------------------------- special functions
@pytest.mark.parametrize(
    ("name", "function", "low", "high"),
    [
        ("erf", math.erf, -6, 6),
        ("erfc", math.erfc, -6, 26),
        ("lgamma", math.lgamma, 0.01, 60),
        ("lgamma", math.lgamma, -9.9, -0.07),
    ],
)
def test_against_the_math_module(name, function, low, high):
    x = np.linspace(low, high, 3001)
    want = np.vectorize(function)(x)
    close(getattr(fb, name)(fb.from_numpy(x)), want, 5e-14, 1e-14)
    single = getattr(fb, name)(fb.from_numpy(x.astype("float32")))
    close(single, np.vectorize(function)(x.astype("float32").astype("float64")), 1e-6, 1e-7)


def test_erf_is_odd_and_saturates():
    x = fb.tensor([0.0, 1e-20, 3.9, 10.0, 1e30, math.inf])
    assert (fb.erf(-x) == -fb.erf(x)).all()
    assert fb.erf(x)[3:].tolist() == [1, 1, 1]
    assert fb.erf(fb.tensor(math.nan)).isnan()


def test_erfinv_undoes_erf():
    x = fb.from_numpy(np.linspace(-4, 4, 101))
    close(fb.erfinv(fb.erf(x)), x.numpy(), 1e-8)
    assert fb.erfinv(fb.tensor([1.0, -1.0])).tolist() == [math.inf, -math.inf]
    assert fb.erfinv(fb.tensor(1.5)).isnan()


def test_digamma_and_polygamma_at_known_points():
    euler = 0.57721566490153286061
    x = fb.tensor([1.0, 2.0, 0.5, 10.0], dtype=fb.float64)
    harmonic = sum(1 / k for k in range(1, 10))
    close(fb.digamma(x), [-euler, 1 - euler, -euler - 2 * math.log(2), harmonic - euler], 1e-13)
    one = fb.tensor([1.0, 0.5], dtype=fb.float64)
    close(fb.polygamma(1, one), [math.pi**2 / 6, math.pi**2 / 2], 1e-13)
    close(fb.polygamma(2, one), [-2 * 1.2020569031595942854, -14 * 1.2020569031595942854], 1e-13)
    close(fb.polygamma(1, fb.tensor([-0.5], dtype=fb.float64)), [math.pi**2 / 2 + 4], 1e-13)


def test_xlogy_takes_zero_times_infinity_as_zero():
    got = fb.xlogy(fb.tensor([0.0, 0.0, 2.0]), fb.tensor([0.0, math.nan, 1.0]))
    assert got[0] == 0 and got[1].isnan() and got[2] == 0


# ---------------------------------------------------------------------- activations
FORMULAS = {
    "relu": lambda x: np.maximum(x, 0),
    "relu6": lambda x: np.clip(x, 0, 6),
    "elu": lambda x: np.where(x > 0, x, np.expm1(x)),
    "gelu": lambda x: x * (1 + np.vectorize(math.erf)(x / math.sqrt(2))) / 2,
    "silu": lambda x: x / (1 + np.exp(-x)),
    "mish": lambda x: x * np.tanh(np.log1p(np.exp(x))),
    "softplus": lambda x: np.log1p(np.exp(x)),
    "softsign": lambda x: x / (1 + np.abs(x)),
    "tanhshrink": lambda x: x - np.tanh(x),
    "logsigmoid": lambda x: -np.log1p(np.exp(-x)),
    "hardsigmoid": lambda x: np.clip(x + 3, 0, 6) / 6,
    "hardswish": lambda x: x * np.clip(x + 3, 0, 6) / 6,
    "leaky_relu": lambda x: np.where(x > 0, x, 0.01 * x),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_activation_is_its_formula(name):
    x = np.concatenate(
        [normal(40) * 3, normal(_nn_arrays.PIECE * 2 + 7)]
    )  # more than one piece of the cache
    close(getattr(F, name)(fb.from_numpy(x)), FORMULAS[name](x), 1e-12)


def test_inplace_returns_its_argument():
    x = fb.tensor([-1.0, 2.0])
    assert F.relu(x, inplace=True) is x
    assert x.tolist() == [0, 2]
    assert x._version == 1


@pytest.mark.parametrize("size", [6, 10_000])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_zero_where_lets_nothing_through(size, dtype):
    values = np.full(size, math.inf, dtype)
    values[1::3] = math.nan
    drop = np.arange(size) % 2 == 0
    out = _nn_arrays.zero_where(np, values, drop)
    assert (out[drop] == 0).all()
    np.testing.assert_array_equal(out[~drop], values[~drop])


# ---------------------------------------------------------------------- softmax
@pytest.mark.parametrize("shape", [(8,), (3, 8), (2, 3, 8), (3, 1500), (40, 5)])
@pytest.mark.parametrize("scale", [1.0, 300.0, -1.0])
@pytest.mark.parametrize("offset", [0.0, 500.0, -500.0])
def test_softmax_of_any_range(shape, scale, offset):
    x = normal(*shape) * scale + offset
    exact = np.exp(x - x.max(-1, keepdims=True))
    exact /= exact.sum(-1, keepdims=True)
    close(F.softmax(fb.from_numpy(x), -1), exact, 1e-10, 1e-15)
    with np.errstate(divide="ignore"):
        close(
            F.log_softmax(fb.from_numpy(x), -1),
            x
            - x.max(-1, keepdims=True)
            - np.log(np.exp(x - x.max(-1, keepdims=True)).sum(-1, keepdims=True)),
            1e-9,
            1e-12,
        )


def test_softmax_of_rows_that_vanish():
    close(
        F.softmax(fb.tensor([[-100.0, -101.0], [0.0, 1.0]]), 1),
        [[0.7310586, 0.26894143], [0.26894143, 0.7310586]],
        1e-6,
    )
    assert F.softmax(fb.tensor([-math.inf, 0.0]), 0).tolist() == [0, 1]
    assert F.softmax(fb.tensor([math.nan, 0.0]), 0).isnan().all()


# ---------------------------------------------------------------------- convolution
def naive_convolution(x, w, stride, padding, dilation, groups):
    dims = x.ndim - 2
    padded = np.pad(x, [(0, 0), (0, 0), *((p, p) for p in padding)])
    sizes = [
        (n - d * (k - 1) - 1) // s + 1
        for n, k, s, d in zip(padded.shape[2:], w.shape[2:], stride, dilation, strict=True)
    ]
    out = np.zeros((x.shape[0], w.shape[0], *sizes))
    per_group = x.shape[1] // groups
    for o in range(w.shape[0]):
        first = o // (w.shape[0] // groups) * per_group
        for at in itertools.product(*map(range, sizes)):
            region = tuple(
                slice(a * s, a * s + d * (w.shape[2 + i] - 1) + 1, d)
                for i, (a, s, d) in enumerate(zip(at, stride, dilation, strict=True))
            )
            window = padded[(slice(None), slice(first, first + per_group), *region)]
            out[(slice(None), o, *at)] = (window * w[o]).sum(tuple(range(1, dims + 2)))
    return out


CONVOLUTIONS = [
    ((2, 4, 9), (6, 4, 3), 1, 1, 1, 1),
    ((2, 4, 9), (6, 2, 3), 2, 0, 2, 2),
    ((2, 4, 6, 7), (6, 4, 3, 2), (1, 2), (2, 0), (2, 1), 1),
    ((2, 4, 6, 7), (8, 1, 3, 3), 1, 1, 1, 4),
    ((3, 4, 6, 5), (2, 4, 1, 1), 2, 1, 1, 1),
    ((1, 2, 4, 5, 4), (4, 1, 2, 3, 2), (2, 1, 1), 1, 1, 2),
    ((2, 2, 6, 6), (9, 2, 3, 3), 1, 0, 1, 1),
]


def spread(value, dims):
    return (value,) * dims if isinstance(value, int) else value


@pytest.mark.parametrize("block_bytes", [1, 2000, 1 << 20])
@pytest.mark.parametrize(
    ("x_shape", "w_shape", "stride", "padding", "dilation", "groups"), CONVOLUTIONS
)
def test_convolution_and_both_its_gradients(
    monkeypatch, x_shape, w_shape, stride, padding, dilation, groups, block_bytes
):
    monkeypatch.setattr(_columns, "BLOCK_BYTES", block_bytes)
    dims = len(x_shape) - 2
    x, w, b = normal(*x_shape), normal(*w_shape), normal(w_shape[0])
    convolve = (F.conv1d, F.conv2d, F.conv3d)[dims - 1]
    y = convolve(
        fb.from_numpy(x), fb.from_numpy(w), fb.from_numpy(b), stride, padding, dilation, groups
    )
    geometry = (spread(stride, dims), spread(padding, dims), spread(dilation, dims), groups)
    close(y, naive_convolution(x, w, *geometry) + b.reshape(-1, *[1] * dims))
    # Both gradients are defined by <conv(x, w), g> = <x, input gradient> = <w, weight gradient>.
    g = fb.from_numpy(normal(*y.shape))
    product = float((y - fb.from_numpy(b.reshape(-1, *[1] * dims))).mul(g).sum())
    back = fb._operators.convolve_input(g, fb.from_numpy(w), None, x_shape[2:], *geometry)
    weight = fb._operators.convolve_weight(g, fb.from_numpy(x), w_shape[2:], *geometry)
    close((back.numpy() * x).sum(), product)
    close((weight.numpy() * w).sum(), product)
    # Linear maps that agree with one vector may differ: an unsymmetric one tells.
    unit = np.zeros(x_shape)
    unit[0, -1][(-1,) * dims] = 1
    moved = naive_convolution(unit, w, *geometry)
    close(back.numpy()[0, -1][(-1,) * dims], (moved * g.numpy()).sum())


def test_same_padding_keeps_the_size():
    x = fb.from_numpy(normal(1, 2, 7, 6))
    for kernel in ((3, 3), (2, 4), (1, 5)):
        w = fb.from_numpy(normal(3, 2, *kernel))
        assert F.conv2d(x, w, padding="same", dilation=(2, 1)).shape == (1, 3, 7, 6)


# ---------------------------------------------------------------------- pooling
def naive_pool(x, kernel, stride, padding, dilation, reduce, empty):
    padded = np.pad(
        x, [(0, 0), (0, 0), (padding, padding), (padding, padding)], constant_values=empty
    )
    span = dilation * (kernel - 1) + 1
    rows, columns = ((n - span) // stride + 1 for n in padded.shape[2:])
    out = np.zeros((*x.shape[:2], rows, columns))
    for i, j in itertools.product(range(rows), range(columns)):
        window = padded[
            :,
            :,
            i * stride : i * stride + span : dilation,
            j * stride : j * stride + span : dilation,
        ]
        out[:, :, i, j] = reduce(window, (2, 3))
    return out


@pytest.mark.parametrize(
    ("kernel", "stride", "padding", "dilation"),
    [(2, 2, 0, 1), (3, 2, 1, 1), (3, 1, 1, 2), (2, 3, 1, 1)],
)
def test_pools(kernel, stride, padding, dilation):
    x = normal(2, 3, 9, 8)
    t = fb.from_numpy(x)
    got, indices = F.max_pool2d(t, kernel, stride, padding, dilation, return_indices=True)
    close(got, naive_pool(x, kernel, stride, padding, dilation, np.max, -np.inf))
    close(
        np.take_along_axis(x.reshape(2, 3, -1), indices.numpy().reshape(2, 3, -1), 2).reshape(
            got.shape
        ),
        got.numpy(),
    )
    if dilation == 1:
        close(
            F.avg_pool2d(t, kernel, stride, padding),
            naive_pool(x, kernel, stride, padding, 1, np.mean, 0),
        )


def test_first_of_equal_maxima_is_indexed():
    _, indices = F.max_pool2d(fb.zeros(1, 1, 4, 4), 3, 1, 1, return_indices=True)
    assert indices[0, 0].tolist() == [[0, 0, 1, 2], [0, 0, 1, 2], [4, 4, 5, 6], [8, 8, 9, 10]]


def test_adaptive_pools_share_the_input_out():
    x = normal(2, 3, 7)
    want = np.stack([x[:, :, a:b].mean(2) for a, b in ((0, 3), (2, 5), (4, 7))], 2)
    close(F.adaptive_avg_pool1d(fb.from_numpy(x), 3), want)
    close(F.adaptive_max_pool1d(fb.from_numpy(x), 1)[..., 0], x.max(2))


def test_unpooling_puts_back():
    x = fb.from_numpy(normal(1, 2, 4, 4))
    values, indices = F.max_pool2d(x, 2, return_indices=True)
    back = F.max_unpool2d(values, indices, 2)
    assert (back[back != 0] == x[back != 0]).all() and int((back != 0).sum()) == 8
    with pytest.raises(RuntimeError, match="invalid max index"):
        F.max_unpool2d(values, indices + 100, 2)


# ---------------------------------------------------------------------- losses
def test_cross_entropy_is_the_log_of_the_chance():
    x, target = normal(6, 5), np.asarray([0, 4, 2, 2, 1, 3])
    p = np.exp(x) / np.exp(x).sum(1, keepdims=True)
    want = -np.log(p[np.arange(6), target])
    t = fb.from_numpy(target)
    close(F.cross_entropy(fb.from_numpy(x), t), want.mean())
    close(F.cross_entropy(fb.from_numpy(x), t, reduction="none"), want)
    keep = target != 2
    close(F.cross_entropy(fb.from_numpy(x), t, ignore_index=2), want[keep].mean())
    weight = np.asarray([1.0, 2.0, 3.0, 4.0, 5.0])
    close(
        F.cross_entropy(fb.from_numpy(x), t, fb.from_numpy(weight)),
        (want * weight[target]).sum() / weight[target].sum(),
    )
    onehot = np.eye(5)[target] * 0.9 + 0.1 / 5
    close(
        F.cross_entropy(fb.from_numpy(x), t, label_smoothing=0.1),
        -(onehot * np.log(p)).sum(1).mean(),
    )
    close(
        F.cross_entropy(fb.from_numpy(x), fb.from_numpy(onehot)),
        -(onehot * np.log(p)).sum(1).mean(),
    )


@pytest.mark.parametrize("scale", [1, 1e3, 1e30])
@pytest.mark.parametrize("rows", [3, 50, 1500])
def test_cross_entropy_of_any_range(scale, rows):
    x, target = normal(rows, 4) * scale, RNG.integers(0, 4, rows)
    shifted = x - x.max(1, keepdims=True)
    want = (np.log(np.exp(shifted).sum(1)) - shifted[np.arange(rows), target]).mean()
    close(F.cross_entropy(fb.from_numpy(x), fb.from_numpy(target)), want, 1e-9)


@pytest.mark.parametrize("rows", [3, 50])
@pytest.mark.parametrize("wrong", [-1, 4, 99, -(2**62)])
def test_cross_entropy_refuses_other_classes(rows, wrong):
    target = np.zeros(rows, np.int64)
    target[1] = wrong
    with pytest.raises(IndexError, match=f"Target {wrong} is out of bounds"):
        F.cross_entropy(fb.zeros(rows, 4), fb.from_numpy(target))


# ---------------------------------------------------------------------- normalization
def test_batch_norm_standardizes_and_keeps_statistics():
    x = normal(8, 3, 5) * 4 + 2
    mean, var = fb.zeros(3, dtype=fb.float64), fb.ones(3, dtype=fb.float64)
    y = F.batch_norm(fb.from_numpy(x), mean, var, training=True, momentum=0.25, eps=0.0).numpy()
    close(y.mean((0, 2)), np.zeros(3), atol=1e-12)
    close(y.var((0, 2)), np.ones(3))
    close(mean, 0.25 * x.mean((0, 2)))
    close(var, 0.75 + 0.25 * x.var((0, 2), ddof=1))
    y = F.batch_norm(
        fb.from_numpy(x),
        mean,
        var,
        fb.full((3,), 2.0, dtype=fb.float64),
        fb.ones(3, dtype=fb.float64),
        eps=0.5,
    )
    close(y, (x - mean.numpy()[:, None]) / np.sqrt(var.numpy()[:, None] + 0.5) * 2 + 1)


@pytest.mark.parametrize(
    ("call", "dims", "view"),
    [
        ("layer_norm(t, (4, 5), eps=0.1)", (2, 3), None),
        ("group_norm(t, 2, eps=0.1)", (2, 3, 4), (3, 2, 3, 4, 5)),
        ("instance_norm(t, eps=0.1)", (2, 3), None),
    ],
)
def test_other_norms_standardize_their_dims(call, dims, view):
    x = normal(3, 6, 4, 5)
    parts = x if view is None else x.reshape(view)
    want = (parts - parts.mean(dims, keepdims=True)) / np.sqrt(parts.var(dims, keepdims=True) + 0.1)
    close(eval(f"F.{call}", {"F": F, "t": fb.from_numpy(x)}), want.reshape(x.shape))


def test_rms_norm():
    x = normal(3, 4)
    close(
        F.rms_norm(fb.from_numpy(x), (4,), eps=0.1),
        x / np.sqrt((x * x).mean(1, keepdims=True) + 0.1),
    )


# --------------------------------------------------------- embedding, padding, resizing
def test_embedding_and_one_hot():
    table = normal(5, 3)
    index = np.asarray([[0, 4], [2, 2]])
    close(F.embedding(fb.from_numpy(index), fb.from_numpy(table)), table[index])
    assert F.one_hot(fb.from_numpy(index), 5).tolist() == np.eye(5, dtype=int)[index].tolist()
    assert F.one_hot(fb.tensor([1])).dtype is fb.int64
    with pytest.raises(IndexError, match="from -1 to -1 for 5 rows"):
        F.embedding(fb.tensor([-1]), fb.from_numpy(table))


@pytest.mark.parametrize(
    ("mode", "numpy_mode"), [("reflect", "reflect"), ("replicate", "edge"), ("circular", "wrap")]
)
def test_pad_modes(mode, numpy_mode):
    x = normal(2, 3, 5, 4)
    close(
        F.pad(fb.from_numpy(x), (3, 1, 2, 4), mode),
        np.pad(x, [(0, 0), (0, 0), (2, 4), (3, 1)], mode=numpy_mode),
    )


def test_interpolate():
    x = fb.arange(4.0).reshape(1, 1, 4)
    assert F.interpolate(x, 8).tolist() == [[[0, 0, 1, 1, 2, 2, 3, 3]]]
    assert F.interpolate(x, 7, mode="linear", align_corners=True).tolist() == [
        [[0, 0.5, 1, 1.5, 2, 2.5, 3]]
    ]
    assert F.interpolate(x, 2, mode="area").tolist() == [[[0.5, 2.5]]]
    ramp = fb.arange(18.0).expand(1, 1, 3, 18)
    for mode in ("bilinear", "bicubic", "lanczos"):  # a wider filter keeps a ramp's inner part
        smaller = F.interpolate(ramp, (3, 6), mode=mode, antialias=True)
        close(smaller[0, 0, :, 2:4], [[7.0, 10.0]] * 3, 1e-2)


# ---------------------------------------------------------------------- dropout and attention
def test_dropout_keeps_the_mean():
    fb.manual_seed(0)
    x = fb.ones(200, 200)
    y = F.dropout(x, 0.25)
    assert set(np.unique(y.numpy())) == {0, np.float32(4 / 3)}
    assert abs(float(y.mean()) - 1) < 0.02
    assert F.dropout(x, 0.25, training=False) is x
    channels = F.dropout2d(fb.ones(20, 30, 4, 4), 0.5).numpy()
    assert (channels == channels[:, :, :1, :1]).all()


def test_attention_is_its_formula():
    q, k, v = normal(2, 4, 8), normal(2, 5, 8), normal(2, 5, 3)
    scores = np.exp(q @ k.swapaxes(1, 2) / math.sqrt(8))
    want = scores / scores.sum(-1, keepdims=True) @ v
    close(F.scaled_dot_product_attention(*map(fb.from_numpy, (q, k, v))), want)
    mask = np.ones((4, 5), bool)
    mask[1] = False
    got = F.scaled_dot_product_attention(*map(fb.from_numpy, (q, k, v, mask))).numpy()
    assert (got[:, 1] == 0).all()
    close(got[:, 0], want[:, 0])


# ---------------------------------------------------------------------- the namespace
def test_functional_names_are_not_prefixed():
    assert not [n for n in dir(F) if n.startswith("functional_")]
    assert F.relu is not fb.relu and F.relu_ is fb.relu_


def test_masks_and_products_on_another_device_are_refused():
    with pytest.raises(RuntimeError, match="on the same device"):
        F.conv2d(fb.ones(1, 1, 3, 3), fb.ones(1, 1, 2, 2, device="fake"))
    with pytest.raises(RuntimeError, match="on the same device"):
        F.linear(fb.ones(2, 3), fb.ones(4, 3, device="fake"))


def test_circular_padding_of_nothing_is_refused():
    """PyTorch returns memory that nobody wrote to."""
    with pytest.raises(RuntimeError, match="resulting in an empty dimension"):
        F.pad(fb.ones(1, 3, 5), (-5, 1), mode="circular")
