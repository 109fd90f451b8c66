"""Batches of sequences of different lengths: padded, packed, and back. Source: torch.nn.utils.rnn.

A packed batch holds the rows of all sequences, longest sequence first, step by step: the rows of
step 0 of all sequences, then those of step 1 of the sequences that have one, and so on. Its
`batch_sizes` says how many rows each step has. Recurrent layers compute no padding that way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Self

import firebrick_core as torch
from firebrick_core import Tensor

from .._conversion import parse_to

__all__ = [
    "PackedSequence", "invert_permutation", "pack_padded_sequence", "pack_sequence",
    "pad_packed_sequence", "pad_sequence", "unpack_sequence", "unpad_sequence",
]  # fmt: skip


class PackedSequence_(NamedTuple):
    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None
    unsorted_indices: Tensor | None


class PackedSequence(PackedSequence_):
    """Sequences of different lengths without padding; what recurrent layers take and give.

    Made by `pack_padded_sequence` and `pack_sequence`, rarely by hand.

    Fields:
        data: rows of all sequences, step by step; (total length, *), any dtype.
        batch_sizes: how many sequences have each step; int64, on the CPU, (longest length,).
        sorted_indices: which sequence of the batch is the i-th longest; None if they were sorted.
        unsorted_indices: the inverse of that permutation; derived from it by default.

    Raises ValueError for `batch_sizes` on another device. Source: torch.nn.utils.rnn.

    >>> import firebrick_core as torch
    >>> packed = pack_sequence([torch.tensor([1, 2, 3]), torch.tensor([4])])
    >>> packed.data, packed.batch_sizes
    (tensor([1, 4, 2, 3]), tensor([2, 1, 1]))
    """

    def __new__(
        cls,
        data: Any,
        batch_sizes: Tensor | None = None,
        sorted_indices: Tensor | None = None,
        unsorted_indices: Tensor | None = None,
    ) -> Self:
        if batch_sizes is None:  # one argument: the pair of both
            if not isinstance(data, (tuple, list)) or len(data) != 2:
                raise AssertionError("Expected data to be a list or tuple of length 2")
            data, batch_sizes = data
        elif batch_sizes.device.type != "cpu":
            raise ValueError(
                "batch_sizes should always be on CPU. Instances of PackedSequence should never be "
                "created manually. They should be instantiated by functions like pack_sequence and "
                f"pack_padded_sequences in nn.utils.rnn. Got batch_sizes on {batch_sizes.device}"
            )
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """The same sequences with data of another dtype or device; arguments as `Tensor.to`.

        The indices follow to the device, not to the dtype; `batch_sizes` stays on the CPU.
        """
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        non_blocking = parse_to(*args, **kwargs)[2]

        def move(indices: Tensor | None) -> Tensor | None:
            if indices is None:
                return None
            return indices.to(data.device, non_blocking=non_blocking)

        indices = move(self.sorted_indices), move(self.unsorted_indices)
        return type(self)(data, self.batch_sizes, *indices)

    def cpu(self, *args: Any, **kwargs: Any) -> Self:
        """`to` the CPU."""
        return self.to(*args, device="cpu", **kwargs)

    def cuda(self, *args: Any, **kwargs: Any) -> Self:
        """`to` a CUDA device, the current one by default."""
        if args or "device" in kwargs:
            return self.to(*args, **kwargs)
        return self.to(device="cuda", **kwargs)

    def double(self) -> Self:
        """`to` float64."""
        return self.to(torch.float64)

    def float(self) -> Self:
        """`to` float32."""
        return self.to(torch.float32)

    def half(self) -> Self:
        """`to` float16."""
        return self.to(torch.float16)

    def long(self) -> Self:
        """`to` int64."""
        return self.to(torch.int64)

    def int(self) -> Self:
        """`to` int32."""
        return self.to(torch.int32)

    def short(self) -> Self:
        """`to` int16."""
        return self.to(torch.int16)

    def char(self) -> Self:
        """`to` int8."""
        return self.to(torch.int8)

    def byte(self) -> Self:
        """`to` uint8."""
        return self.to(torch.uint8)

    def pin_memory(self) -> Self:
        """The same sequences in page-locked memory, for copies to a GPU."""
        indices = (
            None if i is None else i.pin_memory()
            for i in (self.sorted_indices, self.unsorted_indices)
        )
        return type(self)(self.data.pin_memory(), self.batch_sizes, *indices)

    @property
    def is_cuda(self) -> bool:
        """Whether the data is on a CUDA device."""
        return self.data.is_cuda

    def is_pinned(self) -> bool:
        """Whether the data is in page-locked memory."""
        return self.data.is_pinned()


def invert_permutation(permutation: Tensor | None) -> Tensor | None:
    """The permutation that undoes `permutation`; None for None.

    >>> import firebrick_core as torch
    >>> invert_permutation(torch.tensor([2, 0, 1]))
    tensor([1, 2, 0])
    """
    if permutation is None:
        return None
    places = torch.arange(permutation.numel(), device=permutation.device)
    return torch.empty_like(permutation).scatter_(0, permutation, places)


def _checked_lengths(lengths: Any) -> Tensor:
    """The lengths as int64 on the CPU. Raises RuntimeError for another shape or device."""
    if not isinstance(lengths, Tensor):
        return torch.tensor([int(n) for n in lengths], dtype=torch.int64, device="cpu")
    if lengths.dim() != 1 or lengths.device.type != "cpu":
        raise RuntimeError(
            f"'lengths' argument should be a 1D CPU int64 tensor, but got {lengths.dim()}D "
            f"{lengths.device.type} tensor. Pass lengths.cpu(), one length for each sequence"
        )
    return lengths.to(torch.int64)


def _check_sequences(input: Tensor, lengths: Tensor) -> None:
    if input.numel() == 0:
        raise RuntimeError("Cannot pack empty tensors.")
    if len(lengths) != input.shape[1]:
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {len(lengths)} "
            f"(batch_size={input.shape[1]})"
        )
    if min(lengths.tolist()) <= 0:
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' "
            "that is <= 0"
        )
    longest = max(lengths.tolist())
    if longest > input.shape[0]:
        raise RuntimeError(
            f"Expected lengths of at most {input.shape[0]}, the number of steps of the input of "
            f"shape {list(input.shape)}, but found {longest} (batch_first=True is for "
            "input of shape (batch, steps, *))"
        )
    if (lengths[1:] > lengths[:-1]).any():
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You "
            "can pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to "
            "sidestep this requirement if you do not need ONNX exportability."
        )


def _rows_of(batch_sizes: Tensor, batch: int, device: Any) -> Tensor:
    """Where the rows of a packed batch are in a padded one of (steps * batch) rows."""
    present = torch.arange(batch, device="cpu") < batch_sizes.unsqueeze(1)  # (steps, batch)
    return present.reshape(-1).nonzero().squeeze(1).to(device)


def pack_padded_sequence(
    input: Tensor,
    lengths: Tensor | Sequence[int],
    batch_first: bool = False,
    enforce_sorted: bool = True,
) -> PackedSequence:
    """A padded batch as a packed one: the padding is left out.

    Args:
        input: (steps, batch, *), or (batch, steps, *) with `batch_first`.
        lengths: length of each sequence; a list, or a tensor on the CPU.
        batch_first: which dimension comes first. Default: False.
        enforce_sorted: the sequences must come longest first. With False they are sorted here,
            and `pad_packed_sequence` restores the order. Default: True.

    Raises RuntimeError for lengths that are not positive, not sorted, too long or too few. (PyTorch
    wraps lengths around that are longer than the input.)

    >>> import firebrick_core as torch
    >>> padded = torch.tensor([[1, 2, 3], [4, 0, 0]])
    >>> pack_padded_sequence(padded, [3, 1], batch_first=True).data
    tensor([1, 4, 2, 3])
    """
    sizes = _checked_lengths(lengths)
    order = None
    if not enforce_sorted:
        sizes, order = torch.sort(sizes, descending=True)
        order = order.to(input.device)
        input = input.index_select(0 if batch_first else 1, order)
    if batch_first:
        input = input.transpose(0, 1)
    if input.dim() < 2:
        raise IndexError(
            "Dimension out of range (expected to be in range of [-1, 0], but got 1): a padded "
            f"batch has steps and sequences, but got input of shape {list(input.shape)}"
        )
    _check_sequences(input, sizes)
    batch_sizes = (sizes > torch.arange(int(sizes[0]), device="cpu").unsqueeze(1)).sum(1)
    rows = _rows_of(batch_sizes, input.shape[1], input.device)
    data = input.reshape(-1, *input.shape[2:]).index_select(0, rows)
    return PackedSequence(data, batch_sizes, order)


def pad_packed_sequence(
    sequence: PackedSequence,
    batch_first: bool = False,
    padding_value: float = 0.0,
    total_length: int | None = None,
) -> tuple[Tensor, Tensor]:
    """A packed batch as a padded one, and the length of each sequence.

    Args:
        sequence: the packed batch.
        batch_first: give (batch, steps, *), not (steps, batch, *). Default: False.
        padding_value: what fills the rest. Default: 0.
        total_length: number of steps, at least the longest length. Default: the longest length.

    Raises ValueError for a `total_length` below that.

    >>> import firebrick_core as torch
    >>> packed = pack_sequence([torch.tensor([1, 2, 3]), torch.tensor([4])])
    >>> pad_packed_sequence(packed, batch_first=True)
    (tensor([[1, 2, 3],
            [4, 0, 0]]), tensor([3, 1]))
    """
    data, batch_sizes, unsorted = sequence.data, sequence.batch_sizes, sequence.unsorted_indices
    steps, batch = len(batch_sizes), int(batch_sizes[0])
    if total_length is not None and total_length < steps:
        raise ValueError(
            "Expected total_length to be at least the length of the longest sequence in input, but "
            f"got total_length={total_length} and max sequence length being {steps}"
        )
    total = steps if total_length is None else total_length
    empty = data.new_full((total * batch, *data.shape[1:]), padding_value)
    padded = empty.index_copy(0, _rows_of(batch_sizes, batch, data.device), data)
    padded = padded.reshape(total, batch, *data.shape[1:])
    lengths = (batch_sizes > torch.arange(batch, device="cpu").unsqueeze(1)).sum(1)
    if unsorted is not None:
        padded, lengths = padded.index_select(1, unsorted), lengths[unsorted.cpu()]
    return padded.transpose(0, 1) if batch_first else padded, lengths


def pad_sequence(
    sequences: Tensor | Iterable[Tensor],
    batch_first: bool = False,
    padding_value: float = 0.0,
    padding_side: str = "right",
) -> Tensor:
    """Sequences of different lengths as one padded batch.

    Args:
        sequences: tensors of (length, *), with the same other dimensions.
        batch_first: give (batch, steps, *), not (steps, batch, *). Default: False.
        padding_value: what fills the rest. Default: 0.
        padding_side: "right" puts it behind the sequence, "left" before it. Default: "right".

    Raises RuntimeError for no sequences, another side, or other dimensions that differ.

    >>> import firebrick_core as torch
    >>> pad_sequence([torch.tensor([1, 2, 3]), torch.tensor([4])], batch_first=True)
    tensor([[1, 2, 3],
            [4, 0, 0]])
    """
    if not isinstance(sequences, Iterable):
        raise RuntimeError(
            "pad_sequence: Expected iterable for input sequences, but got arg of type: "
            f"{type(sequences)}"
        )
    parts = list(sequences.unbind(0) if isinstance(sequences, Tensor) else sequences)
    if not parts:
        raise RuntimeError("received an empty list of sequences")
    if padding_side not in ("left", "right"):
        raise RuntimeError(
            f"Expected padding_side to be one of left or right, but got {padding_side}."
        )
    rest = _other_dimensions(parts)
    steps = max(len(part) for part in parts)
    columns = []
    for part in parts:
        padding = parts[0].new_full((steps - len(part), *rest), padding_value)
        part = part.to(padding.dtype)
        columns.append(torch.cat([padding, part] if padding_side == "left" else [part, padding]))
    return torch.stack(columns, 0 if batch_first else 1)


def _other_dimensions(parts: list[Tensor]) -> tuple:
    for i, part in enumerate(parts):
        if not isinstance(part, Tensor):
            raise TypeError(
                f"expected Tensor as element {i} in argument 0, but got {type(part).__name__}"
            )
        if part.dim() == 0:
            raise RuntimeError(
                f"pad_sequence: sequence {i} has no dimensions, expected (length, *). Use "
                "torch.stack for numbers"
            )
        if part.shape[1:] != parts[0].shape[1:]:
            raise RuntimeError(
                f"pad_sequence: all dimensions but the first must agree, but sequence {i} has "
                f"shape {list(part.shape)} and sequence 0 {list(parts[0].shape)}"
            )
    return tuple(parts[0].shape[1:])


def unpad_sequence(
    padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False
) -> list[Tensor]:
    """The sequences of a padded batch, each with its own length; `pad_sequence` undone.

    Raises ValueError unless there is one length for each sequence.

    >>> import firebrick_core as torch
    >>> padded = torch.tensor([[1, 2, 3], [4, 0, 0]])
    >>> unpad_sequence(padded, torch.tensor([3, 1]), batch_first=True)
    [tensor([1, 2, 3]), tensor([4])]
    """
    batch = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    if len(batch) != len(lengths):
        raise ValueError(
            f"unpad_sequence: expected {len(batch)} lengths, one for each sequence, but got "
            f"{len(lengths)}"
        )
    return [row[: int(n)] for row, n in zip(batch.unbind(0), lengths.tolist(), strict=True)]


def pack_sequence(sequences: Sequence[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    """Sequences of different lengths as a packed batch.

    Args:
        sequences: tensors of (length, *); longest first, unless `enforce_sorted` is False.
        enforce_sorted: see `pack_padded_sequence`. Default: True.

    >>> import firebrick_core as torch
    >>> pack_sequence([torch.tensor([1, 2, 3]), torch.tensor([4])]).batch_sizes
    tensor([2, 1, 1])
    """
    lengths = torch.tensor([len(s) for s in sequences], dtype=torch.int64)
    padded = pad_sequence(sequences)
    return pack_padded_sequence(padded, lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Tensor]:
    """The sequences of a packed batch, in their original order; `pack_sequence` undone.

    >>> import firebrick_core as torch
    >>> unpack_sequence(pack_sequence([torch.tensor([1, 2, 3]), torch.tensor([4])]))
    [tensor([1, 2, 3]), tensor([4])]
    """
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
