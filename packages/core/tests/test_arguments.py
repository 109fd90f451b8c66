"""Arguments that are no tensors: every public operator refuses them by name and place."""

import pytest

import firebrick_core as fb
import firebrick_core.testing as testing
from firebrick_core._operator import OPERAND, OPTIONAL, TABLE, TENSOR, TENSORS

WRONG = (1.5, "text", None, [1.0])
PUBLIC = [
    op
    for op in TABLE.values()
    if op.inplace_of is None
    and op.samples
    and "internal" not in op.namespace.split()
    and not any(p.variadic for p in op.parameters)
]


def arguments(op, text):
    """A sample's arguments by name."""
    dtypes = testing.dtypes_of(op)
    sample = testing.make_sample(text, "float32" if "float32" in dtypes else dtypes[0])
    names = [p.name for p in op.parameters]
    return {**dict(zip(names, sample.args, strict=False)), **sample.kwargs}


def call(op, given):
    positional, named, gap = [], {}, False
    for p in op.parameters:
        gap = gap or p.keyword_only or p.name not in given
        if p.name in given:
            if gap:
                named[p.name] = given[p.name]
            else:
                positional.append(given[p.name])
    return op(*positional, **named)


def is_right(p, value):
    """Whether an argument that is no tensor fits all the same."""
    if value is None:
        return p.kind == OPTIONAL or p.kind == OPERAND or p.default is None
    return p.kind == OPERAND and isinstance(value, float)


@pytest.mark.parametrize("op", PUBLIC, ids=lambda op: op.name)
def test_what_is_no_tensor_is_refused_by_name_and_place(op):
    method, judged = op.namespace == "method", set()
    for text in op.samples:
        given = arguments(op, text)
        for i, p in enumerate(op.parameters):
            if p.kind not in (TENSOR, OPTIONAL, TENSORS, OPERAND) or p.name not in given:
                continue
            if p.name in judged or (method and not i):  # a method's own tensor is one
                continue
            judged.add(p.name)
            where = "" if p.keyword_only else rf"( \(position {i + 1 - method}\))"
            for value in WRONG:
                if not is_right(p, value):
                    with pytest.raises(TypeError, match=rf"argument '{p.name}'{where}"):
                        call(op, {**given, p.name: value})
    if not judged:
        pytest.skip("takes no tensors besides its own")


def test_names_are_those_of_the_caller():
    with pytest.raises(TypeError, match=r"^softmax\(\): argument 'input' \(position 1\) must be"):
        fb.functional.softmax(1.5, 0)
    with pytest.raises(TypeError, match=r"^addmm\(\): argument 'mat1' \(position 2\) must be"):
        fb.addmm(fb.ones(2, 2), 1, fb.ones(2, 2))
    with pytest.raises(TypeError, match=r"^rsub\(\): argument 'other' \(position 2\) must be"):
        fb.rsub(fb.ones(2), "text")
    with pytest.raises(TypeError, match=r"^mul_\(\): argument 'other' \(position 1\) must be"):
        fb.ones(2).mul_("text")


@pytest.mark.parametrize("joined", [fb.ones(2, 2), 1, iter([fb.ones(2)])], ids=str)
def test_a_list_of_tensors_is_a_list(joined):
    for function in (fb.cat, fb.stack, fb.hstack):
        with pytest.raises(TypeError, match=r"argument 'tensors' \(position 1\) must be tuple of"):
            function(joined)


def test_errors_of_another_kind_are_as_they_were():
    with pytest.raises(RuntimeError, match="mat1 and mat2 shapes cannot be multiplied"):
        fb.addmm(fb.ones(2, 2), fb.ones(2, 3), fb.ones(2, 2))
    with pytest.raises(IndexError, match="Dimension out of range"):
        fb.functional.softmax(fb.ones(2), 1)


# ---------------------------------------------------------------------- older forms
def older_forms():
    """Calls in an older order of arguments, and what they mean."""
    x, a, b = fb.rand(2, 2), fb.rand(2, 2), fb.rand(2, 2)
    u, v, batch = fb.rand(2), fb.rand(2), fb.rand(1, 2, 2)
    return {
        "add": (lambda: x.add(2, a), x + 2 * a),
        "add, function": (lambda: fb.add(x, 2, a), x + 2 * a),
        "add_": (lambda: x.clone().add_(-0.1, a), x - 0.1 * a),
        "sub": (lambda: x.sub(2, a), x - 2 * a),
        "addcmul_": (lambda: x.clone().addcmul_(0.5, a, b), x + 0.5 * a * b),
        "addcdiv": (lambda: fb.addcdiv(x, 0.5, a, b), x + 0.5 * a / b),
        "addmm": (lambda: fb.addmm(2, x, 3, a, b), 2 * x + 3 * a @ b),
        "addmm, one factor": (lambda: fb.addmm(2, x, a, b), 2 * x + a @ b),
        "addmm_": (lambda: x.clone().addmm_(2, 3, a, b), 2 * x + 3 * a @ b),
        "addmv": (lambda: u.addmv(2, a, v), 2 * u + a @ v),
        "addr": (lambda: x.addr(2, 3, u, v), 2 * x + 3 * u[:, None] * v),
        "baddbmm": (lambda: batch.baddbmm(2, batch, batch), 2 * batch + batch @ batch),
        "addbmm": (lambda: fb.addbmm(2, x, 3, batch, batch), 2 * x + 3 * (batch @ batch)[0]),
    }


@pytest.mark.parametrize("form", older_forms())
def test_older_positional_forms_are_served_with_a_warning(form):
    call, want = older_forms()[form]
    name = form.split(",")[0]
    with pytest.warns(UserWarning, match=rf"This overload of {name} is deprecated:\n\t{name}\("):
        got = call()
    assert fb.allclose(got, want)


def test_an_older_form_computes_what_it_says_and_takes_out():
    x, a = fb.tensor([1.0, 2.0]), fb.tensor([10.0, 20.0])
    out = fb.empty(2)
    with pytest.warns(UserWarning, match="deprecated") as warned:
        assert fb.add(x, 3, a, out=out) is out
    assert out.tolist() == [31, 62]
    assert warned[0].filename == __file__


def test_too_many_arguments_are_refused_as_ever():
    x = fb.ones(2)
    with pytest.raises(TypeError, match=r"add\(\) takes 2 positional arguments but 3 were given"):
        x.add(x, 2)
    with pytest.raises(TypeError, match=r"add_\(\) takes 2 positional arguments but 4 were given"):
        x.add_(1, x, x)
