"""The Tensor itself: making, describing, reading out, sharing memory."""

import copy
import pickle

import numpy as np
import pytest

import firebrick_core as fb

DATA = [
    ([1, 2], "int64", (2,)),
    ([1.0, 2], "float32", (2,)),
    ([True, False], "bool", (2,)),
    ([True, 2], "int64", (2,)),
    (1j, "complex64", ()),
    ([[1.5], [2]], "float32", (2, 1)),
    ([], "float32", (0,)),
    ([[], []], "float32", (2, 0)),
    (np.float64(3), "float64", ()),
    (np.arange(3, dtype="i4"), "int32", (3,)),
]


@pytest.mark.parametrize(("data", "dtype", "shape"), DATA)
def test_dtype_and_shape_from_data(data, dtype, shape):
    t = fb.tensor(data)
    assert (t.dtype.name, tuple(t.shape)) == (dtype, shape)


BAD_DATA = [
    ([[1, 2], [3]], ValueError, "expected sequence of length 2 at dim 1"),
    (["a"], ValueError, "too many dimensions 'str'"),
    (object(), RuntimeError, "Could not infer dtype of object"),
    ([1, [2]], TypeError, "not a sequence"),
]


@pytest.mark.parametrize(("data", "error", "message"), BAD_DATA)
def test_bad_data(data, error, message):
    with pytest.raises(error, match=message):
        fb.tensor(data)


def test_from_numpy_shares_memory_and_respects_read_only():
    a = np.arange(6.0).reshape(2, 3)[:, ::2]
    t = fb.from_numpy(a)
    a[0, 0] = 9
    assert t[0, 0].item() == 9 and t.stride() == (3, 2)
    assert np.shares_memory(t.numpy(), a) and np.shares_memory(np.asarray(t), a)
    a.flags.writeable = False
    frozen = fb.from_numpy(a)
    with pytest.raises(RuntimeError, match="read-only"):
        frozen.add_(1)
    assert frozen._version == 0


@pytest.mark.parametrize("bad", [[1, 2], "x", 3])
def test_from_numpy_wants_an_array(bad):
    with pytest.raises(TypeError, match="expected np.ndarray"):
        fb.from_numpy(bad)


def test_from_numpy_refuses_objects_and_foreign_bytes():
    with pytest.raises(TypeError, match="can't convert np.ndarray of type object"):
        fb.from_numpy(np.array([object()]))
    with pytest.raises(ValueError, match="byte order"):
        fb.from_numpy(np.arange(3, dtype=">i4"))


def test_dlpack_both_ways_without_a_copy():
    a = np.arange(4.0)
    t = fb.from_dlpack(a)
    assert np.shares_memory(t.numpy(), a)
    other = fb.zeros(4)  # NumPy 2.0 makes what it imports read-only, and exports no such arrays
    assert np.shares_memory(np.from_dlpack(other), other.numpy())


def test_versions_are_shared_by_views_and_not_by_data():
    base = fb.zeros(2, 3)
    view, alias, data = base.t(), base.detach(), base.data
    view.add_(1)
    assert base._version == view._version == alias._version == 1
    assert data._version == 0 and base.sum().item() == 6
    assert view._base is base and view.t()._base is base and alias._base is None


def test_strides_offsets_and_contiguity():
    t = fb.zeros(2, 3, 4)
    assert t.stride() == (12, 4, 1) and t.is_contiguous()
    u = t.transpose(0, 2)
    assert u.stride() == (1, 4, 12) and not u.is_contiguous()
    assert t[1].storage_offset() == 12 and t[1].untyped_storage().nbytes() == 96
    assert t[1].data_ptr() == t.data_ptr() + 48


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: fb.zeros(2).item(),
            RuntimeError,
            "a Tensor with 2 elements cannot be converted to Scalar",
        ),
        (lambda: int(fb.zeros(2)), ValueError, "only one element tensors can be converted"),
        (lambda: float(fb.zeros(0)), ValueError, "only one element tensors can be converted"),
        (lambda: complex(fb.zeros(2)), ValueError, "only one element tensors can be converted"),
        (lambda: bool(fb.zeros(2)), RuntimeError, "more than one value is ambiguous"),
        (lambda: bool(fb.zeros(0)), RuntimeError, "no values is ambiguous"),
        (lambda: len(fb.tensor(1)), TypeError, "len\\(\\) of a 0-d tensor"),
        (lambda: iter(fb.tensor(1)), TypeError, "iteration over a 0-d tensor"),
        (lambda: [0][fb.tensor(0.0)], TypeError, "only integer tensors"),
        (lambda: fb.zeros(2, device="meta").tolist(), RuntimeError, "they have no data"),
        (lambda: fb.zeros(2).size(3), IndexError, "Dimension out of range"),
        (lambda: fb.zeros(-1), RuntimeError, "negative dimension"),
        (lambda: fb.zeros(1.5), TypeError, "must be tuple of ints, not float"),
        (lambda: fb.arange(0, 3, 0), RuntimeError, "step must be nonzero"),
        (lambda: fb.arange(3, 0), RuntimeError, "inconsistent with step sign"),
        (lambda: fb.device("gpu"), RuntimeError, "Expected one of cpu"),
        (lambda: fb.device("cpu:x"), RuntimeError, "Invalid device string"),
    ],
)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_numbers_of_one_element():
    assert (
        int(fb.tensor(3)),
        float(fb.tensor(2.5)),
        bool(fb.tensor(0)),
        complex(fb.tensor(1j)),
    ) == (3, 2.5, False, 1j)
    assert [10, 20][fb.tensor(1)] == 20 and f"{fb.tensor(1.25):.1f}" == "1.2"


