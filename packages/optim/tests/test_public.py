"""The public names, and that importing them loads nothing above core."""

import subprocess
import sys

import firebrick_optim
from firebrick_optim import lr_scheduler, schedules, swa_utils

MODULES = [  # PyTorch has most of them under these names, and programs import from them
    "accumulation", "adadelta", "adafactor", "adagrad", "adam", "adamax", "adamw", "adan", "asgd",
    "grad_scaler", "lamb", "lbfgs", "lion", "muon", "nadam", "optimizer", "radam", "rmsprop",
    "rprop", "sgd", "sparse_adam", "swa_utils",
]


def test_names_of_the_package():
    public = {n for n in vars(firebrick_optim) if not n.startswith("_")}
    assert public == {*firebrick_optim.__all__, *MODULES}


def test_every_name_shows_an_example():
    plain = {"Optimizer", "LRScheduler", "lr_scheduler", "schedules"}
    for module in (firebrick_optim, schedules, lr_scheduler, swa_utils):
        for name in set(module.__all__) - plain:
            assert ">>>" in getattr(module, name).__doc__, name


def test_importing_loads_nothing_above_core():
    program = "import sys, firebrick_optim; print(*sys.modules)"
    command = [sys.executable, "-c", program]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    roots = {name.partition(".")[0] for name in out.split()}
    ours = {name for name in roots if name.startswith("firebrick")}
    assert ours == {"firebrick_core", "firebrick_optim"} and "torch" not in roots
