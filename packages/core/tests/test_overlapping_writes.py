"""Writing where memory is shared: with itself, with what is read, through every view of it."""

import numpy as np
import pytest

import firebrick_core as fb
import firebrick_core.testing as testing
from firebrick_core._operator import TABLE

ITSELF = "more than one element of the written-to tensor refers to a single memory location"
SOURCE = "some elements of the input tensor and the written-to tensor refer to a single memory"


def square():
    return fb.arange(9.0).reshape(3, 3)


REFUSED = [
    ("x.expand(2, 3, 3).add_(1)", ITSELF),
    ("x.expand(2, 3, 3).copy_(x.clone())", ITSELF),
    ("x.expand(2, 3, 3)[:] = 1", ITSELF),
    ("x.expand(2, 3, 3)[:, 0] = 1", ITSELF),
    ("x.expand(2, 3, 3)[fb.tensor([0])] = 1", ITSELF),
    ("x.as_strided((2, 2), (0, 1)).mul_(2)", ITSELF),
    ("x.expand(2, 3, 3).index_fill_(0, fb.tensor([0]), 1)", ITSELF),
    ("x[1:].copy_(x[:-1])", SOURCE),
    ("x[1:] = x[:-1]", SOURCE),
    ("x.copy_(x.t())", SOURCE),
    ("x[1:].add_(x[:-1])", SOURCE),
    ("x.add_(x.t())", SOURCE),
    ("x.sub_(x[0, 0])", SOURCE),
    ("x.mul_(x[0])", SOURCE),
    ("x.lerp_(x.t(), 0.5)", SOURCE),
    ("x.index_copy_(0, fb.tensor([0, 1]), x[1:])", SOURCE),
    ("x.index_copy_(0, fb.tensor([2, 1, 0]), x)", SOURCE),
    ("x.index_add_(0, fb.tensor([0]), x[1:2])", SOURCE),
    ("x.index_put_((fb.tensor([0]),), x[1])", SOURCE),
    ("x[fb.tensor([0, 1])] = x[1:]", SOURCE),
    ("x.scatter_(0, fb.tensor([[0, 1, 2]]), x)", SOURCE),
    ("x.scatter_add_(0, fb.tensor([[0, 1, 2]]), x)", SOURCE),
    ("x.put_(fb.tensor([0, 1, 2]), x[1])", SOURCE),
]


@pytest.mark.parametrize(("statement", "message"), REFUSED, ids=[r[0] for r in REFUSED])
def test_refused_writes_change_nothing(statement, message):
    x = square()
    with pytest.raises(RuntimeError, match=message):
        exec(statement, {"fb": fb, "x": x})
    assert x.tolist() == square().tolist() and x._version == 0


# What PyTorch finds too hard to say, where it may read what it has just written: here the result is
# as if the input had been copied first.
AS_IF_COPIED = [
    ("x[:, :2].copy_(x[:, 1:])", "a[:, :2] = b[:, 1:]"),
    ("x[:2, :2].add_(x[:2, :2].t())", "a[:2, :2] += b[:2, :2].T"),
    ("x.mul_(x[:, :1])", "a *= b[:, :1]"),
    ("x.view(-1)[::2].copy_(x.view(-1)[2:7])", "a.reshape(-1)[::2] = b.reshape(-1)[2:7]"),
    ("x[:, 0] = x[0]", "a[:, 0] = b[0]"),
    ("x[x > 3] = x[0, 1]", "a[b > 3] = b[0, 1]"),
    ("x.masked_scatter_(x > 3, x)", "a[b > 3] = b.reshape(-1)[:5]"),
    ("x.add_(x)", "a += b"),
    ("x.copy_(x)", "a[...] = b"),
    ("x[True] = x[0]", "a[...] = b[0]"),
    ("fb.mm(x, x, out=x)", "a[...] = b @ b"),
    ("fb.add(x[1:], x[:1], out=x[:2])", "a[:2] = b[1:] + b[:1]"),
    ("x.index_reduce_(0, fb.tensor([0]), x[1:2], 'prod')", "a[0] = b[0] * b[1]"),
]


@pytest.mark.parametrize(("statement", "same"), AS_IF_COPIED, ids=[r[0] for r in AS_IF_COPIED])
def test_other_overlaps_are_read_first(statement, same):
    x, a, b = square(), square().numpy().copy(), square().numpy()
    exec(statement, {"fb": fb, "x": x})
    exec(same, {"a": a, "b": b})
    np.testing.assert_array_equal(x.numpy(), a)


PARTS = [
    ("v.expand(2, 3)[0] = 7", [7, 7, 7]),
    ("v.expand(2, 3)[1].add_(7)", [7, 8, 9]),
    ("v.expand(2, 3)[:1].mul_(7)", [0, 7, 14]),
    ("v.expand(2, 3)[0][1:].copy_(fb.tensor([7, 8]))", [0, 7, 8]),
    ("v.expand(2, 3).fill_(7)", [7, 7, 7]),
    ("v.expand(2, 3).fill_(fb.tensor(7))", [7, 7, 7]),
    ("v.expand(2, 3).zero_()", [0, 0, 0]),
    ("v[:0].expand(3, 0).add_(1)", [0, 1, 2]),
    ("v.unfold(0, 2, 1).fill_(7)", [7, 7, 7]),
]


@pytest.mark.parametrize(("statement", "want"), PARTS, ids=[p[0] for p in PARTS])
def test_parts_of_expanded_tensors_can_be_written_to(statement, want):
    v = fb.arange(3)
    exec(statement, {"fb": fb, "v": v})
    assert v.tolist() == want and v._version == 1


def test_read_only_arrays_stay_so_in_parts():
    fixed = np.zeros((2, 3))
    fixed.flags.writeable = False
    x = fb.from_numpy(fixed)
    for part in (x, x[0], x.expand(2, 2, 3)[0]):
        with pytest.raises(RuntimeError, match="read-only"):
            part.add_(1)
    assert not fixed.any()


# ---------------------------------------------------------------------- version counters
IN_PLACE = [op for op in TABLE.values() if op.inplace_of is not None or op.mutates]


@pytest.mark.parametrize("op", IN_PLACE, ids=lambda op: op.name)
def test_all_tensors_over_the_memory_see_the_write(op):
    judged = 0
    for text in (op.inplace_of or op).samples:
        for dtype in testing.dtypes_of(op.inplace_of or op):
            sample = testing.make_sample(text, dtype)
            if not sample.args or not hasattr(sample.args[0], "dim"):
                continue
            base = sample.args[0].clone()
            before = base.clone()
            view, other = base[...], base.detach()
            try:
                out = op(view, *sample.args[1:], **sample.kwargs)
            except (RuntimeError, NotImplementedError, TypeError):
                continue  # this type does not hold the result
            assert out is view
            assert base._version == view._version == other._version
            moved = view.shape == before.shape and not np.array_equal(
                base.numpy(), before.numpy(), equal_nan=dtype.startswith(("float", "complex"))
            )
            assert base._version >= int(moved), f"{op.name}({text}) in {dtype}"
            judged += 1
    if not judged:
        pytest.skip("no sample can be written to in place")
