"""Options, under the names of torch.nn.modules.linear_cross_entropy_options."""

from firebrick_nn import LinearCrossEntropyOptions as LinearCrossEntropyOptions
