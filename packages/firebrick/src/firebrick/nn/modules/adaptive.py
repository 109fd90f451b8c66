"""The adaptive softmax, under the names of torch.nn.modules.adaptive."""

from firebrick_nn import AdaptiveLogSoftmaxWithLoss as AdaptiveLogSoftmaxWithLoss
from firebrick_nn._adaptive import _ASMoutput  # noqa: F401  # programs import it
