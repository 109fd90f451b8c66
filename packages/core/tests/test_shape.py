"""Shapes, views and their strides, joining, copying, conversions between dtypes and devices."""

import re

import numpy as np
import pytest

import firebrick_core as fb


def tensor(*shape):
    return fb.from_numpy(np.arange(np.prod(shape, dtype=int), dtype="f4").reshape(shape))


WINDOWS = np.lib.stride_tricks.sliding_window_view


# ---------------------------------------------------------------------- views
# The call, the same with NumPy, and PyTorch's shape and strides.
VIEWS = [
    ("x.view(6, -1)", "a.reshape(6, 4)", (6, 4), (4, 1)),
    ("x.view((4, 6))", "a.reshape(4, 6)", (4, 6), (6, 1)),
    ("x.view_as(y)", "a.reshape(24)", (24,), (1,)),
    ("x.mT.view(2, 2, 2, 3)", "a.swapaxes(1, 2).reshape(2, 2, 2, 3)", (2, 2, 2, 3), (12, 2, 1, 4)),
    ("x[:, 1].view(2, 2, 2)", "a[:, 1].reshape(2, 2, 2)", (2, 2, 2), (12, 2, 1)),
    ("x.reshape(-1)", "a.reshape(-1)", (24,), (1,)),
    ("x.reshape_as(y)", "a.reshape(24)", (24,), (1,)),
    ("x.flatten()", "a.reshape(24)", (24,), (1,)),
    ("x.flatten(1)", "a.reshape(2, 12)", (2, 12), (12, 1)),
    ("x.flatten(0, 1)", "a.reshape(6, 4)", (6, 4), (4, 1)),
    ("x.unflatten(-1, (2, -1))", "a.reshape(2, 3, 2, 2)", (2, 3, 2, 2), (12, 4, 2, 1)),
    ("x.ravel()", "a.ravel()", (24,), (1,)),
    ("x[:, :1].squeeze()", "a[:, 0]", (2, 4), (12, 1)),
    ("x[:, :1].squeeze(1)", "a[:, 0]", (2, 4), (12, 1)),
    ("x[:1, :1].squeeze((0, 1))", "a[0, 0]", (4,), (1,)),
    ("x[:1, :1].squeeze(0, 1)", "a[0, 0]", (4,), (1,)),
    ("x[:1].squeeze(axis=0)", "a[0]", (3, 4), (4, 1)),
    ("x[:1].squeeze(())", "a[:1]", (1, 3, 4), (12, 4, 1)),
    ("x.squeeze(0)", "a", (2, 3, 4), (12, 4, 1)),
    ("x.unsqueeze(1)", "a[:, None]", (2, 1, 3, 4), (12, 12, 4, 1)),
    ("x.unsqueeze(-1)", "a[..., None]", (2, 3, 4, 1), (12, 4, 1, 1)),
    ("x.transpose(0, 2).unsqueeze(1)", "a.T[:, None]", (4, 1, 3, 2), (1, 12, 4, 12)),
    ("x.transpose(0, -1)", "a.T", (4, 3, 2), (1, 4, 12)),
    ("x.swapaxes(0, 1)", "a.swapaxes(0, 1)", (3, 2, 4), (4, 12, 1)),
    ("x.permute(2, 0, 1)", "a.transpose(2, 0, 1)", (4, 2, 3), (1, 12, 4)),
    ("x.permute((-1, 0, 1))", "a.transpose(2, 0, 1)", (4, 2, 3), (1, 12, 4)),
    ("x.movedim(0, -1)", "np.moveaxis(a, 0, -1)", (3, 4, 2), (4, 1, 12)),
    ("x.movedim((0, 1), (2, 0))", "np.moveaxis(a, (0, 1), (2, 0))", (3, 4, 2), (4, 1, 12)),
    ("x[0].T", "a[0].T", (4, 3), (1, 4)),
    ("x.mT", "a.swapaxes(1, 2)", (2, 4, 3), (12, 1, 4)),
    ("x.mH", "a.swapaxes(1, 2)", (2, 4, 3), (12, 1, 4)),
    ("x[0].H", "a[0].T", (4, 3), (1, 4)),
    ("x[0].t()", "a[0].T", (4, 3), (1, 4)),
    ("x.select(1, -1)", "a[:, -1]", (2, 4), (12, 1)),
    ("x.narrow(2, 1, 2)", "a[:, :, 1:3]", (2, 3, 2), (12, 4, 1)),
    ("x.narrow(2, fb.tensor(-2), 2)", "a[:, :, 2:]", (2, 3, 2), (12, 4, 1)),
    ("x.diagonal()", "np.diagonal(a)", (4, 2), (1, 16)),
    ("x.diagonal(1, 1, 2)", "np.diagonal(a, 1, 1, 2)", (2, 3), (12, 5)),
    ("x.diagonal(-1, 2, 1)", "np.diagonal(a, -1, 2, 1)", (2, 3), (12, 5)),
    ("x.diagonal(9)", "np.diagonal(a, 9)", (4, 0), (1, 16)),
    ("x.unfold(2, 2, 1)", "windows(a, 2, 2)", (2, 3, 3, 2), (12, 4, 1, 1)),
    ("x.unfold(1, 2, 1)", "windows(a, 2, 1)", (2, 2, 4, 2), (12, 4, 1, 4)),
    ("x[1].as_strided((2, 2), (1, 3))", "np.array([[12, 15], [13, 16]])", (2, 2), (1, 3)),
    ("x[1].as_strided((2, 2), (1, 3), 2)", "np.array([[2, 5], [3, 6]])", (2, 2), (1, 3)),
    ("x[:, :1].expand(2, 3, 4)", "np.broadcast_to(a[:, :1], (2, 3, 4))", (2, 3, 4), (12, 0, 1)),
    ("x[0].expand(2, -1, -1)", "np.broadcast_to(a[0], (2, 3, 4))", (2, 3, 4), (0, 4, 1)),
    ("x[0, 0].expand_as(x)", "np.broadcast_to(a[0, 0], (2, 3, 4))", (2, 3, 4), (0, 0, 1)),
    ("fb.broadcast_to(x[0, 0, 0], (2, 2))", "np.zeros((2, 2))", (2, 2), (0, 0)),
    ("x.unbind(1)[2]", "a[:, 2]", (2, 4), (12, 1)),
    ("x.split(2, 1)[1]", "a[:, 2:]", (2, 1, 4), (12, 4, 1)),
    ("x.split([1, 3], -1)[1]", "a[..., 1:]", (2, 3, 3), (12, 4, 1)),
    ("x.chunk(2, 2)[1]", "a[..., 2:]", (2, 3, 2), (12, 4, 1)),
    ("x.tensor_split(3, 2)[0]", "a[..., :2]", (2, 3, 2), (12, 4, 1)),
    ("x.tensor_split((1, 3), 2)[1]", "a[..., 1:3]", (2, 3, 2), (12, 4, 1)),
    ("x.tensor_split(fb.tensor([1, -1]), 2)[1]", "a[..., 1:3]", (2, 3, 2), (12, 4, 1)),
    ("x.tensor_split(fb.tensor(3), 2)[0]", "a[..., :2]", (2, 3, 2), (12, 4, 1)),
    ("x.split(split_size=2, dim=1)[1]", "a[:, 2:]", (2, 1, 4), (12, 4, 1)),
    ("x.split(fb.tensor(2), 1)[1]", "a[:, 2:]", (2, 1, 4), (12, 4, 1)),
    ("x.vsplit(2)[1]", "a[1:]", (1, 3, 4), (12, 4, 1)),
    ("x.hsplit(1, 2)[1]", "a[:, 1:2]", (2, 1, 4), (12, 4, 1)),
    ("x.dsplit((1, 3))[1]", "a[..., 1:3]", (2, 3, 2), (12, 4, 1)),
    ("x.swapaxes(axis0=0, axis1=1)", "a.swapaxes(0, 1)", (3, 2, 4), (4, 12, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("call", "same", "shape", "strides"), VIEWS, ids=[v[0] for v in VIEWS])
def test_views_share_memory_with_pytorchs_strides(call, same, shape, strides):
    x = tensor(2, 3, 4)
    out = eval(call, {"x": x, "y": tensor(24), "fb": fb})
    np.testing.assert_array_equal(
        out.numpy(), eval(same, {"a": tensor(2, 3, 4).numpy(), "np": np, "windows": WINDOWS})
    )
    assert tuple(out.shape) == shape and (out.stride() == strides or not out.numel())
    if out is not x and out.numel():
        assert out._base is x and np.shares_memory(out.numpy(), x.numpy())
        assert out.untyped_storage() is x.untyped_storage()


def test_reshape_copies_where_strides_do_not_allow_a_view():
    x = tensor(2, 3)
    out = x.t().reshape(6)
    assert out.tolist() == [0, 3, 1, 4, 2, 5] and out._base is None
    with pytest.raises(RuntimeError, match=r"Use .reshape\(...\) instead"):
        x.t().view(6)
    assert x.expand(2, 2, 3).reshape(4, 3).tolist() == x.tolist() * 2


def test_expanded_tensors_reach_numpy_read_only():
    x = fb.ones(3)
    with pytest.raises(ValueError, match="read-only"):
        x.expand(2, 3).numpy()[0] = 1
    x.expand(1, 3).add_(1)
    assert x.tolist() == [2, 2, 2]


def test_view_of_another_dtype():
    x = fb.tensor([1.0, -2.0])
    assert x.view(fb.int32).tolist() == [0x3F800000, -0x40000000]
    assert x.view(fb.uint8).shape == (8,) and x.view(fb.float64).shape == (1,)
    assert x.view(fb.float32) is x
    x.view(fb.int32)[0] = 0
    assert x.tolist() == [0, -2] and x._version == 1


BAD_VIEWS = [
    (
        lambda x: x[:3].view(fb.float64),
        r"self.size\(-1\) must be divisible by 2 to view Float as Double .* got 3",
    ),
    (
        lambda x: x[::2].view(fb.int16),
        r"self.stride\(-1\) must be 1 to view Float as Short .* got 2",
    ),
    (lambda x: x[0].view(fb.int16), r"self.dim\(\) cannot be 0 to view Float as Short"),
    (lambda x: x.as_strided((2, 3), (3, 1), 1), "out of bounds for storage of size 24"),
    (lambda x: x.as_strided((2,), (-1,)), "Negative strides are not supported"),
    (lambda x: x.as_strided((2,), (1, 1)), "mismatch in length"),
    (lambda x: x.view(-2, 3), "invalid shape dimension -2 at index 0"),
    (lambda x: fb.zeros(0, 3).view(-1, 0), "ambiguous"),
    (lambda x: x.mT, "only supported on matrices or batches"),
    (lambda x: x.view(1, 2, 3).H, "consider using tensor.mH"),
    (lambda x: x.expand(2, -1, 6), "isn't allowed in a leading, non-existing dimension 1|-1"),
]


@pytest.mark.parametrize(("call", "message"), BAD_VIEWS)
def test_bad_views(call, message):
    with pytest.raises(RuntimeError, match=message):
        call(tensor(6))


def test_forms_in_place_that_move_no_element():
    x = tensor(2, 3)
    same = x.t_()
    assert same is x and x.shape == (3, 2) and x.tolist() == [[0, 3], [1, 4], [2, 5]]
    assert x.unsqueeze_(0).transpose_(0, 2).squeeze_().shape == (2, 3)
    assert x.as_strided_((2,), (2,)).tolist() == [0, 2] and x._version == 5


def test_sum_to_size():
    x = tensor(2, 3, 4)
    assert x.sum_to_size(3, 1).tolist() == x.sum((0, 2)).view(3, 1).tolist()
    assert x.sum_to_size((4,)).tolist() == x.sum((0, 1)).tolist() and x.sum_to_size(2, 3, 4) is x
    assert x.sum_to_size(()).item() == x.sum().item()
    with pytest.raises(RuntimeError, match="is not expandable to size"):
        x.sum_to_size(2, 4)
    with pytest.raises(RuntimeError, match="is not expandable to size"):
        x.sum_to_size(1, 2, 3, 4)


def test_broadcasting_shapes():
    assert fb.broadcast_shapes((3, 1), 4, (1,)) == (3, 4)
    with pytest.raises(RuntimeError, match=r"tensor a \(3\) must match .* tensor b \(4\)"):
        fb.broadcast_shapes((3,), (4,))
    a, b = fb.broadcast_tensors(tensor(3, 1), tensor(4))
    assert a.shape == b.shape == (3, 4)


# ---------------------------------------------------------------------- joining and arranging
JOINS = [
    ("fb.cat([x, x])", "np.concatenate([a, a])"),
    ("fb.concat((x, x), -1)", "np.concatenate([a, a], 1)"),
    ("fb.cat([fb.zeros(0), x, fb.zeros(0)])", "a"),
    ("fb.stack([x, x])", "np.stack([a, a])"),
    ("fb.stack([x, x.t().t()], 2)", "np.stack([a, a], 2)"),
    ("fb.stack([x[0, 0], x[1, 2]])", "np.array([0, 5])"),
    ("fb.hstack([x, x])", "np.hstack([a, a])"),
    ("fb.hstack([x[0], x[1, :1]])", "np.hstack([a[0], a[1, :1]])"),
    ("fb.vstack([x[0], x])", "np.vstack([a[0], a])"),
    ("fb.dstack([x, x])", "np.dstack([a, a])"),
    ("fb.column_stack([x[:, 0], x])", "np.column_stack([a[:, 0], a])"),
    ("x.repeat(2, 1, 2)", "np.tile(a, (2, 1, 2))"),
    ("x.tile(2)", "np.tile(a, 2)"),
    ("x.repeat_interleave(2)", "np.repeat(a, 2)"),
    ("x.repeat_interleave(3, 1)", "np.repeat(a, 3, 1)"),
    ("x.repeat_interleave(fb.tensor([2, 0, 1]), 1)", "np.repeat(a, [2, 0, 1], 1)"),
    ("fb.repeat_interleave(fb.tensor([2, 0, 1]))", "np.array([0, 0, 2])"),
    ("x.flip(0)", "a[::-1]"),
    ("x.flip(0, 1)", "a[::-1, ::-1]"),
    ("x.fliplr()", "a[:, ::-1]"),
    ("x.roll(2)", "np.roll(a, 2)"),
    ("x.roll(-7, 1)", "np.roll(a, -7, 1)"),
    ("x.roll((1, 2), (0, 1))", "np.roll(a, (1, 2), (0, 1))"),
    ("x.roll(1, (0, 0)[:1])", "np.roll(a, 1, 0)"),
    ("x.rot90()", "np.rot90(a)"),
    ("x.rot90(-1)", "np.rot90(a, -1)"),
    ("x.rot90(2)", "np.rot90(a, 2)"),
    ("x.rot90(4)", "a"),
    ("x.tril()", "np.tril(a)"),
    ("x.triu(1)", "np.triu(a, 1)"),
    ("fb.diag(x[0], 1)", "np.diag(a[0], 1)"),
    ("fb.diag(x, -1)", "np.diag(a, -1)"),
    ("fb.diag_embed(x)[1]", "np.diag(a[1])"),
    ("fb.diag_embed(x, -1, 0, 2)[:, 1]", "np.diag(a[1], -1)"),
    (
        "fb.meshgrid(x[0], x[:, 1], indexing='ij')[1]",
        "np.meshgrid(a[0], a[:, 1], indexing='ij')[1]",
    ),
    ("fb.meshgrid([x[0], x[:, 1]], indexing='xy')[0]", "np.meshgrid(a[0], a[:, 1])[0]"),
    ("fb.atleast_2d(x[0])", "a[:1]"),
    ("fb.atleast_3d(x[0])", "np.atleast_3d(a[0])"),
]


@pytest.mark.parametrize(("call", "same"), JOINS, ids=[j[0] for j in JOINS])
def test_joining_and_arranging(call, same):
    x = tensor(2, 3)
    out = eval(call, {"x": x, "fb": fb})
    want = eval(same, {"a": tensor(2, 3).numpy(), "np": np})
    np.testing.assert_array_equal(out.numpy(), want)
    assert tuple(out.shape) == want.shape


def test_cat_promotes_as_pytorch_does():
    for a, b, dtype in [
        (fb.int32, fb.float16, "float16"),
        (fb.int64, fb.float32, "float32"),
        (fb.bool, fb.uint8, "uint8"),
    ]:
        pair = [fb.ones(1, dtype=a), fb.ones(1, dtype=b)]
        assert fb.cat(pair).dtype.name == fb.stack(pair).dtype.name == dtype


def test_pieces_cover_everything_once():
    x = tensor(7, 2)
    for pieces in (
        x.split(3),
        x.split((2, 0, 5)),
        x.chunk(3),
        x.tensor_split(3),
        x.tensor_split(9),
        x.unbind(),
    ):
        assert sum(p.numel() for p in pieces) == 14
    assert [len(p) for p in x.chunk(3)] == [3, 3, 1] and [len(p) for p in x.tensor_split(3)] == [
        3,
        2,
        2,
    ]
    assert [len(p) for p in fb.zeros(0, 2).chunk(3)] == [0, 0, 0]
    assert [tuple(p.shape) for p in x.hsplit(2)] == [(7, 1)] * 2 and len(x.vsplit((3,))) == 2


# ---------------------------------------------------------------------- copies and conversions
def test_clone_keeps_the_order_of_strides_and_contiguous_makes_rows():
    x = tensor(2, 3).t()
    assert x.clone().stride() == (1, 3) and x.contiguous().stride() == (2, 1)
    assert x.clone(memory_format=fb.contiguous_format).stride() == (2, 1)
    assert x.t().contiguous() is not x and x.t().t().contiguous().stride() == (2, 1)
    y = tensor(2, 3)
    assert y.contiguous() is y


def test_memory_formats():
    x = tensor(2, 3, 4, 5)
    last = x.contiguous(memory_format=fb.channels_last)
    assert last.stride() == (60, 1, 15, 3) and last.tolist() == x.tolist()
    assert last.contiguous(memory_format=fb.channels_last) is last
    assert last.clone().stride() == last.stride() and last.contiguous().stride() == x.stride()
    assert x.to(memory_format=fb.channels_last).stride() == last.stride()
    assert repr(fb.channels_last) == "torch.channels_last"
    with pytest.raises(RuntimeError, match="required rank 4 tensor to use channels_last format"):
        x[0].contiguous(memory_format=fb.channels_last)
    with pytest.raises(TypeError, match="must be a torch.memory_format"):
        x.clone(memory_format="channels_last")


TO = [
    (lambda x: x.to(fb.float64), "float64"),
    (lambda x: x.to("cpu", fb.int32), "int32"),
    (lambda x: x.to(device="cpu", dtype=fb.float16), "float16"),
    (lambda x: x.to(fb.ones(1).bool()), "bool"),
    (lambda x: x.to(other=fb.ones(1).int()), "int32"),
    (lambda x: x.to(None, fb.int64), "int64"),
    (lambda x: x.to(fb.float64, True, True), "float64"),
    (lambda x: x.to(fb.device("cpu")), "float32"),
    (lambda x: x.type(fb.int16), "int16"),
    (lambda x: x.type("torch.LongTensor"), "int64"),
    (lambda x: x.type_as(fb.ones(1).byte()), "uint8"),
    (lambda x: x.double(), "float64"),
    (lambda x: x.half(), "float16"),
    (lambda x: x.int(), "int32"),
    (lambda x: x.long(), "int64"),
    (lambda x: x.short(), "int16"),
    (lambda x: x.char(), "int8"),
    (lambda x: x.byte(), "uint8"),
    (lambda x: x.bool(), "bool"),
    (lambda x: x.cfloat(), "complex64"),
    (lambda x: x.cdouble(), "complex128"),
    (lambda x: x.float(), "float32"),
]


@pytest.mark.parametrize(("call", "dtype"), TO)
def test_conversions(call, dtype):
    x = fb.tensor([0.0, 1.9])
    out = call(x)
    assert out.dtype.name == dtype and out.numpy()[1] == np.array(1.9, "f4").astype(dtype)
    assert (out is x) == (dtype == "float32")


def test_to_copies_only_when_asked():
    x = tensor(3)
    assert x.to(fb.float32) is x.to("cpu") is x.to(x) is x.cpu() is x
    assert x.to(fb.float32, copy=True) is not x and x.type() == "torch.FloatTensor"
    fake = x.to("fake")
    assert (
        fake.device == fb.device("fake", 0)
        and fake.to("fake:0") is fake
        and fake.cpu().tolist() == [0, 1, 2]
    )
    assert fake.to(x).device == fb.device("cpu") and fake.type() == "torch.fake.FloatTensor"
    assert x.to("meta", fb.int64).is_meta


BAD_TO = [
    (
        lambda x: x.to("cpu", "cpu"),
        TypeError,
        r"to\(\) received an invalid combination of arguments - got \(str, str\)",
    ),
    (lambda x: x.to(1.5), TypeError, "invalid combination"),
    (lambda x: x.to(fb.float32, dtype=fb.int32), TypeError, "invalid combination"),
    (lambda x: x.to(fb.float32, unknown=1), TypeError, "invalid combination"),
    (lambda x: x.to("nowhere"), RuntimeError, "Expected one of cpu, .* device type .*: nowhere"),
    (lambda x: x.type("torch.NoTensor"), ValueError, "invalid type: 'torch.NoTensor'"),
    (lambda x: x.to("meta").cpu(), NotImplementedError, "Cannot copy out of meta tensor"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD_TO)
def test_bad_conversions(call, error, message):
    with pytest.raises(error, match=message):
        call(tensor(3))


def test_copy_and_fill():
    x = fb.zeros(2, 3)
    assert x.copy_(fb.tensor([1, 2, 3])) is x and x.tolist() == [[1, 2, 3]] * 2
    assert x.t().copy_(fb.tensor([[1.0, 2]])).tolist() == [[1, 2]] * 3 and x._version == 2
    assert x.copy_(tensor(2, 3).to("fake")).tolist() == tensor(2, 3).tolist()
    assert tensor(3).to("fake").copy_(fb.ones(3)).tolist() == [1, 1, 1]
    assert x.copy_(4).sum().item() == 24 and x.fill_(fb.tensor(2)).sum().item() == 12
    assert x.zero_().any().item() is False and x._version == 6
    assert fb.fill(x, 3).tolist() == [[3] * 3] * 2 and x._version == 6


def test_resize():
    x = tensor(2, 3)
    assert x.resize_(2, 2).tolist() == [[0, 1], [2, 3]]
    assert x.resize_(6).tolist() == [0, 1, 2, 3, 4, 5]
    assert x.resize_((2, 4)).flatten()[:6].tolist() == [0, 1, 2, 3, 4, 5]
    assert x.resize_as_(fb.zeros(3)).shape == (3,)


def test_new_tensors_take_dtype_and_device():
    x = fb.ones(1, dtype=fb.float16)
    assert x.new_zeros(2, 3).dtype is fb.float16 and x.new_ones((2,)).tolist() == [1, 1]
    assert x.new_full((2,), 3).tolist() == [3, 3] and x.new_tensor([1, 2]).dtype is fb.float16
    assert x.new_empty(0, 2, dtype=fb.int64).dtype is fb.int64
    assert x.to("fake").new_zeros(2).device == fb.device("fake", 0)


def test_parts_of_complex_numbers_are_views():
    z = fb.tensor([1 + 2j, 3 - 4j])
    z.real[0], z.imag[1] = 9, 8
    assert z.tolist() == [9 + 2j, 3 + 8j]
    pairs = fb.view_as_real(z)
    assert pairs.tolist() == [[9, 2], [3, 8]] and pairs.dtype is fb.float32
    assert fb.view_as_complex(pairs).tolist() == z.tolist()
    x = fb.ones(2)
    assert x.real is x
    with pytest.raises(RuntimeError, match="non-complex dtypes"):
        _ = x.imag
    with pytest.raises(RuntimeError, match="stride 1"):
        fb.view_as_complex(fb.ones(2, 4)[:, ::2])


# Attributes of tensors that are no matrices -> the shape, and the warning of PyTorch.
DEPRECATED = {
    "fb.ones(3).T": ((3,), "The use of `x.T` on tensors of dimension other than 2"),
    "fb.ones(2, 3, 4).T": ((4, 3, 2), "Consider `x.mT` to transpose batches of matrices"),
    "fb.ones(()).T": ((), "Tensor.T is deprecated on 0-D tensors. This function is the identity"),
    "fb.ones(()).mT": ((), "Tensor.mT is deprecated on 0-D tensors. This function is the identity"),
    "fb.ones(()).H": ((), "Tensor.H is deprecated on 0-D tensors. Consider using x.conj()"),
    "fb.ones(()).mH": ((), "Tensor.mH is deprecated on 0-D tensors. Consider using x.conj()"),
}


@pytest.mark.parametrize("call", DEPRECATED)
def test_transposes_of_what_is_no_matrix_warn(call):
    shape, message = DEPRECATED[call]
    with pytest.warns(UserWarning, match=re.escape(message)):
        assert tuple(eval(call).shape) == shape


def test_joined_tensors_go_into_outputs_of_a_wider_type():
    whole, single = fb.tensor([1, 2]), fb.tensor([0.5])
    out = fb.empty(0, dtype=fb.float64)
    assert fb.cat([whole, single], out=out) is out and out.tolist() == [1, 2, 0.5]
    out = fb.empty(0)
    assert fb.stack([whole, whole], out=out).tolist() == [[1, 2], [1, 2]]
    with pytest.raises(RuntimeError, match="result type Float can't be cast to the desired output"):
        fb.cat([whole, single], out=fb.empty(0, dtype=fb.int64))
