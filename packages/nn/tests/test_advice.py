"""The last line of the note on an error: what the layer expected, what it got, what to do."""

import re

import pytest

import firebrick_core as torch
import firebrick_nn as nn

R = torch.randn
ints = torch.tensor

# layer | arguments | what the advice must say
TABLE = r"""
Linear(8, 2) | R(4, 5) | of \(\*, 8\), since in_features=8, but got \(4, 5\); set in_features=5
Linear(8, 2) | R(8, 5) | transpose the last two dimensions: x\.mT
Linear(8, 2) | R(3, 2, 2, 2) | flatten the input: x\.flatten\(1\)
Linear(8, 2) | R(4, 8).double() | input of float32.* got float64; use x\.to\(torch\.float32\)
Linear(8, 2) | R(4, 8).to("meta") | expected input on cpu.* got meta
Bilinear(3, 4, 5) | R(2, 3), R(2, 5) | since in2_features=4
Conv2d(3, 4, 3) | R(2, 8, 8, 3) | its channels are last: x\.movedim\(-1, 1\)
Conv2d(3, 4, 3) | R(8, 8, 3) | its channels are last: x\.movedim\(-1, 0\)
Conv2d(3, 4, 3) | R(2, 8) | \(N, 3, H, W\), or \(3, H, W\).*unsqueeze\(0\)
Conv2d(3, 4, 3) | R(1, 3, 2, 2) | expected at least \(3, 3\) elements for kernel_size=\(3, 3\)
Conv1d(3, 4, 3) | R(2, 4, 9) | \(N, 3, L\).*set in_channels=4
ConvTranspose3d(3, 4, 3) | R(2, 4, 9, 9, 9) | \(N, 3, D, H, W\).*set in_channels=4
BatchNorm1d(3) | R(2, 4) | since num_features=3
BatchNorm1d(3) | R(1, 3) | more than one value for each of 3 channels
BatchNorm2d(3) | R(2, 3, 4) | \(N, 3, H, W\), since num_features=3.*unsqueeze\(0\)
BatchNorm2d(3) | R(2, 4, 4, 4) | set num_features=4
InstanceNorm2d(3, affine=True) | R(2, 4, 4, 4) | set num_features=4
LayerNorm(5) | R(2, 3) | \(\*, 5\), since normalized_shape=\(5,\).*set normalized_shape=\(3,\)
RMSNorm((2, 5)) | R(2, 3) | \(\*, 2, 5\)
GroupNorm(2, 4) | R(2, 6, 3) | \(N, 4, \*\).*set num_channels=6
MaxPool2d(2) | R(4) | \(N, C, H, W\) or \(C, H, W\), but got \(4,\)
AvgPool1d(2) | R(4) | \(N, C, L\) or \(C, L\)
AdaptiveAvgPool2d(2) | R(4) | \(N, C, H, W\)
PReLU(3) | R(2, 4) | set num_parameters=4 or 1
PixelShuffle(2) | R(2, 3, 4, 4) | multiple of 4
Unflatten(1, (2, 3)) | R(2, 5) | split into \(2, 3\)
LSTM(3, 4) | R(5, 2, 4) | \(L, N, 3\) or \(L, 3\).*set input_size=4
GRU(3, 4, batch_first=True) | R(5, 2, 4) | \(N, L, 3\)
GRU(3, 4) | R(5, 2, 3), R(2, 2, 4) | a state of \(1, 2, 4\)
LSTM(3, 4, bidirectional=True) | R(5, 2, 3), (R(2, 2, 4), R(1, 2, 4)) | a state of \(2, 2, 4\)
LSTMCell(3, 4) | R(2, 4) | since input_size=3
RNNCell(3, 4) | R(2, 3), R(2, 5) | a state of \(N, 4\), since hidden_size=4
MultiheadAttention(8, 2) | R(3, 2, 8), R(3, 2, 6), R(3, 2, 8) | key of \(L, N, 8\).*since kdim=8
TransformerEncoderLayer(8, 2, 16) | R(3, 2, 6) | query of \(L, N, 8\).*since embed_dim=8
Embedding(5, 2) | R(3) | indices of int64 or int32, but got float32; use x\.long\(\)
Embedding(5, 2) | ints([1, 7]) | indices from 0 to 4, since num_embeddings=5, but got 7
EmbeddingBag(5, 2) | ints([[1, -1]]) | but got -1
BCELoss() | torch.rand(3, 1), torch.rand(3) | target\.unsqueeze\(-1\)
MSELoss() | R(3, 4), R(2, 5) | a target of the input's shape \(3, 4\), but got \(2, 5\)
CrossEntropyLoss() | R(4, 3), torch.ones(4) | class indices of int64, but got float32
CrossEntropyLoss() | R(4, 3), torch.ones(4, 1).long() | target of \(4,\) with class indices.*squeeze
CrossEntropyLoss() | R(4, 3), ints([0, 1, 2, 3]) | from 0 to 2.*but got 3
NLLLoss() | R(4, 3), torch.ones(3).long() | target of \(4,\)
""".strip().split("\n")


@pytest.mark.filterwarnings("ignore:Using a target size:UserWarning")
@pytest.mark.parametrize("row", TABLE)
def test_advice(row):
    constructor, arguments, pattern = row.split(" | ")
    layer = eval(constructor, vars(nn) | {"torch": torch})
    with pytest.raises(Exception) as caught:
        layer(*eval(f"({arguments},)", {"R": R, "ints": ints, "torch": torch}))
    (note,) = caught.value.__notes__
    assert re.search(pattern, note.splitlines()[-1]), note
    assert "looking at the arguments failed" not in note


def test_keywords_are_looked_at():
    with pytest.raises(RuntimeError) as caught:
        nn.Linear(8, 2)(input=R(4, 5))
    assert "since in_features=8" in caught.value.__notes__[0]


def test_layers_of_other_libraries_are_left_alone():
    class Linear(nn.Module):
        def forward(self, x):
            raise ValueError("own")

    with pytest.raises(ValueError, match="own") as caught:
        Linear()(R(2))
    assert len(caught.value.__notes__[0].splitlines()) == 2


def test_what_fits_gets_no_advice():
    class Layer(nn.Linear):
        def forward(self, input):
            raise ValueError("of another kind")

    with pytest.raises(ValueError, match="of another kind") as caught:
        Layer(8, 2)(R(4, 8))
    assert len(caught.value.__notes__[0].splitlines()) == 2


def test_strange_arguments_do_not_hide_the_error():
    class Strange:
        data = torch.ones(2)

    with pytest.raises((AttributeError, TypeError)):
        nn.Linear(8, 2)(Strange())
