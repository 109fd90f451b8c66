"""Datasets and splits."""

import pytest
from worker_datasets import Counted, Images, Numbers, Together

import firebrick_core as fc
import firebrick_data as data


def tolist(sample):
    return [part.tolist() for part in sample]


@pytest.fixture
def table():
    return data.TensorDataset(fc.arange(12).reshape(6, 2), fc.arange(6))


@pytest.mark.parametrize(
    "index, expected",
    [(0, [[0, 1], 0]), (-1, [[10, 11], 5]), (slice(2), [[[0, 1], [2, 3]], [0, 1]])],
)
def test_tensor_dataset_indexes_each_tensor(table, index, expected):
    assert tolist(table[index]) == expected
    assert len(table) == 6


def test_tensor_dataset_takes_a_batch_at_once(table):
    batch = table.__getitems__([4, 0, -1])
    assert isinstance(batch, data.ColumnBatch)
    assert len(batch) == 3
    assert [tolist(sample) for sample in batch] == [[[8, 9], 4], [[0, 1], 0], [[10, 11], 5]]
    assert tolist(batch[1]) == [[0, 1], 0]
    assert tolist(batch[1:][1]) == [[10, 11], 5]
    assert repr(batch) == "ColumnBatch(3 samples of 2 columns)"
    assert tolist(data.default_collate(batch)) == [[[8, 9], [0, 1], [10, 11]], [4, 0, 5]]


@pytest.mark.parametrize("bad", [6, -7])
def test_tensor_dataset_batch_index_out_of_range(table, bad):
    with pytest.raises(IndexError, match=f"index {bad} is out of bounds for dimension 0 with"):
        table.__getitems__([0, bad])


def test_a_batch_does_not_share_memory_with_its_dataset(table):
    batch = data.default_collate(table.__getitems__([0, 1]))
    batch[0].fill_(-1)
    assert table[0][0].tolist() == [0, 1]


class Negated(data.TensorDataset):
    def __getitem__(self, index):
        return tuple(-part for part in super().__getitem__(index))


class Shifted(data.Subset):
    def __getitem__(self, index):
        return super().__getitem__(index) + 100


class Swapped(data.StackDataset):
    def __getitem__(self, index):
        return super().__getitem__(index)[::-1]


def test_a_subclass_that_changes_samples_changes_batches_too():
    batches = list(data.DataLoader(Negated(fc.arange(4)), batch_size=4))
    assert tolist(batches[0]) == [[0, -1, -2, -3]]
    assert list(data.DataLoader(Shifted(range(5), [3, 1]), batch_size=2))[0].tolist() == [103, 101]
    assert tolist(next(iter(data.DataLoader(Swapped([1, 2], [3, 4]), batch_size=2)))) == [
        [3, 4],
        [1, 2],
    ]


class Wrapper:
    """Passes on what it does not define, as wrappers do."""

    def __init__(self, inner):
        self.inner = inner

    def __getattr__(self, name):
        return getattr(self.inner, name)

    def __len__(self):
        return len(self.inner)

    def __getitem__(self, index):
        return -self.inner[index][0]


def test_a_wrapper_is_not_left_out():
    loader = data.DataLoader(Wrapper(data.TensorDataset(fc.arange(4))), batch_size=4)
    assert [batch.tolist() for batch in loader] == [[0, -1, -2, -3]]


def test_a_collate_function_of_ones_own_gets_a_list():
    def descending(samples):
        samples.sort(key=lambda sample: -sample[0].item())
        return [sample[0].item() for sample in samples]

    dataset = data.Subset(data.TensorDataset(fc.arange(10)), [3, 9, 5])
    assert list(data.DataLoader(dataset, 3, collate_fn=descending)) == [[9, 5, 3]]


def test_subset_passes_batches_on():
    subset = data.Subset(Together(), [9, 8, 1])
    assert subset.__getitems__([0, 2]) == [90, 10]
    assert len(subset) == 3
    assert data.Subset(range(10), [5, 6])[1] == 6
    assert data.Subset("abcdef", [1, 2])[0] == "b"


def test_stack_dataset_passes_batches_on():
    stacked = data.StackDataset(Together(), range(10))
    assert stacked.__getitems__([1, 3]) == [(10, 1), (30, 3)]
    named = data.StackDataset(a=Together(), b=range(10))
    assert named.__getitems__([2]) == [{"a": 20, "b": 2}]
    assert len(named) == 10
    assert data.StackDataset("ab", [1, 2])[1] == ("b", 2)


