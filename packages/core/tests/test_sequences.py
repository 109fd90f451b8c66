"""Sequences, bags and sampled images against their definitions, written out in loops."""

import itertools
import math

import numpy as np
import pytest

import firebrick_core as fb
import firebrick_core.functional as F
from firebrick_core.ops.linear_cross_entropy import LinearCrossEntropyOptions

RNG = np.random.default_rng(0)


def normal(*shape):
    return fb.from_numpy(RNG.normal(size=shape))


def close(got, want, tolerance=1e-12):
    np.testing.assert_allclose(got.numpy(), np.asarray(want), tolerance, tolerance)


# ---------------------------------------------------------------------- alignments
def collapsed(path, blank):
    """A path without its repetitions, then without its blanks."""
    return [k for k, _ in itertools.groupby(path) if k != blank]


def total_probability(log_probs, target, blank):
    """The sum over all paths of classes that collapse to the target."""
    steps, classes = log_probs.shape
    return sum(
        math.exp(sum(log_probs[t, k] for t, k in enumerate(path)))
        for path in itertools.product(range(classes), repeat=steps)
        if collapsed(path, blank) == target
    )


@pytest.mark.parametrize("blank", [0, 2])
@pytest.mark.parametrize("target", [[], [1], [1, 1], [1, 3], [3, 1, 3]])
def test_ctc_sums_over_all_paths(target, blank):
    log_probs = normal(5, 4).log_softmax(1)
    labels = fb.tensor([*target, 1, 1], dtype=fb.int64)  # what comes after the length is padding
    got = F.ctc_loss(log_probs, labels, (5,), (len(target),), blank, "none")
    close(got.exp(), 1 / total_probability(log_probs.numpy(), target, blank), 1e-10)


def test_ctc_of_a_batch_is_that_of_its_samples():
    log_probs, lengths = normal(7, 3, 5).log_softmax(2), ((7, 4, 5), (3, 2, 0))
    padded = fb.tensor([[1, 2, 2], [3, 3, 0], [0, 0, 0]])
    packed = fb.tensor([1, 2, 2, 3, 3])
    singles = [
        F.ctc_loss(log_probs[:t, n], padded[n, :s], (t,), (s,), reduction="none").item()
        for n, (t, s) in enumerate(zip(*lengths, strict=True))
    ]
    for targets in (padded, packed):
        close(F.ctc_loss(log_probs, targets, *lengths, reduction="none"), singles)
    close(F.ctc_loss(log_probs, padded, *lengths), np.mean(np.divide(singles, [3, 2, 1])))


def test_ctc_of_targets_that_do_not_fit():
    log_probs, targets = normal(2, 1, 4).log_softmax(2), fb.tensor([[1, 1]])
    arguments = (log_probs, targets, (2,), (2,))
    assert F.ctc_loss(*arguments).item() == math.inf
    assert F.ctc_loss(*arguments, zero_infinity=True).item() == 0


# ---------------------------------------------------------------------- recurrent networks
def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def lstm_step(x, h, c, w, u, b, d):
    i, f, g, o = np.split(w @ x + b + u @ h + d, 4)
    c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
    return sigmoid(o) * np.tanh(c), c


def gru_step(x, h, c, w, u, b, d):
    (r, z, n), (p, q, m) = np.split(w @ x + b, 3), np.split(u @ h + d, 3)
    r, z = sigmoid(r + p), sigmoid(z + q)
    n = np.tanh(n + r * m)
    return (1 - z) * n + z * h, c


def tanh_step(x, h, c, w, u, b, d):
    return np.tanh(w @ x + b + u @ h + d), c


def relu_step(x, h, c, w, u, b, d):
    return np.maximum(w @ x + b + u @ h + d, 0), c


STEPS = {"lstm": (lstm_step, 4), "gru": (gru_step, 3), "rnn_tanh": (tanh_step, 1)}
STEPS["rnn_relu"] = (relu_step, 1)


def network(name, inputs=3, size=4):
    gates = STEPS[name][1] * size
    return [normal(gates, inputs), normal(gates, size), normal(gates), normal(gates)]


def states(name, h, c):
    return (h, c) if name == "lstm" else h


def by_hand(name, x, h, c, weights, reverse=False):
    """The outputs of one sequence (time, features), and the last h and c."""
    outs = []
    for row in x[::-1] if reverse else x:
        h, c = STEPS[name][0](row, h, c, *(w.numpy() for w in weights))
        outs.append(h)
    return np.stack(outs[::-1] if reverse else outs), h, c


@pytest.mark.parametrize("name", STEPS)
def test_a_layer_is_its_steps(name):
    x, h, c, weights = normal(5, 2, 3), normal(1, 2, 4), normal(1, 2, 4), network(name)
    out, *last = getattr(fb, name)(
        x, states(name, h, c), weights, True, 1, 0.0, False, False, False
    )
    for n in range(2):
        start = (t[0, n].numpy() for t in (h, c))
        want, h_last, c_last = by_hand(name, x[:, n].numpy(), *start, weights)
        close(out[:, n], want)
        for got, wanted in zip(last, (h_last, c_last), strict=False):
            close(got[0, n], wanted)


