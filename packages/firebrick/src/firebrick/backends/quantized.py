"""Quantized kernels, under the names of torch.backends.quantized: there are none."""

engine = "none"
supported_engines = ["none"]
