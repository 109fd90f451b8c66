"""PyTorch's names in PyTorch's places, the siblings' versions, and what importing costs."""

import importlib
import subprocess
import sys

import pytest

PLACES = {
    "firebrick": (
        "Tensor tensor zeros ones rand randn arange cat stack float32 int64 device manual_seed"
        " no_grad save load Generator Size dtype finfo matmul einsum where sum mean max softmax"
        " relu nn optim utils autograd linalg special"
    ),
    "firebrick.nn": (
        "Module Parameter Linear Conv2d BatchNorm1d BatchNorm2d LayerNorm Dropout MaxPool2d"
        " AvgPool2d Flatten Embedding ReLU GELU Tanh Sigmoid Softmax Sequential ModuleList"
        " ModuleDict CrossEntropyLoss MSELoss functional init utils"
    ),
    "firebrick.nn.functional": (
        "relu softmax cross_entropy linear conv2d dropout max_pool2d gelu layer_norm one_hot"
    ),
    "firebrick.nn.init": "xavier_uniform_ kaiming_normal_ zeros_ orthogonal_ calculate_gain",
    "firebrick.nn.utils": (
        "clip_grad_norm_ clip_grad_value_ parameters_to_vector vector_to_parameters"
    ),
    "firebrick.nn.parameter": "Parameter Buffer",
    "firebrick.optim": "SGD Adam AdamW Optimizer lr_scheduler",
    "firebrick.optim.lr_scheduler": "StepLR CosineAnnealingLR LambdaLR ReduceLROnPlateau",
    "firebrick.utils.data": (
        "Dataset IterableDataset TensorDataset Subset random_split DataLoader Sampler"
        " default_collate"
    ),
    "firebrick.autograd": "backward grad Function gradcheck gradgradcheck no_grad Variable",
    "firebrick.autograd.function": "Function once_differentiable",
    "firebrick.autograd.functional": "vjp jvp jacobian hessian hvp vhp",
    "firebrick.autograd.gradcheck": "GradcheckError gradcheck gradgradcheck",
    "firebrick.utils.checkpoint": (
        "checkpoint checkpoint_sequential set_checkpoint_early_stop noop_context_fn"
        " CheckpointPolicy create_selective_checkpoint_contexts"
    ),
    "firebrick.multiprocessing": (
        "Process Queue Pipe Pool SimpleQueue get_context spawn start_processes ProcessContext"
        " get_sharing_strategy set_sharing_strategy reduction"
    ),
    "firebrick.cuda": "is_available device_count amp",
    "firebrick.cpu": "is_available device_count amp",
    "firebrick.amp": "autocast GradScaler custom_fwd custom_bwd is_autocast_available",
    "firebrick.amp.autocast_mode": "autocast custom_fwd custom_bwd",
    "firebrick.amp.grad_scaler": "GradScaler OptState",
    "firebrick.cuda.amp": "autocast GradScaler custom_fwd custom_bwd",
    "firebrick.cuda.amp.grad_scaler": "GradScaler",
    "firebrick.cpu.amp": "autocast GradScaler",
    "firebrick.cpu.amp.autocast_mode": "autocast",
    "firebrick.optim.optimizer": "Optimizer ParamsT required",
    "firebrick.version": "__version__",
}
CASES = [(place, name) for place, names in PLACES.items() for name in names.split()]


@pytest.mark.parametrize(("place", "name"), CASES)
def test_name(place, name):
    assert hasattr(importlib.import_module(place), name)


def test_one_object_in_both_places():
    import firebrick
    import firebrick_core
    import firebrick_nn

    assert firebrick.Tensor is firebrick_core.Tensor and firebrick.nn.Linear is firebrick_nn.Linear
    assert firebrick.nn.functional.relu is firebrick_core.functional.relu


def test_a_function_with_the_name_of_its_module_stays_one():
    import firebrick.autograd.gradcheck as module  # noqa: F401
    from firebrick import autograd

    assert callable(autograd.gradcheck) and callable(autograd.explain)


