"""Linear algebra under the names of torch.linalg. Generated: do not edit."""

from ._operators import linalg_matrix_norm as matrix_norm
from ._operators import linalg_norm as norm
from ._operators import linalg_vector_norm as vector_norm
