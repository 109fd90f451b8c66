"""Functions on top of autograd against PyTorch: functional, checkpoint, gradcheck.

Each case is a function of the library. Its result, or the error that it raises, must be the same in
both: the type, and the first sentence of the message.
"""

import re
import warnings
from functools import partial

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch.utils.checkpoint")  # not loaded with the library


import firebrick  # noqa: E402

LIBRARIES = (torch, firebrick)


def values(result):
    """A nested result with arrays for tensors."""
    if hasattr(result, "detach"):
        return np.asarray(result.detach().numpy())
    if isinstance(result, (tuple, list)):
        return [values(r) for r in result]
    return result


def outcome(case, library):
    library.manual_seed(0)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = values(case(library))
        except Exception as e:
            result = e
    messages = [str(w.message) for w in seen]
    return result, [sentence(m) for m in messages if "torch.jit" not in m]  # PyTorch's own use


def sentence(text):
    """The first sentence, without what names the library."""
    text = re.sub(r"\s+", " ", str(text).replace("firebrick_core.", "torch.")).strip()
    return re.split(r"(?<=[.:]) ", text.split(";")[0])[0].rstrip(".:")


def assert_same(got, want):
    if isinstance(want, list):
        assert len(got) == len(want)
        for g, w in zip(got, want, strict=True):
            assert_same(g, w)
    elif isinstance(want, np.ndarray):
        assert got.dtype == want.dtype
        np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-8)
    else:
        assert got == want


def compare(case):
    (want, warned), (got, warned_here) = (outcome(case, library) for library in LIBRARIES)
    if isinstance(want, Exception):
        names = [type(e).__name__ for e in (got, want)]
        assert names[0] == names[1], f"{got!r}\n{want!r}"
        assert sentence(got) == sentence(want)
    else:
        if isinstance(got, Exception):
            raise got
        assert_same(got, want)
    assert warned_here == warned


def x(L):
    return L.tensor([0.5, -1.0, 2.0], dtype=L.float64)


def y(L):
    return L.tensor([1.5, 0.25], dtype=L.float64)


def several(x, y):
    return x.sin() * y.sum(), (x.sum() * y).exp()


def number(x, y):
    return (x**3).sum() * y.prod() + (y**2).sum()


def cube(x):
    return (x**3).sum()


# ---------------------------------------------------------------------- functional
def of(name, function, inputs, *args, **options):
    """A case: a function of torch.autograd.functional."""

    def case(L):
        given = [a(L) if callable(a) else a for a in args]
        made = tuple(i(L) for i in inputs) if isinstance(inputs, tuple) else inputs
        made = made(L) if callable(made) else made
        return getattr(L.autograd.functional, name)(function, made, *given, **options)

    return case


def pair(L):
    return x(L), y(L)


def constant(x):
    return x.detach() * 0


STRICT = {"strict": True}
GRAPH = {"create_graph": True}
FUNCTIONAL = {
    "vjp": of("vjp", several, (x, y), pair),
    "vjp of a number": of("vjp", number, (x, y)),
    "vjp strict": of("vjp", several, (x, y), pair, **STRICT),
    "vjp with a graph": of("vjp", several, (x, y), pair, **GRAPH),
    "vjp unused": of("vjp", lambda x, y: x * 2, (x, y), x),
    "jvp": of("jvp", several, (x, y), pair),
    "jvp with a graph": of("jvp", several, (x, y), pair, **GRAPH),
    "jvp constant": of("jvp", lambda x, y: (x * 2, y.detach()), (x, y), pair),
    "jacobian": of("jacobian", several, (x, y)),
    "jacobian, one input": of("jacobian", cube, x),
    "jacobian of nothing": of("jacobian", constant, x),
    "jacobian at once": of("jacobian", several, (x, y), vectorize=True),
    "jacobian forward": of("jacobian", several, (x, y), vectorize=True, strategy="forward-mode"),
    "jacobian strict": of("jacobian", several, (x, y), **STRICT),
    "hessian": of("hessian", number, (x, y)),
    "hessian at once": of("hessian", number, (x, y), vectorize=True),
    "hessian forward": of(
        "hessian", number, (x, y), vectorize=True, outer_jacobian_strategy="forward-mode"
    ),
    "hessian strict": of("hessian", number, (x, y), **STRICT),
    "hessian of a line": of("hessian", lambda x: x.sum(), x),
    "hvp": of("hvp", number, (x, y), pair),
    "vhp": of("vhp", number, (x, y), pair),
    "hvp with a graph": of("hvp", number, (x, y), pair, **GRAPH),
    "vhp of a line": of("vhp", lambda x: x.sum(), x, x),
    # What is refused.
    "no tensor": of("vjp", cube, 3.0),
    "no tensor in a tuple": of("hvp", number, lambda L: (x(L), 3.0)),
    "no tensor returned": of("jacobian", lambda x: 3.0, x),
    "a list returned": of("vjp", lambda x: [x], x, x),
    "v of another length": of("vjp", lambda x: (x, x), x, lambda L: (x(L),)),
    "v of another shape": of("jvp", lambda x: x * 2, x, y),
    "an entry of another shape": of("vjp", lambda x: (x, x), x, pair),
    "too many v": of("vhp", cube, x, lambda L: (x(L), x(L))),
    "no v": of("vjp", lambda x: x * 2, x),
    "no v for inputs": of("jvp", lambda x: x * 2, x),
    "many elements": of("hvp", lambda x: x * 2, x, x),
    "many results": of("hessian", lambda x: (x.sum(), x.sum()), x),
    "strict, not recorded": of("jacobian", constant, x, **STRICT),
    "strict, unused": of("vjp", lambda x, y: x * 2, (x, y), x, **STRICT),
    "strict jvp, unused": of("jvp", lambda x, y: x * 2, (x, y), pair, **STRICT),
    "strict jacobian, unused": of("jacobian", lambda x, y: x * 2, (x, y), **STRICT),
    "strict hessian, unused": of("hessian", lambda x, y: cube(x), (x, y), **STRICT),
    "strict hessian of a line": of("hessian", lambda x: x.sum(), x, **STRICT),
    "strict vhp of a line": of("vhp", lambda x: x.sum(), x, x, **STRICT),
    "strict, constant": of("vjp", lambda x: x * 2, x, x, **STRICT, **GRAPH),
}


