"""What both libraries' optimizers refuse, and how."""

from __future__ import annotations

import warnings

import pytest

import firebrick_autograd  # noqa: F401  (gradients can be assigned once it is imported)
import firebrick_core as fb
import firebrick_optim as optim

torch = pytest.importorskip("torch")

def step(cls, p, grad):
    p.grad = grad
    cls([p]).step()


def constructions():
    """What both libraries must refuse alike; each is called with a library and its optimizers."""

    def no_list(lib, space):
        space.SGD(lib.ones(1))

    def empty(lib, space):
        space.SGD([])

    def no_tensor(lib, space):
        space.SGD([3])

    def unordered(lib, space):
        space.SGD([{"params": {lib.ones(1)}}])

    def twice(lib, space):
        p = lib.ones(1)
        space.SGD([{"params": [p]}, {"params": [p]}])

    def some_named(lib, space):
        space.SGD([("a", lib.ones(1)), lib.ones(1)])

    def named_and_unnamed_groups(lib, space):
        space.SGD([lib.ones(1)]).add_param_group({"params": [("a", lib.ones(1))]})

    def no_dict(lib, space):
        space.SGD([lib.ones(1)]).add_param_group([lib.ones(1)])

    def not_a_leaf(lib, space):
        space.SGD([lib.ones(1).requires_grad_() * 2])

    def long_rate(lib, space):
        space.SGD([lib.ones(1)], lr=lib.ones(2))

    def fewer_groups(lib, space):
        saved = space.SGD([lib.ones(1)]).state_dict()
        space.SGD([{"params": [lib.ones(1)]}, {"params": [lib.ones(1)]}]).load_state_dict(saved)

    def fewer_parameters(lib, space):
        saved = space.SGD([lib.ones(1)]).state_dict()
        space.SGD([lib.ones(1), lib.ones(1)]).load_state_dict(saved)

    def no_optimizer(lib, space):
        space.lr_scheduler.StepLR(3, 2)

    def no_initial_rate(lib, space):
        space.lr_scheduler.StepLR(space.SGD([lib.ones(1)]), 2, last_epoch=3)

    def no_momentum(lib, space):
        space.lr_scheduler.CyclicLR(space.Adagrad([lib.ones(1)]), 0.1, 0.2)

    def no_matrix(lib, space):
        space.Muon([lib.ones(2)])

    def complex_rows(lib, space):
        space.SparseAdam([lib.ones(2) * 1j])

    def two_groups(lib, space):
        space.LBFGS([{"params": [lib.ones(1)]}, {"params": [lib.ones(1)]}])

    def dense_gradient(lib, space):
        step(space.SparseAdam, lib.ones(2), lib.ones(2))

    def sparse_gradient(lib, space):
        step(space.Adam, lib.ones(2), lib.ones(2).to_sparse())

    def sparse_for_adafactor(lib, space):
        step(space.Adafactor, lib.ones(2), lib.ones(2).to_sparse())

    def sparse_for_muon(lib, space):
        step(space.Muon, lib.ones(2, 2), lib.ones(2, 2).to_sparse())

    def complex_for_adafactor(lib, space):
        step(space.Adafactor, lib.ones(2) * 1j, lib.ones(2) * 1j)

    def complex_for_muon(lib, space):
        step(space.Muon, lib.ones(2, 2) * 1j, lib.ones(2, 2) * 1j)

    def other_search(lib, space):
        p = lib.ones(1)
        p.grad = lib.ones(1)
        space.LBFGS([p], line_search_fn="armijo").step(p.sum)

    def no_closure(lib, space):
        space.LBFGS([lib.ones(1)]).step()

    def other_annealing(lib, space):
        space.swa_utils.SWALR(space.SGD([lib.ones(1)]), 0.1, anneal_strategy="cubic")

    def negative_annealing(lib, space):
        space.swa_utils.SWALR(space.SGD([lib.ones(1)]), 0.1, anneal_epochs=-1)

    def decay_above_one(lib, space):
        space.swa_utils.get_ema_avg_fn(1.5)

    return [value for name, value in locals().items() if callable(value)]


BAD_OPTIONS = [
    ("SGD", {"lr": -1}),
    ("SGD", {"momentum": -0.5}),
    ("SGD", {"weight_decay": -1}),
    ("SGD", {"nesterov": True}),
    ("SGD", {"foreach": True, "fused": True}),
    ("SGD", {"fused": True, "differentiable": True}),
    ("SGD", {"lr": "x"}),
    ("Adam", {"betas": (1.0, 0.0)}),
    ("Adam", {"betas": (0.0, 1.0)}),
    ("Adam", {"eps": -1}),
    ("Adam", {"lr": float("nan")}),
    ("AdamW", {"weight_decay": -1}),
    ("RMSprop", {"alpha": -1}),
    ("RMSprop", {"momentum": -1}),
    ("Adagrad", {"lr_decay": -1}),
    ("Adagrad", {"initial_accumulator_value": -1}),
    ("Adadelta", {"rho": 1.1}),
    ("Adamax", {"betas": (0.0, 1.0)}),
    ("NAdam", {"momentum_decay": -1}),
    ("RAdam", {"weight_decay": -1}),
    ("ASGD", {"weight_decay": -1}),
    ("Rprop", {"etas": (1.0, 0.5)}),
    ("Adafactor", {"lr": -1}),
    ("Adafactor", {"beta2_decay": 0.5}),
    ("Adafactor", {"eps": (-1, 0)}),
    ("Adafactor", {"eps": (None, -1)}),
    ("Adafactor", {"d": 0.5}),
    ("Adafactor", {"weight_decay": -1}),
    ("Muon", {"lr": -1}),
    ("Muon", {"momentum": -1}),
    ("Muon", {"weight_decay": -1}),
    ("Muon", {"adjust_lr_fn": "mine"}),
    ("SparseAdam", {"lr": 0}),
    ("SparseAdam", {"eps": 0}),
    ("SparseAdam", {"betas": (0.9, 1.0)}),
    ("LBFGS", {"lr": -1}),
]


def error_of(function, *arguments):
    """The exception that a call raises."""
    try:
        function(*arguments)
    except Exception as error:
        return error
    raise AssertionError(f"{function.__name__} was accepted")


def assert_same_error(got, want):
    """The same type, and a message that begins alike: it goes on to say what to do."""
    assert type(got) is type(want), (got, want)
    assert str(got).startswith(str(want)[:25]) or isinstance(want, (TypeError, KeyError))


@pytest.mark.parametrize("refused", constructions())
def test_the_same_constructions_are_refused(refused):
    assert_same_error(error_of(refused, fb, optim), error_of(refused, torch, torch.optim))


@pytest.mark.parametrize(("name", "options"), BAD_OPTIONS, ids=str)
def test_the_same_options_are_refused(name, options):
    def make(library, space):
        getattr(space, name)([library.ones(1)], **options)

    assert_same_error(error_of(make, fb, optim), error_of(make, torch, torch.optim))


def test_duplicates_warn_alike():
    messages = []
    for library, space in ((fb, optim), (torch, torch.optim)):
        p = library.ones(1)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            space.SGD([p, p])
        messages += [(w.category, str(w.message)) for w in caught]
    assert len(messages) == 2 and messages[0] == messages[1]
