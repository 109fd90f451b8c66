"""Making tensors: filled, by rule, like others, and where they go."""

import threading

import numpy as np
import pytest

import firebrick_core as fb

FILLED = [fb.zeros, fb.ones, fb.empty]


def described(t):
    return tuple(t.shape), str(t.dtype)[6:], t.tolist()


# --- filled ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", FILLED)
def test_sizes(make):
    for args in ((2, 3), ((2, 3),), ([2, 3],), (fb.zeros(2, 3).shape,), (np.array([2, 3]),)):
        assert make(*args).shape == (2, 3)
    assert make(size=(2, 3)).shape == (2, 3)
    assert make(()).shape == make([]).shape == ()
    assert make(np.int64(2), fb.tensor(3)).shape == (2, 3) and make(fb.tensor(2)).shape == (2,)
    assert make(0, 10**18).numel() == 0


BAD_SIZES = [
    ((), TypeError, "missing 1 required positional arguments: .size"),
    ((-1,), RuntimeError, "negative dimension -1"),
    ((2.0,), TypeError, "must be tuple of ints, not float"),
    (("a",), TypeError, "must be tuple of ints, not str"),
    ((True,), TypeError, "must be tuple of ints, not bool"),
    (((2, None),), TypeError, "must be tuple of ints, not NoneType"),
    ((10**18,), RuntimeError, "can't allocate memory: you tried to allocate 4000000000000000000"),
    ((2**62, 2**62), RuntimeError, "Storage size calculation overflowed"),
]


@pytest.mark.parametrize(("args", "error", "message"), BAD_SIZES, ids=str)
@pytest.mark.parametrize("make", FILLED)
def test_bad_sizes(make, args, error, message):
    with pytest.raises(error, match=message):
        make(*args)
    with pytest.raises(TypeError, match="multiple values for argument 'size'"):
        make(2, size=(2,))


MAKE = {
    "zeros": lambda **o: fb.zeros(2, **o),
    "ones": lambda **o: fb.ones(2, **o),
    "empty": lambda **o: fb.empty(2, **o),
    "full": lambda **o: fb.full((2,), 1, **o),
    "arange": lambda **o: fb.arange(2, **o),
    "linspace": lambda **o: fb.linspace(0, 1, 2, **o),
    "logspace": lambda **o: fb.logspace(0, 1, 2, **o),
    "eye": lambda **o: fb.eye(2, **o),
}
ALSO = {
    "scalar_tensor": lambda **o: fb.scalar_tensor(1, **o),
    "empty_strided": lambda **o: fb.empty_strided((2,), (3,), **o),
    "empty_permuted": lambda **o: fb.empty_permuted((2, 3), (1, 0), **o),
    "zeros_like": lambda **o: fb.zeros_like(fb.ones(2), **o),
    "ones_like": lambda **o: fb.ones_like(fb.ones(2), **o),
    "empty_like": lambda **o: fb.empty_like(fb.ones(2), **o),
    "full_like": lambda **o: fb.full_like(fb.ones(2), 3, **o),
}


@pytest.mark.parametrize("name", [*MAKE, *ALSO])
def test_options(name):
    make = {**MAKE, **ALSO}[name]
    plain = make(dtype=fb.float64)
    assert plain.dtype is fb.float64 and plain.layout is fb.strided and plain.is_cpu
    meta = make(device="meta", dtype=fb.int8)
    assert meta.is_meta and meta.dtype is fb.int8
    assert (meta.shape, meta.stride()) == (plain.shape, plain.stride())
    assert str(make(device="fake", layout=fb.strided, pin_memory=False).device) == "fake:0"
    with pytest.raises(RuntimeError, match="no pinned memory allocator"):
        make(pin_memory=True)
    with pytest.raises(RuntimeError, match="layout torch.jagged is not served"):
        make(layout=fb.jagged)
    with pytest.raises(TypeError, match="argument 'layout' must be torch.layout, not str"):
        make(layout="strided")
    with pytest.raises(RuntimeError, match="floating point and complex dtype can require grad"):
        make(dtype=fb.int64, requires_grad=True)


