"""Results whose elements lie in another order than they show: nobody who looks can tell."""

import copy
import io
import pickle

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core import _operators as T, extend, functional as F
from firebrick_core._dispatch import HIDDEN_ORDER
from firebrick_core._operator import TABLE


@pytest.fixture(autouse=True)
def innermost():
    """A provider whose convolutions have their channels innermost."""
    provider = extend.Provider("innermost")

    @provider.kernel("convolve", serves=lambda xp, input, *rest: input.ndim == 4)
    def convolve(xp, *args):
        out = TABLE["convolve"].kernel(xp, *args)
        return np.ascontiguousarray(out.transpose(0, 2, 3, 1)).transpose(0, 3, 1, 2)

    extend.register_provider(provider)
    yield
    extend.remove_provider("innermost")


def image(seed=0):
    return fb.from_numpy(np.random.default_rng(seed).standard_normal((2, 3, 6, 5), np.float32))


def hidden(seed=0):
    """A result with the key, and the same without."""
    input, weight = image(seed), fb.ones(4, 3, 3, 3)
    found = F.conv2d(input, weight)
    assert found._keys & HIDDEN_ORDER and not found._array.flags.c_contiguous
    extend.set_providers("none")
    plain = F.conv2d(input, weight)
    extend.set_providers("all")
    return found, plain


def saved(t):
    file = io.BytesIO()
    fb.save(t, file)
    file.seek(0)
    return fb.load(file)


LOOKS = {
    "stride": lambda t: t.stride(),
    "one stride": lambda t: t.stride(1),
    "is_contiguous": lambda t: (
        t.is_contiguous(),
        t.is_contiguous(memory_format=fb.channels_last),
    ),
    "storage": lambda t: t.untyped_storage().tolist(),
    "numpy": lambda t: (t.numpy().strides, t.numpy().tolist()),
    "asarray": lambda t: np.asarray(t).strides,
    "dlpack": lambda t: np.from_dlpack(t).strides,
    "dim_order": lambda t: t.dim_order(),
    "view": lambda t: t.view(2, -1).stride(),
    "flatten": lambda t: t.flatten(1).tolist(),
    "transpose": lambda t: t.transpose(1, 2).stride(),
    "part": lambda t: t[:, 1:].stride(),
    "detach": lambda t: t.detach().stride(),
    "contiguous": lambda t: t.contiguous() is t,
    "clone": lambda t: t.clone().stride(),
    "like": lambda t: fb.empty_like(t).stride(),
    "other format": lambda t: t.contiguous(memory_format=fb.channels_last).stride(),
    "copy": lambda t: copy.copy(t).stride(),
    "deepcopy": lambda t: copy.deepcopy(t).stride(),
    "pickle": lambda t: pickle.loads(pickle.dumps(t)).stride(),
    "save": lambda t: (saved(t).stride(), saved(t).tolist()),
    "sum": lambda t: t.sum((1, 2), keepdim=True).stride(),
    "plus a number": lambda t: (t + 1).stride(),
    "plus itself": lambda t: (t + t.relu()).view(-1).tolist(),
    "plus a plain one": lambda t: (t + t.detach().clone()).stride(),
    "less a plain one": lambda t: (t.detach().clone() - t).stride(),
    "times a vector": lambda t: (t * fb.arange(4.0).view(4, 1, 1)).stride(),
    "vector times": lambda t: (fb.arange(3.0) * t).stride(),
    "compared": lambda t: (t > 0).stride(),
    "another dtype": lambda t: t.double().stride(),
    "written in place": lambda t: t.add_(1).mul_(t).view(-1).tolist(),
    "plain one written": lambda t: fb.zeros(2, 4, 4, 3).add_(t).stride(),
    "in inference mode": lambda t: fb.relu(t).stride(),
    "pooled": lambda t: F.max_pool2d(t, 2).stride(),
    "mean of windows": lambda t: F.avg_pool2d(t, 2).view(2, -1).tolist(),
    "means": lambda t: F.adaptive_avg_pool2d(t, 1).stride(),
    "normalized": lambda t: F.batch_norm(t, None, None, training=True).stride(),
    "convolved again": lambda t: F.conv2d(t, fb.ones(2, 4, 2, 2)).view(-1).tolist(),
    "written to by number": lambda t: t.fill_(2).stride(),
    "set to": lambda t: fb.empty(0).set_(t).stride(),
    "as data": lambda t: as_data(t).stride(),
    "taken as out": lambda t: fb.add(t, 1, out=fb.empty(2, 4, 4, 3)).stride(),
    "out itself": lambda t: fb.add(fb.ones(2, 4, 4, 3), 1, out=t).stride(),
    "offset": lambda t: t.storage_offset(),
    "repr": repr,
}


def as_data(t):
    other = fb.empty(1)
    other.data = t
    return other


@pytest.mark.parametrize("look", LOOKS)
def test_it_looks_row_major(look):
    found, plain = hidden()
    compare = LOOKS[look]
    assert compare(found) == compare(plain)


def test_values_and_sizes_are_read_without_putting_it_in_order():
    found, plain = hidden()
    assert found.shape == plain.shape and found.dim() == 4 and len(found) == 2
    np.testing.assert_array_equal(np.array(found.tolist()), np.array(plain.tolist()))
    again = F.relu(F.conv2d(found * 2, fb.ones(2, 4, 2, 2)))
    assert again._keys & HIDDEN_ORDER


def test_it_is_put_in_order_once_and_keeps_its_version():
    found, _ = hidden()
    found.add_(1)
    assert found._keys & HIDDEN_ORDER and found._version == 1
    view = found.view(-1)
    view.zero_()
    assert found._version == 2 and not found.any() and not found._keys & HIDDEN_ORDER
    assert found.data_ptr() == view.data_ptr()


def test_what_shares_its_memory_does_so_afterwards():
    found, _ = hidden()
    other = found.detach()
    other.zero_()
    assert not found.any()


def test_real_channels_last_stays_visible():
    input = image().contiguous(memory_format=fb.channels_last)
    found = F.conv2d(input, fb.ones(4, 3, 3, 3))
    assert not found._keys & HIDDEN_ORDER
    assert found.is_contiguous(memory_format=fb.channels_last)
    mixed = found + hidden()[0]
    assert mixed.is_contiguous(memory_format=fb.channels_last)
    assert (hidden()[0] + found).is_contiguous()


def test_the_operator_that_orders_copies():
    x = image().transpose(1, 3)
    made = T.in_row_major_order(x)
    assert made.is_contiguous() and fb.equal(made, x)
