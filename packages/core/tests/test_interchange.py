"""What tensors give to NumPy and to other libraries, and take from them."""

import sys

import numpy as np
import pytest

import firebrick_core as fb


class TestNumPy:
    def test_asarray_shares_memory(self):
        x = fb.ones(3)
        assert np.shares_memory(np.asarray(x), x.numpy())
        np.asarray(x)[0] = 5
        assert x[0] == 5
        assert not np.shares_memory(np.array(x), x.numpy())
        assert np.asarray(x, dtype="float64").dtype == np.float64

    FUNCTIONS = {
        "sin": lambda x, a: np.sin(x),
        "add": lambda x, a: np.add(x, 1),
        "add an array": lambda x, a: np.add(a, x),
        "isfinite": lambda x, a: np.isfinite(x),
        "reduce": lambda x, a: np.maximum.reduce(x),
        "array first": lambda x, a: a + x,
        "array last": lambda x, a: x * a,
        "compared": lambda x, a: a > x,
    }

    @pytest.mark.parametrize("name", FUNCTIONS)
    def test_functions_of_numpy_give_tensors(self, name):
        function = self.FUNCTIONS[name]
        a = np.arange(3.0, dtype="float32")
        x = fb.tensor([1.0, 2.0, 0.5])
        got, want = function(x, a), function(x.numpy(), a)
        assert type(got) is fb.Tensor
        np.testing.assert_array_equal(got.numpy(), want)

    def test_read_only_arrays_stay_so(self):
        a = np.ones(3, "float32")
        a.flags.writeable = False
        for x in (fb.from_numpy(a), fb.as_tensor(a)):
            assert np.shares_memory(x.numpy(), a)
            for write in (lambda x: x.add_(1), lambda x: x.zero_(), lambda x: x[0:1].fill_(2)):
                with pytest.raises((RuntimeError, ValueError), match="read-only"):
                    write(x)
        assert (a == 1).all()
        copy = fb.tensor(a)
        assert (copy.add_(1) == 2).all()


class TestDLPack:
    @pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "uint8", "bool", "complex64"])
    def test_both_ways_without_a_copy(self, dtype):
        x = fb.ones(2, 3, dtype=getattr(fb, dtype)).t()
        a = np.from_dlpack(x)
        assert np.shares_memory(a, x.numpy()) and a.shape == (3, 2) and a.dtype == dtype
        y = fb.from_dlpack(x.numpy())
        assert y.dtype is x.dtype and y.stride() == x.stride()
        assert np.shares_memory(y.numpy(), x.numpy())
        assert fb.from_dlpack(x).data_ptr() == x.data_ptr()

    def test_versions(self):
        x = fb.ones(3)
        assert "dltensor" in repr(x.__dlpack__()) and x.__dlpack_device__()[0] == 1
        assert "dltensor" in repr(x.__dlpack__(max_version=(1, 0)))

    def test_refused(self):
        with pytest.raises(BufferError, match="memory to share"):
            fb.ones(2, device="meta").__dlpack__()
        a = np.ones(3)
        a.flags.writeable = False
        with pytest.raises(BufferError, match="readonly"):
            fb.from_numpy(a).__dlpack__()

    def test_read_only_memory_is_told_to_readers_that_know(self):
        a = np.ones(3)
        a.flags.writeable = False
        try:
            a.__dlpack__(max_version=(1, 0))
        except TypeError:
            pytest.skip("this NumPy does not know the protocol's versions")
        x = fb.from_dlpack(fb.from_numpy(a))
        assert not x.numpy().flags.writeable


@pytest.mark.skipif(sys.version_info < (3, 12), reason="__buffer__ is from Python 3.12 on")
def test_buffers():
    x = fb.tensor([1.0, 2.0])
    view = memoryview(x)
    view[0] = 3.0
    assert x.tolist() == [3, 2] and bytes(view) == x.numpy().tobytes()
