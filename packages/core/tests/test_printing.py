"""Texts of tensors, as PyTorch 2.13 printed them (`integration_tests` compare thousands more)."""

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core._printing import (
    get_printoptions,
    printoptions,
    set_printoptions,
    tensor_repr,
    tensor_text,
)

inf, nan = np.inf, np.nan


def f32(*values):
    return np.array(values, np.float32)


# What is printed, its dtype where it is not float32, and the text.
GOLDEN = [
    # numbers without a fraction
    (f32(1, 2), "tensor([1., 2.])"),
    (f32(100, 1), "tensor([100.,   1.])"),
    (f32(1000, 1), "tensor([1000.,    1.])"),
    (f32(1001, 1), "tensor([1.0010e+03, 1.0000e+00])"),
    (f32(1e8, 2e8), "tensor([1.0000e+08, 2.0000e+08])"),
    (f32(0, 0), "tensor([0., 0.])"),
    (f32(-0.0), "tensor([-0.])"),
    # numbers with one
    (f32(1.5, 1500), "tensor([   1.5000, 1500.0000])"),
    (f32(1.5, 1501), "tensor([1.5000e+00, 1.5010e+03])"),
    (f32(-0.0, 1.5), "tensor([-0.0000, 1.5000])"),
    (f32(1e-4, 0.1), "tensor([1.0000e-04, 1.0000e-01])"),
    (np.array([1e-4, 0.1]), "tensor([0.0001, 0.1000], dtype=torch.float64)"),
    (np.array([2e-4, 0.21]), "tensor([2.0000e-04, 2.1000e-01], dtype=torch.float64)"),
    (np.array([2e-4, 0.002]), "tensor([0.0002, 0.0020], dtype=torch.float64)"),
    # neither finite nor zero
    (f32(1, nan), "tensor([1., nan])"),
    (f32(1.5, inf, -inf), "tensor([1.5000,    inf,   -inf])"),
    (f32(inf), "tensor([inf])"),
    (f32(nan, nan), "tensor([nan, nan])"),
    # one number
    (np.float32(1), "tensor(1.)"),
    (np.float32(1.5), "tensor(1.5000)"),
    (np.float32(1e10), "tensor(1.0000e+10)"),
    (np.float32(12345.678), "tensor(12345.6777)"),
    (np.float32(99999999), "tensor(100000000.)"),
    (np.float32(-inf), "tensor(-inf)"),
    (np.int64(3), "tensor(3)"),
    (np.bool_(True), "tensor(True)"),
    (np.complex64(1 + 2j), "tensor(1.+2.j)"),
    # other types
    (np.array([1, -20, 300]), "tensor([  1, -20, 300])"),
    (np.array([1, 2], np.uint8), "tensor([1, 2], dtype=torch.uint8)"),
    (np.array([2**63], np.uint64), "tensor([9223372036854775808], dtype=torch.uint64)"),
    (np.array([True, False]), "tensor([ True, False])"),
    (np.array([1, 2], np.float16), "tensor([1., 2.], dtype=torch.float16)"),
    (np.array([6e-8], np.float16), "tensor([5.9605e-08], dtype=torch.float16)"),
    (np.complex64([1 + 2j, 3.5 - 1e-7j]), "tensor([1.0000+2.0000e+00j, 3.5000-1.0000e-07j])"),
    (np.complex64([complex(-0.0, -0.0)]), "tensor([-0.-0.j])"),
    (
        np.complex64([1 + 2j, 100 + 200j, complex(nan, 0), complex(-inf, nan)]),
        "tensor([  1.+2.j, 100.+200.j,  nan+0.j, -inf+nanj])",
    ),
    # dimensions
    (np.zeros((2, 2), np.float32), "tensor([[0., 0.],\n        [0., 0.]])"),
    (
        np.arange(8).reshape(2, 2, 2)[:, :, ::-1],
        "tensor([[[1, 0],\n         [3, 2]],\n\n        [[5, 4],\n         [7, 6]]])",
    ),
    # nothing in it
    (f32(), "tensor([])"),
    (np.zeros((0, 3), np.float32), "tensor([], size=(0, 3))"),
    (np.zeros(0, np.int64), "tensor([], dtype=torch.int64)"),
    (np.zeros(0, np.bool_), "tensor([], dtype=torch.bool)"),
    (np.zeros((2, 0)), "tensor([], size=(2, 0), dtype=torch.float64)"),
    # lines and summaries
    (
        np.arange(30),
        "tensor([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,\n"
        "        18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29])",
    ),
    (np.arange(1001), "tensor([   0,    1,    2,  ...,  998,  999, 1000])"),
    (
        np.zeros((1, 11, 101), np.float32),
        "tensor([[[0., 0., 0.,  ..., 0., 0., 0.],\n"
        "         [0., 0., 0.,  ..., 0., 0., 0.],\n"
        "         [0., 0., 0.,  ..., 0., 0., 0.],\n"
        "         ...,\n"
        "         [0., 0., 0.,  ..., 0., 0., 0.],\n"
        "         [0., 0., 0.,  ..., 0., 0., 0.],\n"
        "         [0., 0., 0.,  ..., 0., 0., 0.]]])",
    ),
    # PyTorch breaks the line a little before it is full
    (
        np.full((2, 4), 1234.5678),
        "tensor([[1234.5678, 1234.5678, 1234.5678, 1234.5678],\n"
        "        [1234.5678, 1234.5678, 1234.5678, 1234.5678]], dtype=torch.float64)",
    ),
    (
        np.array([10**8] * 4 + [10**7], np.int32),
        "tensor([100000000, 100000000, 100000000, 100000000,  10000000],\n"
        "       dtype=torch.int32)",
    ),
]


