"""Parameters, under the names of torch.nn.parameter."""

from firebrick_nn import Buffer as Buffer
from firebrick_nn import Parameter as Parameter
