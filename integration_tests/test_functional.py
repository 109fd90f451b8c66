"""torch.nn.functional against PyTorch: values, gradients twice, errors, masks, in-place forms.

The calls are the samples of every functional operator, and the table below: a line for each case.
"""

import warnings

import numpy as np
import pytest

import firebrick_autograd
import firebrick_core as fb
import firebrick_core.functional as F
import firebrick_core.testing as testing
from firebrick_core._operator import TABLE

torch = pytest.importorskip("torch")
NAN, INF = float("nan"), float("inf")

# function: arguments, one line for each case beyond the operators' own samples.
FURTHER = {
    "relu": ["T.tensor([0.0, -0.0, 1.0, nan, -inf, inf])"],
    "relu6": ["T.tensor([0.0, 6.0, 7.0, nan, -inf, inf])"],
    "hardtanh": ["T.tensor([-1.0, 1.0, 0.5, nan, -inf, inf])"],
    "hardswish": ["T.tensor([-3.0, 3.0, 0.0, 4.0, -4.0, 1e4])"],
    "hardshrink": ["T.tensor([0.5, -0.5, 0.6, nan, 0.0])"],
    "softshrink": ["T.tensor([0.5, -0.5, 0.6, nan, 0.0])"],
    "leaky_relu": ["x(9), 0.0", "x(9), 2.0", "x(9), -0.5", "T.tensor([0.0, nan, -inf, inf])"],
    "elu": ["T.tensor([0.0, -80.0, 80.0, -inf, inf, nan])", "x(9), 2.5"],
    "selu": ["x(50, 4) * 10"],
    "celu": ["x(50), 0.25"],
    "gelu": [
        "x(300) * 4",
        "T.tensor([0.0, -50.0, 50.0, 1e30, -1e30, nan])",
        "x(300) * 4, approximate='tanh'",
    ],
    "silu": ["x(50) * 40"],
    "mish": ["x(50) * 20"],
    "softplus": ["x(50) * 20", "x(50), 0.5, 0.2"],
    "logsigmoid": ["x(50) * 80"],
    "sigmoid": ["x(50) * 80"],
    "tanh": ["x(50) * 10"],
    "threshold": ["T.tensor([0.5, 0.6, nan, -inf]), 0.5, 9.0"],
    "prelu": ["x(2, 3, 4, 4), pos(3)"],
    "glu": ["x(2, 6, 4), 1"],
    "softmax": [
        "x(4, 1500), -1",
        "x(4, 5) * 300, 0",
        "T.tensor([0.0, -inf, 1.0]), 0",
        "T.tensor([[-100.0, -101.0]]), 1",
        "T.tensor([nan, 1.0]), 0",
        "x(40), -1",
        "x(2, 3, 0), 1",
    ],
    "log_softmax": [
        "x(4, 1500), -1",
        "x(4, 5) * 300, 0",
        "T.tensor([0.0, -inf, 1.0]), 0",
        "x(2, 3, 4, 5), 2",
    ],
    "linear": ["x(2, 3, 4, 5), x(6, 5), x(6)", "x(0, 5), x(6, 5), x(6)", "x(5), x(5)"],
    "conv1d": ["x(2, 3, 20), x(4, 3, 5), x(4), 3, 2, 2", "x(3, 9), x(4, 3, 3), padding='valid'"],
    "conv2d": [
        "x(2, 3, 40, 41), x(5, 3, 3, 3), x(5), padding=1",
        "x(2, 6, 9, 8), x(6, 1, 3, 3), x(6), 1, 1, 1, 6",
        "x(2, 6, 9, 8), x(12, 1, 3, 3), None, 2, 1, 2, 6",
        "x(1, 2, 9, 9), x(8, 2, 3, 3), padding=2",
        "x(3, 4, 7, 7), x(2, 4, 1, 1), None, 2",
        "x(0, 3, 5, 5), x(2, 3, 3, 3), x(2)",
        "x(1, 1, 5, 6), x(1, 1, 2, 4), padding='same'",
        "x(2, 3, 8, 8), x(9, 3, 3, 3), x(9), (2, 1), (0, 2), (1, 3)",
    ],
    "conv3d": ["x(2, 2, 5, 4, 6), x(4, 1, 3, 2, 3), x(4), 2, 1, 1, 2"],
    "conv_transpose1d": ["x(2, 4, 5), x(4, 2, 4), x(4), 3, 1, 2, 2, 1"],
    "conv_transpose2d": [
        "x(2, 4, 5, 4), x(4, 3, 3, 3), x(6), 2, 1, 1, 2",
        "x(2, 4, 5, 4), x(4, 3, 3, 2), None, (1, 2), (2, 0), 0, 1, (2, 1)",
    ],
    "conv_transpose3d": ["x(1, 2, 3, 3, 2), x(2, 3, 2, 3, 2), x(3), 2, 1, 1"],
    "max_pool1d": ["x(2, 3, 10), 3, 2, 1", "x(2, 3, 10), 4, 3, 2, ceil_mode=True"],
    "max_pool2d": [
        "T.ones(1, 1, 4, 4), 2, 1",
        "T.zeros(1, 1, 5, 5), 3, 2, 1",
        "x(1, 2, 7, 8), 3, 2, 1, ceil_mode=True",
        "x(1, 2, 9, 9), 2, 2, 0, 3",
        "T.full((1, 1, 4, 4), -inf), 3, 1, 1",
        "x(2, 3, 8, 8), (2, 4)",
    ],
    "max_pool3d": ["x(1, 2, 5, 6, 5), 3, 2, 1"],
    "avg_pool1d": ["x(2, 3, 10), 3, 2, 1, True, True", "x(2, 3, 10), 3, 2, 1, False, False"],
    "avg_pool2d": [
        "x(1, 2, 7, 8), 3, 2, 1, True",
        "x(1, 2, 7, 8), 3, 2, 1, True, False",
        "x(1, 2, 7, 8), (2, 3), (3, 1), divisor_override=5",
        "x(2, 3, 8, 8), 2",
    ],
    "avg_pool3d": ["x(1, 2, 5, 6, 5), 3, 2, 1, False, False"],
    "adaptive_avg_pool2d": ["x(2, 3, 7, 11), (3, 4)", "x(2, 3, 4, 4), 8"],
    "adaptive_max_pool2d": ["x(2, 3, 7, 11), (3, 4)", "x(2, 3, 8, 8), 2, True"],
    "pad": [
        "x(2, 3), (-1, 2)",
        "x(2, 3, 5, 6), (2, 3, 1, 4), 'reflect'",
        "x(2, 3, 5, 6), (5, 6, 4, 1), 'circular'",
        "x(1, 2, 3, 4, 5), (1, 1, 2, 0, 0, 1), 'replicate'",
    ],
    "interpolate": [
        "x(2, 3, 5, 7), scale_factor=(1.5, 0.6)",
        "x(2, 3, 5, 7), (9, 3)",
        "x(2, 3, 5, 7), scale_factor=1.7, mode='bilinear'",
        "x(2, 3, 7), 4, mode='linear'",
        "x(1, 2, 3, 4, 5), (5, 2, 9), mode='trilinear'",
        "x(2, 3, 5, 7), (3, 9), mode='bicubic', align_corners=True",
        "x(2, 3, 6, 6), scale_factor=0.5, mode='area'",
        "x(1, 2, 6, 6), scale_factor=2.3, mode='bilinear', recompute_scale_factor=True",
        "x(2, 3, 5), 8, mode='nearest-exact'",
        "x(1, 2, 9, 13), (4, 17), mode='bilinear', antialias=True, align_corners=True",
        "x(1, 2, 9, 13), scale_factor=(0.4, 1.3), mode='bicubic', antialias=True",
        "x(1, 2, 9, 13), (20, 5), mode='lanczos', antialias=True",
    ],
    "unfold": ["x(2, 3, 7, 8), (3, 2), 2, (1, 2), (2, 3)", "x(1, 1, 3, 3), 1"],
    "fold": ["x(2, 12, 30), (6, 7), 2", "x(1, 18, 20), (7, 9), (3, 2), (2, 1), 1, (1, 3)"],
    "grid_sample": [
        f"x(2, 3, 4, 5), x(2, 3, 2, 2) * 2, '{mode}', '{padding}', {align}"
        for mode in ("bilinear", "nearest", "bicubic")
        for padding in ("zeros", "border", "reflection")
        for align in (True, False)
    ]
    + [
        f"x(1, 2, 3, 4, 2), x(1, 2, 3, 1, 3) * 2, '{mode}', '{padding}', False"
        for mode in ("bilinear", "nearest")
        for padding in ("zeros", "border", "reflection")
    ]
    + ["x(1, 1, 1, 4), x(1, 2, 2, 2), 'bilinear', 'reflection', True"],
    "pixel_shuffle": ["x(2, 1, 18, 2, 3), 3"],
    "pixel_unshuffle": ["x(2, 1, 2, 6, 9), 3"],
    "ctc_loss": [
        "x(9, 2, 4).log_softmax(2), T.tensor([[1, 1, 2], [3, 3, 3]]), (9, 8), (3, 3)",
        "x(5, 2, 4).log_softmax(2), T.tensor([[1, 1, 2], [3, 2, 1]]), (3, 5), (3, 2), "
        "zero_infinity=True, reduction='none'",
        "x(5, 2, 4).log_softmax(2), ints(3, 2, 0), (3, 5), (0, 0)",
    ],
    "embedding_bag": [
        "ints(5, 9), x(5, 3), T.tensor([0, 4, 4, 9]), mode='mean'",
        "T.tensor([1, 1, 2, 0]), x(5, 3), T.tensor([0, 2]), mode='max', padding_idx=1",
    ],
    "batch_norm": [
        "x(5, 3), None, None, training=True",
        "x(2, 3, 4, 5, 2), None, None, pos(3), x(3), True, 0.1, 0.5",
    ],
    "layer_norm": ["x(2, 3, 4, 5), (3, 4, 5), pos(3, 4, 5)", "x(8, 6) * 1e-3, (6,), pos(6), x(6)"],
    "group_norm": ["x(3, 6, 2, 2), 3, pos(6), x(6)"],
    "instance_norm": ["x(2, 3, 4, 5), None, None, pos(3), x(3)"],
    "cross_entropy": [
        "x(6, 5) * 200, ints(5, 6)",
        "x(6, 5), T.tensor([0, 1, -100, 2, -100, 4])",
        "x(3, 5), T.tensor([-100, -100, -100])",
        "x(2000, 3), ints(3, 2000)",
        "x(6, 5), ints(5, 6), None, None, 2",
        "x(0, 5), ints(5, 0)",
        "x(4, 1300), ints(1300, 4)",
        "x(6, 5), ints(5, 6).to(T.uint8)",
    ],
    "nll_loss": [
        "x(2, 5, 3, 3), ints(5, 2, 3, 3), pos(5).detach(), None, 3",
        "x(3, 5), T.tensor([-100, -100, -100])",
    ],
    "binary_cross_entropy": [
        "T.tensor([0.0, 1.0, 0.5]), T.tensor([0.0, 0.0, 1.0]), reduction='none'"
    ],
    "binary_cross_entropy_with_logits": ["x(20) * 60, unit(20).abs()"],
    "l1_loss": ["T.tensor([1.0, 2.0, 3.0]), T.tensor([1.0, 1.0, 5.0])"],
    "smooth_l1_loss": ["x(20), x(20), beta=0.7", "T.tensor([0.0, 1.0, -1.0]), T.zeros(3)"],
    "huber_loss": ["x(20), x(20), delta=0.4", "T.tensor([0.0, 1.0, -1.0]), T.zeros(3)"],
    "kl_div": ["x(4, 3), T.tensor([0.0, 0.2, 0.8]).expand(4, 3), reduction='none'"],
    "poisson_nll_loss": ["x(9), pos(9) * 4, full=True, reduction='none'"],
    "gaussian_nll_loss": ["x(3, 4), x(3, 4), pos(3, 4) - 0.4, eps=0.5, reduction='none'"],
    "embedding": [
        "T.tensor([[1, 1, 1], [0, 3, 1]]), x(5, 3)",
        "T.tensor([1, 1, 2]), x(5, 3), 1",
        "ints(50, 200), x(50, 7)",
        "T.tensor([1, 1, 2]), x(5, 3), scale_grad_by_freq=True",
        "ints(5, 0), x(5, 3)",
    ],
    "scaled_dot_product_attention": [
        "x(2, 3, 4, 8), x(2, 3, 6, 8), x(2, 3, 6, 5), mask(4, 6) | (T.arange(6) == 0)",
        "x(5, 8), x(3, 8), x(3, 8), is_causal=True",
        "x(2, 5, 8), x(2, 3, 8), x(2, 3, 8), x(5, 3), scale=2.0",
    ],
    "multi_head_attention_forward": [
        "x(3, 2, 4), x(3, 2, 4), x(3, 2, 4), 4, 2, x(12, 4), x(12), None, None, False, 0.0, "
        "x(4, 4), x(4), attn_mask=T.ones(3, 3).triu(1) > 0, is_causal=True, need_weights=False",
        "x(3, 2, 4), x(5, 2, 4), x(5, 2, 4), 4, 2, x(12, 4), x(12), x(1, 1, 4), x(1, 1, 4), True, "
        "0.0, x(4, 4), None, key_padding_mask=T.arange(5).repeat(2, 1) > 3, attn_mask=x(4, 3, 5)",
    ],
    "normalize": ["T.zeros(2, 3)", "x(2, 3, 4), 1, 2"],
    "cosine_similarity": ["T.zeros(2, 3), x(2, 3)"],
    "triplet_margin_loss": ["x(4, 3), x(4, 3), x(4, 3), 1.0, 3.0, reduction='none'"],
}
RANDOM = {name for name, op in TABLE.items() if op.random}
# PyTorch serves no doubles.
SINGLE = {"grouped_mm"}
# PyTorch's own result is the less exact one.
FLOAT32_CONSTANT = {"hardsigmoid": "its derivative 1/6 is a float32 constant, also for doubles"}
NAN_SECOND = {
    "T.zeros(2, 3)": "0 / 0 in the second derivative of a norm",
    "T.zeros(2, 3), x(2, 3)": "the same",
}


