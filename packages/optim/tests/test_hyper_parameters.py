"""Hyper-parameters out of range are refused, with PyTorch's exceptions and messages."""

import re

import numpy as np
import pytest
from optim_cases import fitting, make, optimizer_names, tensor

from firebrick_optim import Optimizer

NAN = float("nan")

# (optimizer, options, exception, how the message begins): a new row is a new case.
REFUSED = [
    ("SGD", {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ("SGD", {"lr": NAN}, ValueError, "Invalid learning rate: nan"),
    ("SGD", {"momentum": -0.5}, ValueError, "Invalid momentum value: -0.5"),
    ("SGD", {"weight_decay": -0.1}, ValueError, "Invalid weight_decay value: -0.1"),
    ("SGD", {"nesterov": True}, ValueError, "Nesterov momentum requires a momentum and zero damp"),
    ("SGD", {"nesterov": True, "momentum": 0.9, "dampening": 0.1}, ValueError, "Nesterov momentum"),
    ("SGD", {"lr": "fast"}, TypeError, "SGD: lr must be a number, got 'fast' (str)"),
    ("SGD", {"lr": None}, TypeError, "SGD: lr must be a number, got None"),
    ("SGD", {"lr": np.ones(2)}, TypeError, "SGD: lr must be a number, got array([1., 1.])"),
    ("SGD", {"lr": tensor([0.1, 0.2])}, ValueError, "Tensor lr must be 1-element"),
    ("SGD", {"foreach": True, "fused": True}, RuntimeError, "`fused` and `foreach` cannot be `Tru"),
    ("SGD", {"differentiable": True, "fused": True}, RuntimeError, "`fused` does not support"),
    ("Adam", {"lr": -0.1}, ValueError, "Invalid learning rate: -0.1"),
    ("Adam", {"eps": -1e-8}, ValueError, "Invalid epsilon value: -1e-08"),
    ("Adam", {"betas": (1.0, 0.0)}, ValueError, "Invalid beta parameter at index 0: 1.0"),
    ("Adam", {"betas": (0.0, 1.0)}, ValueError, "Invalid beta parameter at index 1: 1.0"),
    ("Adam", {"betas": (0.9, NAN)}, ValueError, "Invalid beta parameter at index 1: nan"),
    ("Adam", {"betas": 0.9}, TypeError, "Adam: betas must be a pair of numbers, got 0.9"),
    ("Adam", {"betas": (0.9,)}, TypeError, "Adam: betas must be a pair of numbers, got (0.9,)"),
    ("Adam", {"betas": (0.9, tensor(0.99))}, ValueError, "betas must be either both floats or bot"),
    ("Adam", {"weight_decay": -1}, ValueError, "Invalid weight_decay value: -1"),
    ("Adam", {"lr": tensor(0.1), "foreach": True}, ValueError, "lr as a Tensor is not supported f"),
    ("Adam", {"betas": (tensor(0.9), tensor(0.9)), "foreach": True}, ValueError, "betas[0] as a T"),
    ("AdamW", {"betas": (-0.1, 0.9)}, ValueError, "Invalid beta parameter at index 0: -0.1"),
    ("AdamW", {"weight_decay": -1}, ValueError, "Invalid weight_decay value: -1"),
    ("RMSprop", {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ("RMSprop", {"alpha": -0.1}, ValueError, "Invalid alpha value: -0.1"),
    ("RMSprop", {"momentum": -1.0}, ValueError, "Invalid momentum value: -1.0"),
    ("RMSprop", {"eps": -1}, ValueError, "Invalid epsilon value: -1"),
    ("RMSprop", {"weight_decay": -1}, ValueError, "Invalid weight_decay value: -1"),
    ("Adagrad", {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ("Adagrad", {"lr_decay": -0.5}, ValueError, "Invalid lr_decay value: -0.5"),
    ("Adagrad", {"weight_decay": -1}, ValueError, "Invalid weight_decay value: -1"),
    ("Adagrad", {"initial_accumulator_value": -1}, ValueError, "Invalid initial_accumulator_value"),
    ("Adagrad", {"eps": -1}, ValueError, "Invalid epsilon value: -1"),
    ("Adadelta", {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ("Adadelta", {"rho": 1.1}, ValueError, "Invalid rho value: 1.1"),
    ("Adadelta", {"eps": -1}, ValueError, "Invalid epsilon value: -1"),
    ("Adadelta", {"weight_decay": -1}, ValueError, "Invalid weight_decay value: -1"),
    ("Adamax", {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ("Adamax", {"betas": (0.0, 1.0)}, ValueError, "Invalid beta parameter at index 1: 1.0"),
    ("NAdam", {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ("NAdam", {"betas": (1.0, 0.0)}, ValueError, "Invalid beta parameter at index 0: 1.0"),
    ("NAdam", {"momentum_decay": -0.2}, ValueError, "Invalid momentum_decay value: -0.2"),
    ("RAdam", {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ("RAdam", {"betas": (1.0, 0.0)}, ValueError, "Invalid beta parameter at index 0: 1.0"),
    ("RAdam", {"weight_decay": -1}, ValueError, "Invalid weight_decay value: -1"),
    ("ASGD", {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ("ASGD", {"weight_decay": -0.5}, ValueError, "Invalid weight_decay value: -0.5"),
    ("Rprop", {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ("Rprop", {"etas": (1.0, 0.5)}, ValueError, "Invalid eta values: 1.0, 0.5"),
    ("Adafactor", {"lr": -1}, ValueError, "Learning rate should be >= 0 but is: -1 (Adafactor nee"),
    ("Adafactor", {"beta2_decay": 0.8}, ValueError, "beta2_decay should be <= 0 but is: 0.8 (Adaf"),
    ("Adafactor", {"eps": (-1, 0)}, ValueError, "epsilon1 should be >= 0 but is: -1 (Adafactor ne"),
    ("Adafactor", {"eps": (None, -1)}, ValueError, "epsilon2 should be >= 0 but is: -1 (Adafactor"),
    ("Adafactor", {"eps": 1e-3}, TypeError, "Adafactor: eps must be a pair of numbers, got 0.001"),
    ("Adafactor", {"d": 0.5}, ValueError, "Clipping threshold d should be >= 1 but is: 0.5"),
    ("Adafactor", {"weight_decay": -1}, ValueError, "weight_decay should be >= 0 but is: -1"),
    ("Muon", {"lr": -1}, ValueError, "Learning rate should be >= 0 but is: -1 (Muon needs 0 <= va"),
    ("Muon", {"momentum": -1}, ValueError, "momentum should be >= 0 but is: -1"),
    ("Muon", {"weight_decay": -1}, ValueError, "weight decay should be >= 0 but is: -1"),
    ("Muon", {"adjust_lr_fn": "mine"}, ValueError, "Adjust learning rate function mine is not sup"),
    ("Muon", {"ns_coefficients": (1, 2)}, TypeError, "Muon: ns_coefficients must be three numbers"),
    ("Muon", {"ns_steps": 100}, ValueError, "Number of steps must be less than 100"),
    ("SparseAdam", {"lr": 0.0}, ValueError, "Invalid learning rate: 0.0 (SparseAdam needs 0 < val"),
    ("SparseAdam", {"eps": 0}, ValueError, "Invalid epsilon value: 0 (SparseAdam needs 0 < value"),
    ("SparseAdam", {"betas": (1.0, 0)}, ValueError, "Invalid beta parameter at index 0: 1.0"),
    ("LBFGS", {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ("LBFGS", {"line_search_fn": "armijo"}, RuntimeError, "only 'strong_wolfe' is supported, got"),
    ("Lion", {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ("Lion", {"betas": (0.9, 1)}, ValueError, "Invalid beta parameter at index 1: 1"),
    ("Lion", {"weight_decay": -1}, ValueError, "Invalid weight_decay value: -1"),
    ("LAMB", {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ("LAMB", {"eps": -1}, ValueError, "Invalid epsilon value: -1"),
    ("LAMB", {"betas": (1, 0)}, ValueError, "Invalid beta parameter at index 0: 1"),
    ("Adan", {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ("Adan", {"betas": (0.9, 0.9, 1)}, ValueError, "Invalid beta parameter at index 2: 1"),
    ("Adan", {"betas": (0.9, 0.9)}, TypeError, "Adan: betas must be three numbers, got (0.9, 0.9)"),
    ("Adan", {"weight_decay": -1}, ValueError, "Invalid weight_decay value: -1"),
]
IDS = [f"{name}-{options}" for name, options, _, _ in REFUSED]
GROUPED = [row for row in REFUSED if row[0] != "LBFGS"]  # which has one group, and no bare arrays


def parameter(name):
    return tensor(np.ones(fitting(name, ())))


def test_every_class_has_rows():
    assert set(optimizer_names()) == {name for name, *_ in REFUSED}


@pytest.mark.parametrize(("name", "options", "error", "message"), REFUSED, ids=IDS)
def test_refused_when_made(name, options, error, message):
    with pytest.raises(error, match=re.escape(message)):
        make(name, [parameter(name)], **options)


@pytest.mark.parametrize(("name", "options", "error", "message"), GROUPED)
def test_refused_in_a_group(name, options, error, message):
    optimizer = make(name, [parameter(name)])
    with pytest.raises(error, match=re.escape(message)):
        optimizer.add_param_group({"params": [parameter(name)], **options})
    assert len(optimizer.param_groups) == 1


@pytest.mark.parametrize(("name", "options", "error", "message"), GROUPED)
def test_refused_on_bare_arrays(name, options, error, message):
    with pytest.raises(error, match=re.escape(message)):
        type(make(name, [parameter(name)])).bare(**options)


@pytest.mark.parametrize("name", optimizer_names())
def test_messages_say_what_is_needed(name):
    with pytest.raises(ValueError, match=rf"rate.*: -2 \({name} needs 0 <=? value for lr\)"):
        make(name, [parameter(name)], lr=-2)


ACCEPTED = [
    ("SGD", {"lr": 0}),
    ("SGD", {"lr": tensor(0.5)}),
    ("SGD", {"fused": True}),
    ("Adam", {"lr": np.float32(0.1), "betas": (0, 0)}),
    ("Adam", {"betas": (tensor(0.9), tensor(0.99))}),
    ("Adam", {"capturable": True, "foreach": True, "lr": tensor(0.1)}),
    ("Adam", {"eps": 0.0}),
    ("Adadelta", {"rho": 1.0}),
]


@pytest.mark.parametrize(("name", "options"), ACCEPTED, ids=str)
def test_accepted_at_the_ends_of_ranges(name, options):
    p = tensor(np.ones(2, "float32"))
    optimizer = make(name, [p], **options)
    p.grad = tensor(np.ones(2, "float32"))
    optimizer.step()
    assert np.isfinite(p._array).all()


def test_pairs_of_tensors_become_numbers():
    optimizer = make("Adam", [tensor(1.0)], betas=(tensor(0.5), tensor(0.75)))
    assert optimizer.param_groups[0]["betas"] == (0.5, 0.75)


def test_a_tensor_learning_rate_is_read_in_every_step():
    p, lr = tensor(np.zeros(2)), tensor(np.array(0.5))
    optimizer = make("SGD", [p], lr=lr)
    p.grad = tensor(np.ones(2))
    optimizer.step()
    lr._array[...] = 0.25
    optimizer.step()
    np.testing.assert_array_equal(p._array, [-0.75, -0.75])


def test_fused_needs_floating_point():
    with pytest.raises(RuntimeError, match="`fused=True` requires all the params to be floating"):
        make("SGD", [tensor(np.ones(2, "complex64"))], fused=True)


def test_a_users_optimizer_needs_no_table():
    class Mine(Optimizer):
        def __init__(self, params):
            super().__init__(params, {"speed": "any"})

    assert Mine([tensor(1.0)]).param_groups[0]["speed"] == "any"
