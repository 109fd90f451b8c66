"""The 400 names of PyTorch that public programs use most are here, or refused with a reason.

`most_used_names.txt` has them in the order of how many repositories use each; `*.name` is an
attribute of some object, of which one of the kinds below must have it.
"""

import importlib
from pathlib import Path

import firebrick as torch
from firebrick import nn

NAMES = Path(__file__).with_name("most_used_names.txt").read_text().split()
REFUSED = {"*.index": "first-class dimensions are not part of Firebrick; lists have it"}
# Needs the extra `tensorboard`, and says so.
EXTRA = {"torch.utils.tensorboard.SummaryWriter": "pip install 'firebrick"}


def objects():
    """What attributes are looked for on."""
    x = torch.ones(2, 2, requires_grad=True)
    layers = [nn.Linear(2, 2), nn.Conv2d(2, 2, 3), nn.BatchNorm2d(2), nn.Embedding(3, 2)]
    containers = [nn.ModuleList(), nn.ModuleDict(), nn.ParameterDict()]
    optimizer = torch.optim.SGD([x], 0.1)
    schedule = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.9)
    return [
        x,
        torch.sparse_coo_tensor([[0]], [1.0], (2,)),
        *layers,
        *containers,
        optimizer,
        schedule,
    ]


def lookup(name):
    """The object of a name, importing modules as programs do."""
    value, *parts = torch, *name.split(".")[1:]
    for i, part in enumerate(parts):
        try:
            value = getattr(value, part)
        except AttributeError:
            value = importlib.import_module(".".join(["firebrick", *parts[: i + 1]]))
    return value


def lacking():
    """The names that are absent, with the error's text."""
    found, kinds = {}, objects()
    for name in NAMES:
        if name.startswith("*."):
            if not any(hasattr(each, name[2:]) for each in kinds):
                found[name] = ""
            continue
        try:
            lookup(name)
        except ImportError as e:
            found[name] = str(e)
    return found


def test_most_used_names():
    assert len(NAMES) == 400
    absent = lacking()
    for name, reason in EXTRA.items():
        assert reason in absent.pop(name, reason)
    assert absent.keys() == REFUSED.keys()
    assert len(NAMES) - len(absent) - len(EXTRA) >= 0.98 * len(NAMES)