def functional_operators():
    """Every operator of the functional namespace, with the name it has there."""
    for op in TABLE.values():
        if "functional" in op.namespace.split() and op.inplace_of is None:
            yield op, op.name.removeprefix("functional_")


def cases():
    own = {
        name: list(op.samples)
        for op, name in functional_operators()
        if not op.random and not op.mutates
    }
    for name in dict.fromkeys([*own, *FURTHER]):
        for text in dict.fromkeys([*own.get(name, ()), *FURTHER.get(name, ())]):
            yield name, text


CASES = list(cases())


def evaluate(text, dtype, library, functional, make):
    # Constants in the text are float32 unless the default says otherwise.
    before = library.get_default_dtype()
    library.set_default_dtype(getattr(library, dtype))
    try:
        sample = testing.make_sample(
            text, dtype, library=library, functional=functional, from_numpy=make, requires_grad=True
        )
        return sample if ".detach()" in text else sample.map(tracked)
    finally:
        library.set_default_dtype(before)


def tracked(t):
    """Constants of the text take gradients too."""
    return t.requires_grad_() if t.is_leaf and t.is_floating_point() else t


def pair(text, dtype):
    ours = evaluate(text, dtype, fb, F, fb.from_numpy)
    theirs = evaluate(text, dtype, torch, torch.nn.functional, torch.from_numpy)
    return ours, theirs


