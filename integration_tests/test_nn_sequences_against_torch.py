"""Recurrent layers on packed sequences, attention with masks and lazy layers equal PyTorch's."""

import pickle

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import firebrick as fb  # noqa: E402

pytestmark = [
    pytest.mark.filterwarnings("ignore:enable_nested_tensor is True"),  # about PyTorch's speed
    pytest.mark.filterwarnings("ignore:LSTM with projections is not supported with oneDNN"),
]


def arrays(value):
    """All tensors of a result as arrays."""
    if value is None:
        return [None]
    if isinstance(value, (tuple, list)):
        return [array for part in value for array in arrays(part)]
    return [value.detach().numpy()]


def assert_same(got, want, tolerance=2e-5):
    got, want = arrays(got), arrays(want)
    assert len(got) == len(want)
    for mine, its in zip(got, want, strict=True):
        assert (mine is None) == (its is None)
        if its is not None:
            assert (mine.dtype, mine.shape) == (its.dtype, its.shape)
            np.testing.assert_allclose(mine, its, rtol=tolerance, atol=tolerance)


def run(library, constructor, call, train=True):
    """What a call gives, and the gradients of the parameters and of the inputs."""
    library.manual_seed(0)
    random, inputs = np.random.RandomState(0), []

    def x(*shape):
        tensor = library.tensor(random.standard_normal(shape).astype(np.float32))
        inputs.append(tensor.requires_grad_())
        return tensor

    names = {"torch": library, "nn": library.nn, "x": x, "rnn": library.nn.utils.rnn}
    names["m"] = module = eval(constructor, names).train(train)
    result = eval(call, names)
    tensors = [r for r in flat(result) if r is not None and r.requires_grad]
    sum((r * r.detach().cos()).sum() for r in tensors).backward()
    parameters = [p.grad for p in module.parameters()]
    return result, parameters + [t.grad for t in inputs]


def flat(value):
    if isinstance(value, (tuple, list)):
        return [part for one in value for part in flat(one)]
    return [value]


