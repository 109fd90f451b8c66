"""torch.nn.utils against PyTorch, from the same seeds: values, gradients, state and errors."""

from __future__ import annotations

import copy
import importlib
import re
import warnings

import numpy as np
import pytest

import firebrick as fb

torch = pytest.importorskip("torch")

pytestmark = pytest.mark.filterwarnings("ignore:`torch.nn.utils.weight_norm`:FutureWarning")


def array(tensor):
    return tensor.detach().numpy()


def plain(value):
    """Tensors as arrays, names of types, anything else as it is: comparable across libraries."""
    if isinstance(value, (fb.Tensor, torch.Tensor)):
        value = value.detach()
        return value.resolve_conj().numpy() if value.is_complex() else value.numpy()
    if isinstance(value, dict):
        return {key: plain(v) for key, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(v) for v in value]
    if isinstance(value, type):
        return value.__name__
    return value


def assert_same(mine, theirs, what):
    if isinstance(theirs, np.ndarray):
        assert mine.dtype == theirs.dtype and mine.shape == theirs.shape, what
        np.testing.assert_allclose(mine, theirs, rtol=2e-5, atol=2e-5, err_msg=what)
    elif isinstance(theirs, dict):
        assert list(mine) == list(theirs), what
        for key in theirs:
            assert_same(mine[key], theirs[key], f"{what} {key}")
    elif isinstance(theirs, list):
        assert len(mine) == len(theirs), what
        for a, b in zip(mine, theirs, strict=True):
            assert_same(a, b, what)
    else:
        assert mine == theirs, what


def values(library, expression, **names):
    """What a Python expression gives in one library, after the same seed."""
    library.manual_seed(7)
    prune = importlib.import_module(f"{library.__name__}.nn.utils.prune")  # torch does not do it
    scope = {
        "T": library, "nn": library.nn, "utils": library.nn.utils, "F": library.nn.functional,
        "rnn": library.nn.utils.rnn, "P": library.nn.utils.parametrize, "step": step,
        "PZ": library.nn.utils.parametrizations, "prune": prune,
        "fusion": library.nn.utils.fusion, "linear": library.nn.Linear, "copied": copy.deepcopy,
        "double": double_class(library), "state": state,
    } | names  # fmt: skip
    return plain(eval(expression, scope))


def state(module):
    return dict(module.state_dict())


def step(library, module, *shape):
    """State before, output, gradients and state after a backward; then the output in eval mode."""
    x = library.randn(*shape, requires_grad=True)
    before = copy.deepcopy(dict(module.state_dict()))
    output = module(x)
    output.pow(2).sum().backward()
    grads = {name: p.grad for name, p in module.named_parameters()}
    after = {name: v.clone() for name, v in module.state_dict().items()}
    return before, output, grads, after, x.grad, module.eval()(x), repr(module).splitlines()[0]


def double_class(library):
    class Double(library.nn.Module):
        def forward(self, x):
            return 2 * x

        def right_inverse(self, x):
            return x / 2

    return Double


