"""The processor, under the names of torch.backends.cpu."""


def get_cpu_capability() -> str:
    """The widest vectors that NumPy's kernels use here, in PyTorch's words: "AVX512", "AVX2" or
    "DEFAULT".

    >>> get_cpu_capability() in ("AVX512", "AVX2", "DEFAULT")
    True
    """
    import importlib

    features = importlib.import_module("numpy._core._multiarray_umath").__cpu_features__
    if features.get("AVX512F"):
        return "AVX512"
    return "AVX2" if features.get("AVX2") else "DEFAULT"
