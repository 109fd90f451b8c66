"""Random keys and random chains of views against PyTorch: values, strides, versions, errors.

`test_indexing.py` has the tables and the gradients; here are the odd ones: masks of any rank, keys
that do not fit, empty tensors, expanded and turned tensors, chains of views that are written to.
"""

import warnings

import numpy as np
import pytest

import firebrick_core as fb

torch = pytest.importorskip("torch")


def outcome(call):
    """What a call gives, or its error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return call()
        except (IndexError, RuntimeError, TypeError, ValueError) as e:
            return e


def integer(rng, n):
    """An index of a dimension of size n, now and then one too far."""
    return int(rng.integers(-n - (rng.random() < 0.06), max(n + (rng.random() < 0.06), 1)))


def key_part(rng, shape, dim):
    """One part of a key, as text, and how many dimensions it takes."""
    n = shape[dim] if dim < len(shape) else 3
    kind = rng.integers(17)
    if kind < 3:
        return [str(integer(rng, n)), f"T.tensor({integer(rng, n)})",
                f"np.int64({integer(rng, n)})"][kind], 1  # fmt: skip
    if kind < 6:
        ends = [str(rng.integers(-n - 3, n + 4)) if rng.random() < 0.6 else "" for _ in range(2)]
        return ":".join(ends) + ("" if rng.random() < 0.5 else f":{rng.integers(1, 4)}"), 1
    if kind < 9:
        size = [(2,), (3,), (2, 1), (2, 2), (0,), ()][rng.integers(6)]
        values = np.array([integer(rng, n) for _ in range(int(np.prod(size)))], int).reshape(size)
        make = ("T.tensor({}, dtype=T.long)", "np.array({}, int)", "T.tensor({}, dtype=T.int32)")
        return make[kind - 6].format(values.tolist()), 1
    if kind == 9:
        return str([integer(rng, n) for _ in range(rng.integers(0, 4))]), 1
    if kind == 10:
        return str([[integer(rng, n), integer(rng, n)], [integer(rng, n), integer(rng, n)]]), 1
    if kind < 13:
        length = n + (kind == 12 and rng.random() < 0.2)  # some masks are too long
        return f"T.tensor({(rng.random(length) < 0.6).tolist()}, dtype=T.bool)", 1
    if kind == 13 and dim + 1 < len(shape):
        mask = rng.random(shape[dim : dim + 2]) < 0.6
        return f"T.tensor({mask.tolist()}, dtype=T.bool).reshape({mask.shape})", 2
    return ["None", "...", "True", "False", "T.tensor(True)", ":"][rng.integers(6)], kind > 14


def random_key(rng, shape):
    parts, dim = [], 0
    for _ in range(rng.integers(1, len(shape) + 3)):
        part, taken = key_part(rng, shape, dim)
        if (part == "..." and "..." in parts) or (dim + taken > len(shape) and rng.random() < 0.9):
            continue
        parts.append(part)
        dim += taken
    return ", ".join(parts or ["..."]) + ","


TURNS = ("", ".transpose(0, -1)", "[..., ::2]", ".unsqueeze(0)", ".expand(2, *x.shape)", ".flip(0)")
VALUES = ("T.from_numpy(value.copy())", "3.5", "T.tensor(2.5)")


@pytest.mark.parametrize("seed", range(400))
def test_odd_keys(seed):
    rng = np.random.default_rng(seed)
    shape = tuple(rng.choice(5, rng.integers(1, 4), p=[0.05, 0.15, 0.25, 0.3, 0.25]).tolist())
    turn = TURNS[rng.integers(len(TURNS))]
    a = rng.integers(0, 100, shape).astype("f4")
    value = rng.integers(0, 100, rng.integers(1, 3, rng.integers(0, 3))).astype("f4")

    def made(T):
        base = T.from_numpy(a.copy())
        return base, eval(f"x{turn}", {"x": base})

    key = random_key(rng, tuple(made(torch)[1].shape))
    written = f"x[{key}] = {VALUES[rng.integers(3)]}"

    def read(T):
        return eval(f"x[{key}]", {"T": T, "np": np, "x": made(T)[1]})

    def write(T):
        base, x = made(T)
        exec(written, {"T": T, "np": np, "x": x, "value": value})
        return base, x

    want, got = outcome(lambda: read(torch)), outcome(lambda: read(fb))
    case = f"x of {shape}{turn}: x[{key}]"
    if isinstance(want, Exception):
        assert type(got) is type(want), f"{case}: {got!r}, PyTorch {want!r}"
    elif isinstance(got, IndexError) and not want.numel():
        return  # PyTorch does not check indices where nothing is picked
    else:
        assert not isinstance(got, Exception), f"{case}: {got!r}"
        np.testing.assert_array_equal(got.numpy(), want.numpy(), err_msg=case)
        if want._base is not None and want.numel() and turn != ".flip(0)":
            assert got._base is not None and got.stride() == want.stride(), case
            assert got.storage_offset() == want.storage_offset(), case
    want, got = outcome(lambda: write(torch)), outcome(lambda: write(fb))
    case = f"x of {shape}{turn}: {written} {list(value.shape)}"
    if "single memory location" in str(got) and "expand" in turn:
        return  # deprecated in PyTorch, refused here: index tensors that write into shared memory
    assert isinstance(got, Exception) == isinstance(want, Exception), f"{case}: {got!r}, {want!r}"
    if not isinstance(want, Exception):
        for g, w in zip(got, want, strict=True):
            np.testing.assert_array_equal(g.numpy(), w.numpy(), err_msg=case)
            assert g._version == w._version, case


def view_step(rng, shape):
    """A view of a tensor of some shape, as text; not all of them fit."""
    ndim = len(shape)
    dim = int(rng.integers(-ndim, ndim)) if ndim else 0
    other = int(rng.integers(-ndim, ndim)) if ndim else 0
    n = shape[dim] if ndim else 1
    a, b = int(rng.integers(0, 4)), int(rng.integers(1, 4))
    steps = (
        f".permute({tuple(rng.permutation(ndim).tolist())})", f".transpose({dim}, {other})",
        f".select({dim}, {integer(rng, n)})", f".narrow({dim}, {a}, {b - 1})", f".unsqueeze({dim})",
        ".squeeze()", f".squeeze({dim})", f".diagonal({a - 1}, {dim}, {other})",
        f".unfold({dim}, {a}, {b})", f".flatten({dim}, {other})", f".unflatten({dim}, ({b}, -1))",
        f".split({b}, {dim})[-1]", f".chunk({b}, {dim})[0]", f".unbind({dim})[0]",
        f".tensor_split({b}, {dim})[-1]", f".expand({b}, *x.shape)", f".view({b}, -1)",
        f".reshape(-1, {b})", f".movedim({dim}, {other})", f".swapaxes({dim}, {other})",
        f".as_strided(({b}, 2), ({a}, 1), {a})", f"[..., ::{b}]", ".ravel()", ".mT",
        f".view({tuple(shape[::-1])})",
    )  # fmt: skip
    return steps[rng.integers(len(steps))]


WRITES = ("x.add_(1)", "x.mul_(2)", "x.copy_(x.clone() + 1)", "x[...] = 3", "x.neg_()", "x.zero_()")


def apart(t):
    """Whether each element of a tensor has a place of its own."""
    places = torch.arange(10_000).as_strided(t.shape, t.stride(), t.storage_offset())
    return len(places.unique()) == t.numel()


@pytest.mark.parametrize("seed", range(400))
def test_chains_of_views(seed):
    rng = np.random.default_rng(seed)
    shape = tuple(rng.choice(5, rng.integers(0, 5), p=[0.02, 0.2, 0.3, 0.3, 0.18]).tolist())
    a = np.arange(np.prod(shape, dtype=int), dtype="f4").reshape(shape)
    base, ours = torch.from_numpy(a.copy()), fb.from_numpy(a.copy())
    x, y, program = base, ours, f"x of {shape}"
    for _ in range(rng.integers(1, 7)):
        step = view_step(rng, tuple(x.shape))
        want = outcome(lambda x=x, step=step: eval(f"x{step}", {"x": x}))
        got = outcome(lambda x=y, step=step: eval(f"x{step}", {"x": x}))
        if isinstance(want, Exception):
            assert type(got) is type(want), f"{program}{step}: {got!r}, PyTorch {want!r}"
            continue
        assert not isinstance(got, Exception), f"{program}{step}: {got!r}"
        x, y, program = want, got, program + step
        np.testing.assert_array_equal(y.numpy(), x.numpy(), err_msg=program)
        assert (y._base is None) == (x._base is None), program
        assert y.is_contiguous() == x.is_contiguous(), program
        if x.numel():  # a step along a dimension of size 1 is never taken
            steps = [[s for s, n in zip(t.stride(), t.shape, strict=True) if n > 1] for t in (y, x)]
            assert steps[0] == steps[1], program
            assert y.storage_offset() == x.storage_offset(), program
    write = WRITES[rng.integers(len(WRITES))]
    want, got = (outcome(lambda t=t: exec(write, {"x": t})) for t in (x, y))
    assert type(got) is type(want), f"{program}; {write}: {got!r}, PyTorch {want!r}"
    assert (ours._version, y._version) == (base._version, x._version), f"{program}; {write}"
    if apart(x):
        np.testing.assert_array_equal(ours.numpy(), base.numpy(), err_msg=f"{program}; {write}")


@pytest.mark.parametrize("seed", range(100))
def test_negative_steps_are_numpys_views(seed):
    """PyTorch refuses them."""
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(1, 6, rng.integers(1, 4)).tolist())
    a = np.arange(np.prod(shape), dtype="f4").reshape(shape)
    x = fb.from_numpy(a.copy())
    ends = [(None, *range(-7, 7))[rng.integers(15)] for _ in range(2)]
    key = (slice(*ends, -int(rng.integers(1, 3))), ...) if rng.random() < 0.5 else (
        ..., slice(*ends, -int(rng.integers(1, 3))))  # fmt: skip
    out = x[key]
    np.testing.assert_array_equal(out.numpy(), a[key])
    assert out._base is x and not (out.numel() and out.stride() != strides_of(a[key]))
    b = a.copy()
    b[key] += 100
    out += 100
    np.testing.assert_array_equal(x.numpy(), b)
    assert x._version == 1 and (x[key] == fb.from_numpy(b[key].copy())).all()


def strides_of(array):
    return tuple(s // array.itemsize for s in array.strides)
