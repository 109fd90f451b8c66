"""Promotion, casting, limits."""

import numpy as np
import pytest

import firebrick_core as fb

PROMOTED = [
    ("bool", "uint8", "uint8"),
    ("uint8", "int8", "int16"),
    ("int32", "int64", "int64"),
    ("int64", "float16", "float16"),
    ("float16", "bfloat16", "float32"),
    ("float32", "float64", "float64"),
    ("float64", "complex64", "complex128"),
    ("float16", "complex64", "complex64"),
    ("uint16", "int16", "int32"),
    ("uint32", "uint64", "uint64"),
]


@pytest.mark.parametrize(("a", "b", "want"), PROMOTED)
def test_promote_types(a, b, want):
    a, b = getattr(fb, a), getattr(fb, b)
    assert fb.promote_types(a, b) is fb.promote_types(b, a) is getattr(fb, want)


def test_uint64_with_signed_is_refused():
    with pytest.raises(RuntimeError, match="no integer type holds both"):
        fb.promote_types(fb.uint64, fb.int8)


WEAK = [
    ("float32", (2,), 1.5, "float32"),
    ("int64", (2,), 1.5, "float32"),
    ("int32", (2,), 2, "int32"),
    ("bool", (2,), 2, "int64"),
    ("float16", (2,), 1, "float16"),
    ("float32", (2,), 1j, "complex64"),
    ("float64", (2,), 1j, "complex128"),
    ("uint8", (), 1, "uint8"),
]


@pytest.mark.parametrize(("dtype", "shape", "number", "want"), WEAK)
def test_numbers_are_weak(dtype, shape, number, want):
    t = fb.ones(shape, dtype=getattr(fb, dtype))
    for result in (t * number, number * t, fb.mul(t, number)):
        assert result.dtype is getattr(fb, want)
    assert fb.result_type(t, number) is getattr(fb, want)


def test_zero_dim_tensors_are_weak():
    assert (fb.ones(2) + fb.tensor(1.0, dtype=fb.float64)).dtype is fb.float32
    assert (fb.ones(2, dtype=fb.int64) + fb.tensor(1.0, dtype=fb.float64)).dtype is fb.float64
    assert (fb.tensor(1.0) + fb.tensor(1.0, dtype=fb.float64)).dtype is fb.float64


def test_limits():
    assert fb.finfo(fb.float32).eps == 2**-23 and fb.finfo(fb.bfloat16).eps == 2**-7
    assert fb.iinfo(fb.int8).min == -128
    with pytest.raises(TypeError, match="see iinfo"):
        fb.finfo(fb.int8)
    with pytest.raises(TypeError, match="see finfo"):
        fb.iinfo(fb.float32)


def test_dtypes_are_singletons_and_print_as_pytorch_does():
    import copy
    import pickle

    assert pickle.loads(pickle.dumps(fb.float32)) is copy.deepcopy(fb.float32) is fb.float32
    assert repr(fb.float32) == "torch.float32" and fb.float is fb.float32


def test_float8_is_for_storage():
    assert fb.float8_e4m3fn.itemsize == 1 and fb.finfo(fb.float8_e4m3fn).max == 448
    with pytest.raises(RuntimeError, match="Promotion for Float8 Types is not supported"):
        fb.promote_types(fb.float8_e5m2, fb.float32)


NARROW = {
    "bfloat16": ([1.0, 2.5, 3.140625, 1e38], [1.0, 2.5, 3.1415, 1e38]),
    "float8_e4m3fn": ([1.0, 2.5, -3.25, 448.0], [1.0, 2.5, -3.3, 1000.0]),
    "float8_e5m2": ([1.0, 2.5, -3.5, 1024.0], [1.0, 2.5, -3.3, 1000.0]),
}


@pytest.mark.parametrize("name", NARROW)
def test_types_of_ml_dtypes(name):
    pytest.importorskip("ml_dtypes")
    dtype = getattr(fb, name)
    stored, given = NARROW[name]
    x = fb.tensor(given).to(dtype)
    assert x.dtype is dtype and x.element_size() == dtype.itemsize
    for same in (x, x.clone(), x[1:].view(-1), fb.cat([x, x])[:4], x.numpy()):
        values = fb.as_tensor(same).to(fb.float32)
        np.testing.assert_allclose(values.numpy()[-3:], stored[-3:], rtol=4e-3)
    assert (x == x).all() and x.to(fb.int32)[1] == 2
    bits = fb.int16 if dtype.itemsize == 2 else fb.uint8
    assert (x.view(bits).view(dtype) == x).all()
    if name == "bfloat16":
        assert (x * 2 + x).dtype is x.sum().dtype is dtype
    else:
        with pytest.raises(NotImplementedError, match="a type for storage"):
            x + x


def test_narrow_floats_are_computed_in_float32():
    x = fb.full((1000,), 1.0, dtype=fb.float16)
    assert (x / 3).sum().item() == pytest.approx(1000 / 3, rel=1e-3)
    assert (x * 300).mean().item() == 300
    a = fb.full((4, 4), 1 / 3, dtype=fb.float16)
    assert (a @ a).dtype is fb.float16
    version = a._version
    assert a.add_(1.0) is a and a._version == version + 1 and a.dtype is fb.float16
    assert a[0].dtype is a.t().dtype is a.detach().dtype is fb.float16


WITHOUT_PYTORCH = [
    ("uint16", 65535, 1, 0),
    ("uint32", 2**32 - 1, 2, 1),
    ("uint64", 2**64 - 1, 3, 2),
]


@pytest.mark.parametrize(("name", "largest", "added", "wrapped"), WITHOUT_PYTORCH)
def test_wide_unsigned_integers_have_arithmetic(name, largest, added, wrapped):
    x = fb.tensor([largest, 1], dtype=getattr(fb, name))
    assert (x + added).tolist() == [wrapped, 1 + added]
    assert (x // 2).tolist() == [largest // 2, 0] and (x > 1).tolist() == [True, False]
    assert x.sum().item() in (largest + 1, 0) and x.max().item() == largest
    assert (x & 3).dtype is (x * x).dtype is x.dtype
    assert (x + 0.5).dtype is fb.float32 and fb.sort(x).values.tolist() == [1, largest]
