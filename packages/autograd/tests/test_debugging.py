"""Stepping through backward with pdb: formulas are functions that a debugger stops in."""

import inspect
import io
import pdb

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_autograd import derivatives
from firebrick_autograd._rule import RULES

FORMULAS = {
    f"{name}.{parameter}": rule
    for name, declared in RULES.items()
    for parameter, rule in declared.inputs.items()
    if callable(rule)
}


def debugged(function, commands):
    """What pdb shows for commands, one a line, given to it as if typed."""
    shown = io.StringIO()
    typed = io.StringIO("\n".join(commands) + "\n")
    debugger = pdb.Pdb(stdin=typed, stdout=shown, nosigint=True, readrc=False)
    try:
        debugger.runcall(function)
    finally:
        debugger.clear_all_breaks()
    return shown.getvalue()


def test_a_breakpoint_in_a_formula():
    x = fb.tensor([0.5], requires_grad=True)

    def step():
        fb.tanh(x).sum().backward()

    rule = derivatives.elementary.Tanh.input
    line = rule.__code__.co_firstlineno
    shown = debugged(
        step,
        [f"break {rule.__code__.co_filename}:{line + 1}", "continue", "args", "where", "continue"],
    )
    assert "grad = tensor([1.])" in shown and "result = tensor([0.4621])" in shown
    # From the user's line to the formula: the engine, and the function written for the operator.
    for frame in ("step()", "_loop()", "backward()", "input()"):
        assert frame in shown
    assert x.grad.item() == pytest.approx(1 - 0.4621171**2)


def test_stepping_from_the_line_that_calls_backward():
    x = fb.tensor([0.5], requires_grad=True)
    loss = x.exp()

    def step():
        loss.backward()

    shown = debugged(step, ["step"] * 400 + ["continue"])
    source = inspect.getsource(derivatives.elementary.Exp.input).splitlines()
    assert f"-> {source[-1].strip()}" in shown
    assert "return (rule_input(grad, result),)" in shown  # of the function written for exp


def test_generated_functions_are_listed():
    x = fb.tensor([0.5], requires_grad=True)

    def step():
        x.exp().backward()

    rule = derivatives.elementary.Exp.input
    place = f"{rule.__code__.co_filename}:{rule.__code__.co_firstlineno + 1}"
    shown = debugged(step, [f"break {place}", "continue", "up", "list 1, 40", "p node", "continue"])
    assert "def backward(node, grad, graph):" in shown
    assert "<ExpBackward0 object at" in shown


@pytest.mark.parametrize("formula", FORMULAS.values(), ids=FORMULAS)
def test_every_formula_has_a_line_to_stop_at(formula):
    source, line = inspect.getsourcelines(formula)
    assert line > 0 and "def " in "".join(source) and formula.__name__ != "<lambda>"


def test_a_formula_of_ones_own():
    class Square(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return 2 * x * grad

    x = fb.tensor([3.0], requires_grad=True)

    def step():
        Square.apply(x).backward()

    line = Square.backward.__code__.co_firstlineno + 3
    shown = debugged(step, [f"break {__file__}:{line}", "continue", "p x * grad", "continue"])
    assert "(Pdb) tensor([3.])" in shown
    assert x.grad.tolist() == [6]
