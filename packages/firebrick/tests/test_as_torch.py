"""`import torch` as Firebrick: in processes of their own, as it holds for a whole process."""

import os
import subprocess
import sys
import textwrap

import pytest

START = "import firebrick.as_torch\n"


def run(code, *arguments, start=START, **environment):
    """Run code after `import firebrick.as_torch`; the finished process."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", start + textwrap.dedent(code), *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "FIREBRICK_AS_TORCH": "1", **environment},
    )


def check(code, **options):
    done = run(code, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


IMPORTS = [
    "import torch; assert torch is firebrick",
    "import torch.nn; assert torch.nn is firebrick.nn",
    "import torch.nn as nn; assert nn is firebrick.nn",
    "import torch.nn.functional as F; assert F is firebrick.nn.functional",
    "from torch import nn, optim, Tensor; assert optim is firebrick.optim",
    "import firebrick_data as d; from torch.utils.data import Dataset; assert Dataset is d.Dataset",
    "from torch.nn.modules.batchnorm import _NormBase",
    "import torch.distributions.normal as n; assert n is firebrick.distributions.normal",
    "from torch.optim.lr_scheduler import StepLR",
    "import torch.distributed as dist; assert dist is firebrick.distributed",
    "from torch.nn.parallel import DistributedDataParallel as D; assert D is firebrick.nn.parallel"
    ".DistributedDataParallel",
    "import torch.backends.cudnn as c; c.benchmark = True; assert torch.backends.cudnn.benchmark",
    "from torch.autograd import Variable, gradcheck; import torch.autograd.gradcheck;"
    " assert callable(torch.autograd.gradcheck)",
    "import importlib; assert importlib.import_module('torch.linalg') is firebrick.linalg",
    "import torch.jit, torch.hub, torch.onnx, torch.testing, torch.types, torch.version",
    "import torch._dynamo, torch._utils, torch._C, torch.utils._pytree, torch.return_types",
    "from torch.utils.benchmark import Timer, Compare; from torch.utils.model_zoo import load_url",
    "from torch import compile, randn; assert randn is firebrick.randn",
]  # fmt: skip


def test_imports():
    """Each in a namespace of its own that knows firebrick; modules stay loaded from one to the
    next, as in a program."""
    check(
        f"""
        import torch
        for code in {IMPORTS!r}:
            try:
                exec(code, {{"firebrick": firebrick, "torch": torch}})
            except Exception as e:
                e.add_note(code)
                raise
        """
    )


def test_modules_keep_their_own_names_and_load_once():
    check(
        """
        import sys, torch, torch.nn.functional, torch.distributions.kl, torch.utils.tensorboard
        for name, module in list(sys.modules.items()):
            if name == "torch" or name.startswith("torch."):
                own = "firebrick" + name[5:]
                assert sys.modules[own] is module, name
                assert module.__name__ == own and module.__spec__.name == own, name
        files = [m.__file__ for n, m in sys.modules.items()
                 if n.startswith("firebrick.") and getattr(m, "__file__", None)]
        assert len(files) == len(set(files))
        """
    )


def test_libraries_see_versions_of_pytorch():
    out = check(
        """
        import importlib.metadata, importlib.util, torch
        assert torch.__version__ >= (2, 0) and torch.__version__ > "1.13.1"
        assert not torch.__version__ < "2.9" and torch.__version__ == torch.__version__
        assert importlib.metadata.version("torch") == torch.__version__
        assert importlib.metadata.version("numpy")
        assert importlib.util.find_spec("torch") and importlib.util.find_spec("torch.nn")
        assert importlib.util.find_spec("torch.none") is None
        print(torch.__version__, torch.version.firebrick)
        """
    )
    version, own = out.split()
    assert version == f"2.13.0+firebrick.{own}"


MISSING = [
    ("import torch.export", "ModuleNotFoundError", r"no torch.export \(graph capture"),
    ("from torch.fx import Graph", "ImportError", "cannot import name .Graph."),
    ("import torch.distributed.rpc", "ModuleNotFoundError", "has a world of size 1"),
    ("import torch.nothing", "ModuleNotFoundError", "no torch.nothing: docs/coverage.md"),
    ("from torch.nn import Nothing", "ModuleNotFoundError", "no torch.nn.Nothing"),
    ("from torch.utils import cpp_extension", "ModuleNotFoundError", "Firebrick is Python"),
    ("from torch.nn.functional import nothing", "ImportError", "cannot import name 'nothing'"),
    ("import torch._config", "ModuleNotFoundError", "no torch._config"),
    ("import torch; torch.nothing", "AttributeError", "no torch.nothing: docs/coverage.md"),
    ("import torch; torch.quantize_per_tensor", "AttributeError", "quantized tensors are out"),
    ("import torch; torch.nn.Nothing", "AttributeError", "no torch.nn.Nothing"),
    ("import torch; torch.nn.functional.no", "AttributeError", "no torch.nn.functional.no"),
    ("import torch; torch.cuda.nothing", "AttributeError", "no torch.cuda.nothing"),
]


def test_what_is_missing_is_named():
    check(
        f"""
        import re
        for code, kind, message in {MISSING!r}:
            try:
                exec(code, {{}})
            except Exception as e:
                assert type(e).__name__ == kind, (code, repr(e))
                assert re.search(message, str(e)), (code, str(e))
            else:
                raise SystemExit(f"no error: {{code}}")
        """
    )


def test_absent_names_can_be_asked_for():
    check("import torch; assert not hasattr(torch, 'nothing') and hasattr(torch, 'compile')")


# ---------------------------------------------------------------------- real PyTorch
@pytest.fixture
def other_torch(tmp_path):
    """A folder with another package `torch`, which stands for an installed PyTorch."""
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").write_text("__version__ = '9.9'\n")
    (tmp_path / "torch" / "nn.py").write_text("here = True\n")
    return str(tmp_path)


def test_another_torch_is_neither_used_nor_loaded(other_torch):
    check("import torch.nn as nn; assert not hasattr(nn, 'here')", PYTHONPATH=other_torch)


def test_the_environment_leaves_another_torch_alone(other_torch):
    check(
        "import torch.nn as nn; assert nn.here; assert not firebrick.as_torch.is_active()",
        PYTHONPATH=other_torch,
        FIREBRICK_AS_TORCH="0",
    )


def test_too_late_is_an_error(other_torch):
    done = run("", start="import torch\n" + START, PYTHONPATH=other_torch)
    assert done.returncode and "ImportError: PyTorch has been imported already" in done.stderr
    assert other_torch in done.stderr and "python -m firebrick run" in done.stderr


def test_bad_setting():
    done = run("", FIREBRICK_AS_TORCH="yes")
    assert done.returncode and "FIREBRICK_AS_TORCH='yes': expected 1" in done.stderr


def test_nothing_happens_unasked(other_torch):
    check(
        """
        import sys
        assert "torch" not in sys.modules
        import torch
        assert torch.__version__ == "9.9"
        """,
        start="import firebrick\n",
        PYTHONPATH=other_torch,
    )  # fmt: skip


def test_deactivate(other_torch):
    check(
        """
        import torch, torch.distributions.normal, sys
        firebrick.as_torch.deactivate()
        assert not [n for n in sys.modules if n.partition(".")[0] == "torch"]
        assert firebrick.__version__.startswith("0.")
        import torch
        assert torch.__version__ == "9.9"
        """,
        PYTHONPATH=other_torch,
    )


def test_importing_firebrick_loads_none_of_it():
    check(
        """
        import sys
        late = "jit hub onnx testing distributed backends as_torch compiler types _dynamo commands"
        assert not [n for n in late.split() if f"firebrick.{n}" in sys.modules]
        """,
        start="import firebrick\n",
    )


# ---------------------------------------------------------------------- versions
@pytest.mark.parametrize(
    ("version", "other", "order"),
    [
        ("2.13.0+cpu", "2.9", 1),
        ("1.10.0", (1, 9), 1),
        ("2.0", "2.0.0", 0),
        ("2.0.1", [2, 1], -1),
        ("2.1.0a0", "2.1", 0),
    ],
)
def test_version_order(version, other, order):
    from firebrick.torch_version import TorchVersion

    v = TorchVersion(version)
    assert [v > other, v == other, v < other] == [order > 0, order == 0, order < 0]
    assert [v >= other, v != other, v <= other] == [order >= 0, order != 0, order <= 0]


def test_version_is_not_compared_with_other_things():
    from firebrick.torch_version import TorchVersion

    with pytest.raises(TypeError, match="a version is compared with text or numbers, not 2.0"):
        TorchVersion("2.0") > 2.0  # noqa: B015
    assert TorchVersion("2.0") != "new" and TorchVersion("2.0") != 2.0
