"""`Tensor(...)`, the classes that name dtypes, flags of tensors, and names of types."""

import numpy as np
import pytest

import firebrick_core as fb

KINDS = {
    "Double": fb.float64,
    "Float": fb.float32,
    "Half": fb.float16,
    "Long": fb.int64,
    "Int": fb.int32,
    "Short": fb.int16,
    "Char": fb.int8,
    "Byte": fb.uint8,
    "Bool": fb.bool,
}


def test_tensor_as_a_constructor():
    x = fb.arange(3.0)
    assert fb.Tensor().shape == (0,) and fb.Tensor(2, 3).shape == (2, 3)
    assert fb.Tensor(x.shape).shape == fb.Tensor(3).shape == fb.Tensor(np.int64(3)).shape == (3,)
    assert fb.Tensor((2, 3)).tolist() == [2, 3] and fb.Tensor([[1], [2]]).tolist() == [[1], [2]]
    assert fb.Tensor(range(3)).dtype is fb.float32 and fb.Tensor([True]).tolist() == [1]
    assert fb.Tensor(np.arange(3)).tolist() == [0, 1, 2]
    assert fb.Tensor(data=[1]).tolist() == [1] and fb.Tensor(size=(2,)).shape == (2,)
    alias = fb.Tensor(x)
    assert alias is not x and alias.data_ptr() == x.data_ptr()
    assert fb.Tensor(fb.arange(3)).dtype is fb.int64
    for storage in (x.storage(), x.untyped_storage()):
        over = fb.Tensor(storage)
        assert over.tolist() == [0, 1, 2] and over.data_ptr() == x.data_ptr()


BAD_ARGUMENTS = [
    ((2.5,), {}, "data must be a sequence .got float.*torch.tensor"),
    ((None,), {}, "data must be a sequence .got NoneType"),
    (("a",), {}, "invalid data type 'str'"),
    (([1, "a"],), {}, "must be real number, not str"),
    (([1j],), {}, "complex"),
    ((1, "a"), {}, "must be tuple of ints, not str"),
    ((2,), {"dtype": fb.float32}, "'dtype' is not taken here"),
    (([1],), {"requires_grad": True}, "'requires_grad' is not taken here"),
    ((2,), {"size": (3,)}, "'size' is not taken here"),
]


@pytest.mark.parametrize(("args", "named", "message"), BAD_ARGUMENTS, ids=str)
def test_bad_arguments(args, named, message):
    with pytest.raises(TypeError, match=message):
        fb.Tensor(*args, **named)


def test_subclasses_are_made_as_tensors_are():
    class Mine(fb.Tensor):
        pass

    x = fb.arange(3.0)
    assert type(Mine([1, 2])) is Mine and Mine(2, 3).shape == (2, 3)
    mine = Mine(x)
    mine[0] = 9
    assert type(mine) is Mine and x[0] == 9


@pytest.mark.parametrize("name", KINDS)
def test_classes(name):
    kind, dtype = getattr(fb, f"{name}Tensor"), KINDS[name]
    t = kind([1, 0])
    assert type(t) is fb.Tensor and t.dtype is dtype is kind.dtype and t.tolist() == [1, 0]
    assert isinstance(t, kind) and repr(kind) == f"<class 'torch.{name}Tensor'>"
    assert t.type() == f"torch.{name}Tensor" == fb.typename(t) == fb.typename(kind)
    assert not isinstance(t, fb.LongTensor if name != "Long" else fb.FloatTensor)
    assert not isinstance(t.to("fake"), kind) and not isinstance(3, kind)
    assert kind(2, 3).shape == (2, 3) and kind().shape == (0,) and kind(t.shape).shape == (2,)
    assert kind(t).data_ptr() == t.data_ptr() and kind(np.arange(2)).dtype is dtype
    assert fb.ones(1).type(kind).dtype is fb.ones(1).type(f"torch.{name}Tensor").dtype is dtype
    assert kind.layout is fb.strided and not kind.is_cuda and not issubclass(kind, fb.Tensor)
    other = fb.ones(2, dtype=fb.int64 if name != "Long" else fb.float32)
    with pytest.raises(TypeError, match="convert with .to"):
        kind(other)
    with pytest.raises(RuntimeError, match="legacy constructor expects device type: cpu"):
        kind([1], device="meta")


def test_classes_share_arrays_of_their_dtype():
    a = np.arange(3, dtype=np.float32)
    assert np.shares_memory(fb.FloatTensor(a)._array, a)
    assert not np.shares_memory(fb.LongTensor(a)._array, a)
    assert fb.LongTensor([1.5]).tolist() == [1]
    with pytest.raises(RuntimeError, match="without overflow"):
        fb.ByteTensor([300])


def test_new():
    x = fb.arange(3, dtype=fb.int16)
    assert x.new(2, 3).shape == (2, 3) and x.new().shape == (0,)
    assert x.new([1.5]).tolist() == [1] and x.new([1.5]).dtype is fb.int16
    assert x.new(x).data_ptr() == x.new(x.storage()).data_ptr() == x.data_ptr()
    assert fb.ones(1, device="meta").new(2).is_meta and x.new([1], device="cpu").is_cpu
    with pytest.raises(RuntimeError, match="legacy constructor expects device type: cpu"):
        x.new(2, device="meta")
    with pytest.raises(TypeError, match="expected torch.int16 .got torch.float32"):
        x.new(fb.ones(1))


