"""Promotion, casting, limits."""

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
