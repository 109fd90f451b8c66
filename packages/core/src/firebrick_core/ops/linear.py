"""Affine maps."""

from __future__ import annotations

from .._device import meta_array
from .._operator import Array, composite, operator
from ._nn_arrays import require_tensor
from .matrix import BOOLEAN, check_same_dtype


def _linear_rule(input, weight, bias=None):
    if not input.ndim or input.shape[-1] != weight.shape[-1] or weight.ndim > 2:
        raise _linear_error(input, weight, bias)
    return meta_array((*input.shape[:-1], *weight.shape[:-1]), input.dtype)


def _linear_error(input, weight, bias):
    if weight.ndim > 2:
        return RuntimeError(
            f"linear(): expects a weight with at most 2 dimensions, but self is {weight.ndim}D"
        )
    if not input.ndim or input.shape[-1] != weight.shape[-1]:
        rows = input.size // max(input.shape[-1], 1) if input.ndim else 1
        columns = "x".join(map(str, weight.shape[::-1])) or "scalar"
        return RuntimeError(
            "mat1 and mat2 shapes cannot be multiplied "
            f"({rows}x{input.shape[-1] if input.ndim else 1} and {columns}): "
            "linear() expects the last dimension of the input to be weight.size(-1) = "
            f"{weight.shape[-1] if weight.ndim else 1}"
        )
    out = (*input.shape[:-1], *weight.shape[:-1])
    return RuntimeError(
        f"The expanded size of the tensor ({out[-1]}) must match the existing size "
        f"({bias.shape[-1]}) at non-singleton "
        f"dimension {len(out) - 1}.  Target sizes: {list(out)}.  Tensor sizes: {list(bias.shape)} "
        "(linear: bias)"
    )


@operator(
    inlined=True,
    samples=(
        "x(2, 3), x(4, 3), x(4)",
        "x(2, 3), x(4, 3)",
        "x(3), x(4, 3), x(4)",
        "x(2, 5, 3), x(4, 3), x(4)",
        "x(2, 3), x(3)",
        "x(0, 3), x(4, 3), x(4)",
        "x(2, 3), x(4, 3), x(1)",
    ),
    errors=(
        ("x(2, 3), x(4, 5)", RuntimeError, "cannot be multiplied"),
        ("x(2, 3), x(4, 3), x(3)", RuntimeError, "must match"),
        ("x(2, 3), x(4, 3).to(T.float16)", RuntimeError, "same dtype"),
        ("[1], x(4, 3)", TypeError, "must be Tensor"),
        ("mask(2, 3), mask(4, 3)", NotImplementedError, "not implemented for 'Bool'"),
    ),
    meta=_linear_rule,
    dtypes="number",
    methods=False,
    namespace="functional",
    out=True,
)
def linear(xp, input: Array, weight: Array, bias: Array | None = None) -> Array:
    """`input @ weight.T + bias`, over the last dimension of `input`.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.linear(fb.ones(1, 2), fb.tensor([[1.0, 2.0], [3.0, 4.0]]), fb.tensor([0.5, 0.0]))
    tensor([[3.5000, 7.0000]])
    """
    dtype = input.dtype
    if dtype is not weight.dtype or dtype is BOOLEAN:
        check_same_dtype("linear", input, weight)
    try:
        if input.ndim <= 2 and weight.ndim == 2:
            out = input.dot(weight.T)
        else:
            if weight.ndim > 2 or not input.ndim:
                raise ValueError
            # BLAS serves two dimensions; of more, NumPy's dot makes single products.
            out = (
                input.reshape(-1, input.shape[-1])
                .dot(weight.T)
                .reshape((*input.shape[:-1], *weight.shape[:-1]))
            )
        if bias is not None:
            if bias.dtype is not out.dtype:
                check_same_dtype("linear", input, bias)
            xp.add(out, bias, out)
        return out
    except ValueError:
        raise _linear_error(input, weight, bias) from None


def _linear_weight_rule(grad_output, input):
    return meta_array(
        (
            (*grad_output.shape[-1:], input.shape[-1])
            if grad_output.ndim == input.ndim
            else (input.shape[-1],)
        ),
        input.dtype,
    )


@operator(
    samples=("x(2, 4), x(2, 3)", "x(2, 5, 4), x(2, 5, 3)", "x(4), x(3)", "x(2), x(2, 3)"),
    meta=_linear_weight_rule,
    dtypes="number",
    methods=False,
    namespace="internal",
)
def linear_weight(xp, grad_output: Array, input: Array) -> Array:
    """`grad_output.T @ input` by rows: the derivative of `linear` in its weight."""
    if grad_output.ndim == 2 and input.ndim == 2:
        return grad_output.T.dot(input)
    rows = input.reshape(-1, input.shape[-1])
    if grad_output.ndim < input.ndim:
        return grad_output.reshape(-1).dot(rows)
    return grad_output.reshape(-1, grad_output.shape[-1]).T.dot(rows)


@composite(
    methods=False,
    dtypes="float",
    namespace="torch functional",
    samples=("x(5, 3), x(5, 4), x(2, 3, 4), x(2)", "x(3), x(4), x(2, 3, 4)"),
    errors=(("x(5, 3), x(5, 4), x(2, 3, 3)", RuntimeError, "size of tensor|bilinear"),),
    layered=True,
)
def bilinear(input1: Array, input2: Array, weight: Array, bias: Array | None = None) -> Array:
    """`input1[i] * weight[k, i, j] * input2[j]` summed over i and j, plus `bias[k]`."""
    for position, (name, value) in enumerate(
        (("input1", input1), ("input2", input2), ("weight", weight)), 1
    ):
        require_tensor("bilinear", name, position, value)
    if input1.shape[:-1] != input2.shape[:-1]:
        raise RuntimeError(
            f"bilinear(): input batch dimensions do not match: got {list(input1.shape)} and "
            f"{list(input2.shape)}"
        )
    for name, value, dim in (("input1", input1, 1), ("input2", input2, 2)):
        if value.size(-1) != weight.size(dim):
            raise RuntimeError(
                f"bilinear(): {name} size does not match weight size: got {value.size(-1)} but "
                f"expected {weight.size(dim)}"
            )
    first = input1.reshape(-1, input1.size(-1))
    second = input2.reshape(-1, input2.size(-1))
    half = first.matmul(weight.permute(1, 0, 2).reshape(weight.size(1), -1)).view(
        -1, weight.size(0), weight.size(2)
    )
    out = half.matmul(second.unsqueeze(-1)).squeeze(-1).reshape(*input1.shape[:-1], weight.size(0))
    return out if bias is None else out + bias