def test_types_by_name():
    x = fb.ones(1)
    assert x.type(fb.float32) is x.type("torch.FloatTensor") is x
    assert fb.ones(1, device="meta").type() == "torch.meta.FloatTensor"
    assert fb.typename(3) == "int" and fb.typename("a") == "str"
    assert fb.typename(fb.float32) == "torch.dtype"
    assert fb.typename(x.untyped_storage()) == "torch.storage.UntypedStorage"
    assert fb.typename(fb.Generator()).endswith(".Generator")
    for wrong in ("foo", "torch.FooTensor", int, 3):
        with pytest.raises(ValueError, match="invalid type"):
            x.type(wrong)
    with pytest.raises(RuntimeError, match="CuPy|GPU"):
        x.type("torch.cuda.FloatTensor")


def test_default_tensor_types():
    try:
        with pytest.warns(UserWarning, match="deprecated as of PyTorch 2.1"):
            fb.set_default_tensor_type(fb.DoubleTensor)
        assert fb.ones(1).dtype is fb.Tensor([1]).dtype is fb.float64
        with pytest.warns(UserWarning):
            fb.set_default_tensor_type("torch.FloatTensor")
        assert fb.ones(1).dtype is fb.float32
        for wrong in (fb.LongTensor, "foo", fb.float32, None):
            with (
                pytest.warns(UserWarning),
                pytest.raises(TypeError, match="only floating-point types"),
            ):
                fb.set_default_tensor_type(wrong)
    finally:
        fb.set_default_dtype(fb.float32)


FALSE = ["is_sparse", "is_sparse_csr", "is_quantized", "is_nested", "is_mkldnn", "is_mps"]
FALSE += ["is_mtia", "is_maia", "is_ipu", "is_xla", "is_xpu", "is_vulkan", "is_cuda"]


def test_flags():
    x = fb.arange(3.0)
    assert all(getattr(x, name) is False for name in FALSE)
    assert x.layout is fb.strided and x.name is None
    assert x.is_signed() and fb.is_signed(x) and not fb.is_signed(x.byte())
    for name in ("is_inference", "is_distributed"):
        assert getattr(x, name)() is getattr(fb, name)(x) is False
    assert fb.tensor([2.0]).is_nonzero() and not fb.is_nonzero(fb.tensor(0))
    assert fb.get_device(x) == x.get_device() == -1
    assert x.const_data_ptr() == x.mutable_data_ptr() == x.data_ptr()
    assert not x.is_pinned()


def test_what_there_is_not():
    x = fb.arange(3.0)
    with pytest.raises(RuntimeError, match="more than one value is ambiguous"):
        x.is_nonzero()
    with pytest.raises(RuntimeError, match="no values is ambiguous"):
        fb.is_nonzero(fb.ones(0))
    with pytest.raises(RuntimeError, match="no use here"):
        x.pin_memory()
    with pytest.raises(RuntimeError, match="not tied to streams"):
        x.record_stream(None)
    with pytest.raises(RuntimeError, match="reinforce.. was removed"):
        x.reinforce(1)
    with pytest.warns(UserWarning, match="volatile was removed"):
        assert x.volatile is False


QUESTIONS = ["is_nonzero", "is_inference", "is_distributed", "is_signed", "get_device", "numel"]
QUESTIONS += ["is_floating_point", "is_complex"]


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions_are_for_tensors(name):
    with pytest.raises(
        TypeError, match=rf"{name}\(\): argument 'input' \(position 1\) must be Ten"
    ):
        getattr(fb, name)(3)


def test_module_load():
    x, other = fb.zeros(2), fb.ones(2)
    loaded = x.module_load(other)
    assert loaded.data_ptr() == x.data_ptr() and x.tolist() == [1, 1]
    assert x.module_load(other, assign=True).data_ptr() == other.data_ptr()


def test_layouts_and_formats():
    import copy
    import pickle

    for value in (fb.strided, fb.sparse_coo, fb.sparse_bsr, fb.jagged, fb.channels_last):
        assert pickle.loads(pickle.dumps(value)) is value and copy.deepcopy(value) is value
    assert repr(fb.sparse_csr) == "torch.sparse_csr" and isinstance(fb.strided, fb.layout)
    assert fb.legacy_contiguous_format is fb.contiguous_format


def test_constants():
    import math

    assert (fb.e, fb.pi, fb.inf) == (math.e, math.pi, math.inf) and fb.nan != fb.nan
    assert fb.newaxis is None
    assert issubclass(fb.OutOfMemoryError, RuntimeError)
    assert issubclass(fb.AcceleratorError, RuntimeError)


# --- sizes ----------------------------------------------------------------------------------------


def test_sizes():
    size = fb.zeros(1, 2, 3).shape
    for made in (fb.Size([1, 2, 3]), fb.Size(fb.tensor([1, 2, 3])), fb.Size(np.array([1, 2, 3]))):
        assert type(made) is fb.Size and made == size and all(type(n) is int for n in made)
    assert size.numel() == 6 and fb.Size().numel() == 1 and repr(size) == "torch.Size([1, 2, 3])"
    for made in (size[1:], size + (4,), (4,) + size, size * 2, 2 * size):
        assert type(made) is fb.Size
    assert size[1:] == (2, 3) and (4,) + size == (4, 1, 2, 3) and size[0] == 1
    assert fb.Size([True]) == (1,) and hash(size) == hash((1, 2, 3))


def test_bad_sizes():
    for wrong, kind in (("ab", "str"), ([1.5], "float"), ([None], "NoneType")):
        with pytest.raises(TypeError, match=f"iterable of 'int' .item 0 is '{kind}'"):
            fb.Size(wrong)
    for wrong in ([1], "a", None):
        with pytest.raises(TypeError, match="can only concatenate tuple"):
            fb.Size([1]) + wrong
    with pytest.raises(TypeError):
        [1] + fb.Size([1])
