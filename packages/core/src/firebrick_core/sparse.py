"""Functions of sparse tensors under the names of torch.sparse. Generated: do not edit."""

from ._sparse_parts import (
    check_sparse_tensor_invariants as check_sparse_tensor_invariants,
)
from ._operators import sparse_addmm as addmm
from ._operators import sparse_log_softmax as log_softmax
from ._operators import sparse_mm as mm
from ._operators import sparse_sampled_addmm as sampled_addmm
from ._operators import sparse_softmax as softmax
from ._operators import sparse_spdiags as spdiags
from ._operators import sparse_spsolve as spsolve
from ._operators import sparse_sum as sum
