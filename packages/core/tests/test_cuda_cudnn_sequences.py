"""Attention, recurrent networks and CTC by cuDNN, on a fake device."""

from __future__ import annotations

import numpy as np
import pytest
from fake_cudnn.cases import (
    DTYPES,
    agree,
    cupy as cupy,
    kind,
    randn,
    served as served,
    settings as settings,
    world as world,
)

import firebrick_core as fb
from firebrick_core import _operators as T

ATTENTIONS = {
    # queries, keys, values; whether heads lie apart or inside of each place, as layers leave them
    "equal": ((2, 4, 16, 8), (2, 4, 16, 8), (2, 4, 16, 8), False),
    "places first": ((2, 4, 16, 8), (2, 4, 16, 8), (2, 4, 16, 8), True),
    "other keys": ((1, 2, 17, 64), (1, 2, 33, 64), (1, 2, 33, 64), True),
    "one query": ((1, 2, 1, 64), (1, 2, 33, 64), (1, 2, 33, 64), False),
    "more queries": ((1, 2, 5, 8), (1, 2, 3, 8), (1, 2, 3, 8), False),
    "shared heads": ((2, 4, 12, 32), (2, 2, 12, 32), (2, 2, 12, 32), False),
    "wider values": ((1, 2, 6, 8), (1, 2, 6, 8), (1, 2, 6, 16), False),
    "the widest": ((1, 1, 4, 128), (1, 1, 4, 128), (1, 1, 4, 128), False),
}


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("case", ATTENTIONS)
def test_attention(world, served, case, dtype, causal):
    *shapes, inside = ATTENTIONS[case]
    tensors = [randn(*shape, seed=i, dtype=kind(dtype)) for i, shape in enumerate(shapes)]
    if inside:
        tensors = [t.transpose(1, 2).contiguous().transpose(1, 2) for t in tensors]
    out, stats = T.attention(tensors, 0.3, causal)
    grad = randn(*out.shape, seed=3, dtype=out.dtype)
    agree(T.attention, tensors, 0.3, causal)
    agree(T.attention_backward, grad, tensors, out, stats, 0.3, causal)
    assert served == ["attention", "attention_backward"]
    said = [t.said["stride"][1] for t in world.plans[0].tensors]
    assert said == [t.stride(1) for t in tensors]  # nothing was copied


ATTENDED = {
    # what the layer is given, and whether cuDNN serves it
    "plain": ({}, "float16", True),
    "causal": ({"is_causal": True}, "float16", True),
    "scaled": ({"scale": 0.5}, "float16", True),
    "a mask": ({"attn_mask": fb.ones(6, 6, dtype=fb.bool).tril()}, "float16", False),
    "dropout": ({"dropout_p": 0.5}, "float16", False),
    "float32": ({}, "float32", False),
}


@pytest.mark.parametrize("case", ATTENDED)
def test_attention_of_layers(world, served, case):
    options, dtype, by_cudnn = ATTENDED[case]
    tensors = [randn(2, 2, 6, 8, seed=i, dtype=getattr(fb, dtype)) for i in range(3)]
    there = {k: v.cuda() if hasattr(v, "cuda") else v for k, v in options.items()}
    attend = fb.functional.scaled_dot_product_attention
    got = attend(*(t.cuda() for t in tensors), **there)
    assert ("attention" in served) is by_cudnn
    if "dropout_p" not in options:
        want = attend(*tensors, **options).float()
        np.testing.assert_allclose(got.cpu().float(), want, 1e-2, 1e-2)


NETWORKS = {
    # mode, layers, directions, has_biases, projection, sizes of steps
    "lstm": ("lstm", 1, 1, True, 0, (3, 3, 3)),
    "lstm, two layers both ways": ("lstm", 2, 2, True, 0, (3, 3)),
    "lstm, projecting": ("lstm", 2, 1, True, 2, (3, 2, 1)),
    "lstm, projecting, without biases": ("lstm", 1, 2, False, 2, (3, 3)),
    "gru": ("gru", 2, 1, True, 0, (4, 4)),
    "gru of packed rows": ("gru", 1, 2, False, 0, (4, 2, 2, 1)),
    "tanh": ("rnn_tanh", 1, 1, True, 0, (2, 2)),
    "relu": ("rnn_relu", 3, 2, True, 0, (2, 1)),
}


def network_of(mode, layers, directions, biases, projected, sizes, dtype=fb.float32):
    """The arguments of the operator: input of 3 features, states of 4."""
    hidden, gates = 4, {"lstm": 4, "gru": 3}.get(mode, 1)
    out, cells = projected or hidden, layers * directions
    shapes = [(sum(sizes), 3), (cells, sizes[0], out)] + [(cells, sizes[0], hidden)] * (gates == 4)
    for cell in range(cells):
        below = 3 if cell < directions else out * directions
        shapes += [(gates * hidden, below), (gates * hidden, out)]
        shapes += [(gates * hidden,)] * (2 * biases) + [(out, hidden)] * (projected > 0)
    tensors = [randn(*s, seed=i, dtype=dtype) * 0.5 for i, s in enumerate(shapes)]
    return tensors, mode, biases, directions, sizes


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("case", NETWORKS)
def test_recurrent_networks(world, served, case, dtype):
    tensors, *options = network_of(*NETWORKS[case], dtype=kind(dtype))
    out, *lasts = T.recurrent_network(tensors, *options)
    agree(T.recurrent_network, tensors, *options, tolerance=1e-4)
    grads = [randn(*t.shape, seed=i, dtype=t.dtype) for i, t in enumerate((out, *lasts))]
    agree(T.recurrent_network_backward, grads, tensors, *options, tolerance=1e-4)
    grads[-1] = None
    agree(T.recurrent_network_backward, grads, tensors, *options, tolerance=1e-4)
    assert len(served) == 3 and world.count("SetRNNDescriptor_v8") == 1
    names = [name for name, _ in world.log if name.startswith("RNN")]
    back = ["RNNForward", "RNNBackwardData_v8", "RNNBackwardWeights_v8"]
    assert names == ["RNNForward", *back, *back]


