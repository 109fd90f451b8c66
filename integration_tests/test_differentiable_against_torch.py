"""Steps that backward goes through (`differentiable=True`), against PyTorch."""

from functools import partial

import numpy as np
import pytest

import firebrick as fb

torch = pytest.importorskip("torch")

ROWS = [
    ("SGD", {"lr": 0.1}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.1}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True, "maximize": True}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "dampening": 0.5}),
    ("Adam", {"lr": 0.1, "weight_decay": 0.1}),
    ("Adam", {"lr": 0.1, "amsgrad": True}),
    ("AdamW", {"lr": 0.1, "weight_decay": 0.3}),
    ("RMSprop", {"lr": 0.1, "centered": True, "momentum": 0.5}),
    ("Adagrad", {"lr": 0.1, "lr_decay": 0.1, "weight_decay": 0.1}),
    ("Adadelta", {"lr": 0.5, "weight_decay": 0.1}),
    ("Adamax", {"lr": 0.1, "weight_decay": 0.1}),
    ("NAdam", {"lr": 0.1, "weight_decay": 0.1}),
    ("RAdam", {"lr": 0.1, "weight_decay": 0.1}),
    ("ASGD", {"lr": 0.1, "weight_decay": 0.1}),
    ("Rprop", {"lr": 0.1}),
]
IDS = [f"{name}-{','.join(options)}" for name, options in ROWS]
STEPS = 7  # RAdam's sixth is its first with a rectified length
# Over several steps PyTorch's backward fails: it writes into what it has saved.
ONE_STEP = ({"amsgrad", "centered"}, {"Adamax", "Rprop"})


def steps_of(name, options):
    """How many steps PyTorch can go backward through."""
    return 1 if name in ONE_STEP[1] or ONE_STEP[0] & set(options) else STEPS


def run(library, name, options, dtype, steps, tensor_lr=False):
    """The gradients of a sum over the last parameters: by the first ones, by what the steps'
    gradients were made of, and by the learning rate."""
    random = np.random.RandomState(0)

    def numbers():
        values = random.standard_normal((3, 2)) + 0.1
        if dtype == "complex128":
            values = values + 1j * random.standard_normal((3, 2))
        return library.tensor(values.astype(dtype))

    # PyTorch cuts the gradient of SGD's first momentum, so a plain step makes the state.
    plain = numbers()
    first = getattr(library.optim, name)([plain], **options)
    plain.grad = numbers()
    first.step()
    start, sources = plain.clone().requires_grad_(), [numbers() for _ in range(steps)]
    inputs = [start, *(source.requires_grad_() for source in sources)]
    options = {**options, "differentiable": True}
    if tensor_lr:
        options["lr"] = library.tensor(options["lr"], dtype=library.float64, requires_grad=True)
        inputs.append(options["lr"])
    p = start.clone()
    optimizer = getattr(library.optim, name)([p], **options)
    optimizer.state[p].update(first.state[plain])
    for source in sources:
        p.grad = source * 0.5 + p.detach() * 0.3
        optimizer.step()
    weights = library.tensor(np.arange(1.0, 7.0).reshape(3, 2))
    total = (library.view_as_real(p).sum(-1) if dtype == "complex128" else p) * weights
    gradients = library.autograd.grad(total.sum(), inputs, allow_unused=True)
    gradients = [g if g is None else g.numpy() for g in gradients]
    return p.detach().numpy(), gradients


def compare(ours, theirs):
    # PyTorch's differentiable steps compute their corrections from a count of float32.
    np.testing.assert_allclose(ours[0], theirs[0], rtol=1e-5)
    for got, want in zip(ours[1], theirs[1], strict=True):
        if want is None or got is None:
            assert not np.any(want if got is None else got)
        else:
            np.testing.assert_allclose(got, want, rtol=2e-4, atol=1e-7)


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize(("name", "options"), ROWS, ids=IDS)
def test_gradients(name, options, dtype):
    steps = steps_of(name, options)
    compare(run(fb, name, options, dtype, steps), run(torch, name, options, dtype, steps))


@pytest.mark.parametrize(("name", "options"), [
    row for row in ROWS if row[0] in ("SGD", "Adam", "AdamW", "NAdam", "RAdam")
])
def test_gradients_of_the_learning_rate(name, options):
    steps = steps_of(name, options)
    try:
        theirs = run(torch, name, options, "float64", steps, tensor_lr=True)
    except RuntimeError as error:
        pytest.skip(f"PyTorch: {error}")
    compare(run(fb, name, options, "float64", steps, tensor_lr=True), theirs)


@pytest.mark.parametrize(("name", "options"), ROWS, ids=IDS)
def test_against_finite_differences(name, options):
    """Several steps, from the parameters, the gradients and the learning rate on."""
    random = np.random.RandomState(1)
    sources = fb.tensor(random.standard_normal((3, 4)) + 2.0)
    options = {k: v for k, v in options.items() if k != "lr"}

    def moved(start, sources, lr):
        p = start.clone()
        optimizer = getattr(fb.optim, name)([p], lr=lr, differentiable=True, **options)
        for source in sources:
            p.grad = source + 0.1 * p
            optimizer.step()
        return p

    start, lr = fb.tensor(random.standard_normal(4)), fb.tensor(0.1, dtype=fb.float64)
    inputs = [start.requires_grad_(), sources.requires_grad_()]
    if name not in ("ASGD", "Rprop"):  # their rates are numbers of the state
        inputs.append(lr.requires_grad_())
    else:
        moved = partial(moved, lr=0.1)
    assert fb.autograd.gradcheck(moved, inputs)
