"""What the tests of optimizers share: the classes, a table of their options, and parameters."""

import numpy as np

import firebrick_optim
from firebrick_core import Tensor
from firebrick_optim import Optimizer

# A row for every branch of every optimizer; a new class needs rows here. These treat every element
# alike, so that parameters may be joined and cut:
ELEMENTWISE = [
    ("SGD", {"lr": 0.1}),
    ("SGD", {"lr": 0.1, "weight_decay": 0.1, "maximize": True}),
    ("SGD", {"lr": 0.1, "momentum": 0.9}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "dampening": 0.5, "weight_decay": 0.1}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.1}),
    ("Adam", {"lr": 0.1}),
    ("Adam", {"lr": 0.1, "weight_decay": 0.1, "maximize": True}),
    ("Adam", {"lr": 0.1, "amsgrad": True, "maximize": True}),
    ("Adam", {"lr": 0.1, "weight_decay": 0.1, "decoupled_weight_decay": True}),
    ("AdamW", {"lr": 0.1}),
    ("AdamW", {"lr": 0.1, "amsgrad": True, "maximize": True, "weight_decay": 0.3}),
    ("RMSprop", {"lr": 0.1}),
    ("RMSprop", {"lr": 0.1, "centered": True, "momentum": 0.5, "weight_decay": 0.1}),
    ("Adagrad", {"lr": 0.5}),
    ("Adagrad", {"lr": 0.5, "lr_decay": 0.1, "weight_decay": 0.1}),
    ("Adagrad", {"lr": 0.5, "initial_accumulator_value": 0.1, "maximize": True}),
    ("Adadelta", {"lr": 10.0, "eps": 1e-3}),
    ("Adadelta", {"weight_decay": 0.1, "maximize": True}),
    ("Adamax", {"lr": 0.1}),
    ("Adamax", {"lr": 0.1, "eps": 0.5, "weight_decay": 0.1, "maximize": True}),
    ("NAdam", {"lr": 0.1}),
    ("NAdam", {"lr": 0.1, "weight_decay": 0.1, "decoupled_weight_decay": True, "maximize": True}),
    ("RAdam", {"lr": 0.1}),
    ("RAdam", {"lr": 0.1, "weight_decay": 0.1, "decoupled_weight_decay": True}),
    ("ASGD", {"lr": 0.1}),
    ("ASGD", {"lr": 0.1, "t0": 3, "lambd": 0.1, "weight_decay": 0.1}),
    ("Rprop", {"lr": 0.1}),
    ("Rprop", {"lr": 0.1, "etas": (0.3, 1.5), "step_sizes": (1e-3, 0.2), "maximize": True}),
    ("Lion", {"lr": 0.1}),
    ("Lion", {"lr": 0.1, "betas": (0.5, 0.7), "weight_decay": 0.1, "maximize": True}),
    ("Adan", {"lr": 0.1}),
    ("Adan", {"lr": 0.1, "betas": (0.9, 0.8, 0.7), "weight_decay": 0.1, "maximize": True}),
]
# These look at a parameter as a whole:
WHOLE = [
    ("LAMB", {"lr": 0.1}),
    ("LAMB", {"lr": 0.1, "weight_decay": 0.0, "maximize": True}),
    ("Adafactor", {"lr": 0.1}),
    ("Adafactor", {"lr": 0.1, "eps": (1e-3, 1e-2), "d": 2.0, "weight_decay": 0.1}),
    ("Adafactor", {"beta2_decay": -0.5, "maximize": True}),
    ("Muon", {"lr": 0.1}),
    ("Muon", {"lr": 0.1, "nesterov": False, "weight_decay": 0.0, "ns_steps": 3}),
    ("Muon", {"lr": 0.1, "adjust_lr_fn": "match_rms_adamw", "momentum": 0.5}),
]
OPTIONS = ELEMENTWISE + WHOLE
# These are not stepped with plain gradients, and have tests of their own.
OTHERS = {"LBFGS", "SparseAdam"}


def ids_of(rows):
    """Names of rows of options."""
    return [f"{name}-{','.join(options)}" for name, options in rows]


OPTION_IDS = ids_of(OPTIONS)


def fitting(name, shape):
    """A shape, as a matrix for the optimizer that takes nothing else."""
    return (*shape, 1)[:1] + (int(np.prod(shape[1:])),) if name == "Muon" else shape


def optimizer_names():
    """All optimizers, found by what derives from `Optimizer`."""

    def below(base):
        found = {c for c in base.__subclasses__() if c.__module__.startswith("firebrick_optim.")}
        return found.union(*map(below, found))

    return sorted(cls.__name__ for cls in below(Optimizer))


def make(name, params, **options):
    """An optimizer by name."""
    return getattr(firebrick_optim, name)(params, **options)


def tensor(array):
    """A tensor over a copy of an array."""
    return Tensor._wrap(np.array(array))


def numbers(random, shape, dtype):
    """Random numbers of any floating or complex dtype."""
    values = random.standard_normal(shape)
    if dtype.startswith("complex"):
        values = values + 1j * random.standard_normal(shape)
    return np.asarray(values).astype(dtype)


def parameters(shapes, dtype="float32", seed=0):
    """Tensors of random numbers."""
    random = np.random.RandomState(seed)
    return [tensor(numbers(random, shape, dtype)) for shape in shapes]


def set_gradients(params, seed, skip=()):
    """Give parameters random gradients, those whose position is in `skip` none."""
    random = np.random.RandomState(1000 + seed)
    for i, p in enumerate(params):
        g = numbers(random, p._array.shape, p._array.dtype.name)
        p.grad = None if i in skip else tensor(g)


def values(params):
    """Copies of parameters' arrays."""
    return [p._array.copy() for p in params]


def same_bits(one, other):
    """Whether two nestings of arrays, tensors and plain values are equal to the last bit."""
    if isinstance(one, dict):
        return list(one) == list(other) and all(same_bits(one[k], other[k]) for k in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same_bits, one, other))
    one, other = (x._array if isinstance(x, Tensor) else x for x in (one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.tobytes() == other.tobytes()
    return one == other


def frozen(optimizer):
    """Everything that an optimizer knows, copied."""
    state = {
        id(p): {name: value._array.copy() for name, value in entry.items()}
        for p, entry in optimizer.state.items()
    }
    groups = [{**g, "params": [id(p) for p in g["params"]]} for g in optimizer.param_groups]
    return state, groups, [p._array.copy() for g in optimizer.param_groups for p in g["params"]]