def test_concat_dataset():
    both = data.ConcatDataset([range(3), range(10, 12)])
    assert [both[i] for i in range(5)] == [0, 1, 2, 10, 11]
    assert [both[-1], both[-5], len(both), both.cumulative_sizes] == [11, 0, 5, [3, 5]]
    summed = Images(2) + Images(3)
    assert isinstance(summed, data.ConcatDataset)
    assert len(summed) == 5
    with pytest.warns(DeprecationWarning, match="renamed to cumulative_sizes"):
        assert both.cummulative_sizes == [3, 5]


def test_chain_dataset():
    both = Numbers((2,)) + Numbers((3,))
    assert isinstance(both, data.ChainDataset)
    assert list(both) == [0, 1, 0, 1, 2]
    assert len(data.ChainDataset([Counted(), Counted()])) == 6


REFUSED = [
    (lambda: data.TensorDataset(fc.zeros(2), fc.zeros(3)), ValueError, r"Size mismatch.*\(2,\)"),
    (lambda: data.TensorDataset(fc.zeros(2), fc.zeros(3)), AssertionError, "Size mismatch"),
    (lambda: data.ConcatDataset([]), AssertionError, "should not be an empty iterable"),
    (lambda: data.ConcatDataset([[1], Numbers()]), ValueError, r"datasets\[1\] is one \(Numbers\)"),
    (lambda: data.ConcatDataset([[1]])[-2], ValueError, "should not exceed dataset length, got -2"),
    (lambda: data.ConcatDataset([[1]])[1], IndexError, "1 in a ConcatDataset of 1 samples"),
    (lambda: list(data.ChainDataset([[1]])), AssertionError, "only supports IterableDataset"),
    (lambda: len(data.ChainDataset([[1]])), ValueError, "Use ConcatDataset"),
    (lambda: data.StackDataset(), ValueError, "At least one|at least one"),
    (lambda: data.StackDataset([1], a=[1]), ValueError, r"1 by position and \['a'\] by keyword"),
    (lambda: data.StackDataset([1], [1, 2]), ValueError, r"Size mismatch.*\[1, 2\]"),
    (lambda: data.Dataset()[0], NotImplementedError, "should implement __getitem__"),
    (lambda: data.IterableDataset(), TypeError, "abstract"),
    (lambda: len(data.Dataset()), TypeError, "has no len"),
    (lambda: data.random_split(range(9), [3, 3]), ValueError, r"\[3, 3\] for 9 samples"),
    (lambda: data.random_split(range(9), [10, -1]), ValueError, "does not equal"),
    (lambda: data.random_split(range(9), [-0.5, 1.5]), ValueError, "index 0 is not between 0 and"),
    (lambda: data.random_split(range(9), []), ValueError, "does not equal"),
    (lambda: data.StackDataset(Short(), [1, 2]).__getitems__([1]), ValueError, "Expected 1, got 0"),
]


class Short(Together):
    def __len__(self):
        return 2

    def __getitems__(self, indices):
        return []


@pytest.mark.parametrize("make, error, message", REFUSED)
def test_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()


@pytest.mark.parametrize(
    "lengths, expected",
    [
        ([3, 7], [3, 7]),
        ([0.3, 0.7], [3, 7]),
        ([0.33, 0.33, 0.34], [4, 3, 3]),
        ([1.0], [10]),
        ([0, 10], [0, 10]),
    ],
)
def test_random_split_lengths(lengths, expected):
    parts = data.random_split(range(10), lengths, generator=fc.Generator().manual_seed(3))
    assert [len(part) for part in parts] == expected
    assert sorted(i for part in parts for i in part.indices) == list(range(10))


def test_random_split_draws_from_its_generator():
    def split(seed):
        generator = fc.Generator().manual_seed(seed)
        return [part.indices for part in data.random_split(range(50), [25, 25], generator)]

    assert split(1) == split(1) != split(2)
    fc.manual_seed(1)
    assert [p.indices for p in data.random_split(range(50), [0.5, 0.5])] == split(1)


def test_random_split_warns_of_an_empty_part():
    with pytest.warns(UserWarning, match="split at index 0 is 0"):
        data.random_split(range(3), [0.0, 1.0])


def test_generics():
    assert data.Dataset[int] and data.DataLoader[int] and data.Sampler[int]
