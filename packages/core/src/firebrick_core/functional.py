"""The neural-network primitives under the names of torch.nn.functional. Generated: do not edit."""

