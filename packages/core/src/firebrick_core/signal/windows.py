"""Window functions under the names of torch.signal.windows. Generated: do not edit."""

