"""Packed and padded sequences: by hand, there and back, gradients, refusals."""

import pytest

import firebrick_core as torch
from firebrick_nn.utils import rnn


def numbered(*lengths):
    """Sequences of numbers that say which sequence and step they are."""
    return [torch.arange(n) + 10 * i for i, n in enumerate(lengths, 1)]


def test_packing_goes_step_by_step():
    packed = rnn.pack_sequence(numbered(3, 2, 1))
    assert packed.data.tolist() == [10, 20, 30, 11, 21, 12]
    assert packed.batch_sizes.tolist() == [3, 2, 1]
    assert packed.sorted_indices is None and packed.unsorted_indices is None


def test_packing_sorts_when_asked():
    packed = rnn.pack_sequence(numbered(1, 3, 2), enforce_sorted=False)
    assert packed.sorted_indices.tolist() == [1, 2, 0]
    assert packed.unsorted_indices.tolist() == [2, 0, 1]
    assert packed.data.tolist() == [20, 30, 10, 21, 31, 22]


@pytest.mark.parametrize("lengths", [(3, 2, 1), (1, 3, 2), (2, 2), (1,), (4, 1, 4, 2)])
@pytest.mark.parametrize("batch_first", [True, False])
@pytest.mark.parametrize("rest", [(), (2,), (2, 3)])
def test_there_and_back(lengths, batch_first, rest):
    sequences = [torch.randn(n, *rest) for n in lengths]
    padded = rnn.pad_sequence(sequences, batch_first)
    packed = rnn.pack_padded_sequence(padded, lengths, batch_first, enforce_sorted=False)
    again, sizes = rnn.pad_packed_sequence(packed, batch_first)
    assert torch.equal(again, padded) and sizes.tolist() == list(lengths)
    for found in (
        rnn.unpad_sequence(padded, torch.tensor(lengths), batch_first), rnn.unpack_sequence(packed)
    ):  # fmt: skip
        assert all(torch.equal(a, b) for a, b in zip(found, sequences, strict=True))


@pytest.mark.parametrize("side, row", [("right", [20, -1, -1]), ("left", [-1, -1, 20])])
def test_padding(side, row):
    padded = rnn.pad_sequence(numbered(3, 1), True, padding_value=-1, padding_side=side)
    assert padded.tolist() == [[10, 11, 12], row]


def test_padding_values_and_lengths_of_packed_ones():
    padded, sizes = rnn.pad_packed_sequence(
        rnn.pack_sequence(numbered(2, 1)), padding_value=-1, total_length=4
    )
    assert padded.tolist() == [[10, 20], [11, -1], [-1, -1], [-1, -1]] and sizes.tolist() == [2, 1]


def test_only_what_is_packed_gets_gradients():
    x = torch.ones(3, 2, requires_grad=True)
    packed = rnn.pack_padded_sequence(x, [3, 1])
    rnn.pad_packed_sequence(packed, padding_value=5.0)[0].pow(2).sum().backward()
    assert x.grad.tolist() == [[2, 2], [2, 0], [2, 0]]


def test_conversions():
    packed = rnn.pack_sequence(numbered(1, 2), enforce_sorted=False)
    for name, dtype in [
        ("double", torch.float64), ("float", torch.float32), ("half", torch.float16),
        ("int", torch.int32), ("short", torch.int16), ("char", torch.int8), ("byte", torch.uint8),
    ]:  # fmt: skip
        changed = getattr(packed, name)()
        assert changed.data.dtype == dtype and changed.sorted_indices.dtype == torch.int64
    assert packed.long() is packed and packed.cpu() is packed and not packed.is_cuda
    moved = packed.to("meta")
    assert moved.data.is_meta and moved.sorted_indices.is_meta and not moved.batch_sizes.is_meta


def test_it_is_a_named_tuple():
    data, batch_sizes, *indices = rnn.PackedSequence(torch.ones(3), torch.tensor([2, 1]))
    assert data.shape == (3,) and batch_sizes.tolist() == [2, 1] and indices == [None, None]


X = torch.ones(4, 3)
ERRORS = [
    (lambda: rnn.pack_padded_sequence(X, [2, 3, 1]), RuntimeError, "sorted in decreasing order"),
    (lambda: rnn.pack_padded_sequence(X, [2, 1]), RuntimeError, r"got 2 \(batch_size=3\)"),
    (lambda: rnn.pack_padded_sequence(X, [2, 1, 0]), RuntimeError, "greater than 0"),
    (lambda: rnn.pack_padded_sequence(X, [5, 1, 1]), RuntimeError, "lengths of at most 4"),
    (lambda: rnn.pack_padded_sequence(X[:0], [1, 1, 1]), RuntimeError, "Cannot pack empty"),
    (lambda: rnn.pack_padded_sequence(X[0], [1]), IndexError, "has steps and sequences"),
    (
        lambda: rnn.pack_padded_sequence(X, torch.ones(3, device="meta")), RuntimeError,
        "1D CPU int64 tensor",
    ),
    (
        lambda: rnn.pad_packed_sequence(rnn.pack_sequence(numbered(3)), total_length=2), ValueError,
        "total_length=2 and max sequence length being 3",
    ),
    (lambda: rnn.pad_sequence([]), RuntimeError, "empty list"),
    (lambda: rnn.pad_sequence(3), RuntimeError, "Expected iterable"),
    (lambda: rnn.pad_sequence([X], padding_side="up"), RuntimeError, "left or right"),
    (lambda: rnn.pad_sequence([X, X[:, :1]]), RuntimeError, r"sequence 1 has shape \[4, 1\]"),
    (lambda: rnn.pad_sequence([torch.tensor(1.0)]), RuntimeError, "has no dimensions"),
    (lambda: rnn.pad_sequence([X, 3]), TypeError, "expected Tensor as element 1"),
    (lambda: rnn.unpad_sequence(X, torch.tensor([1])), ValueError, "expected 3 lengths"),
    (lambda: rnn.PackedSequence(X), AssertionError, "list or tuple of length 2"),
    (
        lambda: rnn.PackedSequence(X, torch.ones(1, device="meta")), ValueError,
        "batch_sizes should always be on CPU",
    ),
]  # fmt: skip


@pytest.mark.parametrize("call, kind, message", ERRORS)
def test_errors(call, kind, message):
    with pytest.raises(kind, match=message):
        call()
