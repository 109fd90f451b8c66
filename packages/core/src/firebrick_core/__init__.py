"""Tensors, operators and random numbers with the semantics of PyTorch, on NumPy and CuPy.

`import firebrick_core as fb`, then PyTorch's names: `fb.tensor`, `fb.zeros`, `fb.add`, `fb.Tensor`.
Neural-network primitives are in `fb.functional`; how to add operators is in `fb.extend`.
"""

from math import e as e, inf as inf, nan as nan, pi as pi
from typing import TYPE_CHECKING

from . import _recycling, _restricted as _restricted  # which registers its layers
from ._creation import (
    arange as arange,
    as_tensor as as_tensor,
    asarray as asarray,
    empty as empty,
    empty_like as empty_like,
    empty_permuted as empty_permuted,
    empty_strided as empty_strided,
    eye as eye,
    from_dlpack as from_dlpack,
    from_file as from_file,
    from_numpy as from_numpy,
    frombuffer as frombuffer,
    full as full,
    full_like as full_like,
    get_default_device as get_default_device,
    linspace as linspace,
    logspace as logspace,
    ones as ones,
    ones_like as ones_like,
    range as range,
    scalar_tensor as scalar_tensor,
    set_default_device as set_default_device,
    tensor as tensor,
    to_dlpack as to_dlpack,
    zeros as zeros,
    zeros_like as zeros_like,
)
from ._device import device as device
from ._dtype import (
    bfloat16 as bfloat16,
    bool as bool,
    can_cast as can_cast,
    cdouble as cdouble,
    cfloat as cfloat,
    complex64 as complex64,
    complex128 as complex128,
    double as double,
    dtype as dtype,
    finfo as finfo,
    float as float,
    float8_e4m3fn as float8_e4m3fn,
    float8_e4m3fnuz as float8_e4m3fnuz,
    float8_e5m2 as float8_e5m2,
    float8_e5m2fnuz as float8_e5m2fnuz,
    float8_e8m0fnu as float8_e8m0fnu,
    float16 as float16,
    float32 as float32,
    float64 as float64,
    get_default_dtype as get_default_dtype,
    half as half,
    iinfo as iinfo,
    int as int,
    int8 as int8,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    long as long,
    promote_types as promote_types,
    set_default_dtype as set_default_dtype,
    short as short,
    uint8 as uint8,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
)
from ._errors import AcceleratorError as AcceleratorError, OutOfMemoryError as OutOfMemoryError
from ._frames import mark_internal as _mark_internal
from ._layout import (
    jagged as jagged,
    layout as layout,
    sparse_bsc as sparse_bsc,
    sparse_bsr as sparse_bsr,
    sparse_coo as sparse_coo,
    sparse_csc as sparse_csc,
    sparse_csr as sparse_csr,
    strided as strided,
)
from ._memory_format import (
    channels_last as channels_last,
    channels_last_3d as channels_last_3d,
    contiguous_format as contiguous_format,
    contiguous_format as legacy_contiguous_format,  # noqa: F401
    memory_format as memory_format,
    preserve_format as preserve_format,
)
from ._operators import *  # noqa: F403  # its __all__ is generated with it
from ._printing import get_printoptions as get_printoptions, set_printoptions as set_printoptions
from ._settings import (
    are_deterministic_algorithms_enabled as are_deterministic_algorithms_enabled,
    compiled_with_cxx11_abi as compiled_with_cxx11_abi,
    get_deterministic_debug_mode as get_deterministic_debug_mode,
    get_float32_matmul_precision as get_float32_matmul_precision,
    get_num_interop_threads as get_num_interop_threads,
    has_lapack as has_lapack,
    has_mkl as has_mkl,
    has_openmp as has_openmp,
    has_spectral as has_spectral,
    is_deterministic_algorithms_warn_only_enabled as is_deterministic_algorithms_warn_only_enabled,
    is_warn_always_enabled as is_warn_always_enabled,
    set_deterministic_debug_mode as set_deterministic_debug_mode,
    set_float32_matmul_precision as set_float32_matmul_precision,
    set_flush_denormal as set_flush_denormal,
    set_num_interop_threads as set_num_interop_threads,
    set_warn_always as set_warn_always,
    use_deterministic_algorithms as use_deterministic_algorithms,
)
from ._size import Size as Size
from ._sparse_construction import (
    sparse_bsc_tensor as sparse_bsc_tensor,
    sparse_bsr_tensor as sparse_bsr_tensor,
    sparse_compressed_tensor as sparse_compressed_tensor,
    sparse_coo_tensor as sparse_coo_tensor,
    sparse_csc_tensor as sparse_csc_tensor,
    sparse_csr_tensor as sparse_csr_tensor,
)
from ._storage import UntypedStorage as UntypedStorage
from ._tensor import Tensor as Tensor
from ._tensor_types import (
    BFloat16Tensor as BFloat16Tensor,
    BoolTensor as BoolTensor,
    ByteTensor as ByteTensor,
    CharTensor as CharTensor,
    DoubleTensor as DoubleTensor,
    FloatTensor as FloatTensor,
    HalfTensor as HalfTensor,
    IntTensor as IntTensor,
    LongTensor as LongTensor,
    ShortTensor as ShortTensor,
    set_default_tensor_type as set_default_tensor_type,
)
from ._typed_storage import (
    BFloat16Storage as BFloat16Storage,
    BoolStorage as BoolStorage,
    ByteStorage as ByteStorage,
    CharStorage as CharStorage,
    ComplexDoubleStorage as ComplexDoubleStorage,
    ComplexFloatStorage as ComplexFloatStorage,
    DoubleStorage as DoubleStorage,
    FloatStorage as FloatStorage,
    HalfStorage as HalfStorage,
    IntStorage as IntStorage,
    LongStorage as LongStorage,
    ShortStorage as ShortStorage,
    TypedStorage as TypedStorage,
)
from ._utilities import (
    get_device as get_device,
    get_num_threads as get_num_threads,
    is_complex as is_complex,
    is_distributed as is_distributed,
    is_floating_point as is_floating_point,
    is_inference as is_inference,
    is_nonzero as is_nonzero,
    is_same_size as is_same_size,
    is_signed as is_signed,
    is_storage as is_storage,
    is_tensor as is_tensor,
    numel as numel,
    result_type as result_type,
    set_num_threads as set_num_threads,
    typename as typename,
)
from ._version import __version__ as __version__
from .grad_mode import (
    enable_grad as enable_grad,
    inference_mode as inference_mode,
    is_grad_enabled as is_grad_enabled,
    is_inference_mode_enabled as is_inference_mode_enabled,
    no_grad as no_grad,
    set_grad_enabled as set_grad_enabled,
)
from .jit import use_numba_where_found as _use_numba_where_found
from .onednn import use_onednn_where_found as _use_onednn_where_found
from .ops._dims import broadcast_shapes as broadcast_shapes
from .random import (
    Generator as Generator,
    default_generator as default_generator,
    get_rng_state as get_rng_state,
    initial_seed as initial_seed,
    manual_seed as manual_seed,
    normal as normal,
    rand as rand,
    rand_like as rand_like,
    randint as randint,
    randint_like as randint_like,
    randn as randn,
    randn_like as randn_like,
    randperm as randperm,
    seed as seed,
    set_rng_state as set_rng_state,
    thread_safe_generator as thread_safe_generator,
)
from .serialization import load as load, save as save

Storage = FloatStorage
newaxis = None

if TYPE_CHECKING:
    from . import (
        array_api as array_api,
        extend as extend,
        fft as fft,
        functional as functional,
        linalg as linalg,
        masked as masked,
        safetensors as safetensors,
        signal as signal,
        sparse as sparse,
        special as special,
        testing as testing,
    )

# Imported when first asked for: most programs use none of them, or one.
_SUBMODULES = frozenset(
    (
        "array_api",
        "cuda",
        "extend",
        "fft",
        "functional",
        "linalg",
        "masked",
        "multiprocessing",
        "safetensors",
        "signal",
        "sparse",
        "special",
        "testing",
    )
)


def __getattr__(name: str) -> object:
    """The submodules; raises AttributeError for other names."""
    if name in _SUBMODULES:
        import importlib

        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted((*globals(), *_SUBMODULES))


_recycling.recycle()
_use_onednn_where_found()
_use_numba_where_found()  # asked first: its threads are there sooner
_mark_internal(__name__)  # so that warnings name the user's lines
