"""Standing on the memory of others, describing it, and functions of single elements."""

import numpy as np
import pytest

import firebrick_core as fb


def matrix():
    return fb.arange(12.0).reshape(3, 4)


SET = [
    ("", (0,), (1,), 0),
    ("x", (3, 4), (4, 1), 0),
    ("x[1:, ::2]", (2, 2), (4, 2), 4),
    ("x.untyped_storage()", (12,), (1,), 0),
    ("x.untyped_storage(), 2, (2, 2), (1, 4)", (2, 2), (1, 4), 2),
    ("x.untyped_storage(), 3, (2, 4)", (2, 4), (4, 1), 3),
    ("x[1], 2, (2, 2)", (2, 2), (2, 1), 2),
]


@pytest.mark.parametrize(("arguments", "shape", "strides", "offset"), SET, ids=[s[0] for s in SET])
def test_set(arguments, shape, strides, offset):
    x, y = matrix(), fb.empty(5)
    assert eval(f"y.set_({arguments})", {"x": x, "y": y}) is y
    assert (tuple(y.shape), y.stride(), y.storage_offset()) == (shape, strides, offset)
    if arguments:
        assert y.untyped_storage() is x.untyped_storage()
        y.fill_(-1)
        assert (x == -1).sum().item() == y.numel() and x._version == y._version == 1


def test_set_refuses_what_does_not_fit():
    y = fb.empty(0)
    with pytest.raises(RuntimeError, match="Could not set tensor of type"):
        y.set_(fb.arange(3))
    with pytest.raises(RuntimeError, match="out of bounds for storage"):
        y.set_(matrix(), 0, (4, 4))
    with pytest.raises(TypeError, match="must be Tensor or UntypedStorage, not int"):
        y.set_(3)


def test_is_set_to():
    x = matrix()
    assert x.is_set_to(x.detach()) and x.is_set_to(x.view(3, 4))
    for other in (x[0], x.view(4, 3), x.clone(), x.t(), x.view(fb.int32)[:, :2]):
        assert not x.is_set_to(other)
    with pytest.raises(TypeError, match="must be Tensor, not int"):
        x.is_set_to(1)


def test_as_subclass():
    class Named(fb.Tensor):
        name = "mine"

    x = fb.ones(3, 4)
    y = x.as_subclass(Named)
    assert type(y) is Named and y.name == "mine" and y._base is x
    y.zero_()
    assert not x.any() and x._version == 1
    with pytest.raises(TypeError, match="does not inherit from Tensor"):
        x.as_subclass(int)


ORDERS = [
    ("fb.ones(2, 3)", (0, 1)),
    ("fb.ones(2, 3, 4).permute(2, 0, 1)", (1, 2, 0)),
    ("fb.ones(2, 3, 4, 5).to(memory_format=fb.channels_last)", (0, 2, 3, 1)),
    ("fb.ones(5).expand(3, 5)", (0, 1)),
]


@pytest.mark.parametrize(("tensor", "order"), ORDERS)
def test_dim_order(tensor, order):
    assert eval(tensor, {"fb": fb}).dim_order() == order


def test_dim_order_says_where_it_is_ambiguous():
    assert fb.ones(2, 3).dim_order(ambiguity_check=True) == (0, 1)
    formats = [fb.contiguous_format, fb.channels_last]
    wide = fb.ones(2, 3, 4, 5)
    assert wide.dim_order(ambiguity_check=formats) == (0, 1, 2, 3)
    last = wide.to(memory_format=fb.channels_last)
    assert last.dim_order(ambiguity_check=formats) == (0, 2, 3, 1)
    for t, check in ((fb.ones(1, 3), True), (fb.ones(2, 1, 1, 5), formats)):
        with pytest.raises(RuntimeError, match="does not have unique dim order"):
            t.dim_order(ambiguity_check=check)


def test_deprecated_forms_of_reshape():
    x = matrix()
    with pytest.warns(UserWarning, match="non-inplace resize is deprecated"):
        assert x.resize(4, 3).shape == (4, 3)
    with pytest.warns(UserWarning, match="non-inplace resize_as is deprecated"):
        assert x.resize_as(fb.ones(2, 6)).shape == (2, 6)
    with (
        pytest.warns(UserWarning, match="deprecated"),
        pytest.raises(RuntimeError, match=r"requested resize to 2x3 \(6 elements"),
    ):
        x.resize(2, 3)


def test_elements_mapped_by_python_functions():
    x, y = matrix().t(), fb.ones(4, 3)
    want = x.numpy() * 2
    assert x.apply_(lambda a: 2 * a) is x and x._version == 1
    np.testing.assert_array_equal(x.numpy(), want)
    np.testing.assert_array_equal(x.map_(y, lambda a, b: a + b).numpy(), want + 1)
    np.testing.assert_array_equal(
        x.map2_(y, fb.tensor(3.0), lambda a, b, c: a + b + c).numpy(), want + 5
    )
    assert fb.arange(3).apply_(lambda a: a + 1.7).tolist() == [1, 2, 3]
    with pytest.raises(TypeError, match="must give a number, not str"):
        x.apply_(str)
    with pytest.raises(TypeError, match=r"expected torch.FloatTensor for 'other' \(got torch.Long"):
        x.map_(fb.arange(3), max)
    with pytest.raises(TypeError, match="only implemented on CPU"):
        x.to("fake").apply_(abs)


def test_sizes_compared_and_dimensions_reversed():
    x = matrix()
    assert fb.is_same_size(x, fb.zeros(3, 4)) and not x.is_same_size(x.t())
    assert reversed(x)[0].tolist() == [8, 9, 10, 11] and reversed(fb.tensor(3)).item() == 3


def test_resize_in_a_memory_format_and_to_the_size_of_another():
    x = fb.arange(24.0)
    x.resize_(2, 3, 2, 2, memory_format=fb.channels_last)
    assert x.stride() == (12, 1, 6, 3) and x[0, :, 0, 0].tolist() == [0, 1, 2]
    assert x.resize_as_(fb.ones(5)).tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(RuntimeError, match="required rank 4"):
        x.resize_(2, 2, memory_format=fb.channels_last)
