"""All parameters as one vector, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import firebrick_core as torch
from firebrick_core import Tensor

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def _on_one_device(parameters: Iterable[Tensor]) -> Iterator[Tensor]:
    """The parameters, with a TypeError at the first one on another device."""
    device = None
    for parameter in parameters:
        device = parameter.device if device is None else device
        if parameter.device != device:
            raise TypeError(
                "Found two parameters on different devices, this is currently not supported: "
                f"{device} and {parameter.device}."
            )
        yield parameter


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """All elements of all parameters, one after the other, in a new vector.

    Raises TypeError for parameters on different devices. Source:
    torch.nn.utils.parameters_to_vector.

    >>> import firebrick_core as torch
    >>> parameters_to_vector([torch.ones(2, 2), torch.zeros(1)])
    tensor([1., 1., 1., 1., 0.])
    """
    return torch.cat([p.reshape(-1) for p in _on_one_device(parameters)])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Make the parameters' data parts of a vector, in the order of `parameters_to_vector`.

    Raises TypeError for what is no tensor, and for parameters on different devices.
    Source: torch.nn.utils.vector_to_parameters.

    >>> import firebrick_core as torch
    >>> p = torch.zeros(2)
    >>> vector_to_parameters(torch.tensor([1.0, 2.0]), [p])
    >>> p
    tensor([1., 2.])
    """
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {type(vec).__name__}")
    start = 0
    for parameter in _on_one_device(parameters):
        end = start + parameter.numel()
        parameter.data = vec.detach()[start:end].reshape(parameter.shape)
        start = end