@pytest.mark.parametrize("case", FUNCTIONAL.values(), ids=FUNCTIONAL)
def test_functional(case):
    compare(case)


# ---------------------------------------------------------------------- checkpoint
def leaf(L):
    return x(L).requires_grad_()


def layer(x, w):
    return (x.exp() * w).sin() * x


def through(function, *inputs, call=None, backward=None, **options):
    """A case: a checkpointed call, its gradients, and how often it ran."""

    def case(L):
        calls = []

        def counted(*args, **kwargs):
            calls.append(1)
            return function(L, len(calls), *args, **kwargs)

        run = call or L.utils.checkpoint.checkpoint
        given = [i(L) if callable(i) else i for i in inputs]
        out = run(counted, *given, **options)
        first = out[0] if isinstance(out, tuple) else out
        (backward or (lambda L, out, given: out.sum().backward()))(L, first, given)
        grads = [getattr(i, "grad", None) for i in given]
        return first, [g for g in grads if g is not None], len(calls)

    return case


def plain(L, n, x, *rest):
    return layer(x, *rest)


def drops(L, n, x):
    return L.nn.functional.dropout(x.exp(), 0.5) * x


def changes(L, n, x):
    return (x if n == 1 else x[:2]).sin().sum()


def saves_less(L, n, x):
    for _ in range(2 if n == 1 else 1):
        x = x.sin()
    return x.sum()


def saves_more(L, n, x):
    for _ in range(n):
        x = x.sin()
    return x.sum()


def nested(L, n, x, w):
    inner = partial(L.utils.checkpoint.checkpoint, layer, use_reentrant=False)
    return inner(x.cos(), w) + x


def grad_of(L, out, given):
    L.autograd.grad(out.sum(), given[0])


def grad_of_inputs(L, out, given):
    out.sum().backward(inputs=[given[0]])


CHECKPOINT = {}
for name, again in (("not re-entrant", False), ("re-entrant", True)):
    options = {"use_reentrant": again}
    CHECKPOINT |= {
        f"{name}: two inputs": through(plain, leaf, leaf, **options),
        f"{name}: one without grad": through(plain, leaf, x, **options),
        f"{name}: none with grad": through(
            plain, x, x, backward=lambda L, out, given: None, **options
        ),
        f"{name}: dropout": through(drops, leaf, **options),
        f"{name}: dropout, another": through(drops, leaf, preserve_rng_state=True, **options),
        f"{name}: nested": through(nested, leaf, leaf, **options),
        f"{name}: grad": through(plain, leaf, leaf, backward=grad_of, **options),
        f"{name}: inputs": through(plain, leaf, leaf, backward=grad_of_inputs, **options),
        f"{name}: shape changes": through(changes, leaf, **options),
        f"{name}: detached": through(lambda L, n, x: x.detach(), leaf, **options),
        f"{name}: named": through(lambda L, n, x, k=1: x * k, leaf, k=3, **options),
        f"{name}: bad check": through(plain, leaf, x, determinism_check="foo", **options),
        f"{name}: debug": through(plain, leaf, x, debug=True, **options),
    }
