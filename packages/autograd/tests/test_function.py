"""`Function`: both styles, saving, marking, errors, second derivatives."""

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb


class Square(autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 2 * x


class SquareInTwo(autograd.Function):
    @staticmethod
    def forward(x):
        return x * x

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, grad):
        return grad * 2 * ctx.saved_tensors[0]


class ExpByResult(autograd.Function):
    @staticmethod
    def forward(ctx, x):
        result = fb.exp(x)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0]


@pytest.mark.parametrize("function", [Square, SquareInTwo, ExpByResult])
def test_gradients_of_both_orders(function):
    x = fb.tensor([0.5, -1.5], dtype=fb.float64, requires_grad=True)
    assert autograd.gradcheck(function.apply, (x,)) and autograd.gradgradcheck(function.apply, (x,))
    assert function.apply(x).grad_fn.name() == f"{function.__name__}Backward"


def test_several_inputs_and_results_none_and_materialized():
    class Two(autograd.Function):
        @staticmethod
        def forward(ctx, x, scale, y):
            ctx.scale = scale
            assert ctx.needs_input_grad == (True, False, False)
            return x * scale, y + 1, fb.arange(2)

        @staticmethod
        def backward(ctx, gx, gy, gi):
            assert gy.tolist() == [0.0]  # nothing used it: zeros
            return gx * ctx.scale, None, None

    x = fb.tensor([1.0], requires_grad=True)
    a, b, c = Two.apply(x, 3, fb.ones(1))
    assert a.requires_grad and b.requires_grad and not c.requires_grad
    a.backward()
    assert x.grad.tolist() == [3]


def test_none_for_unused_results():
    class Split(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(False)
            return x * 1, x * 2

        @staticmethod
        def backward(ctx, a, b):
            assert b is None
            return a

    x = fb.tensor(1.0, requires_grad=True)
    Split.apply(x)[0].backward()
    assert x.grad.item() == 1


def test_graph_lists_each_tensor_among_the_arguments():
    class First(autograd.Function):
        @staticmethod
        def forward(ctx, *args):
            return args[0] * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2, None, None, None

    a, b = fb.ones(2, requires_grad=True), fb.ones(2)
    leaf = a.view_as(a).grad_fn.next_functions[0][0]
    for args, want in (
        ((a, 3, b, a), (leaf, None, leaf)),
        ((b, a, None), (None, leaf)),
        ((a, b), (leaf, None)),
    ):
        assert First.apply(*args).grad_fn.next_functions == tuple((n, 0) for n in want)


def test_mark_dirty():
    class Double(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            x.mul_(2)
            ctx.mark_dirty(x)
            return x

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    x = fb.tensor([1.0], requires_grad=True)
    y = x * 1
    out = Double.apply(y)
    assert out is y
    out.backward()
    assert x.grad.tolist() == [2]
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        Double.apply(fb.tensor([1.0], requires_grad=True))


class ScaledSum(autograd.Function):
    """2 x + y, in the place of x."""

    @staticmethod
    def forward(ctx, x, y, more=False):
        x.mul_(2).add_(y)
        ctx.mark_dirty(x)
        return (x, y.clone()) if more else x

    @staticmethod
    def backward(ctx, grad, *more):
        return grad * 2, grad, None


def test_mark_dirty_of_a_view_gives_its_base_a_new_history():
    a, y = fb.ones(2, 3, requires_grad=True), fb.full((3,), 5.0, requires_grad=True)
    base = a * 3
    view = base[0]
    assert ScaledSum.apply(view, y) is view
    assert base.tolist() == [[11.0] * 3, [3.0] * 3]
    assert base.grad_fn.name() == "torch::autograd::CopySlices"
    (base * fb.arange(6.0).reshape(2, 3)).sum().backward()
    assert a.grad.tolist() == [[0.0, 6.0, 12.0], [9.0, 12.0, 15.0]]
    assert y.grad.tolist() == [0.0, 1.0, 2.0]


def test_mark_dirty_of_a_view_of_what_wants_no_gradient():
    base, y = fb.ones(2, 3), fb.zeros(3, requires_grad=True)
    view = base[1]
    ScaledSum.apply(view, y)
    assert base.requires_grad and view.grad_fn.name() == "AsStridedBackward0"
    base.sum().backward()
    assert y.grad.tolist() == [1.0] * 3


@pytest.mark.parametrize(
    ("view", "more", "message"),
    [
        (lambda a: (a * 3)[0], True, "cannot return more than one tensor"),
        (lambda a: a[0], False, "a view of a leaf Variable that requires grad"),
        (lambda a: (a * 3).unbind(0)[0], False, "Output 0 of UnbindBackward0 is a view"),
    ],
)
def test_mark_dirty_of_a_view_that_cannot_be_written(view, more, message):
    with pytest.raises(RuntimeError, match=message):
        ScaledSum.apply(view(fb.ones(2, 3, requires_grad=True)), fb.ones(3), more)


def test_mark_non_differentiable():
    class Both(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            rounded = fb.floor(x)
            ctx.mark_non_differentiable(rounded)
            return x * 2, rounded

        @staticmethod
        def backward(ctx, g, _):
            return g * 2

    a, b = Both.apply(fb.tensor([1.5], requires_grad=True))
    assert a.requires_grad and not b.requires_grad


def test_once_differentiable():
    class Once(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        @autograd.once_differentiable
        def backward(ctx, grad):
            return grad * 2 * ctx.saved_tensors[0]

    x = fb.tensor(3.0, requires_grad=True)
    assert autograd.grad(Once.apply(x), x)[0].item() == 6
    (g,) = autograd.grad(Once.apply(x), x, create_graph=True)
    with pytest.raises(RuntimeError, match="marked with @once_differentiable"):
        g.backward()


def make(backward):
    return type(
        "Made",
        (autograd.Function,),
        {"forward": staticmethod(lambda ctx, x: x * 1), "backward": staticmethod(backward)},
    )


@pytest.mark.parametrize(
    ("backward", "error", "message"),
    [
        (
            lambda ctx, g: (g, g),
            RuntimeError,
            r"incorrect number of gradients \(expected 1, got 2\)",
        ),
        (lambda ctx, g: 1.0, TypeError, "a float, expected a Tensor or None"),
        (
            lambda ctx, g: fb.ones(7),
            RuntimeError,
            r"invalid gradient at index 0 - got \[7\] but expected shape compatible with \[2\]",
        ),
    ],
)
def test_bad_backward(backward, error, message):
    with pytest.raises(error, match=message):
        make(backward).apply(fb.ones(2, requires_grad=True)).sum().backward()


def test_saving_what_is_no_tensor():
    class Bad(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(3)
            return x

    with pytest.raises(TypeError, match="can only save variables, but argument is of type int"):
        Bad.apply(fb.ones(1, requires_grad=True))


def test_saved_tensors_are_checked_for_changes():
    x = fb.ones(2, requires_grad=True)
    y = x * 1
    z = Square.apply(y)
    y.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()
