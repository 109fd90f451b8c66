"""Calls with other parameters, under the names of torch.nn.utils.stateless."""

from firebrick_nn.utils.stateless import functional_call as functional_call