VALUES = """
step(T, PZ.weight_norm(linear(4, 3)), 2, 4)
step(T, PZ.weight_norm(linear(4, 3), dim=None), 2, 4)
step(T, PZ.weight_norm(linear(4, 3), dim=1), 2, 4)
step(T, PZ.weight_norm(linear(4, 3), "bias"), 2, 4)
step(T, PZ.weight_norm(nn.Conv2d(2, 3, 3)), 2, 2, 5, 5)
step(T, PZ.weight_norm(nn.ConvTranspose2d(2, 3, 3), dim=1), 2, 2, 5, 5)
step(T, PZ.spectral_norm(linear(4, 3)), 2, 4)
step(T, PZ.spectral_norm(linear(4, 3), n_power_iterations=3, eps=1e-3), 2, 4)
step(T, PZ.spectral_norm(linear(4, 3), "bias"), 2, 4)
step(T, PZ.spectral_norm(nn.Conv2d(2, 3, 3)), 2, 2, 5, 5)
step(T, PZ.spectral_norm(nn.ConvTranspose2d(2, 3, 3)), 2, 2, 5, 5)
step(T, PZ.orthogonal(linear(4, 3)), 2, 4)
step(T, PZ.orthogonal(linear(3, 4)), 2, 3)
step(T, PZ.orthogonal(linear(4, 4)), 2, 4)
step(T, PZ.orthogonal(linear(4, 3), orthogonal_map="cayley"), 2, 4)
step(T, PZ.orthogonal(linear(4, 4), orthogonal_map="cayley"), 2, 4)
step(T, PZ.orthogonal(linear(3, 5), orthogonal_map="matrix_exp"), 2, 3)
step(T, PZ.orthogonal(linear(4, 4), orthogonal_map="householder", use_trivialization=False), 2, 4)
step(T, PZ.orthogonal(linear(4, 3), orthogonal_map="householder", use_trivialization=False), 2, 4)
step(T, PZ.orthogonal(linear(4, 4), orthogonal_map="cayley", use_trivialization=False), 2, 4)
step(T, utils.weight_norm(linear(4, 3)), 2, 4)
step(T, utils.weight_norm(linear(4, 3), dim=None), 2, 4)
step(T, utils.remove_weight_norm(utils.weight_norm(linear(4, 3))), 2, 4)
step(T, utils.spectral_norm(linear(4, 3)), 2, 4)
step(T, utils.spectral_norm(linear(4, 3), n_power_iterations=2), 2, 4)
step(T, utils.spectral_norm(nn.ConvTranspose1d(4, 3, 2)), 2, 4, 5)
step(T, utils.remove_spectral_norm(utils.spectral_norm(linear(4, 3))), 2, 4)
step(T, P.register_parametrization(linear(4, 3), "weight", double()), 2, 4)
step(T, copied(P.register_parametrization(linear(4, 3), "weight", double())), 2, 4)
step(T, P.register_parametrization(PZ.weight_norm(linear(4, 3)), "weight", double()), 2, 4)
step(T, P.remove_parametrizations(PZ.spectral_norm(linear(4, 3)), "weight"), 2, 4)
step(T, prune.random_unstructured(linear(4, 3), "weight", 0.4), 2, 4)
step(T, prune.l1_unstructured(linear(4, 3), "weight", 5), 2, 4)
step(T, prune.random_structured(nn.Conv2d(4, 3, 2), "weight", 2, 1), 2, 4, 5, 5)
step(T, prune.ln_structured(nn.Conv2d(4, 3, 2), "weight", 2, 2, 1), 2, 4, 5, 5)
step(T, prune.ln_structured(linear(4, 3), "weight", 0.5, float("inf"), -1), 2, 4)
step(T, prune.ln_structured(prune.l1_unstructured(linear(6, 5), "weight", 9), "weight", 2, 1, 0), 2, 6)
step(T, prune.l1_unstructured(prune.ln_structured(linear(6, 5), "weight", 2, 1, 0), "weight", 4), 2, 6)
step(T, prune.random_unstructured(prune.random_unstructured(linear(6, 5), "weight", 9), "weight", 4), 2, 6)
step(T, prune.random_structured(prune.random_structured(linear(6, 5), "weight", 2, 0), "weight", 2, 0), 2, 6)
step(T, prune.remove(prune.l1_unstructured(linear(4, 3), "weight", 5), "weight"), 2, 4)
step(T, prune.identity(linear(4, 3), "bias"), 2, 4)
step(T, prune.custom_from_mask(linear(4, 1), "weight", T.tensor([[1, 0, 1, 0]])), 2, 4)
step(T, prune.l1_unstructured(linear(4, 1), "weight", 2, T.tensor([[1.0, 4, 3, 2]])), 2, 4)
[prune.global_unstructured([(m[0], "weight"), (m[1], "weight")], prune.L1Unstructured, amount=0.4) or step(T, m, 2, 4) for m in [nn.Sequential(linear(4, 3), linear(3, 2))]]
[prune.global_unstructured([(m[0], "weight"), (m[1], "bias")], prune.RandomUnstructured, amount=5) or step(T, m, 2, 4) for m in [nn.Sequential(linear(4, 3), linear(3, 2))]]
[prune.global_unstructured([(m[0], "weight")], prune.L1Unstructured, {(m[0], "weight"): T.rand(3, 4)}, amount=5) or step(T, m, 2, 4) for m in [nn.Sequential(linear(4, 3))]]
prune.RandomUnstructured(0.5).prune(T.ones(4), default_mask=T.tensor([1.0, 0, 1, 1]))
prune.L1Unstructured(2).prune(T.tensor([3.0, -1, 2]), importance_scores=T.tensor([1.0, 2, 3]))
prune.is_pruned(linear(2, 2)), prune.is_pruned(nn.Sequential(prune.identity(linear(2, 2), "bias")))
state(fusion.fuse_conv_bn_eval(nn.Conv2d(2, 3, 3).eval(), nn.BatchNorm2d(3).eval()))
state(fusion.fuse_conv_bn_eval(nn.Conv1d(2, 3, 3, bias=False).eval(), nn.BatchNorm1d(3, eps=0.3, affine=False).eval()))
state(fusion.fuse_conv_bn_eval(nn.ConvTranspose2d(2, 3, 3).eval(), nn.BatchNorm2d(3).eval(), True))
state(fusion.fuse_linear_bn_eval(linear(2, 3).eval(), nn.BatchNorm1d(3).eval()))
state(fusion.fuse_linear_bn_eval(linear(2, 3).eval(), nn.BatchNorm1d(1).eval()))
fusion.fuse_conv_bn_weights(T.randn(3, 2, 3), T.randn(3), T.randn(3), T.rand(3), 1e-5, T.randn(3), T.randn(3))
fusion.fuse_linear_bn_weights(T.randn(3, 2), None, T.randn(3), T.rand(3), 1e-5, T.randn(3), T.randn(3))
utils.convert_conv2d_weight_memory_format(nn.Sequential(nn.Conv2d(2, 3, 3), linear(2, 2)), T.channels_last)[0].weight.stride()
utils.convert_conv3d_weight_memory_format(nn.ConvTranspose3d(2, 3, 3), T.channels_last_3d).weight.stride()
utils.skip_init(linear, 3, 2).weight.shape[0], utils.skip_init(linear, 3, 2, bias=False).bias
list(rnn.pack_padded_sequence(T.randn(4, 3), [4, 2, 1]))
list(rnn.pack_padded_sequence(T.randn(4, 3, 2, 2), [2, 4, 1], enforce_sorted=False))
list(rnn.pack_padded_sequence(T.randn(3, 4, 2), T.tensor([4, 4, 3]), batch_first=True))
rnn.pad_packed_sequence(rnn.pack_padded_sequence(T.randn(4, 3), [2, 4, 1], enforce_sorted=False))
rnn.pad_packed_sequence(rnn.pack_padded_sequence(T.randn(4, 3, 2), [3, 2, 1]), True, -1, 6)
rnn.pad_sequence([T.randn(2, 3), T.randn(4, 3)])
rnn.pad_sequence([T.randn(2, 3), T.randn(4, 3)], True, 2.5, "left")
rnn.unpad_sequence(T.randn(4, 3), T.tensor([1, 2, 3]))
list(rnn.pack_sequence([T.randn(2), T.randn(3)], enforce_sorted=False))
rnn.unpack_sequence(rnn.pack_sequence([T.randn(2), T.randn(3)], enforce_sorted=False))
rnn.invert_permutation(T.tensor([3, 0, 2, 1]))
rnn.pack_sequence([T.randn(2), T.randn(1)]).to(T.float64).data
rnn.PackedSequence(T.ones(3), T.tensor([2, 1]), T.tensor([1, 0])).unsorted_indices
utils.get_total_norm([T.randn(3), T.randn(2, 2)], 3.0)
utils.get_total_norm([T.randn(3), T.randn(2, 2)], float("-inf"))
utils.get_total_norm(T.randn(3), 0.0)
utils.parameters_to_vector(linear(2, 3).parameters())
""".strip().split("\n")  # noqa: E501  # one case a line


