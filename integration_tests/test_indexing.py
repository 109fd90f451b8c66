"""Indexing, views and writes against PyTorch: a table, random keys, programs with gradients."""

import warnings

import numpy as np
import pytest

import firebrick_autograd
import firebrick_core as fb

torch = pytest.importorskip("torch")


def outcome(call):
    """What a call gives, or its error's type."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # both warn about some keys, PyTorch once a process
        try:
            return call()
        except (IndexError, RuntimeError, TypeError, ValueError) as e:
            return e


# ---------------------------------------------------------------------- a table
NAMES = ("i", "j", "mask", "row", "v")


def names(T):
    make = T.from_numpy
    return {
        "T": T,
        "np": np,
        "x": make(np.arange(24.0).reshape(2, 3, 4)),
        "i": make(np.array([0, 1])),
        "j": make(np.array([[0, 2], [1, 1]])),
        "mask": make(np.arange(24).reshape(2, 3, 4) % 5 == 0),
        "row": make(np.array([True, False, True])),
        "v": make(np.array([1.0, 2, 3, 4])),
        "s": T.tensor(2.0, dtype=T.float64),
    }


KEYS = """
    x[0] | x[-1, 2] | x[1, 2, 3] | x[..., 1] | x[:, 1:, ::2] | x[None] | x[:, None, 1]
    x[..., None, :2] | x[()] | x[...] | x[i] | x[:, i] | x[i, i] | x[i, :, i] | x[0, :, i]
    x[:, 0, i] | x[i, 0] | x[i, None] | x[None, i] | x[j] | x[:, j, 1:] | x[mask] | x[:, row]
    x[0, row, 1] | x[row[:2]] | x[i, row[:2]] | x[True] | x[False] | x[True, i] | x[T.tensor(1)]
    x[T.tensor(True)] | x[[0, 1]] | x[([0, 1], [1, 2])] | x[[True, False]] | x[[]] | x[range(2)]
    x[np.array([1])] | x[np.int64(1)] | x[[0, slice(None)]] | x[[[0, 1], [1, 2]]] | x[i.int()]
    x[T.tensor([1, 0], dtype=T.uint8)] | x.transpose(0, 2)[i] | x.transpose(0, 2)[:, :, [1]]
    x[2] | x[:, 5] | x[0, 0, 0, 0] | x['a'] | x[1.5] | x[{0}] | x[T.tensor([2])]
    x[:, T.tensor([-4])] | x[i, T.tensor([0, 1, 2])] | x[row] | x[T.tensor([0.5])] | x[::0]
    x[1:2.5] | s[0] | s[:] | s[...] | s[None] | s[True] | x[i.short()]
