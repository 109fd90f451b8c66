"""torch.testing, torch.utils.benchmark, torch.utils._pytree, torch._foreach_*."""

from collections import OrderedDict, defaultdict, deque, namedtuple

import numpy as np
import pytest

import firebrick as torch
from firebrick.testing import assert_allclose, assert_close, make_tensor
from firebrick.utils import _pytree as pytree, benchmark

nan, inf = float("nan"), float("inf")
CLOSE = [
    (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.0 + 1e-6]), {}),
    (torch.tensor([nan]), torch.tensor([nan]), {"equal_nan": True}),
    (torch.tensor([inf]), torch.tensor([inf]), {}),
    (torch.ones(2), torch.ones(2, dtype=torch.int32), {"check_dtype": False}),
    ([torch.ones(2), {"a": 1.0}], [torch.ones(2), {"a": 1.0 + 1e-9}], {}),
    (1.0, 1.4, {"rtol": 0.5, "atol": 0}),
    (np.ones(2), np.ones(2), {}),
    (None, None, {}),
    (True, True, {}),
    (torch.ones(0), torch.ones(0), {}),
    (torch.tensor([1 + 1j]), torch.tensor([1 + 1j]), {}),
]
APART = [
    (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 3.0]), r"Mismatched elements: 1 / 2 \(50.0%\)"),
    (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 4.0]), r"Greatest absolute difference: 2.0 at"),
    (torch.tensor([1, 2]), torch.tensor([1, 5]), "Tensor-likes are not equal!"),
    (torch.tensor([nan]), torch.tensor([nan]), "Greatest absolute difference: nan at index"),
    (torch.tensor([inf]), torch.tensor([-inf]), "Tensor-likes are not close"),
    (torch.ones(2), torch.ones(3), "The values for attribute 'shape' do not match"),
    (torch.ones(2), torch.ones(2, dtype=torch.float64), "attribute 'dtype' do not match"),
    (torch.ones(2), torch.ones(2, device="meta"), "attribute 'device' do not match: cpu != meta"),
    ([torch.ones(1)], [torch.zeros(1)], r"The failure occurred for item \[0\]"),
    ({"a": [1]}, {"a": [2]}, r"for item \['a'\]\[0\]"),
    ([1], [1, 2], "The length of the sequences mismatch: 1 != 2"),
    ({"a": 1}, {"b": 1}, r"Missing keys in the actual mapping: \['b'\]"),
    (1, 2, "Expected 2 but got 1.\nAbsolute difference: 1\nRelative difference: 0.5"),
    (True, False, "Booleans mismatch"),
    (torch.ones(1), None, "None mismatch"),
]


class TestAssertClose:
    @pytest.mark.parametrize(("actual", "expected", "options"), CLOSE)
    def test_close(self, actual, expected, options):
        assert_close(actual, expected, **options)

    @pytest.mark.parametrize(("actual", "expected", "message"), APART)
    def test_apart(self, actual, expected, message):
        with pytest.raises(AssertionError, match=message):
            assert_close(actual, expected)

    def test_strides(self):
        with pytest.raises(AssertionError, match=r"stride\(\)"):
            assert_close(torch.ones(2, 2), torch.ones(2, 2).t(), check_stride=True)

    def test_message(self):
        with pytest.raises(AssertionError, match="^mine$"):
            assert_close(1.0, 2.0, msg="mine")
        with pytest.raises(AssertionError, match="^mine: Scalars"):
            assert_close(1.0, 2.0, msg=lambda text: f"mine: {text}")

    def test_bad_arguments(self):
        with pytest.raises(ValueError, match="got no atol"):
            assert_close(1.0, 1.0, rtol=1.0)
        with pytest.raises(TypeError, match="No comparison pair"):
            assert_close("a", "a")

    def test_older_name(self):
        assert_allclose(torch.ones(2), [1.0, 1.0])
        with pytest.raises(AssertionError):
            assert_allclose(torch.ones(2), [1.0, 1.1])


class TestMakeTensor:
    @pytest.mark.parametrize(
        ("dtype", "values"),
        [
            (torch.float32, [-0.0674, 4.8280, -7.4074]),
            (torch.int64, [6, -5, -9]),
            (torch.uint8, [4, 9, 3]),
            (torch.bool, [False, True, True]),
        ],
    )
    def test_the_numbers_of_a_seed_are_pytorchs(self, dtype, values):
        torch.manual_seed(0)
        made = make_tensor(3, dtype=dtype, device="cpu")
        assert_close(made.double(), torch.tensor(values).double(), rtol=1e-3, atol=1e-3)

    def test_options(self):
        made = make_tensor((3, 4), dtype=torch.float64, device="cpu", low=0, high=1,
                           requires_grad=True, noncontiguous=True)  # fmt: skip
        assert made.requires_grad and not made.is_contiguous() and 0 <= made.min() <= made.max() < 1
        assert make_tensor(50, dtype=torch.bool, device="cpu", exclude_zero=True).all()

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"low": 2, "high": 1}, "low=2 must be below high=1"),
            ({"low": nan}, "cannot be NaN"),
            ({"dtype": torch.int32, "requires_grad": True}, "not supported for boolean and int"),
        ],
    )
    def test_bad_arguments(self, options, message):
        with pytest.raises(ValueError, match=message):
            make_tensor(2, **{"dtype": torch.float32, "device": "cpu", **options})


