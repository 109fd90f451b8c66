"""Recurrent layers and cells, under the names of torch.nn.modules.rnn."""

from firebrick_nn import (
    GRU as GRU,
    LSTM as LSTM,
    RNN as RNN,
    GRUCell as GRUCell,
    LSTMCell as LSTMCell,
    RNNBase as RNNBase,
    RNNCell as RNNCell,
    RNNCellBase as RNNCellBase,
)
from firebrick_nn._recurrent_base import apply_permutation as apply_permutation