@pytest.mark.parametrize("name", MAKE)
def test_out(name):
    plain = MAKE[name](dtype=fb.float64)
    out = fb.empty(0, dtype=fb.float64)
    assert MAKE[name](out=out) is out and out.shape == plain.shape
    same = fb.full(plain.shape, 7.0, dtype=fb.float64)
    address = same.data_ptr()
    assert MAKE[name](out=same) is same and same.data_ptr() == address
    if name != "empty":
        assert out.tolist() == same.tolist() == plain.tolist()
    with pytest.raises(
        RuntimeError, match="dtype Float does not match dtype of out parameter .Dou"
    ):
        MAKE[name](out=out, dtype=fb.float32)
    with pytest.raises(RuntimeError, match="device type meta does not match device type of out"):
        MAKE[name](out=out, device="meta")
    with pytest.raises(TypeError, match="argument 'out' must be Tensor, not list"):
        MAKE[name](out=[])


def test_out_of_another_size():
    out = fb.ones(5)
    assert fb.zeros(2, out=out).shape == (2,)
    with pytest.warns(UserWarning, match="does not match the computed number of elements 3"):
        fb.arange(3, out=fb.ones(5))


FILLS = [
    (3, None, "int64", 3),
    (2.5, None, "float32", 2.5),
    (True, None, "bool", True),
    (1j, None, "complex64", 1j),
    (3.7, fb.int64, "int64", 3),
    (-1, fb.uint8, "uint8", 255),
    (2, fb.bool, "bool", True),
    (2**63, fb.uint64, "uint64", 2**63),
    (fb.tensor(3), None, "int64", 3),
    (np.float32(2.5), None, "float32", 2.5),
]


@pytest.mark.parametrize(("value", "given", "dtype", "expected"), FILLS, ids=str)
def test_full(value, given, dtype, expected):
    t = fb.full((2,), value, dtype=given)
    assert t.dtype.name == dtype and t.tolist() == [expected] * 2
    like = fb.full_like(fb.ones(2), value, dtype=t.dtype)
    assert like.dtype is t.dtype and like.tolist() == t.tolist()


BAD_FILLS = [
    (300, fb.uint8, RuntimeError, "without overflow"),
    (1j, fb.float32, RuntimeError, "without overflow"),
    (float("nan"), fb.int64, RuntimeError, "without overflow"),
    (1e40, fb.float32, RuntimeError, "without overflow"),
    ("a", None, TypeError, "'fill_value' must be Number, not str"),
    (fb.ones(2), None, TypeError, "'fill_value' must be Number, not Tensor"),
]


@pytest.mark.parametrize(("value", "given", "error", "message"), BAD_FILLS, ids=str)
def test_bad_fills(value, given, error, message):
    with pytest.raises(error, match=message):
        fb.full((2,), value, dtype=given)


# --- strides --------------------------------------------------------------------------------------

X = fb.ones(2, 3, 4, 5)
STRIDES = [
    (X, (60, 20, 5, 1)),
    (X.permute(3, 1, 0, 2), (1, 20, 60, 5)),
    (X.contiguous(memory_format=fb.channels_last), (60, 1, 15, 3)),
    (X[:, ::2], (40, 20, 5, 1)),
    (X[0, 0].t(), (1, 5)),
    (X[:, :1].expand(2, 3, 4, 5), (60, 20, 5, 1)),
    (fb.ones(1, 4).expand(5, 4), (4, 1)),
    (fb.ones(3, 1, 2).permute(0, 1, 2).expand(3, 5, 2).permute(0, 1, 2), (10, 2, 1)),
    (fb.ones(2, 3).t()[:, None].expand(3, 5, 2), (1, 3, 15)),
    (fb.ones(5)[::2], (1,)),
    (fb.ones(()), ()),
]


@pytest.mark.parametrize(("t", "stride"), STRIDES, ids=lambda part: str(getattr(part, "shape", "")))
def test_tensors_like_others_keep_the_order_of_memory(t, stride):
    for make in (fb.empty_like, fb.zeros_like, fb.ones_like):
        assert make(t).stride() == stride
        assert make(t, dtype=fb.float64).stride() == stride
        assert make(t, memory_format=fb.preserve_format, device="meta").stride() == stride
        contiguous = make(t, memory_format=fb.contiguous_format)
        assert contiguous.is_contiguous() and contiguous.shape == t.shape
    assert fb.clone(t).stride() == stride
    assert (fb.ones_like(t) == 1).all() and not fb.zeros_like(t).any()
    assert (fb.full_like(t, 7) == 7).all()


