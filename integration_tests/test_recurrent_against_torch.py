"""Recurrent networks against PyTorch: all options, outputs, gradients twice, dropout's numbers."""

import itertools

import numpy as np
import pytest

import firebrick_autograd
import firebrick_core as fb

torch = pytest.importorskip("torch")

GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}
TIME, BATCH, INPUTS, SIZE = 4, 3, 4, 3
BATCH_SIZES = (3, 3, 2, 1)
# name, layers, bidirectional, biases, projected size, dropout (which falls between layers)
NETWORKS = [
    (name, layers, both, biases, projected, dropout)
    for name, layers, both, biases in itertools.product(
        GATES, (1, 2), (False, True), (False, True)
    )
    for projected in ((0, 2) if name == "lstm" else (0,))
    for dropout in ((0.0, 0.4) if layers > 1 else (0.0,))
]


def arrays(name, layers, both, biases, projected, packed, batch_first):
    """Input, states and weights of a network."""
    rng = np.random.default_rng(0)
    directions, out = 1 + both, projected or SIZE
    shape = (BATCH, TIME, INPUTS) if batch_first else (TIME, BATCH, INPUTS)
    x = rng.normal(size=(sum(BATCH_SIZES), INPUTS) if packed else shape)
    sizes = (out, SIZE) if name == "lstm" else (out,)
    hidden = [rng.normal(size=(layers * directions, BATCH, s)) for s in sizes]
    weights = []
    for layer, _ in itertools.product(range(layers), range(directions)):
        inputs, gates = (directions * out if layer else INPUTS), GATES[name] * SIZE
        shapes = [(gates, inputs), (gates, out)]
        shapes += [(gates,)] * 2 if biases else []
        shapes += [(out, SIZE)] if projected else []
        weights += [rng.normal(size=s) * 0.5 for s in shapes]
    return x, hidden, weights


def run(library, grad, name, given, options, packed):
    """Outputs, gradients of all tensors, gradients of those, and the next random number."""
    x, hidden, weights = (
        [library.from_numpy(a.copy()).requires_grad_() for a in part]
        for part in ([given[0]], *given[1:])
    )
    hx = hidden if name == "lstm" else hidden[0]
    library.manual_seed(3)
    before = (x[0], library.tensor(BATCH_SIZES)) if packed else (x[0],)
    out = getattr(library, name)(*before, hx, weights, *options)
    after = library.rand(1).item()
    tensors = [*x, *hidden, *weights]
    loss = sum((o * o).sum() * (k + 1) for k, o in enumerate(out))
    once = grad(loss, tensors, create_graph=True, allow_unused=True)
    twice = grad(sum((g * g).sum() for g in once), tensors, allow_unused=True)
    return [t.detach().numpy() for t in (*out, *once, *twice)], after


@pytest.mark.parametrize(("packed", "batch_first"), [(0, 0), (0, 1), (1, 0)])
@pytest.mark.parametrize(("name", "layers", "both", "biases", "projected", "dropout"), NETWORKS)
def test_networks(name, layers, both, biases, projected, dropout, packed, batch_first):
    given = arrays(name, layers, both, biases, projected, packed, batch_first)
    options = [biases, layers, dropout, True, both]
    if not packed:
        options.append(bool(batch_first))
    got, drawn = run(fb, firebrick_autograd.grad, name, given, options, packed)
    want, expected = run(torch, torch.autograd.grad, name, given, options, packed)
    assert drawn == expected
    for g, w in zip(got, want, strict=True):
        np.testing.assert_allclose(g, w, 1e-9, 1e-9)
