"""compile, jit, onnx, fx, hub, library: what leaves models as they are, and what is refused."""

import warnings

import pytest

import firebrick as torch
from firebrick import _told


@pytest.fixture(autouse=True)
def nothing_told(monkeypatch):
    monkeypatch.setattr(_told, "_told", set())


def double(x):
    return 2 * x


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("torch.compile", lambda: torch.compile(double, mode="reduce-overhead")),
        ("torch.compile", lambda: torch.compile(fullgraph=True)(double)),
        ("torch.jit.script", lambda: torch.jit.script(double)),
        ("torch.jit.trace", lambda: torch.jit.trace(double, torch.ones(2))),
    ],
)
def test_given_back_with_one_notice(name, call):
    with pytest.warns(_told.PassThroughWarning, match=f"{name}: Firebrick") as notices:
        assert call() is double
    assert len(notices) == 1 and notices[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert call() is double


def test_given_back_without_notice():
    assert torch.compile(double, disable=True) is double
    for same in (torch.jit.ignore, torch.jit.unused, torch.jit.export, torch.compiler.disable):
        assert same(double) is double
    assert torch.compiler.disable(recursive=False)(double) is double
    assert torch.jit.ignore(drop=True)(double) is double
    assert torch.fx.wrap(double) is double and torch.fx.wrap("len") == "len"
    assert not torch.jit.is_scripting() and not torch.jit.is_tracing()
    assert not torch.compiler.is_compiling() and not torch.onnx.is_in_onnx_export()


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: torch.compile(3), TypeError, "takes a function or a module, not int"),
        (lambda: torch.compile(double, mode="x", options={}), RuntimeError, "Either mode or"),
        (lambda: torch.jit.load("m.pt"), RuntimeError, "no TorchScript.*state_dict"),
        (lambda: torch.jit.save(double, "m.pt"), RuntimeError, "no TorchScript"),
        (lambda: torch.onnx.export(double, (), "m.onnx"), RuntimeError, "does not trace graphs"),
        (lambda: torch.fx.symbolic_trace(double), AttributeError, "graph capture"),
        (lambda: torch.ops.load_library("lib.so"), OSError, "does not load lib.so"),
        (lambda: torch.library.Library("a", "DEF"), RuntimeError, "operators by schema"),
        (lambda: torch.library.custom_op("a", mutates_args=()), ValueError, "'library::name'"),
        (lambda: torch.hub.load("user/repo", "model"), RuntimeError, "clone it"),
        (lambda: torch.hub.download_url_to_file("u", "f"), RuntimeError, "does not download"),
    ],
)
def test_refused(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


class TestHub:
    def test_local_folder(self, tmp_path):
        (tmp_path / "hubconf.py").write_text(
            "dependencies = ['numpy']\nimport beside\n"
            "def model(pretrained=False, n=1):\n"
            "    'A model.'\n    return beside.x, pretrained, n\n"
        )
        (tmp_path / "beside.py").write_text("x = 5\n")
        folder = str(tmp_path)
        found = torch.hub.load(folder, "model", source="local", pretrained=True, n=2)
        assert found == (5, True, 2)
        assert torch.hub.list(folder, source="local") == ["model"]
        assert torch.hub.help(folder, "model", source="local") == "A model."
        with pytest.raises(RuntimeError, match="Cannot find callable other in hubconf"):
            torch.hub.load(folder, "other", source="local")

    def test_missing(self, tmp_path):
        with pytest.raises(FileNotFoundError, match="there is no .*hubconf.py"):
            torch.hub.load(str(tmp_path), "model", source="local")
        (tmp_path / "hubconf.py").write_text("dependencies = ['no_such_package_']\n")
        with pytest.raises(RuntimeError, match="Missing dependencies: no_such_package_"):
            torch.hub.list(str(tmp_path), source="local")

    def test_checkpoints_of_the_cache(self, tmp_path, monkeypatch):
        monkeypatch.setenv("TORCH_HOME", str(tmp_path))
        url = "https://download.example/models/net-00000000.pth"
        with pytest.raises(FileNotFoundError, match=f"get {url} and put it at .*net-00000000"):
            torch.hub.load_state_dict_from_url(url)
        folder = tmp_path / "hub" / "checkpoints"
        folder.mkdir(parents=True)
        torch.save({"w": torch.ones(2)}, folder / "net-00000000.pth")
        found = torch.hub.load_state_dict_from_url(url, map_location="cpu")
        assert torch.equal(found["w"], torch.ones(2))
        with pytest.raises(RuntimeError, match='invalid hash value .expected "00000000"'):
            torch.hub.load_state_dict_from_url(url, check_hash=True)


def test_custom_op_without_derivative():
    @torch.library.custom_op("tests::add", mutates_args=())
    def add(x, y):
        return x + y

    add.register_fake(lambda x, y: x)
    assert torch.equal(add(torch.ones(1), y=torch.ones(1)), torch.full((1,), 2.0))
    assert add.__name__ == "add"


def test_custom_op_with_derivative():
    @torch.library.custom_op("tests::scaled", mutates_args=())
    def scaled(x, factor):
        return x * factor

    def backward(ctx, grad):
        return grad * ctx.factor * 10, None

    def setup_context(ctx, inputs, output):
        ctx.factor = inputs[1]

    torch.library.register_autograd(scaled, backward, setup_context=setup_context)
    x = torch.ones(2, requires_grad=True)
    scaled(x, 3.0).sum().backward()
    assert x.grad.tolist() == [30.0, 30.0]


def test_flattened_and_back():
    tensors = [torch.ones(2, 2), torch.zeros(3)]
    flat = torch._utils._flatten_dense_tensors(tensors)
    again = torch._utils._unflatten_dense_tensors(flat, tensors)
    assert flat.shape == (7,) and all(map(torch.equal, again, tensors))
