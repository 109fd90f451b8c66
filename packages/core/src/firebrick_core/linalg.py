"""Linear algebra under the names of torch.linalg."""

from ._operators import linalg_matrix_norm as matrix_norm, linalg_norm as norm, linalg_vector_norm as vector_norm
from ._operators import matmul as matmul

__all__ = ["matmul", "matrix_norm", "norm", "vector_norm"]