@pytest.mark.parametrize("expression", VALUES)
def test_values(expression):
    with np.errstate(all="ignore"):
        assert_same(values(fb, expression), values(torch, expression), expression)


def test_gradients_go_through_packing_and_padding():
    def run(library):
        library.manual_seed(1)
        rnn = library.nn.utils.rnn
        x = library.randn(4, 3, 2, requires_grad=True)
        packed = rnn.pack_padded_sequence(x, [2, 4, 1], enforce_sorted=False)
        padded, _ = rnn.pad_packed_sequence(packed, padding_value=3.0)
        (padded**2).sum().backward()
        parts = [library.randn(n, requires_grad=True) for n in (2, 3)]
        (rnn.pad_sequence(parts, padding_side="left") ** 3).sum().backward()
        return plain([x.grad, *(p.grad for p in parts)])

    assert_same(run(fb), run(torch), "gradients")


ERRORS = """
rnn.pack_padded_sequence(T.ones(4, 3), [2, 3, 1])
rnn.pack_padded_sequence(T.ones(4, 3), [2, 1])
rnn.pack_padded_sequence(T.ones(4, 3), [2, 1, 0])
rnn.pack_padded_sequence(T.ones(0, 3), [2, 1, 1])
rnn.pack_padded_sequence(T.ones(3), [2, 1, 1])
rnn.pack_padded_sequence(T.ones(4, 3), T.tensor([2, 1, 1], device="meta"))
rnn.PackedSequence(T.ones(3))
rnn.PackedSequence(T.ones(3), T.tensor([2, 1], device="meta"))
rnn.pad_packed_sequence(rnn.pack_padded_sequence(T.ones(4, 3), [3, 2, 1]), total_length=2)
rnn.pad_sequence([T.ones(2)], padding_side="up")
rnn.pad_sequence([])
rnn.pad_sequence(5)
rnn.pad_sequence([T.ones(2, 1), T.ones(3, 2)])
rnn.pad_sequence([T.tensor(1.0)])
rnn.pad_sequence([T.ones(2), 5])
prune.random_unstructured(linear(4, 3), "weight", 1.5)
prune.random_unstructured(linear(4, 3), "weight", -1)
prune.random_unstructured(linear(4, 3), "weight", "a")
prune.random_unstructured(linear(4, 3), "weight", 100)
prune.random_unstructured(linear(4, 3), "nope", 2)
prune.random_structured(linear(4, 3), "weight", 2, 5)
prune.random_structured(linear(4, 3), "bias", 2, 0)
prune.ln_structured(linear(4, 3), "weight", 5, 2, 0)
prune.l1_unstructured(linear(4, 3), "weight", 1, T.ones(2))
prune.custom_from_mask(linear(4, 3), "weight", T.ones(2))
prune.remove(linear(4, 3), "weight")
prune.global_unstructured([(linear(4, 3), "weight")], prune.L1Unstructured, amount=200)
prune.global_unstructured([(linear(4, 3), "weight")], prune.L1Unstructured, 3, amount=2)
prune.global_unstructured(3, prune.L1Unstructured, amount=2)
prune.BasePruningMethod()
PZ.weight_norm(linear(4, 3), "nope")
PZ.weight_norm(linear(4, 3), dim=5)
PZ.spectral_norm(linear(4, 3), "nope")
PZ.spectral_norm(linear(4, 3), n_power_iterations=0)
PZ.spectral_norm(linear(4, 3), dim=7)
PZ.orthogonal(linear(4, 3), orthogonal_map="foo")
PZ.orthogonal(linear(4, 3), "bias")
PZ.orthogonal(linear(4, 3), "nope")
setattr(PZ.orthogonal(linear(4, 4), orthogonal_map="cayley", use_trivialization=False), "weight", T.eye(4))
setattr(PZ.orthogonal(linear(4, 4)), "weight", T.eye(3))
utils.weight_norm(utils.weight_norm(linear(4, 3)))
utils.remove_weight_norm(linear(4, 3))
utils.spectral_norm(utils.spectral_norm(linear(4, 3)))
utils.spectral_norm(linear(4, 3), n_power_iterations=0)
utils.remove_spectral_norm(linear(4, 3))
utils.skip_init(nn.ReLU)
fusion.fuse_conv_bn_eval(nn.Conv2d(2, 3, 3), nn.BatchNorm2d(3))
fusion.fuse_linear_bn_eval(linear(2, 3), nn.BatchNorm1d(3))
fusion.fuse_linear_bn_eval(linear(2, 3).eval(), nn.BatchNorm1d(2).eval())
P.register_parametrization(linear(4, 3), "nope", double())
P.register_parametrization(linear(4, 3), "weight", nn.Flatten(0))
P.register_parametrization(PZ.weight_norm(linear(4, 3)), "weight", nn.Flatten(0))
P.remove_parametrizations(linear(4, 3), "weight")
P.remove_parametrizations(PZ.weight_norm(linear(4, 3)), "weight", leave_parametrized=False)
P.ParametrizationList([], T.ones(3))
PZ.weight_norm(linear(4, 3)).__getstate__()
setattr(P.register_parametrization(linear(4, 3), "weight", double()), "weight", T.ones(3, 4).double())
setattr(P.register_parametrization(linear(4, 3), "weight", double()), "weight", 3)
setattr(P.register_parametrization(linear(4, 3), "weight", nn.Identity()), "weight", T.ones(3, 4))
utils.clip_grad_norm_([nn.Parameter(T.ones(1))], "a")
""".strip().split("\n")  # noqa: E501  # one case a line