PACKED = "rnn.pack_sequence([x(2, 3), x(4, 3), x(1, 3)], enforce_sorted=False)"
SORTED = "rnn.pack_padded_sequence(x(4, 2, 3), [4, 2])"
MASK = "nn.Transformer.generate_square_subsequent_mask(4)"
PADDING = "torch.tensor([[False] * 4, [False, False, True, True]])"
SELF = "(lambda q: m(q, q, q, {}))(x(2, 4, 6))"
CALLS = [
    ("nn.LSTM(3, 4, 2, bidirectional=True, dropout=0.4)", f"m({PACKED})"),
    ("nn.LSTM(3, 4, 2, proj_size=2)", f"m({PACKED})"),
    ("nn.LSTM(3, 4)", f"m({SORTED}, (x(1, 2, 4), x(1, 2, 4)))"),
    ("nn.GRU(3, 4, 2, bias=False)", f"m({PACKED}, x(2, 3, 4))"),
    ("nn.GRU(3, 4, bidirectional=True, batch_first=True)", f"m({PACKED})"),
    ("nn.RNN(3, 4, nonlinearity='relu')", f"m({PACKED})"),
    ("nn.RNN(3, 4, 3, 'tanh', dropout=0.5)", f"m({SORTED})"),
    ("nn.LSTM(3, 4)", "rnn.pad_packed_sequence(m(" + PACKED + ")[0], padding_value=1.5)"),
    ("nn.MultiheadAttention(6, 2, batch_first=True)", SELF.format(f"attn_mask={MASK}")),
    ("nn.MultiheadAttention(6, 2, batch_first=True)", SELF.format(f"attn_mask={MASK} < 0")),
    ("nn.MultiheadAttention(6, 2, batch_first=True)", SELF.format(f"key_padding_mask={PADDING}")),
    ("nn.MultiheadAttention(6, 2, 0.3, batch_first=True)",
     SELF.format(f"{PADDING}, False, {MASK} < 0")),
    ("nn.MultiheadAttention(6, 2, batch_first=True)",
     SELF.format(f"attn_mask={MASK}, is_causal=True, need_weights=False")),
    ("nn.MultiheadAttention(6, 2, batch_first=True)", SELF.format("average_attn_weights=False")),
    ("nn.MultiheadAttention(6, 2, add_bias_kv=True, add_zero_attn=True, batch_first=True)",
     SELF.format(f"{PADDING}, attn_mask={MASK} < 0")),
    ("nn.MultiheadAttention(6, 2, batch_first=True)",
     SELF.format("attn_mask=torch.zeros(4, 4, 4).triu(1)")),
    ("nn.TransformerEncoder(nn.TransformerEncoderLayer(6, 2, 8, batch_first=True), 2)",
     f"m(x(2, 4, 6), {MASK}, {PADDING}.float())"),
    ("nn.TransformerEncoder(nn.TransformerEncoderLayer(6, 2, 8, batch_first=True), 2)",
     f"m(x(2, 4, 6), {MASK} < 0, is_causal=True)"),
    ("nn.TransformerEncoder(nn.TransformerEncoderLayer(6, 2, 8, batch_first=True), 2)",
     f"m(x(2, 4, 6), src_key_padding_mask={PADDING})"),
    ("nn.TransformerDecoder(nn.TransformerDecoderLayer(6, 2, 8, batch_first=True), 2)",
     f"m(x(2, 4, 6), x(2, 3, 6), tgt_mask={MASK}, memory_key_padding_mask={PADDING}[:, 1:])"),
    ("nn.Transformer(6, 2, 1, 1, 8, batch_first=True, norm_first=True, activation='gelu')",
     f"m(x(2, 4, 6), x(2, 4, 6), {MASK}, {MASK}, src_key_padding_mask={PADDING}.float())"),
    ("nn.Transformer(6, 2, 1, 2, 8)", "m(x(4, 2, 6), x(3, 2, 6), tgt_is_causal=False)"),
    ("nn.EmbeddingBag(7, 3, mode='sum')",
     "m(torch.tensor([1, 2, 2, 6]), torch.tensor([0, 3]), x(4))"),
    ("nn.EmbeddingBag(7, 3, mode='sum', padding_idx=2)",
     "m(torch.tensor([[1, 2], [2, 6]]), None, x(2, 2))"),
    ("nn.AdaptiveLogSoftmaxWithLoss(8, 12, [4, 8], 2.0)", "m.log_prob(x(5, 8))"),
    ("nn.AdaptiveLogSoftmaxWithLoss(8, 12, [4, 8], 2.0)",
     "(m.predict(x(50, 8) * 3), m(x(2, 8), torch.tensor([0, 11])))"),
    ("nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.BatchNorm1d(3)))", "m(x(4, 3))"),
    ("nn.CTCLoss(reduction='none')",
     "m(x(6, 2, 4).log_softmax(2), torch.tensor([1, 2, 3]), (6, 5), (1, 2))"),
]  # fmt: skip


@pytest.mark.parametrize("train", [True, False], ids=["train", "eval"])
@pytest.mark.parametrize("constructor, call", CALLS)
def test_results_and_gradients(constructor, call, train):
    got, got_grads = run(fb, constructor, call, train)
    want, want_grads = run(torch, constructor, call, train)
    assert_same(got, want)
    assert_same(got_grads, want_grads)


