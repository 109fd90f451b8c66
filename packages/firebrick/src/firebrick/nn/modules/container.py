"""Containers, under the names of torch.nn.modules.container."""

from firebrick_nn import (
    Container as Container,
    ModuleDict as ModuleDict,
    ModuleList as ModuleList,
    ParameterDict as ParameterDict,
    ParameterList as ParameterList,
    Sequential as Sequential,
)
