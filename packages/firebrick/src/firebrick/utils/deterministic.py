"""Settings of determinism, under the names of torch.utils.deterministic."""

# Whether new memory is filled with known values where algorithms must be deterministic: kept, and
# without effect. No kernel here reads memory before it is written.
fill_uninitialized_memory = True
