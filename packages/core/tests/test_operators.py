"""Every operator of the table, through the conformance kit: one test an operator and dtype."""

import pytest

import firebrick_core as fb
import firebrick_core.testing as testing
from firebrick_core import extend
from firebrick_core._operator import TABLE

DECLARED = [op for op in TABLE.values() if op.inplace_of is None]
CASES = [(op.name, dtype) for op in DECLARED for dtype in testing.dtypes_of(op) if op.samples]


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_operator(name, dtype):
    assert testing.check_operator(name, (dtype,)) == len(TABLE[name].samples)


@pytest.mark.parametrize("op", DECLARED, ids=lambda op: op.name)
def test_is_declared_in_full(op):
    assert op.samples or op.errors, f"{op.name} has no samples, so nothing tests it"
    assert (op.kernel.__doc__ or "").strip(), f"{op.name} has no docstring"
    assert op.function.__doc__


# Operators whose result's shape depends on their input's values, which the meta device does not
# have.
SHAPE_FROM_VALUES = {
    "repeated_positions",
    "masked_select",
    "nonzero_positions",
    "nonzero_tuple",
    "unique_parts",
    "unique_runs",
    "count_numbers",
}


def test_no_shape_rule_is_missing_by_oversight():
    missing = {op.name for op in DECLARED if op.kind == "array" and op.meta is None}
    assert missing == SHAPE_FROM_VALUES


def test_annotations_may_be_text_and_qualified():
    names = {}
    code = """
from __future__ import annotations
from firebrick_core import extend

@extend.operator(kind="pointwise", methods=False, name="textual", samples=("x(3), x(3)", "x(3), 2"))
def textual(xp, input: extend.Array, other: extend.Operand) -> extend.Array:
    "The product."
    return input * other
"""
    exec(code, names)
    try:
        assert names["textual"](fb.ones(2), 3).tolist() == [3, 3]
        assert testing.check_operator("textual") > 0
    finally:
        del TABLE["textual"]


def test_name_can_be_taken_once():
    with pytest.raises(ValueError, match="operator 'add' is already in the table"):
        extend.operator(name="add")(lambda xp, input: input)


def test_no_generated_function_is_stale():
    """The committed functions have the parameters that the declarations have."""
    for op in DECLARED:
        if op.kind in ("pointwise", "array", "view", "direct"):
            names = op.function.__code__.co_varnames[: op.function.__code__.co_argcount]
            wanted = [p.name for p in op.parameters if not p.keyword_only]
            assert list(names) == wanted, op.name


def test_numpy_warnings_do_not_reach_users():
    x = fb.tensor([0.0, -1.0])
    assert (1 / x).tolist()[0] == float("inf")
    assert fb.log(x).isnan().tolist() == [False, True]
    big = fb.tensor([3e38])
    assert (big + big).isinf().all()
    assert (big * big - big * big).isnan().all()