def test_memory_formats():
    for make in (fb.empty, fb.zeros):
        t = make(2, 3, 4, 5)
        assert t.is_contiguous() and not t.is_contiguous(memory_format=fb.channels_last)
    t = fb.empty(2, 3, 4, 5, memory_format=fb.channels_last)
    assert t.stride() == (60, 1, 15, 3) and t.is_contiguous(memory_format=fb.channels_last)
    assert fb.empty(2, 3, 4, 5, 6, memory_format=fb.channels_last_3d).stride() == (
        360,
        1,
        90,
        18,
        3,
    )
    like = fb.zeros_like(fb.ones(1, 3, 2, 2), memory_format=fb.channels_last)
    assert like.stride() == (12, 1, 6, 3)
    with pytest.raises(RuntimeError, match="required rank 4 tensor to use channels_last format"):
        fb.empty(2, 2, memory_format=fb.channels_last)
    with pytest.raises(RuntimeError, match="required rank 5 tensor"):
        fb.ones_like(t, memory_format=fb.channels_last_3d)
    with pytest.raises(RuntimeError, match="unsupported memory format Preserve"):
        fb.empty(2, memory_format=fb.preserve_format)
    with pytest.raises(TypeError, match="must be torch.memory_format, not int"):
        fb.empty_like(t, memory_format=3)


def test_given_strides():
    t = fb.empty_strided((2, 3), (1, 4), dtype=fb.int16)
    assert (t.shape, t.stride(), t.untyped_storage().nbytes()) == ((2, 3), (1, 4), 20)
    assert fb.empty_strided((2, 3), (0, 0)).untyped_storage().nbytes() == 4
    assert fb.empty_strided((0, 3), (1, 2)).numel() == 0
    assert fb.empty_permuted((2, 3, 4), (2, 0, 1)).stride() == (3, 1, 6)
    assert fb.ones(1).new_empty_strided((2, 3), (1, 2)).stride() == (1, 2)
    for args, message in (
        (((2,), (1, 2)), "dimensionality of sizes .1. must match dimensionality of strides .2."),
        (((2,), (-1,)), "strides must not be negative"),
        (((2, -1), (1, 1)), "negative dimension"),
    ):
        with pytest.raises(RuntimeError, match=message):
            fb.empty_strided(*args)
    for args, message in (
        (((2, 3), (0, 0)), "Duplicate dim not allowed"),
        (((2, 3), (0,)), "Number of dimensions in size does not match"),
        (((2, 3), (-1, 0)), "Dimension out of range .expected to be between 0 and 1, but got -1"),
    ):
        with pytest.raises(RuntimeError, match=message):
            fb.empty_permuted(*args)


def test_what_is_not_a_tensor():
    for make in (fb.zeros_like, fb.ones_like, fb.empty_like):
        with pytest.raises(TypeError, match=r"_like\(\): argument 'input' \(position 1\)"):
            make(3)


# --- by rule --------------------------------------------------------------------------------------

RANGES = [
    ((3,), {}, "int64", [0, 1, 2]),
    ((3.0,), {}, "float32", [0, 1, 2]),
    ((1, 4, 2), {}, "int64", [1, 3]),
    ((5, 0, -2), {}, "int64", [5, 3, 1]),
    ((0,), {}, "int64", []),
    ((), {"end": 3}, "int64", [0, 1, 2]),
    ((), {"start": 1, "end": 3}, "int64", [1, 2]),
    ((2.5,), {"dtype": fb.int64}, "int64", [0, 1]),
    ((-0.9, 2.1, 2.0), {"dtype": fb.int64}, "int64", [0]),
    ((0, -3, -1.5), {"dtype": fb.int32}, "int32", [0, -1]),
    ((fb.tensor(1), fb.tensor(4)), {}, "int64", [1, 2, 3]),
    ((fb.tensor(3.0),), {}, "float32", [0, 1, 2]),
    ((True,), {}, "int64", [0]),
    ((np.int64(3),), {}, "int64", [0, 1, 2]),
    ((2**62, 2**62 + 2), {}, "int64", [2**62, 2**62 + 1]),
    ((2**63 - 2, 2**63 - 1), {}, "int64", [2**63 - 2]),
    ((0, 300, 100), {"dtype": fb.uint8}, "uint8", [0, 100, 200]),
    ((1, 2, 0.5), {"dtype": fb.float64}, "float64", [1, 1.5]),
]