def test_requires_grad_without_autograd_says_what_to_install():
    if fb._autograd_hooks.interface.__class__.__name__ != "AutogradInterface":
        pytest.skip("an autograd package is loaded in this process")
    with pytest.raises(RuntimeError, match="pip install firebrick-autograd"):
        fb.tensor(1.0, requires_grad=True)
    with pytest.raises(RuntimeError, match="pip install firebrick-autograd"):
        fb.tensor(1.0).backward()


def test_gradients_may_be_given_without_autograd():
    t = fb.zeros(2)
    assert t.grad is None
    t.grad = fb.ones(2)
    assert t.grad.tolist() == [1, 1] and t.is_leaf
    t.grad = None
    assert t.grad is None


def test_copies_and_pickles():
    t = fb.tensor([[1.0, 2.0]])
    t.note = "kept"
    for other in (copy.deepcopy(t), pickle.loads(pickle.dumps(t))):
        assert other.tolist() == t.tolist() and other.note == "kept"
        assert not np.shares_memory(other.numpy(), t.numpy())


def test_devices_do_not_mix():
    a, b = fb.zeros(2), fb.zeros(2, device="fake")
    with pytest.raises(RuntimeError, match="at least two devices, fake:0 and cpu"):
        a + b
    assert (b + fb.tensor(1.0)).device == fb.device(
        "fake", 0
    )  # 0-d CPU tensors may accompany others
    with pytest.raises(TypeError, match="can't convert fake:0 device type tensor to numpy"):
        b.numpy()
    assert b.cpu().tolist() == [0, 0] and a.to("meta").is_meta


def test_cuda_without_a_gpu_says_what_is_missing():
    try:
        fb._device.BACKENDS["cuda"].namespace()
    except RuntimeError:
        with pytest.raises(RuntimeError, match="CuPy"):
            fb.zeros(1, device="cuda")
    else:
        pytest.skip("there is a GPU")


def test_default_dtype_and_device():
    fb.set_default_dtype(fb.float64)
    try:
        assert fb.zeros(1).dtype is fb.float64 and fb.tensor(1.0).dtype is fb.float64
        assert (fb.arange(2) / 2).dtype is fb.float64
    finally:
        fb.set_default_dtype(fb.float32)
    with pytest.raises(TypeError, match="only floating-point types"):
        fb.set_default_dtype(fb.int64)
    fb.set_default_device("meta")
    try:
        assert fb.zeros(3).is_meta
    finally:
        fb.set_default_device(None)


def test_out_is_resized_checked_and_returned():
    out = fb.empty(0)
    assert fb.add(fb.ones(2), 1, out=out) is out and out.tolist() == [2, 2]
    with pytest.warns(UserWarning, match="was resized"):
        fb.add(fb.ones(3), 1, out=out)
    whole = fb.zeros(2, dtype=fb.int64)
    with pytest.raises(RuntimeError, match="can't be cast to the desired output type Long"):
        fb.add(fb.ones(2), 1, out=whole)
    assert whole.tolist() == [0, 0] and whole._version == 0


def test_inplace_refuses_what_does_not_fit_and_changes_nothing():
    t = fb.zeros(2)
    for call, message in [
        (lambda: t.add_(fb.ones(3)), "must match the size"),
        (lambda: t.add_(fb.ones(3, 2)), "doesn't match the broadcast shape"),
        (lambda: fb.zeros(2, dtype=fb.int64).add_(1.5), "can't be cast"),
        (lambda: fb.zeros(1).expand(3).add_(1), "more than one element of the written-to tensor"),
    ]:
        with pytest.raises(RuntimeError, match=message):
            call()
    assert t.tolist() == [0, 0] and t._version == 0


class TestNumPyNames:
    """PyTorch's own functions take `axis` for `dim` and `keepdims` for `keepdim`."""

    CALLS = {
        "sum": (lambda x: x.sum(axis=0, keepdims=True), lambda x: x.sum(0, True)),
        "softmax": (lambda x: fb.softmax(x, axis=1), lambda x: fb.softmax(x, 1)),
        "cumsum": (lambda x: x.cumsum(axis=1), lambda x: x.cumsum(1)),
        "std": (lambda x: fb.std(x, axis=1), lambda x: fb.std(x, 1)),
        "cat": (lambda x: fb.cat([x, x], axis=1), lambda x: fb.cat([x, x], 1)),
        "max": (lambda x: x.max(axis=1)[1], lambda x: x.max(1)[1]),
    }

    @pytest.mark.parametrize("name", CALLS)
    def test_understood(self, name):
        x = fb.arange(6.0).reshape(2, 3)
        named, own = self.CALLS[name]
        assert fb.equal(named(x), own(x))

    REFUSED = [
        (lambda x: x.sum(axes=0), r"sum\(\) got an unexpected keyword argument 'axes'"),
        (lambda x: x.cumsum(), r"missing 1 required positional argument: 'dim'"),
        (lambda x: fb.softmax(x.repeat(300, 300)), "missing 1 required positional argument: 'dim'"),
        (lambda x: fb.softmax(x, foo=1), "unexpected keyword argument 'foo'"),
    ]

    @pytest.mark.parametrize(("call", "message"), REFUSED)
    def test_refused(self, call, message):
        with pytest.raises(TypeError, match=message):
            call(fb.ones(2, 3))