def quietly(function, sample):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return [
            t for t in testing.flatten(function(*sample.args, **sample.kwargs)) if t is not None
        ]


def weights(t, library):
    """Fixed, unequal weights of a tensor's shape."""
    values = np.cos(np.arange(t.numel(), dtype=np.float64) * 1.3).reshape(tuple(t.shape))
    return library.from_numpy(values).to(t.dtype)


def weighted_sum(tensors, library):
    return sum((t * weights(t, library)).sum() for t in tensors)


def assert_close(got, want, dtype, what, loosen=1):
    rtol, atol = {"float32": (1e-4, 2e-5), "float64": (1e-9, 1e-11)}[dtype]
    assert str(got.dtype) == str(want.dtype), f"{what}: {got.dtype}, PyTorch {want.dtype}"
    assert tuple(got.shape) == tuple(want.shape), (
        f"{what}: {tuple(got.shape)}, PyTorch {tuple(want.shape)}"
    )
    np.testing.assert_allclose(
        got.detach().numpy(), numbers(want), rtol * loosen, atol * loosen, err_msg=what
    )


def numbers(t):
    """PyTorch's tensor as an array, also where it is one of its lazy zeros."""
    return t.detach().numpy(force=True)


def gradients(results, inputs, library, grad, twice=True):
    """First gradients of a weighted sum of results, and second ones of a weighted sum of those."""
    first = second = None
    results = [r for r in results if r.requires_grad]
    if results and inputs:
        first = grad(weighted_sum(results, library), inputs, create_graph=True, allow_unused=True)
        again = [g for g in first if g is not None and g.requires_grad]
        if again and twice:
            try:
                second = grad(weighted_sum(again, library), inputs, allow_unused=True)
            except RuntimeError as e:
                if library is fb or "is not implemented" not in str(e):
                    raise
    return first, second