@pytest.mark.parametrize(("args", "options", "dtype", "values"), RANGES, ids=str)
def test_arange(args, options, dtype, values):
    assert described(fb.arange(*args, **options)) == ((len(values),), dtype, values)


BAD_RANGES = [
    ((), TypeError, "missing 1 required argument: 'end'"),
    ((3, 1), RuntimeError, "upper bound and lower bound inconsistent with step sign"),
    ((1, 3, -1), RuntimeError, "inconsistent with step sign"),
    ((1, 3, 0), RuntimeError, "step must be nonzero"),
    ((float("inf"),), RuntimeError, "unsupported range: 0 -> inf"),
    ((float("nan"),), RuntimeError, "unsupported range: 0 -> nan"),
    ((1e20,), RuntimeError, "invalid size, possible overflow"),
    ((0, 2**70), OverflowError, "int too big to convert"),
    ((1j,), RuntimeError, "cannot be converted to type double"),
    (("a",), TypeError, "argument 'end' must be Number, not str"),
    ((fb.arange(2),), TypeError, "argument 'end' must be Number, not Tensor"),
    ((1, None), TypeError, "must be Number, not NoneType"),
]


@pytest.mark.parametrize(("args", "error", "message"), BAD_RANGES, ids=str)
def test_bad_ranges(args, error, message):
    with pytest.raises(error, match=message):
        fb.arange(*args)


@pytest.mark.parametrize("make", [fb.arange, fb.linspace, fb.logspace])
def test_dtypes_without_ranges(make):
    args = (3,) if make is fb.arange else (0, 1, 3)
    with pytest.raises(NotImplementedError, match="not implemented for 'Bool'"):
        make(*args, dtype=fb.bool)
    with pytest.raises(ValueError, match="step must be nonzero"):
        fb.arange(0, 3, 0.5, dtype=fb.int64)
    with pytest.raises(NotImplementedError, match="not implemented for 'ComplexFloat'"):
        fb.arange(3, dtype=fb.complex64)


def test_range():
    with pytest.warns(UserWarning, match="torch.range is deprecated"):
        assert fb.range(1, 4).tolist() == [1, 2, 3, 4]
    with pytest.warns(UserWarning):
        assert described(fb.range(5, 1, -2, dtype=fb.int64)) == ((3,), "int64", [5, 3, 1])
    with pytest.warns(UserWarning), pytest.raises(RuntimeError, match="inconsistent"):
        fb.range(3, 1)


SPACES = [
    (fb.linspace, (0, 1, 5), {}, "float32", [0, 0.25, 0.5, 0.75, 1]),
    (fb.linspace, (1, 0, 3), {}, "float32", [1, 0.5, 0]),
    (fb.linspace, (3, 5, 1), {}, "float32", [3]),
    (fb.linspace, (3, 5, 0), {}, "float32", []),
    (fb.linspace, (0, 10, 5), {"dtype": fb.int64}, "int64", [0, 2, 5, 7, 10]),
    (fb.linspace, (-3, 5, 7), {"dtype": fb.int32}, "int32", [-3, -1, 0, 1, 2, 3, 5]),
    (fb.linspace, (0, 2j, 3), {}, "complex64", [0, 1j, 2j]),
    (fb.linspace, (fb.tensor(0.0), 1, fb.tensor(3)), {}, "float32", [0, 0.5, 1]),
    (fb.linspace, (-1, 1, 3), {"dtype": fb.uint8}, "uint8", [255, 128, 1]),
    (fb.logspace, (0, 2, 3), {}, "float32", [1, 10, 100]),
    (fb.logspace, (0, 3, 4, 2), {}, "float32", [1, 2, 4, 8]),
    (fb.logspace, (0, 2, 5, 2), {"dtype": fb.int64}, "int64", [1, 1, 2, 2, 4]),
    (fb.logspace, (-1, 1, 3), {"dtype": fb.int32}, "int32", [0, 1, 10]),
    (fb.logspace, (0, 2, 1), {}, "float32", [1]),
    (fb.logspace, (0, 2, 3), {"base": 0}, "float32", [1, 0, 0]),
]