@pytest.mark.parametrize("name", STEPS)
def test_packed_sequences_are_single_ones(name):
    lengths, sizes = (4, 2, 1), (3, 2, 1, 1)
    h, c, weights = normal(2, 3, 4), normal(2, 3, 4), network(name) + network(name)
    sequences = [normal(n, 3) for n in lengths]
    data = fb.stack([sequences[n][t] for t, size in enumerate(sizes) for n in range(size)])
    packed = fb.tensor(sizes)
    out, *last = getattr(fb, name)(
        data, packed, states(name, h, c), weights, True, 1, 0.0, False, True
    )
    starts = np.cumsum((0, *sizes))
    for n, sequence in enumerate(sequences):
        own = fb.stack([out[int(starts[t]) + n] for t in range(lengths[n])])
        for direction in range(2):
            want, h_last, _ = by_hand(
                name,
                sequence.numpy(),
                h[direction, n].numpy(),
                c[direction, n].numpy(),
                weights[4 * direction : 4 * direction + 4],
                reverse=direction == 1,
            )
            close(own[:, 4 * direction : 4 * direction + 4], want)
            close(last[0][direction, n], h_last)


@pytest.mark.parametrize("name", STEPS)
def test_a_cell_is_a_step(name):
    x, h, c, weights = normal(2, 3), normal(2, 4), normal(2, 4), network(name)
    got = getattr(fb, f"{name}_cell")(x, states(name, h, c), *weights)
    for n in range(2):
        want = STEPS[name][0](*(t[n].numpy() for t in (x, h, c)), *(w.numpy() for w in weights))
        for g, w in zip(got if name == "lstm" else (got,), want, strict=False):
            close(g[n], w)


# ---------------------------------------------------------------------- bags
@pytest.mark.parametrize(("mode", "of"), [("sum", np.sum), ("mean", np.mean), ("max", np.max)])
@pytest.mark.parametrize("padding_idx", [None, 2])
def test_bags(mode, of, padding_idx):
    table, indices = normal(6, 3), fb.from_numpy(RNG.integers(0, 6, 12))
    bounds = [0, 4, 4, 5, 12]
    got = F.embedding_bag(
        indices, table, fb.tensor(bounds[:-1]), mode=mode, padding_idx=padding_idx
    )
    for bag, (begin, end) in enumerate(itertools.pairwise(bounds)):
        kept = [i for i in indices[begin:end].tolist() if i != padding_idx]
        close(got[bag], of(table.numpy()[kept], 0) if kept else np.zeros(3))


# ---------------------------------------------------------------------- images
def test_grid_sample_at_whole_positions_takes_the_elements():
    image = normal(1, 2, 3, 5)
    y, x = np.meshgrid(np.linspace(-1, 1, 3), np.linspace(-1, 1, 5), indexing="ij")
    grid = fb.from_numpy(np.stack([x, y], -1)[None])
    for mode in ("bilinear", "nearest", "bicubic"):
        close(F.grid_sample(image, grid, mode, align_corners=True), image)
    same = F.affine_grid(fb.tensor([[[1.0, 0, 0], [0, 1, 0]]]).double(), image.shape, False)
    close(F.grid_sample(image, same, align_corners=False), image)


def test_folded_positions_stay_inside():
    at = fb.linspace(-40, 40, 997).double()
    for size, align_corners in itertools.product((1, 2, 7), (True, False)):
        for mode in (1, 2):
            inside = fb._operators.fold_positions(at, size, mode, align_corners)
            assert inside.min() >= 0 and inside.max() <= size - 1


def test_fold_counts_the_windows_of_each_element():
    ones = fb.ones(1, 2, 6, 7)
    columns = F.unfold(ones, (2, 3), dilation=2, padding=1, stride=(1, 2))
    image = F.fold(columns, (6, 7), (2, 3), dilation=2, padding=1, stride=(1, 2))
    assert image.sum() == columns.sum() and (image == image[:, :1]).all()


@pytest.mark.parametrize("place", [0.0, 0.37, 0.999])
def test_fractional_windows_cover_the_input_in_order(place):
    line = fb.arange(23.0).reshape(1, 1, 1, 23)
    places = fb.full((1, 1, 2), place)
    ends = F.fractional_max_pool2d(line, (1, 3), (1, 9), _random_samples=places).flatten().tolist()
    steps = {b - a for a, b in itertools.pairwise(ends)}
    assert ends[0] == 2 and ends[-1] == 22 and steps <= {2, 3}


def test_moves_between_channels_and_space_undo_each_other():
    x = normal(2, 8, 3, 4)
    close(F.pixel_unshuffle(F.pixel_shuffle(x, 2), 2), x)
    close(F.channel_shuffle(F.channel_shuffle(x, 2), 4), x)
    assert F.pixel_shuffle(fb.zeros(0, 4, 2, 2), 2).shape == (0, 1, 4, 4)
    assert F.channel_shuffle(fb.zeros(2, 0, 2), 2).shape == (2, 0, 2)
    one = fb.zeros(1, 1, 2, 2)
    assert not np.shares_memory(F.pixel_shuffle(one, 1).numpy(), one.numpy())


# ---------------------------------------------------------------------- pieces of a batch
@pytest.mark.parametrize(
    ("options", "rows"),
    [({"batch_chunk_size": 3}, 3), ({"chunking_method": None}, 64), ({}, 8)],
)
def test_pieces_of_a_batch(options, rows):
    assert LinearCrossEntropyOptions(**options).rows(64, 16, 256) == rows


def test_pieces_of_a_batch_are_checked():
    for wrong in ({"batch_chunk_size": 0}, {"chunking_method": "all"}, {"acc_policy": "none"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            LinearCrossEntropyOptions(**wrong)
    with pytest.warns(UserWarning, match="`options` ignored"):
        F.linear_cross_entropy(
            normal(2, 3),
            normal(4, 3),
            fb.tensor([0, 1]),
            label_smoothing=0.1,
            options=LinearCrossEntropyOptions(),
        )
