"""NVIDIA GPUs through CuPy; `firebrick_core.cuda` has the public names."""
