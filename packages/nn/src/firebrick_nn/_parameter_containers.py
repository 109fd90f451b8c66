"""Modules that hold parameters, in a list or by name; and, as PyTorch's, any other values."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, KeysView, Mapping
from typing import Any, Self

from firebrick_core import Tensor

from ._containers import absolute_index, pairs_of
from ._module import Module, type_name
from ._parameter import Parameter

__all__ = ["ParameterDict", "ParameterList"]


def _as_parameter(value: Any) -> Any:
    """Tensors become parameters; other values are kept as they are."""
    plain = isinstance(value, Tensor) and not isinstance(value, Parameter)
    return Parameter(value) if plain else value


def _line(key: Any, value: Any, dtype: str) -> str:
    if not isinstance(value, Tensor):
        return f"  ({key}): Object of type: {type(value).__name__}"
    kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
    size = "x".join(map(str, value.shape))
    device = f" ({value.device})" if value.device.type == "cuda" else ""
    return f"  ({key}): {kind} containing: [{dtype} of size {size}{device}]"


class ParameterList(Module):
    """A list of parameters; tensors that are put into it become parameters.

    Args:
        values: an iterable. Default: None.

    Source: torch.nn.ParameterList.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ParameterList([torch.zeros(2, 3), torch.zeros(1)])
    ParameterList(
        (0): Parameter containing: [torch.float32 of size 2x3]
        (1): Parameter containing: [torch.float32 of size 1]
    )
    """

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, slice):
            return type(self)([self[i] for i in range(*idx.indices(len(self)))])
        return getattr(self, str(absolute_index(idx, len(self))))

    def __setitem__(self, idx: int, param: Any) -> None:
        setattr(self, str(absolute_index(idx, len(self))), _as_parameter(param))

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __iadd__(self, parameters: Iterable[Any]) -> Self:
        return self.extend(parameters)

    def append(self, value: Any) -> Self:
        """Add a value at the end; returns the list."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values: Iterable[Any]) -> Self:
        """Add values at the end; returns the list. Raises TypeError for a tensor or no iterable."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(
                "ParameterList.extend should be called with an iterable, but got "
                f"{type(values).__name__}"
            )
        for value in list(values):
            self.append(value)
        return self

    def extra_repr(self) -> str:
        return "\n".join(_line(i, v, str(getattr(v, "dtype", ""))) for i, v in enumerate(self))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    """A dictionary of parameters; tensors that are put into it become parameters.

    Args:
        parameters: a mapping from names, or an iterable of pairs. Default: None.

    Source: torch.nn.ParameterDict.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.ParameterDict({"left": torch.zeros(5, 10)})
    ParameterDict(  (left): Parameter containing: [torch.FloatTensor of size 5x10])
    """

    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        self._keys: dict[str, None] = {}
        if parameters is not None:
            self.update(parameters)

    def _checked(self, key: Any) -> str:
        if not isinstance(key, str):
            raise TypeError(
                "Index given to ParameterDict cannot be used as a key as it is not a string (type "
                f"is '{type(key).__name__}')."
            )
        return key

    def __getitem__(self, key: str) -> Any:
        return getattr(self, self._checked(key))

    def __setitem__(self, key: str, value: Any) -> None:
        setattr(self, self._checked(key), _as_parameter(value))
        self._keys[key] = None

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, key)

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __reversed__(self) -> Iterator[str]:
        return reversed(self._keys)

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def copy(self) -> ParameterDict:
        """A new dictionary of the same parameters."""
        return ParameterDict(OrderedDict(self.items()))

    def setdefault(self, key: str, default: Any = None) -> Any:
        """The value of a key, after setting it to `default` if it is missing."""
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self) -> None:
        """Remove everything."""
        for key in list(self._keys):
            del self[key]

    def pop(self, key: str) -> Any:
        """Remove and return a value. Raises AttributeError, as PyTorch does, for a missing key."""
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> tuple[str, Any]:
        """Remove and return the last key and its value. Raises KeyError if there is none."""
        if not self._keys:
            raise KeyError("popitem(): dictionary is empty")
        key = next(reversed(self._keys))
        return key, self.pop(key)

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key, or `default` if it is missing."""
        return self[key] if key in self else default

    def fromkeys(self, keys: Iterable[str], default: Any = None) -> ParameterDict:
        """A new dictionary with one value for all keys."""
        return ParameterDict([(key, default) for key in keys])

    def keys(self) -> KeysView[str]:
        """The keys."""
        return self._keys.keys()

    def items(self) -> Iterator[tuple[str, Any]]:
        """Keys and values."""
        return ((key, self[key]) for key in self._keys)

    def values(self) -> Iterator[Any]:
        """The values."""
        return (self[key] for key in self._keys)

    def update(self, parameters: Any) -> None:
        """Add or replace values, from a mapping or from pairs; plain dictionaries in sorted order.

        Raises TypeError or ValueError for what is neither.
        """
        if isinstance(parameters, Mapping) and not isinstance(parameters, OrderedDict):
            parameters = sorted(parameters.items())
        for key, value in pairs_of(parameters, "ParameterDict"):
            self[key] = value

    def extra_repr(self) -> str:
        return "\n".join(_line(key, value, type_name(value)) for key, value in self.items())

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("ParameterDict should not be called.")

    def __or__(self, other: ParameterDict) -> ParameterDict:
        result = self.copy()
        result.update(other)
        return result

    def __ror__(self, other: Any) -> Any:
        result = other.copy()  # of its own type: a plain dictionary stays one
        result.update(self)
        return result

    def __ior__(self, other: ParameterDict) -> Self:
        self.update(other)
        return self