"""
ALL_KEYS = [k.strip() for k in KEYS.replace("\n", "|").split("|") if k.strip()]


@pytest.mark.parametrize("key", ALL_KEYS)
def test_reading(key):
    want, got = (outcome(lambda T=T: eval(key, names(T))) for T in (torch, fb))
    if isinstance(want, Exception):
        if key != "x['a']":  # TypeError in PyTorch, which tries to make a tensor of it
            assert type(got) is type(want), f"{got!r}, PyTorch {want!r}"
        if (
            isinstance(want, IndexError) and key != "x[:, T.tensor([-4])]"
        ):  # PyTorch names another dimension
            assert str(got).startswith(str(want)), f"{got}, PyTorch {want}"
        return
    assert not isinstance(got, Exception), repr(got)
    np.testing.assert_array_equal(got.numpy(), want.numpy())
    assert tuple(got.shape) == tuple(want.shape) and str(got.dtype) == str(want.dtype)
    assert (got._base is None) == (want._base is None)
    if want._base is not None:
        assert got.stride() == want.stride() and got.storage_offset() == want.storage_offset()


VALUES = (
    "7",
    "1.5",
    "s",
    "v",
    "v[None, None]",
    "v[:1]",
    "v[:2]",
    "v[:3, None]",
    "v.float()",
    "x[0]",
    "[1, 2]",
    "None",
    "1j",
)


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("key", [k for k in ALL_KEYS if k.startswith("x[")])
def test_writing(key, value):
    states = []
    for T in (torch, fb):
        space = names(T)
        error = outcome(lambda space=space: exec(f"{key} = {value}", space))
        states.append((space["x"], error))
    (x, want), (y, got) = states
    if isinstance(want, RuntimeError) and "single memory location" in str(want):
        return  # PyTorch refuses to copy over itself; here the source is as if copied first
    if key == "x[False]" and value == "1j":
        return  # nothing is written, so nothing is converted
    if isinstance(want, RuntimeError) and (value == "v.float()" or "uint8" in key):
        return  # served here: other dtypes, and byte masks that are filled
    assert (got is None) == (want is None), f"{got!r}, PyTorch {want!r}"
    if want is not None and value == "7" and key != "x['a']":
        assert type(got) is type(want), f"{got!r}, PyTorch {want!r}"
    if want is None:
        np.testing.assert_array_equal(y.numpy(), x.numpy())
        assert y._version == x._version


# ---------------------------------------------------------------------- random keys
def random_part(rng, n):
    """One part of a key for a dimension of size n >= 1, as text."""
    kind = rng.integers(9)
    if kind < 2:
        return str(rng.integers(-n, n))
    if kind < 4:
        ends = [str(rng.integers(-n - 1, n + 2)) if rng.random() < 0.6 else "" for _ in range(2)]
        return f"{ends[0]}:{ends[1]}:{rng.integers(1, 3)}"
    if kind < 6:
        shape = [(2,), (3,), (2, 1), (1,), (2, 2)][rng.integers(5)]
        values = rng.integers(-n, n, shape).tolist()
        return [f"T.tensor({values})", f"np.array({values})", f"T.tensor({values}, dtype=T.int32)"][
            rng.integers(3)
        ]
    if kind == 6:
        return f"T.tensor({(rng.random(n) < 0.6).tolist()})"
    if kind == 7:
        return f"T.tensor({rng.integers(-n, n)})"
    return ":"


def random_key(rng, shape):
    parts = [random_part(rng, n) for n in shape[: rng.integers(1, len(shape) + 1)]]
    for extra in ("None", "True"):
        if rng.random() < 0.2:
            parts.insert(rng.integers(0, len(parts) + 1), extra)
    if rng.random() < 0.3:
        parts = [p for p in parts if p not in ("None",)]
        parts.insert(len(parts) if rng.random() < 0.5 else 0, "...")
    return ", ".join(parts) + ","


@pytest.mark.parametrize("seed", range(300))
def test_random_keys(seed):
    rng = np.random.default_rng(seed)
    shape = tuple(int(n) for n in rng.integers(1, 5, rng.integers(1, 4)))
    a = rng.integers(0, 100, shape).astype("f4")
    turn = (
        ".permute(" + ", ".join(map(str, rng.permutation(len(shape)))) + ")"
        if rng.random() < 0.4
        else ""
    )
    turned = eval(f"t{turn}", {"t": torch.from_numpy(a)})
    key = random_key(rng, tuple(turned.shape))

    def read(T):
        x = eval(f"T.from_numpy(a.copy()){turn}", {"T": T, "a": a})
        return eval(f"x[{key}]", {"T": T, "np": np, "x": x})

    want, got = outcome(lambda: read(torch)), outcome(lambda: read(fb))
    if isinstance(want, Exception):
        assert type(got) is type(want), f"x[{key}] of {shape}: {got!r}, PyTorch {want!r}"
        return
    if isinstance(got, IndexError) and not want.numel():
        return  # PyTorch does not check indices where nothing is picked
    np.testing.assert_array_equal(got.numpy(), want.numpy(), err_msg=f"x[{key}] of {shape}{turn}")
    assert tuple(got.shape) == tuple(want.shape)
    if want._base is not None and want.numel():
        assert got.stride() == want.stride(), f"x[{key}] of {shape}{turn}"
    part = [n if rng.random() < 0.7 else 1 for n in want.shape][rng.integers(0, want.dim() + 1) :]
    value = rng.integers(0, 100, part).astype("f4")

    def write(T):
        x = eval(f"T.from_numpy(a.copy()){turn}", {"T": T, "a": a})
        exec(f"x[{key}] = T.from_numpy(value.copy())", {"T": T, "np": np, "x": x, "value": value})
        return x

    want, got = outcome(lambda: write(torch)), outcome(lambda: write(fb))
    assert isinstance(got, Exception) == isinstance(want, Exception), (
        f"x[{key}] = {part}: {got!r}, PyTorch {want!r}"
    )
    if not isinstance(want, Exception):
        np.testing.assert_array_equal(
            got.numpy(), want.numpy(), err_msg=f"x[{key}] = value of {part}"
        )
        assert got._version == want._version


# ---------------------------------------------------------------------- gradients
def statements(rng):
    """A random program over leaves x (4, 3) and v (12,): views, reads, writes, in-place forms."""
    shapes = {"a": (4, 3)}
    lines = ["a = x * 1.0", "b = v * 2.0"]
    for step in range(rng.integers(3, 8)):
        n = list(shapes)[rng.integers(len(shapes))]
        shape, new = shapes[n], f"w{step}"
        size = int(np.prod(shape))
        views = [
            (f"{n}.unsqueeze(0)", (1, *shape)),
            (f"{n}.flatten()", (size,)),
            (f"{n}.expand(2, *{shape}).sum(0)", shape),
        ]
        writes = [
            f"{n}.mul_(2.5)",
            f"{n}.add_({n} * 0.5)",
            f"{n}.masked_fill_({n} > 0, b[2])",
            f"{n}.fill_(b[1])",
            f"{n}.zero_()",
            f"{n}.copy_(b[:{size}].reshape({shape}))" if size <= 12 else f"{n}.neg_()",
        ]
        if shape:
            k = int(rng.integers(-shape[0], shape[0]))
            tail = shape[1:]
            views += [
                (f"{n}[{k}]", tail),
                (f"{n}[..., ::2]", (*shape[:-1], (shape[-1] + 1) // 2)),
                (f"{n}[T.tensor([{k}, 0, {k}])]", (3, *tail)),
                (f"{n}.unbind(0)[{k}]", tail),
                (f"{n}.index_select(-1, T.tensor([0, 0]))", (*shape[:-1], 2)),
                (f"T.cat([{n}, {n} * 2], -1)", (*shape[:-1], shape[-1] * 2)),
                (f"{n}.sort(-1, descending=True).values", shape),
                (f"{n}.repeat_interleave(2, 0)", (shape[0] * 2, *tail)),
            ]
            writes += [
                f"{n}[{k}] = b[3]",
                f"{n}[..., -1] = 3.0",
                f"{n}[{n} > 0.3] = b[4]",
                f"{n}[T.tensor([{k}, 0])] = b[5]",
                f"{n}.index_add_(0, T.tensor([0, 0]), T.stack([{n}[{k}] * 3, {n}[{k}]]))",
                f"{n}.scatter_(0, T.zeros({(1,) * len(shape)}, dtype=T.int64), 1.5)",
                f"{n}.index_fill_(0, T.tensor([{k}]), b[6])",
                f"{n}[1:] = {n}[:1] * 2",
            ]
        if len(shape) > 1:
            views += [
                (f"{n}.transpose(0, 1)", (shape[1], shape[0], *shape[2:])),
                (f"{n}.diagonal()", None),
                (f"{n}.tril()", shape),
                (f"{n}.unfold(0, 1, 1)", (*shape, 1)),
            ]
        if rng.random() < 0.5:
            text, out = views[rng.integers(len(views))]
            lines.append(f"{new} = {text}")
            shapes[new] = out or (*shape[2:], min(shape[:2]))
        else:
            lines.append(writes[rng.integers(len(writes))])
    weighted = [f"(({n} * {n}) * {i + 1}).sum()" for i, n in enumerate(shapes)]
    return [*lines, f"out = {' + '.join(weighted)}"]


def derivatives(T, grad, lines, xs, vs):
    x, v = (T.from_numpy(a.copy()).requires_grad_() for a in (xs, vs))
    space = {"T": T, "x": x, "v": v}
    for line in lines:
        exec(line, space)
    first = grad(space["out"], (x, v), create_graph=True, allow_unused=True)
    squares = [(g * g).sum() for g in first if g is not None and g.requires_grad]
    second = grad(sum(squares), (x, v), allow_unused=True) if squares else ()
    return space["out"], [g for g in (*first, *second) if g is not None and bool((g != 0).any())]


@pytest.mark.parametrize("seed", range(250))
def test_gradients_through_views_and_writes(seed):
    rng = np.random.default_rng(seed)
    lines, xs, vs = statements(rng), rng.normal(size=(4, 3)), rng.normal(size=12)
    want = outcome(lambda: derivatives(torch, torch.autograd.grad, lines, xs, vs))
    got = outcome(lambda: derivatives(fb, firebrick_autograd.grad, lines, xs, vs))
    program = "\n".join(lines)
    if isinstance(want, Exception):
        pytest.skip(f"PyTorch: {str(want)[:80]}")
    assert not isinstance(got, Exception), f"{program}\n{got!r}"
    np.testing.assert_allclose(got[0].item(), want[0].item(), rtol=1e-9, err_msg=program)
    assert len(got[1]) == len(want[1]), program
    for g, w in zip(got[1], want[1], strict=True):
        np.testing.assert_allclose(
            g.detach().numpy(), w.detach().numpy(), rtol=1e-8, atol=1e-8, err_msg=program
        )
