"""Parameters, under the names of torch.nn.parameter."""

from firebrick_nn import Buffer as Buffer, Parameter as Parameter