def compare_gradients(got, want, dtype, what, loosen):
    if want is None:
        return
    for i, w in enumerate(want):
        g = None if got is None else got[i]
        if w is None or not w.numel():
            assert g is None or not g.detach().numpy().any(), f"{what} {i}: PyTorch has none"
        elif g is None:
            assert not numbers(w).any(), f"{what} {i}: missing"
        else:
            assert_close(g, w, dtype, f"{what} {i}", loosen)


def strided(t):
    """The same values with gaps in memory, as a leaf."""
    if not t.is_floating_point():
        return testing.strided(t)
    return testing.strided(t).requires_grad_(t.requires_grad)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("name", "text"), CASES)
def test_values_and_gradients(name, text, dtype):
    if name in SINGLE and dtype == "float64":
        pytest.skip("PyTorch serves no doubles")
    ours, theirs = pair(text, dtype)
    function, oracle = getattr(F, name), getattr(torch.nn.functional, name)
    want = quietly(oracle, theirs)
    targets = [t for t in theirs.tensors() if t.requires_grad]
    first, second = gradients(want, targets, torch, torch.autograd.grad)
    for layout, sample in (("contiguous", ours), ("strided", ours.map(strided))):
        what = f"{name}({text}), {layout}"
        got = quietly(function, sample)
        assert len(got) == len(want), what
        for g, w in zip(got, want, strict=True):
            assert_close(g, w, dtype, what)
        if name in FLOAT32_CONSTANT and dtype == "float64":
            continue
        inputs = [t for t in sample.tensors() if t.requires_grad]
        one, two = gradients(got, inputs, fb, firebrick_autograd.grad, second is not None)
        compare_gradients(one, first, dtype, f"{what}: gradient", 1)
        if text not in NAN_SECOND:
            compare_gradients(two, second, dtype, f"{what}: second gradient", 10)