def test_submodules_come_with_the_package():
    code = (
        "import firebrick as torch; torch.nn.functional, torch.optim.lr_scheduler,"
        " torch.utils.data.DataLoader, torch.utils.checkpoint.checkpoint,"
        " torch.autograd.functional.jacobian, torch.autograd.draw"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_command_shows_what_is_in_use():
    out = subprocess.run(
        [sys.executable, "-m", "firebrick"], check=True, capture_output=True, text=True
    ).stdout
    assert out.startswith("firebrick 0.") and "firebrick-core 0." in out


@pytest.mark.parametrize("device", ["cpu", "cuda"])
@pytest.mark.parametrize("name", ["autocast", "GradScaler"])
def test_older_names_of_mixed_precision_warn(device, name):
    place = importlib.import_module(f"firebrick.{device}.amp")
    with pytest.warns(FutureWarning, match=rf"use `torch.amp.{name}\('{device}', args...\)`"):
        made = getattr(place, name)(enabled=False)
    assert made._enabled is False


class TestSiblings:
    def test_in_range(self):
        from firebrick import _compatible

        _compatible.check_siblings()
        _compatible.check("firebrick-core", "0.1.7", ">=0.1", "<0.2")

    @pytest.mark.parametrize(
        ("found", "message"),
        [
            (
                "0.0.9",
                (
                    r"firebrick-core>=0.1,<0.2, but 0.0.9 is installed: pip install --upgrade"
                    r" firebrick-core"
                ),
            ),
            ("0.2.0", r"but 0.2.0 is installed: pip install --upgrade firebrick$"),
        ],
    )
    def test_out_of_range(self, found, message):
        from firebrick import _compatible

        with pytest.raises(ImportError, match=message):
            _compatible.check("firebrick-core", found, ">=0.1", "<0.2")

    def test_missing(self, monkeypatch):
        from firebrick import _compatible

        monkeypatch.setattr(_compatible, "RANGES", {"firebrick-gone": (">=0.1", "<0.2")})
        with pytest.raises(
            ImportError, match="not installed: pip install 'firebrick-gone>=0.1,<0.2'"
        ):
            _compatible.check_siblings()


def test_training_by_pytorch_names(tmp_path):
    """A small program as PyTorch's users write it: loader, model, loss, optimizer, schedule,
    checkpoint."""
    import firebrick as torch
    from firebrick import nn
    from firebrick.utils.data import DataLoader, TensorDataset

    torch.manual_seed(0)
    x = torch.randn(200, 4)
    y = (x[:, 0] > x[:, 1]).long()
    model = nn.Sequential(nn.Linear(4, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.02)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 20)
    losses = []
    for _ in range(20):
        for xs, ys in DataLoader(TensorDataset(x, y), batch_size=50, shuffle=True):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(xs), ys)
            loss.backward()
            optimizer.step()
        schedule.step()
        losses.append(loss.item())
    assert losses[-1] < 0.2 * losses[0]
    path = tmp_path / "model.pt"
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, path)
    kept = torch.load(path)
    again = nn.Sequential(nn.Linear(4, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))
    again.load_state_dict(kept["model"])
    model.eval(), again.eval()
    with torch.no_grad():
        assert torch.equal(model(x), again(x))
        assert (again(x).argmax(1) == y).float().mean() > 0.95


def test_submodules_are_ours_whatever_was_imported_before():
    code = (
        "import firebrick_core.cuda, firebrick_core.linalg, firebrick_core.jit\n"
        "import firebrick, sys\n"
        "names = [n for n in dir(firebrick_core) if isinstance(getattr(firebrick, n, None),"
        " type(sys))]\n"
        "wrong = [n for n in names"
        " if not getattr(firebrick, n).__name__.startswith('firebrick.')]\n"
        "print(wrong, firebrick.cuda.__name__, len(names) > 3)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["[]", "firebrick.cuda", "True"]
