"""Backward as PyTorch runs it: the same small programs in both libraries, with the same results,
logs and warnings, and errors of the same type whose messages begin alike.

A program is lines separated by " ; "; the value of its last line is compared. Names that it finds
are those of `names`.
"""

import threading
import warnings

import pytest
from autograd_programs import DIFFERENT, PROGRAMS

import firebrick

torch = pytest.importorskip("torch")


def names(library):
    """What programs may use: leaves, hooks that log or change, functions of the user's own."""
    log = []

    def seen(name, value=True):
        def hook(*arguments):
            log.append((name, *arguments) if value else name)

        return hook

    def made(backward, forward=None):
        """A function of the user's own, x * 2 unless given, by its backward."""

        class Made(library.autograd.Function):
            @staticmethod
            def forward(ctx, x, *rest):
                ctx.rest = rest
                return x * 2 if forward is None else forward(ctx, x)

            @staticmethod
            def backward(ctx, grad):
                return backward(ctx, grad)

        return Made.apply

    def raises(*arguments):
        raise KeyError("planted")

    def threads(count, work):
        started = [threading.Thread(target=work, args=(i,)) for i in range(count)]
        for t in started:
            t.start()
        for t in started:
            t.join()

    def leaf(*values, **options):
        return library.tensor(list(values), requires_grad=True, **options)

    return {
        "T": library,
        "F": library.nn.functional,
        "autograd": library.autograd,
        "graph": library.autograd.graph,
        "grad": library.autograd.grad,
        "edge": library.autograd.graph.get_gradient_edge,
        "leaf": leaf,
        "x": leaf(1.0, 2.0),
        "w": leaf(3.0, 4.0),
        "s": leaf(1.0),
        "ones": library.ones(2),
        "log": log,
        "seen": seen,
        "made": made,
        "raises": raises,
        "threads": threads,
        "times": lambda k: lambda grad: grad * k,
        "pack": lambda t: (log.append(("pack", t, library.is_grad_enabled())), t.detach())[1],
        "unpack": lambda t: (log.append(("unpack", t, library.is_grad_enabled())), t)[1],
        "nan": float("nan"),
    }


def plain(library, value):
    """Tensors as dtype, shape, rounded elements and whether they record; also inside others."""
    if isinstance(value, library.Tensor):
        kind = str(value.dtype), tuple(value.shape), value.requires_grad
        elements = value.detach().reshape(-1).tolist()
        return *kind, [round(e, 4) if isinstance(e, float) else e for e in elements]
    if isinstance(value, (list, tuple)):
        return [plain(library, v) for v in value]
    if isinstance(value, dict):
        return {k: plain(library, v) for k, v in value.items()}
    return value


def outcome(library, program):
    """What a program gives or raises, and what it warns of."""
    *lines, last = program.split(" ; ")
    scope = names(library)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            exec("\n".join(lines), scope)
            result = plain(library, eval(last, scope))
        except Exception as error:
            result = error
    # PyTorch warns with the name of the file in its own source behind the text.
    return result, [(w.category, str(w.message)[:60]) for w in caught]


@pytest.fixture(autouse=True)
def all_warnings():
    """PyTorch says some things once only, unless asked."""
    before = torch.is_warn_always_enabled()
    torch.set_warn_always(True)
    yield
    torch.set_warn_always(before)


def agree(ours, theirs):
    """Whether both results are the same, or errors of the same type that begin alike."""
    if not isinstance(theirs, Exception):
        return ours == theirs
    start = str(theirs)[:45].rstrip(" .")
    return type(ours) is type(theirs) and str(ours).startswith(start)


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name):
    theirs, their_warnings = outcome(torch, PROGRAMS[name])
    ours, our_warnings = outcome(firebrick, PROGRAMS[name])
    if name in DIFFERENT:
        assert not agree(ours, theirs), f"{name} is no longer different: {ours}"
        return
    assert agree(ours, theirs), f"PyTorch: {theirs!r}\nFirebrick: {ours!r}"
    assert our_warnings == their_warnings


def test_differences_are_of_programs():
    assert set(DIFFERENT) <= set(PROGRAMS)