@pytest.mark.parametrize(("array", "text"), GOLDEN, ids=[text[:60] for _, text in GOLDEN])
def test_text(array, text):
    assert tensor_text(np.asarray(array), dtype_name=f"torch.{array.dtype}") == text


@pytest.mark.parametrize(("array", "text"), GOLDEN, ids=[text[:60] for _, text in GOLDEN])
def test_repr_and_str_of_a_tensor(array, text):
    tensor = fb.from_numpy(np.asarray(array).copy())
    assert repr(tensor) == str(tensor) == text


def test_bfloat16():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    array = np.array([1.1, 2], ml_dtypes.bfloat16)
    text = "tensor([1.1016, 2.0000], dtype=torch.bfloat16)"
    assert tensor_text(array, dtype_name="torch.bfloat16") == text


PROPERTIES = [
    ({}, "tensor([1.])"),
    ({"requires_grad": True}, "tensor([1.], requires_grad=True)"),
    (
        {"requires_grad": True, "grad_fn_name": "AddBackward0"},
        "tensor([1.], grad_fn=<AddBackward0>)",
    ),
    ({"device": "cuda:0"}, "tensor([1.], device='cuda:0')"),
    (
        {"device": "cuda:0", "dtype_name": "torch.float64", "requires_grad": True},
        "tensor([1.], device='cuda:0', dtype=torch.float64, requires_grad=True)",
    ),
    ({"prefix": "My("}, "My([1.])"),
    ({"default_dtype_names": ["torch.float64"]}, "tensor([1.], dtype=torch.float32)"),
]


@pytest.mark.parametrize(("properties", "text"), PROPERTIES)
def test_properties(properties, text):
    assert tensor_text(f32(1), **{"dtype_name": "torch.float32", **properties}) == text


META = [
    (fb.float32, (2, 3), "tensor(..., device='meta', size=(2, 3))"),
    (fb.float32, (), "tensor(..., device='meta', size=())"),
    (fb.float32, (0,), "tensor(..., device='meta', size=(0,))"),
    (fb.int64, (2,), "tensor(..., device='meta', size=(2,), dtype=torch.int64)"),
    (fb.bool, (2,), "tensor(..., device='meta', size=(2,), dtype=torch.bool)"),
]


@pytest.mark.parametrize(("dtype", "shape", "text"), META)
def test_meta(dtype, shape, text):
    assert repr(fb.zeros(shape, dtype=dtype, device="meta")) == text


def test_device_and_values_of_another_device():
    tensor = fb.Tensor._wrap(f32(1, 2.5), fb._device.BACKENDS["fake"].bit)
    assert repr(tensor) == "tensor([1.0000, 2.5000], device='fake:0')"


def test_subclass_shows_its_name_and_indents_by_it():
    class Mine(fb.Tensor):
        pass

    tensor = Mine._wrap(np.zeros((2, 2), np.float32))
    assert repr(tensor) == "Mine([[0., 0.],\n      [0., 0.]])"
    assert tensor_repr(tensor, prefix="tensor(") == "tensor([[0., 0.],\n        [0., 0.]])"


def test_default_dtype_goes_without_saying():
    try:
        fb.set_default_dtype(fb.float64)
        assert repr(fb.from_numpy(np.array([1.5]))) == "tensor([1.5000])"
        assert repr(fb.from_numpy(f32(1.5))) == "tensor([1.5000], dtype=torch.float32)"
        assert repr(fb.from_numpy(np.array([1j]))) == "tensor([0.+1.j])"
        assert repr(fb.from_numpy(np.zeros(0))) == "tensor([])"
    finally:
        fb.set_default_dtype(fb.float32)


# --- options --------------------------------------------------------------------------------------

