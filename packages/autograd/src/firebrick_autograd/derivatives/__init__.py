"""The derivative of every operator, one module per family of operators. Importing declares them."""

from . import (
    activation as activation,
    arithmetic as arithmetic,
    convolution as convolution,
    copying as copying,
    elementary as elementary,
    embedding as embedding,
    indexing as indexing,
    linear as linear,
    loss as loss,
    matrix as matrix,
    normalization as normalization,
    pooling as pooling,
    random as random,
    reductions as reductions,
    shape as shape,
    softmax as softmax,
    special as special,
)
