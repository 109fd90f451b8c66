"""Switches of kernel libraries, under the names of torch.backends.

PyTorch's libraries are not Firebrick's, so most switches have nothing to switch: they keep what a
program sets, as it may ask again, and change no result. What a switch does change is said in its
module. `is_available()` is False for libraries that Firebrick does not use.
"""

from . import (
    cpu as cpu,
    cuda as cuda,
    cudnn as cudnn,
    cusparselt as cusparselt,
    mha as mha,
    mkl as mkl,
    mkldnn as mkldnn,
    mps as mps,
    nnpack as nnpack,
    openmp as openmp,
    opt_einsum as opt_einsum,
    quantized as quantized,
)