CHECKPOINT |= {
    "unsaid": through(plain, leaf, leaf),
    "saves less": through(saves_less, leaf, use_reentrant=False),
    "saves more": through(saves_more, leaf, use_reentrant=False),
    "saves more, no early stop": through(saves_more, leaf, use_reentrant=False, early_stop=False),
    "no check": through(changes, leaf, use_reentrant=False, determinism_check="none"),
}


@pytest.mark.parametrize("case", CHECKPOINT.values(), ids=CHECKPOINT)
def test_checkpoint(case):
    compare(case)


@pytest.mark.parametrize("use_reentrant", [False, True])
@pytest.mark.parametrize("segments", [1, 2, 3])
def test_checkpoint_sequential(segments, use_reentrant):
    def case(L):
        layers = [L.nn.Linear(3, 3), L.nn.Tanh(), L.nn.Dropout(0.3), L.nn.Linear(3, 2)]
        model = L.nn.Sequential(*layers).double()
        given = leaf(L)
        out = L.utils.checkpoint.checkpoint_sequential(
            model, segments, given, use_reentrant=use_reentrant
        )
        out.sum().backward()
        return out, given.grad, [p.grad for p in model.parameters()]

    compare(case)


# ---------------------------------------------------------------------- gradcheck
def planted(L, backward):
    """x**3 with a derivative of one's own."""

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    methods = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type("Planted", (L.autograd.Function,), methods).apply


def slope(ctx):
    return 3 * ctx.saved_tensors[0] ** 2


def checked(function, *inputs, second=False, **options):
    def case(L):
        given = tuple(i(L) for i in inputs)
        made = function(L)
        check = L.autograd.gradgradcheck if second else L.autograd.gradcheck
        return check(made, given, **options)

    return case


def of_operator(function):
    return lambda L: function


def wrong(L):
    return planted(L, lambda ctx, g: g * slope(ctx) * 1.01)


def right(L):
    return planted(L, lambda ctx, g: g * slope(ctx))


def right_once(L):
    return planted(L, lambda ctx, g: g * slope(ctx).detach())


def not_multiplied(L):
    return planted(L, lambda ctx, g: slope(ctx) * (1 + 0 * g))


def single(L):
    return x(L).float().requires_grad_()


def expanded(L):
    return L.ones(1, dtype=L.float64).expand(3).requires_grad_()


GRADCHECK = {
    "right": checked(right, leaf),
    "right, fast": checked(right, leaf, fast_mode=True),
    "right, twice": checked(right, leaf, second=True),
    "wrong": checked(wrong, leaf),
    "wrong, no exception": checked(wrong, leaf, raise_exception=False),
    "wrong, wide tolerance": checked(wrong, leaf, rtol=0.1),
    "wrong the second time": checked(right_once, leaf, second=True, raise_exception=False),
    "not multiplied": checked(not_multiplied, leaf),
    "constant": checked(lambda L: lambda x: x.detach() * 2, leaf),
    "masked": checked(right, leaf, masked=True),
    "all modes": checked(
        lambda L: lambda x: (x.exp(), x.sum()),
        leaf,
        check_forward_ad=True,
        check_batched_grad=True,
        check_batched_forward_grad=True,
        check_grad_dtypes=True,
    ),
    "twice in all modes": checked(
        lambda L: L.tanh, leaf, second=True, check_fwd_over_rev=True, check_batched_grad=True
    ),
    "nothing requires grad": checked(right, x),
    "single precision": checked(right, single, eps=1e-2, atol=0.1),
    "overlapping": checked(right, expanded),
    "no mode": checked(right, leaf, check_backward_ad=False),
    "batched alone": checked(
        right, leaf, check_backward_ad=False, check_forward_ad=True, check_batched_grad=True
    ),
    "batched forward alone": checked(right, leaf, check_batched_forward_grad=True),
}


@pytest.mark.parametrize("case", GRADCHECK.values(), ids=GRADCHECK)
def test_gradcheck(case):
    (want, warned), (got, warned_here) = (outcome(case, library) for library in LIBRARIES)
    assert type(got).__name__ == type(want).__name__, f"{got!r}\n{want!r}"
    if isinstance(want, Exception):
        assert re.split("[,\n]", str(got))[0].startswith(re.split("[,\n]", str(want))[0])
    else:
        assert got == want
    assert warned_here == warned