class TestBenchmark:
    def test_times(self):
        timer = benchmark.Timer("x + 1", globals={"x": torch.ones(3)}, label="sum", num_threads=1)
        once = timer.timeit(10)
        assert (
            once.number_per_run == 10 and once.median > 0 and "1 measurement, 10 runs" in repr(once)
        )
        several = timer.blocked_autorange(min_run_time=0.01)
        assert sum(several.raw_times) >= 0.01 and several.label == "sum"
        assert timer.adaptive_autorange(max_run_time=0.05).mean > 0

    def test_setup_and_threads(self):
        before = torch.get_num_threads()
        benchmark.Timer("y", setup="y = torch.ones(1)", num_threads=2).timeit(2)
        assert torch.get_num_threads() == before

    def test_table(self):
        task = benchmark.TaskSpec("f()", "pass", label="sums", sub_label="small")
        times = [benchmark.Measurement(1, [t * 1e-6] * 5, task) for t in (1.0, 3.0)]
        text = str(benchmark.Compare(times))
        assert "[- sums -]" in text.replace("--", "-").replace("--", "-") and "2.0" in text

    def test_bad_arguments(self):
        with pytest.raises(NotImplementedError, match="statements are Python here"):
            benchmark.Timer("x", language="c++")
        with pytest.raises(ValueError, match="str"):
            benchmark.Timer(print)
        with pytest.raises(ValueError, match="Expected an instance of `Measurement`"):
            benchmark.Compare([1])


Pair = namedtuple("Pair", "a b")
TREES = [
    3,
    [1, (2, None)],
    {"b": 1, "a": [2, 3]},
    OrderedDict(z=1, y={}),
    Pair(1, [2]),
    deque([1, 2], maxlen=3),
    defaultdict(list, k=[1]),
]


class TestPytree:
    @pytest.mark.parametrize("tree", TREES, ids=repr)
    def test_there_and_back(self, tree):
        leaves, spec = pytree.tree_flatten(tree)
        again = pytree.tree_unflatten(leaves, spec)
        assert again == tree and type(again) is type(tree) and spec.num_leaves == len(leaves)
        assert pytree.tree_structure(again) == spec

    def test_map(self):
        assert pytree.tree_map(lambda a, b: a + b, [1, {"x": 2}], [10, {"x": 20}]) == [
            11,
            {"x": 22},
        ]
        assert pytree.tree_map_only(int, str, [1, 2.0]) == ["1", 2.0]
        assert pytree.tree_leaves([(1, 2), 3], is_leaf=lambda t: isinstance(t, tuple)) == [
            (1, 2),
            3,
        ]

    def test_errors(self):
        with pytest.raises(ValueError, match="has length 1 but the spec refers to a pytree that"):
            pytree.tree_unflatten([1], pytree.tree_structure([1, 2]))
        with pytest.raises(ValueError, match="already registered"):
            pytree.register_pytree_node(dict, list, dict)
        with pytest.raises(ValueError, match="Node type mismatch"):
            pytree.tree_map(max, [1], (1,))


class TestForeach:
    def test_results(self):
        a, b = [torch.ones(2), torch.ones(3)], [torch.full((2,), 2.0), torch.full((3,), 3.0)]
        assert [t.sum().item() for t in torch._foreach_mul(a, b)] == [4, 9]
        assert torch._foreach_add_(a, b, alpha=2) is a and a[1].tolist() == [7, 7, 7]
        torch._foreach_zero_(a)
        torch._foreach_maximum_(a, b)
        assert [t.tolist() for t in a] == [t.tolist() for t in b]
        assert [t.max().item() for t in torch._foreach_minimum(a, 2.5)] == [2.0, 2.5]
        assert [t[0].item() for t in torch._foreach_addcdiv(a, b, b, [1.0, 2.0])] == [3, 5]

    def test_errors(self):
        with pytest.raises(RuntimeError, match="must have the same number of tensors, got 2 and 1"):
            torch._foreach_add([torch.ones(1)] * 2, [torch.ones(1)])
        with pytest.raises(AttributeError, match="no torch._foreach_nothing"):
            torch._foreach_nothing([])


def test_types_of_results():
    found = torch.max(torch.ones(2, 2), 0)
    assert isinstance(found, torch.return_types.max)
    assert torch.types.Number and torch.overrides.is_tensor_like(torch.ones(1))


def test_sparse_types():
    i, v = torch.LongTensor([[0, 1], [2, 0]]), torch.FloatTensor([3, 4])
    made = torch.sparse.FloatTensor(i, v, torch.Size([2, 3]))
    assert isinstance(made, torch.sparse.FloatTensor) and not isinstance(
        v, torch.sparse.FloatTensor
    )
    assert torch.spmm(made, torch.ones(3, 1)).tolist() == [[3], [4]]
    with pytest.raises(TypeError, match="takes indices, values and a size"):
        torch.sparse.FloatTensor(3)
