"""Tables of vectors, under the names of torch.nn.modules.sparse."""

from firebrick_nn import Embedding as Embedding, EmbeddingBag as EmbeddingBag