@pytest.mark.parametrize(("make", "args", "options", "dtype", "values"), SPACES, ids=str)
def test_spacing(make, args, options, dtype, values):
    assert described(make(*args, **options)) == ((len(values),), dtype, values)


def test_narrow_spacing():
    t = fb.logspace(0, 1, 4, dtype=fb.float16)
    assert t.tolist() == [1, 2.154296875, 4.640625, 10]
    assert fb.linspace(0, 10, 11, dtype=fb.float16).tolist() == list(range(11))


BAD_SPACES = [
    ((0, 1, -1), {}, RuntimeError, "number of steps must be non-negative"),
    ((0, 1, 3.0), {}, TypeError, "argument 'steps' must be int, not float"),
    ((fb.ones(1), 1, 3), {}, RuntimeError, "only supports 0-dimensional start and end tensors"),
    ((0, fb.ones(2), 3), {}, RuntimeError, "got end with 1 dimension"),
    ((0, 1j, 3), {"dtype": fb.float32}, RuntimeError, "can't be safely cast to passed dtype"),
    ((0, 300, 3), {"dtype": fb.uint8}, RuntimeError, "without overflow"),
]


@pytest.mark.parametrize(("args", "options", "error", "message"), BAD_SPACES, ids=str)
@pytest.mark.parametrize("make", [fb.linspace, fb.logspace])
def test_bad_spacing(make, args, options, error, message):
    with pytest.raises(error, match=message):
        make(*args, **options)
    with pytest.raises(TypeError, match="argument 'base' must be float, not complex"):
        fb.logspace(0, 1, 3, 1j)


def test_eye():
    assert fb.eye(2).tolist() == [[1, 0], [0, 1]] and fb.eye(2, 3).shape == (2, 3)
    assert fb.eye(0).shape == (0, 0) and fb.eye(2, dtype=fb.bool).dtype is fb.bool
    assert fb.eye(n=2, m=1).tolist() == [[1], [0]]
    for args, error, message in (
        ((-1,), RuntimeError, "n must be greater or equal to 0, got -1"),
        ((2, -1), RuntimeError, "m must be greater or equal to 0"),
        ((2.0,), TypeError, "argument 'n' must be int, not float"),
    ):
        with pytest.raises(error, match=message):
            fb.eye(*args)


def test_scalar_tensor():
    assert described(fb.scalar_tensor(3)) == ((), "float32", 3)
    assert described(fb.scalar_tensor(True, dtype=fb.int8)) == ((), "int8", 1)
    with pytest.raises(TypeError, match="argument 's' must be Number, not list"):
        fb.scalar_tensor([1])
    with pytest.raises(RuntimeError, match="without overflow"):
        fb.scalar_tensor(1j)


# --- the default device ---------------------------------------------------------------------------


def test_default_device():
    assert fb.get_default_device() == fb.device("cpu")
    with fb.device("meta"):
        made = [fb.ones(1), fb.tensor([1]), fb.arange(2), fb.eye(2), fb.rand(2), fb.as_tensor([1])]
        made += [fb.full((1,), 2), fb.linspace(0, 1, 2), fb.scalar_tensor(1), fb.asarray([1])]
        assert all(t.is_meta for t in made) and fb.get_default_device() == fb.device("meta")
        assert fb.ones(1, device="cpu").is_cpu and fb.from_numpy(np.ones(1)).is_cpu
        assert fb.zeros_like(fb.ones(1, device="cpu")).is_cpu
        with fb.device("cpu"):
            assert fb.ones(1).is_cpu
        assert fb.ones(1).is_meta
    assert fb.ones(1).is_cpu
    with pytest.raises(KeyError), fb.device("meta"):
        raise KeyError
    assert fb.ones(1).is_cpu


def test_default_devices_are_a_threads_own():
    found = []
    fb.set_default_device("meta")
    try:
        thread = threading.Thread(target=lambda: found.append(fb.ones(1).is_cpu))
        thread.start()
        thread.join()
        assert fb.ones(1).is_meta and found == [True]
    finally:
        fb.set_default_device(None)
    assert fb.ones(1).is_cpu
