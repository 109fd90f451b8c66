"""Errors that core raises from several places, in PyTorch's exception types."""

from __future__ import annotations

from typing import Any


class OutOfMemoryError(RuntimeError):
    """A device has no memory left for a tensor."""


class AcceleratorError(RuntimeError):
    """A device failed."""


AUTOGRAD_HINT = (
    "needs the package that differentiates: pip install firebrick-autograd, "
    "then `import firebrick_autograd` (or `import firebrick`)"
)


class LinAlgError(RuntimeError):
    """A matrix without inverse or factorization, or an iteration that did not converge."""


def not_a_tensor(operator: str, argument: str, position: int | None, value: Any) -> TypeError:
    """The error for an argument that should have been a tensor; no position: it must be named."""
    return TypeError(
        f"{operator}(): argument '{argument}'{_at(position)} must be Tensor, "
        f"not {type(value).__name__}"
    )


def not_an_operand(operator: str, argument: str, position: int | None, value: Any) -> TypeError:
    """The error for an argument that should have been a tensor or a number."""
    return TypeError(
        f"{operator}(): argument '{argument}'{_at(position)} must be Tensor or Number, not"
        f" {type(value).__name__}. Make a tensor of it with torch.tensor(...) or"
        " torch.from_numpy(...)"
    )


def _at(position: int | None) -> str:
    return "" if position is None else f" (position {position})"


def shapes_do_not_broadcast(operator: str, shapes: Any) -> RuntimeError:
    """The error for shapes that do not broadcast, saying which dimension differs."""
    shapes = [tuple(s) for s in shapes]
    for back in range(1, max(map(len, shapes)) + 1):
        sizes = [s[-back] for s in shapes if len(s) >= back]
        different = [n for n in sizes if n != 1]
        if len(set(different)) > 1:
            a, b = different[0], next(n for n in different if n != different[0])
            dim = max(map(len, shapes)) - back
            names = " and ".join(str(list(s)) for s in shapes)
            return RuntimeError(
                f"The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton"
                f" dimension {dim}: {operator}() got shapes {names}"
            )
    return RuntimeError(f"{operator}(): shapes {shapes} do not broadcast")


def not_implemented_for(operator: str, dtype: Any) -> NotImplementedError:
    """The error for elements of a kind that the operator has no meaning for, as PyTorch has it."""
    advice = ", or use a logical operator such as ^" if dtype.name == "bool" else ""
    if dtype.is_complex:
        advice = ", or take .real or abs() of them"
    return NotImplementedError(
        f"{operator}() is not implemented for '{TYPE_NAMES.get(dtype.name, dtype.name)}' tensors:"
        f" convert them with .to(dtype){advice}"
    )


def output_shape(operator: str, output: Any, shape: Any) -> RuntimeError:
    """The error for an in-place operation whose result has another shape than its output."""
    return RuntimeError(
        f"output with shape {list(output)} doesn't match the broadcast shape {list(shape)} of"
        f" {operator}()"
    )


def different_devices(operator: str, devices: Any) -> RuntimeError:
    """The error for tensors on several devices."""
    a, b = list(devices)[:2]
    return RuntimeError(
        f"Expected all tensors to be on the same device, but found at least two devices, {a} and"
        f" {b}! (in {operator}(); move one with .to(device))"
    )


def cannot_cast(operator: str, from_: Any, to: Any) -> RuntimeError:
    """The error for a result whose category does not fit its output's dtype."""
    return RuntimeError(
        f"result type {TYPE_NAMES[from_.name]} can't be cast to the desired output type "
        f"{TYPE_NAMES[to.name]} (in {operator}; convert with .to(dtype))"
    )


def dim_range(dim: int, ndim: int) -> IndexError:
    """The error for a dimension that a tensor does not have."""
    low, high = (-ndim, ndim - 1) if ndim else (-1, 0)
    return IndexError(
        f"Dimension out of range (expected to be in range of [{low}, {high}], but got {dim})"
    )


def inference_written(operator: str) -> RuntimeError:
    """The error for writing to a tensor of inference mode outside of it."""
    return RuntimeError(
        "Inplace update to inference tensor outside InferenceMode is not allowed. You can make a"
        f" clone to get a normal tensor before doing inplace update ({operator}()). See"
        " https://github.com/pytorch/rfcs/pull/17 for more details."
    )


TYPE_NAMES = {
    "bool": "Bool",
    "uint8": "Byte",
    "int8": "Char",
    "int16": "Short",
    "int32": "Int",
    "int64": "Long",
    "uint16": "UInt16",
    "uint32": "UInt32",
    "uint64": "UInt64",
    "float16": "Half",
    "bfloat16": "BFloat16",
    "float32": "Float",
    "float64": "Double",
    "complex64": "ComplexFloat",
    "complex128": "ComplexDouble",
    "float8_e4m3fn": "Float8_e4m3fn",
    "float8_e5m2": "Float8_e5m2",
    "float8_e4m3fnuz": "Float8_e4m3fnuz",
    "float8_e5m2fnuz": "Float8_e5m2fnuz",
    "float8_e8m0fnu": "Float8_e8m0fnu",
}