OPTIONS = [
    ({"precision": 2}, f32(1.5, 2), "tensor([1.50, 2.00])"),
    ({"precision": 0}, f32(1.5, 2.5), "tensor([2, 2])"),
    ({"precision": 0}, f32(1e10, 2.5), "tensor([1e+10, 2e+00])"),
    ({"sci_mode": True}, f32(1.5, 2), "tensor([1.5000e+00, 2.0000e+00])"),
    ({"sci_mode": True}, f32(0), "tensor([0.])"),
    ({"sci_mode": True}, np.array([1, 2]), "tensor([1, 2])"),
    ({"sci_mode": False}, f32(1e10, 2.5), "tensor([10000000000.0000,           2.5000])"),
    ({"sci_mode": False}, np.array([1e-10]), "tensor([0.0000], dtype=torch.float64)"),
    ({"threshold": 3}, np.arange(9), "tensor([0, 1, 2,  ..., 6, 7, 8])"),
    ({"threshold": 3}, np.arange(6), "tensor([0, 1, 2, 3, 4, 5])"),
    (
        {"threshold": 0, "edgeitems": 1},
        np.zeros((3, 2), np.float32),
        "tensor([[0., 0.],\n        ...,\n        [0., 0.]])",
    ),
    ({"edgeitems": 0}, f32(0, 0), "tensor([0., 0.], size=(2,))"),
    ({"edgeitems": 0, "threshold": 0}, f32(0, 0), "tensor([...], size=(2,))"),
    ({"edgeitems": 0, "threshold": 0}, np.float32(1), "tensor(1., size=())"),
    ({"linewidth": 20}, np.arange(5), "tensor([0, 1, 2, 3,\n        4])"),
    ({"linewidth": 1}, f32(0, 0), "tensor([0.,\n        0.])"),
    ({"linewidth": 0}, np.float64(1), "tensor(1.,\n       dtype=torch.float64)"),
    ({"profile": "short"}, f32(1.125), "tensor([1.12])"),
    ({"profile": "short", "precision": 3}, f32(1.125), "tensor([1.125])"),
]


@pytest.mark.parametrize(("options", "array", "text"), OPTIONS)
def test_options(options, array, text):
    with printoptions(**options):
        assert tensor_text(np.asarray(array), dtype_name=f"torch.{array.dtype}") == text


def test_full_profile_prints_all():
    with printoptions(profile="full"):
        text = repr(fb.zeros(3000))
    assert text.count("0.") == 3000 and "..." not in text


DEFAULTS = {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80, "sci_mode": None}


def test_what_is_left_out_keeps_its_value_except_sci_mode():
    with printoptions(profile="default"):
        set_printoptions(precision=2, sci_mode=True)
        assert get_printoptions() == {**DEFAULTS, "precision": 2, "sci_mode": True}
        set_printoptions(linewidth=100)
        assert get_printoptions() == {**DEFAULTS, "precision": 2, "linewidth": 100}
        set_printoptions(profile="short")
        assert get_printoptions() == {**DEFAULTS, "precision": 2, "edgeitems": 2, "linewidth": 80}
    assert get_printoptions() == DEFAULTS


def test_options_come_back_after_an_error():
    with pytest.raises(KeyError), printoptions(precision=1):
        raise KeyError
    assert get_printoptions() == DEFAULTS


def test_the_returned_options_are_a_copy():
    get_printoptions()["precision"] = 9
    assert get_printoptions() == DEFAULTS


BAD_OPTIONS = [
    ({"profile": "long"}, ValueError, "profile to be one of default, short, full, but got 'long'"),
    ({"precision": -1}, ValueError, "precision to be 0 or more, but got -1"),
    ({"edgeitems": -1}, ValueError, "edgeitems to be 0 or more"),
    ({"linewidth": -1}, ValueError, "linewidth to be 0 or more"),
    ({"precision": 2.5}, TypeError, "precision to be a number of type int, but got 2.5"),
    ({"precision": "4"}, TypeError, "but got '4' of type str"),
    ({"threshold": "all"}, TypeError, "threshold to be a number"),
    ({"edgeitems": True}, TypeError, "edgeitems"),
    ({"precision": 2, "linewidth": "wide"}, TypeError, "linewidth"),
]


@pytest.mark.parametrize(("options", "error", "message"), BAD_OPTIONS)
def test_bad_options_are_refused_and_change_nothing(options, error, message):
    with pytest.raises(error, match=message):
        set_printoptions(**options)
    assert get_printoptions() == DEFAULTS


def test_numbers_of_the_widest_range_do_not_warn():
    array = np.array([1.7976931348623157e308, 5e-324])
    text = "tensor([1.7977e+308, 4.9407e-324], dtype=torch.float64)"
    assert tensor_text(array, dtype_name="torch.float64") == text


def test_printing_a_large_tensor_looks_at_its_corners_only():
    shown = []

    def to_host(array):
        shown.append(array.size)
        return array

    tensor_text(np.zeros((10**6, 50), np.int8), dtype_name="torch.int8", to_host=to_host)
    assert shown == [36]
