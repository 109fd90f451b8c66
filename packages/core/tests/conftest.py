"""What is collected: modules that need an optional library only where it is installed."""

import importlib.util


def pytest_ignore_collect(collection_path):
    """Leave out the kernels of the numba provider, which numba compiles, where it is absent."""
    kernels = collection_path.parent.name == "jit" and collection_path.name != "__init__.py"
    return True if kernels and importlib.util.find_spec("numba") is None else None