ERRORS = [
    (name, text, kind, pattern)
    for op, name in functional_operators()
    for text, kind, pattern in op.errors
]


@pytest.mark.parametrize(("name", "text", "kind", "pattern"), ERRORS)
def test_pytorch_raises_the_same(name, text, kind, pattern):
    theirs = testing.make_sample(
        text, library=torch, functional=torch.nn.functional, from_numpy=torch.from_numpy
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        # What is no tensor at all fails in PyTorch wherever it is first used.
        with pytest.raises((kind, AttributeError) if kind is TypeError else kind):
            getattr(torch.nn.functional, name)(*theirs.args, **theirs.kwargs)


# ---------------------------------------------------------------------- random numbers
MASKS = [
    ("dropout", (40, 7), (0.3,), {}),
    ("dropout", (40, 7), (0.0,), {}),
    ("dropout", (40, 7), (1.0,), {}),
    ("dropout", (3, 5), (0.5, False), {}),
    ("dropout1d", (4, 5, 6), (0.5,), {}),
    ("dropout1d", (5, 6), (0.5,), {}),
    ("dropout2d", (4, 5, 3, 2), (0.5,), {}),
    ("dropout3d", (4, 5, 3, 2, 2), (0.5,), {}),
    ("alpha_dropout", (40, 7), (0.3, True), {}),
    ("feature_alpha_dropout", (6, 5, 4), (0.3, True), {}),
    ("fractional_max_pool2d", (2, 3, 9, 8), (2, (4, 5)), {}),
    ("fractional_max_pool2d", (3, 9, 8), ((3, 2),), {"output_ratio": (0.5, 0.6)}),
    ("fractional_max_pool3d", (2, 3, 7, 6, 8), (2, (3, 2, 4)), {}),
    ("rrelu", (40, 7), (), {"training": True}),
    ("rrelu", (40, 7), (), {}),
    ("gumbel_softmax", (5, 4), (0.7,), {}),
    ("gumbel_softmax", (5, 4), (), {"hard": True, "dim": 0}),
]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("name", "shape", "args", "named"), MASKS)
def test_random_masks_are_pytorchs(name, shape, args, named, dtype):
    values = np.random.default_rng(3).normal(size=shape).astype(dtype)
    found = []
    for library, functional in ((fb, F), (torch, torch.nn.functional)):
        library.manual_seed(11)
        x = library.from_numpy(values).clone().requires_grad_()
        out = getattr(functional, name)(x, *args, **named)
        (out * weights(out, library)).sum().backward()
        found.append((out.detach().numpy(), x.grad.numpy(), library.rand(3).numpy()))
    for got, want in zip(*found, strict=True):
        np.testing.assert_allclose(got, want, 1e-5 if dtype == "float32" else 1e-12, 1e-7)


