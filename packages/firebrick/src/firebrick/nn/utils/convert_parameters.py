"""Parameters as one vector, under the names of torch.nn.utils.convert_parameters."""

from firebrick_nn.utils import (
    parameters_to_vector as parameters_to_vector,
    vector_to_parameters as vector_to_parameters,
)