def error_of(library, expression):
    try:
        values(library, expression)
    except Exception as error:
        return type(error).__name__, str(error)
    return None


def words(text):
    return set(re.findall(r"[A-Za-z_]{4,}", text))


@pytest.mark.parametrize("expression", ERRORS)
def test_errors(expression):
    """The same exception type; the message has most of PyTorch's words, and may say more."""
    mine, theirs = error_of(fb, expression), error_of(torch, expression)
    assert (mine is None) == (theirs is None), (mine, theirs)
    if theirs is None:
        return
    assert mine[0] == theirs[0], (mine, theirs)
    if "Expected iterable" in theirs[1] or "shape [3, 1]" in theirs[1] or "ArrayRef" in theirs[1]:
        return  # PyTorch speaks of its own parts; ours says what to do
    assert len(words(mine[1]) & words(theirs[1])) >= 0.6 * len(words(theirs[1])), (mine, theirs)


def test_checkpoints_cross_over():
    for make in ("weight_norm", "spectral_norm", "orthogonal"):
        mine = getattr(fb.nn.utils.parametrizations, make)(fb.nn.Linear(4, 4))
        theirs = getattr(torch.nn.utils.parametrizations, make)(torch.nn.Linear(4, 4))
        mine.load_state_dict({k: fb.from_numpy(array(v)) for k, v in theirs.state_dict().items()})
        np.testing.assert_allclose(
            array(mine.eval().weight), array(theirs.eval().weight), atol=1e-6
        )


def test_old_checkpoints_of_weight_norm_load():
    def run(library):
        library.manual_seed(3)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            old = library.nn.utils.weight_norm(library.nn.Linear(4, 3))
        new = library.nn.utils.parametrizations.weight_norm(library.nn.Linear(4, 3))
        report = new.load_state_dict(old.state_dict())
        return plain([repr(report), new.weight, old.weight])

    assert_same(run(fb), run(torch), "state")