def test_dropout_of_a_transposed_tensor_draws_in_memory_order():
    found = []
    for library, functional in ((fb, F), (torch, torch.nn.functional)):
        library.manual_seed(5)
        found.append(functional.dropout(library.ones(6, 9).t(), 0.5).numpy())
    np.testing.assert_array_equal(*found)


def test_attention_dropout_is_pytorchs():
    found = []
    for library, functional in ((fb, F), (torch, torch.nn.functional)):
        library.manual_seed(5)
        q = library.arange(48.0).reshape(2, 4, 6) / 50
        found.append(functional.scaled_dot_product_attention(q, q, q, dropout_p=0.5).numpy())
    np.testing.assert_allclose(*found, 1e-6)


# ---------------------------------------------------------------------- in place, and other state
INPLACE = [
    ("relu", ()),
    ("relu6", ()),
    ("hardtanh", (-0.5, 0.5)),
    ("threshold", (0.1, 3.0)),
    ("leaky_relu", (0.2,)),
    ("elu", (0.7,)),
    ("selu", ()),
    ("celu", (0.7,)),
    ("silu", ()),
    ("mish", ()),
    ("hardsigmoid", ()),
    ("hardswish", ()),
    ("dropout", (0.4, True)),
    ("dropout2d", (0.4, True)),
    ("alpha_dropout", (0.4, True)),
    ("rrelu", (0.1, 0.3, True)),
]


@pytest.mark.parametrize(("name", "args"), INPLACE)
def test_inplace(name, args):
    values = np.random.default_rng(3).normal(size=(2, 3, 4, 4)).astype("float32")
    found = []
    for library, functional in ((fb, F), (torch, torch.nn.functional)):
        library.manual_seed(2)
        x = library.from_numpy(values).clone().requires_grad_()
        y = x * 2
        assert getattr(functional, name)(y, *args, inplace=True) is y
        (y * weights(y, library)).sum().backward()
        found.append((y.detach().numpy(), x.grad.numpy()))
    for got, want in zip(*found, strict=True):
        np.testing.assert_allclose(got, want, 1e-5, 1e-6)


@pytest.mark.parametrize(
    "name", ["relu_", "elu_", "leaky_relu_", "hardtanh_", "selu_", "celu_", "threshold_"]
)
def test_inplace_functions(name):
    values = np.random.default_rng(3).normal(size=(3, 4)).astype("float32")
    args = (0.1, 3.0) if name == "threshold_" else ()
    found = [
        getattr(functional, name)(library.from_numpy(values.copy()), *args).numpy()
        for library, functional in ((fb, F), (torch, torch.nn.functional))
    ]
    np.testing.assert_allclose(*found, 1e-6, 1e-7)


@pytest.mark.parametrize("shape", [(6, 3), (4, 3, 5), (4, 3, 2, 2)])
@pytest.mark.parametrize("name", ["batch_norm", "instance_norm"])
def test_running_statistics(name, shape):
    if name == "instance_norm" and len(shape) == 2:
        pytest.skip("instance_norm needs a spatial dimension")
    rng = np.random.default_rng(1)
    batches = [rng.normal(2, 3, shape).astype("float32") for _ in range(3)]
    found = []
    for library, functional in ((fb, F), (torch, torch.nn.functional)):
        mean, var = library.zeros(3), library.ones(3)
        version = mean._version
        outs = [
            getattr(functional, name)(
                library.from_numpy(b), mean, var, None, None, True, 0.3
            ).numpy()
            for b in batches
        ]
        assert library is torch or mean._version > version
        used = getattr(functional, name)(
            library.from_numpy(batches[0]), mean, var, None, None, False
        ).numpy()
        found.append([*outs, used, mean.numpy(), var.numpy()])
    for got, want in zip(*found, strict=True):
        np.testing.assert_allclose(got, want, 1e-4, 1e-5)