MATHS = {
    "float32": ({}, 0), "float16": ({}, 1), "bfloat16": ({}, 1), "float64": ({}, 0),
    "float32 exact": ({"allow_tf32": False}, 3), "float16 exact": ({"allow_tf32": False}, 1),
}  # fmt: skip


@pytest.mark.parametrize("case", MATHS)
def test_the_arithmetic_of_recurrent_networks(world, settings, case):
    values, math = MATHS[case]
    vars(settings).update(values)
    tensors, *options = network_of(*NETWORKS["lstm"], dtype=kind(case.split()[0]))
    T.recurrent_network([t.cuda() for t in tensors], *options)
    said = world.last("SetRNNDescriptor_v8")
    assert said[8] == math and said[7] == (1 if case == "float64" else 0)


def test_networks_whose_gates_lie_apart_are_left_to_the_plain_kernel(world):
    world.refused.add("apart")
    agree(T.recurrent_network, *network_of(*NETWORKS["lstm"]), tolerance=1e-4)
    assert not world.count("RNNForward")


TARGETS = {
    # targets, input lengths, target lengths
    "rows": ([[1, 2, 2], [3, 3, 0], [4, 0, 0]], [7, 5, 7], [3, 2, 1]),
    "one after another": ([1, 2, 2, 3, 3, 4], [7, 5, 7], [3, 2, 1]),
    "without labels": ([[0], [0], [0]], [7, 5, 0], [0, 0, 0]),
    "some do not fit": ([[1, 2, 3], [2, 2, 0], [1, 1, 1]], [3, 2, 0], [3, 2, 3]),
}


@pytest.mark.parametrize("zero_infinity", [False, True])
@pytest.mark.parametrize("case", TARGETS)
def test_ctc(world, served, case, zero_infinity):
    targets, input_lengths, target_lengths = map(fb.tensor, TARGETS[case])
    log_probs = randn(7, 3, 5).log_softmax(2)
    longest = int(target_lengths.max())
    tensors = [log_probs, targets, input_lengths, target_lengths]
    agree(T.ctc_cost, tensors, longest, 0, zero_infinity)
    F = fb.functional
    arguments = [t.cuda() for t in tensors]
    got = F.ctc_loss(*arguments, reduction="none", zero_infinity=zero_infinity)
    want = F.ctc_loss(*tensors, reduction="none", zero_infinity=zero_infinity)
    np.testing.assert_allclose(got.cpu(), want, 1e-5)
    assert served == ["ctc_cost"] * 2
    F.ctc_loss(*arguments, blank=4)
    F.ctc_loss(log_probs.double().cuda(), *arguments[1:])
    assert served == ["ctc_cost"] * 2  # another blank and dtype are left to the plain kernels


LAYERS = {
    # options of the layer, and whether cuDNN serves it
    "plain": ("True, 2, 0.0, True, False", True),
    "dropout in evaluation": ("True, 2, 0.5, False, False", True),
    "dropout between layers": ("True, 2, 0.5, True, False", False),
}


@pytest.mark.parametrize("case", LAYERS)
def test_recurrent_layers(world, served, case):
    options, by_cudnn = LAYERS[case]
    has_biases, layers, dropout, train, both = eval(options)
    tensors, *_ = network_of("gru", 2, 1, True, 0, (3, 3))
    rows, h0, *weights = (t.cuda() for t in tensors)
    arguments = (has_biases, layers, dropout, train, both, False)
    out, last = fb.gru(rows.reshape(2, 3, 3), h0, weights, *arguments)
    assert ("recurrent_network" in served) is by_cudnn and out.shape == (2, 3, 4)
    if by_cudnn:
        rows, h0, *weights = tensors
        want, _ = fb.gru(rows.reshape(2, 3, 3), h0, weights, *arguments)
        np.testing.assert_allclose(out.cpu(), want, 1e-5, 1e-6)


def test_layers_of_a_network_are_served(world, served):
    F = fb.functional
    x, w = randn(4, 3, 8, 8).cuda(), randn(8, 3, 3, 3, seed=1).cuda()
    mean, var = fb.zeros(8, device="cuda"), fb.ones(8, device="cuda")
    for training in (True, False):
        y = F.batch_norm(F.conv2d(x, w, padding=1), mean, var, training=training)
        y = F.avg_pool2d(F.max_pool2d(y, 2), 2)
    F.conv_transpose2d(y, w)
    assert served == [
        "convolve", "normalize_affine", "max_pool", "avg_pool",
        "convolve", "scale_and_shift", "max_pool", "avg_pool", "convolve_input",
    ]  # fmt: skip