LAZY = [
    ("nn.LazyLinear(4)", (2, 3)), ("nn.LazyConv1d(4, 2, groups=2)", (1, 2, 5)),
    ("nn.LazyConv2d(4, (3, 2), padding=1, bias=False)", (3, 5, 5)),
    ("nn.LazyConv3d(4, 2)", (1, 2, 3, 3, 3)), ("nn.LazyConvTranspose1d(4, 2)", (1, 2, 5)),
    ("nn.LazyConvTranspose2d(4, 2, stride=2)", (2, 5, 5)),
    ("nn.LazyConvTranspose3d(4, 2, groups=2)", (1, 2, 3, 3, 3)),
    ("nn.LazyBatchNorm1d()", (4, 3)), ("nn.LazyBatchNorm2d(affine=False)", (2, 3, 2, 2)),
    ("nn.LazyBatchNorm3d(track_running_stats=False)", (2, 3, 2, 2, 2)),
    ("nn.LazyInstanceNorm1d()", (2, 3, 4)), ("nn.LazyInstanceNorm2d(affine=False)", (2, 3, 4, 4)),
    ("nn.LazyInstanceNorm3d()", (2, 3, 2, 2, 2)),
    ("nn.Sequential(nn.LazyConv2d(4, 3), nn.LazyBatchNorm2d(), nn.Flatten(), nn.LazyLinear(2))",
     (2, 3, 5, 5)),
]  # fmt: skip


@pytest.mark.parametrize("constructor, shape", LAZY)
def test_lazy_layers(constructor, shape):
    described, states, results = [], [], []
    for library in (fb, torch):
        library.manual_seed(0)
        module = eval(constructor, {"nn": library.nn})
        before = (repr(module), list(module.state_dict()))
        input = library.from_numpy(np.random.RandomState(0).rand(*shape).astype(np.float32))
        results.append(module(input))
        described.append((*before, repr(module), list(module.state_dict())))
        states.append(list(module.state_dict().values()))
    assert described[0] == described[1]
    assert_same(states[0], states[1], 1e-6)
    assert_same(*results)


PADDINGS = ["[[0, 0, 0, 1], [0, 0, 1, 1]]", "[[0, 0, 0, 0], [1, 0, 0, 1]]", "[[0, 1], [0, 0]]"]


@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors is in prototype stage")
@pytest.mark.parametrize("padding", PADDINGS)
@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("boolean", [False, True])
def test_padding_of_encoders_in_inference(padding, norm_first, nested, boolean):
    results = []
    for library in (fb, torch):
        library.manual_seed(0)
        nn = library.nn
        layer = nn.TransformerEncoderLayer(6, 2, 8, batch_first=True, norm_first=norm_first)
        encoder = nn.TransformerEncoder(layer, 2, nn.LayerNorm(6), nested).eval()
        mask = library.tensor(eval(padding)).bool()
        if not boolean:
            mask = library.zeros(mask.shape).masked_fill(mask, float("-inf"))
        with library.no_grad():
            input = library.randn(*mask.shape, 6)
            results.append(encoder(input, src_key_padding_mask=mask))
    assert_same(*results)


NORMS = ["nn.LSTM(3, 4, 2)", "nn.MultiheadAttention(4, 2)", "nn.TransformerEncoderLayer(4, 2, 8)"]


@pytest.mark.parametrize("constructor", NORMS)
def test_layers_survive_a_pickle(constructor):
    module = eval(constructor, {"nn": fb.nn})
    other = pickle.loads(pickle.dumps(module))
    for name, value in module.state_dict().items():
        assert fb.equal(other.state_dict()[name], value)


NAMES = sorted(
    name for name, value in vars(torch.nn).items()
    if isinstance(value, type) and issubclass(value, torch.nn.Module)
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_every_module_of_pytorch_is_there(name):
    assert issubclass(getattr(fb.nn, name), fb.nn.Module)


SUBMODULES = """
activation adaptive batchnorm channelshuffle container conv distance dropout flatten fold
instancenorm lazy linear loss module normalization padding pixelshuffle pooling rnn sparse
transformer upsampling utils
""".split()


@pytest.mark.parametrize("name", SUBMODULES)
def test_modules_are_found_where_pytorch_has_them(name):
    from importlib import import_module

    theirs = import_module(f"torch.nn.modules.{name}")
    mine = import_module(f"firebrick.nn.modules.{name}")
    for attribute in getattr(theirs, "__all__", ()):
        assert hasattr(mine, attribute), attribute
