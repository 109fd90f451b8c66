"""Transformers, under the names of torch.nn.modules.transformer."""

from firebrick_nn import (
    Transformer as Transformer,
    TransformerDecoder as TransformerDecoder,
    TransformerDecoderLayer as TransformerDecoderLayer,
    TransformerEncoder as TransformerEncoder,
    TransformerEncoderLayer as TransformerEncoderLayer,
)
from firebrick_nn._transformer import _clones as _get_clones  # noqa: F401  # programs import it
from firebrick_nn._transformer_layers import (  # noqa: F401  # programs import them
    activation_named as _get_activation_fn,
)