def test_embedding_max_norm_changes_the_rows_in_use():
    table = np.random.default_rng(0).normal(size=(5, 3)).astype("float32")
    found = []
    for library, functional in ((fb, F), (torch, torch.nn.functional)):
        weight = library.from_numpy(table.copy())
        out = functional.embedding(library.tensor([1, 3, 1]), weight, max_norm=0.5)
        found.append((out.numpy(), weight.numpy()))
    for got, want in zip(*found, strict=True):
        np.testing.assert_allclose(got, want, 1e-5)


def test_max_pool_nan_and_ties():
    values = np.asarray(
        [
            [1.0, NAN, 0.0, 2.0],
            [NAN, 1.0, 2.0, 2.0],
            [5.0, 5.0, -INF, -INF],
            [5.0, 1.0, -INF, -INF],
        ],
        "float32",
    )
    found = []
    for library, functional in ((fb, F), (torch, torch.nn.functional)):
        x = library.from_numpy(values.copy())[None, None].requires_grad_()
        out, indices = functional.max_pool2d(x, 2, 1, return_indices=True)
        out.nan_to_num(0.0, 0.0, 0.0).sum().backward() if library is torch else out.sum().backward()
        found.append((out.detach().numpy(), indices.numpy()))
    for got, want in zip(*found, strict=True):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("name", ["erf", "erfc", "erfinv", "lgamma", "digamma"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_special_functions(name, dtype):
    grid = np.concatenate(
        [
            np.linspace(-6, 6, 4001),
            np.linspace(-40, 40, 401) + 0.01,
            [0.0, -0.0, 1e-30, -1e-30, 30.0, 1e20, INF, -INF, NAN],
        ]
    ).astype(dtype)
    if name == "erfinv":
        grid = np.concatenate(
            [np.linspace(-1, 1, 4001), 1 - 10.0 ** -np.arange(1, 8), [1.5, NAN]]
        ).astype(dtype)
    elif name == "digamma":
        grid = np.concatenate(
            [
                np.linspace(0.01, 30, 4001),
                np.linspace(-9.95, -0.05, 43),
                [0.0, -0.0, -1.0, 1e6, INF, NAN],
            ]
        ).astype(dtype)
    got, want = (
        getattr(fb, name)(fb.from_numpy(grid)).numpy(),
        getattr(torch, name)(torch.from_numpy(grid)).numpy(),
    )
    rtol, atol = (3e-6, 1e-6) if dtype == "float32" else (5e-14, 5e-14)
    if name == "digamma":
        rtol, atol = (3e-5, 1e-5) if dtype == "float32" else (1e-12, 1e-12)
    np.testing.assert_allclose(got, want, rtol, atol)


def test_warnings_are_pytorchs():
    for call in (
        "F.softmax(T.ones(2, 2))",
        "F.mse_loss(T.ones(2, 2), T.ones(2))",
        "F.mse_loss(T.ones(2), T.ones(2), size_average=False)",
    ):
        messages = []
        for library, functional in ((fb, F), (torch, torch.nn.functional)):
            with pytest.warns(UserWarning) as caught:
                eval(call, {"T": library, "F": functional})
            messages.append(str(caught[0].message))
        assert messages[0] == messages[1]


def test_half_precision_is_close():
    values = np.random.default_rng(0).normal(size=(4, 6)).astype("float16")
    for call in (
        "F.gelu(x)",
        "F.softmax(x, 1)",
        "F.log_softmax(x, 0)",
        "F.layer_norm(x, (6,))",
        "F.silu(x)",
        "F.cross_entropy(x, T.tensor([0, 1, 2, 3]))",
        "F.mse_loss(x, x * 2)",
    ):
        got, want = (
            eval(call, {"F": f, "T": lib, "x": lib.from_numpy(values)})
            for lib, f in ((fb, F), (torch, torch.nn.functional))
        )
        assert str(got.dtype) == str(want.dtype)
        np.testing.assert_allclose(
            got.numpy().astype("f4"), want.numpy().astype("f4"), 2e-3, 2e-3, err_msg=call
        )
