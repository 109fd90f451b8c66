"""Einstein summation, out of permutations, products of matrices, and sums."""

from __future__ import annotations

import math
import string
from typing import Any

from .. import _operators as T
from ._numbers import require_tensors

LETTERS = string.ascii_uppercase + string.ascii_lowercase


def equation_of(args: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    """The equation and the operands of a call in either form.

    Raises TypeError where there is neither, RuntimeError for numbers outside of [0, 52).
    """
    if not args:
        raise TypeError("einsum(): expected an equation and its operands")
    if isinstance(args[0], str):
        operands = args[1:]
        if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
            operands = tuple(operands[0])
        return args[0], operands
    pairs = len(args) // 2
    terms = [_letters(x) for x in args[1 : 2 * pairs : 2]]
    output = f"->{_letters(args[-1])}" if len(args) % 2 else ""
    return ",".join(terms) + output, args[: 2 * pairs : 2]


def _letters(labels: Any) -> str:
    """The term of a list of numbers and Ellipsis."""
    out = ""
    for x in labels:
        if x is not ... and not 0 <= x < len(LETTERS):
            raise RuntimeError(
                f"einsum(): subscript {x} is not within the valid range [0, {len(LETTERS)})"
            )
        out += "..." if x is ... else LETTERS[x]
    return out


def _check_text(equation: str) -> None:
    """Letters, one "...", and commas are all that a term may hold."""
    operand, i, arrow = 0, 0, equation.find("->")
    while i < len(equation):
        c = equation[i]
        if equation.startswith("...", i):
            i += 3
            continue
        if c == ".":
            raise RuntimeError(
                f"einsum(): found '.' for operand {operand} that is not part of any ellipsis"
            )
        if i == arrow:
            i += 2
            continue
        if c == "," and not 0 <= arrow < i:
            operand += 1
        elif c not in LETTERS and c != " ":
            raise RuntimeError(
                f"einsum(): invalid subscript given at index {i} in the equation string,"
                " subscripts must be in [a-zA-Z]"
            )
        i += 1


def parse(equation: str, operands: Any) -> tuple[list[list[str]], list[str]]:
    """The labels of each operand and of the result, with "..." spelled out as labels of its own."""
    _check_text(equation)
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != len(operands):
        how = "more" if len(terms) < len(operands) else "fewer"
        raise RuntimeError(
            f"einsum(): {how} operands were provided than specified in the equation: got"
            f" {len(operands)} for '{equation}'"
        )
    longest = 0
    for i, (term, t) in enumerate(zip(terms, operands, strict=True)):
        named = len(term.replace("...", ""))
        if named > t.ndim or (named != t.ndim and "..." not in term):
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({named}) does not match the"
                f" number of dimensions ({t.ndim}) for operand {i}"
                + ("" if "..." in term else " and no ellipsis was given")
            )
        longest = max(longest, t.ndim - named)
    labels = []
    for term, t in zip(terms, operands, strict=True):
        count = t.ndim - len(term.replace("...", ""))
        labels.append(_spell(term, [f".{i}" for i in range(longest - count, longest)]))
    return labels, _result(arrow, output, labels, longest)


def _result(arrow: str, output: str, labels: list[list[str]], longest: int) -> list[str]:
    """The labels of the result: as given, else those that appear once, in order."""
    dots = [f".{i}" for i in range(longest)]
    every = [x for term in labels for x in term]
    if not arrow:
        return dots + sorted(x for x in set(every) if every.count(x) == 1 and x[0] != ".")
    result = _spell(output, dots)
    for x in result:
        if x not in every:
            raise RuntimeError(
                f"einsum(): output subscript {x} does not appear in the equation for any input"
                " operand"
            )
        if result.count(x) > 1:
            raise RuntimeError(
                f"einsum(): output subscript {x} appears more than once in the output"
            )
    return result


def _spell(term: str, dots: list[str]) -> list[str]:
    before, ellipsis, after = term.partition("...")
    return [*before, *(dots if ellipsis else []), *after]


def _check_sizes(operands: Any, labels: list[list[str]]) -> None:
    """Each label has one size, or 1, which broadcasts between operands."""
    sizes: dict[str, int] = {}
    for i, (t, own) in enumerate(zip(operands, labels, strict=True)):
        here: dict[str, int] = {}
        for x, n in zip(own, t.shape, strict=True):
            if here.setdefault(x, n) != n:
                raise RuntimeError(
                    f"einsum(): subscript {x} is repeated for operand {i} but the sizes don't"
                    f" match, {n} != {here[x]}"
                )
        for x, n in here.items():
            seen = sizes.get(x, 1)
            if n != 1 and seen not in (1, n):
                raise RuntimeError(
                    f"einsum(): subscript {x} has size {n} for operand {i} which does not"
                    f" broadcast with previously seen size {seen}"
                )
            sizes[x] = n if seen == 1 else seen


def _diagonals(t: Any, labels: list[str]) -> tuple[Any, list[str]]:
    """Take the diagonal over each label that one operand repeats."""
    for x in sorted(set(labels)):
        while labels.count(x) > 1:
            i = labels.index(x)
            j = labels.index(x, i + 1)
            t = t.diagonal(0, i, j)
            labels = [y for k, y in enumerate(labels) if k not in (i, j)] + [x]
    return t, labels


def _sum_out(t: Any, labels: list[str], keep: set[str]) -> tuple[Any, list[str]]:
    gone = [i for i, x in enumerate(labels) if x not in keep]
    if gone:
        t = t.sum(tuple(gone))
    return t, [x for x in labels if x in keep]


def _arrange(t: Any, labels: list[str], order: list[str]) -> Any:
    """Permute to the order of labels given, with dimensions of 1 for those not present."""
    t = t.permute([labels.index(x) for x in order if x in labels])
    for i, x in enumerate(order):
        if x not in labels:
            t = t.unsqueeze(i)
    return t


def _pair(a: Any, la: list[str], b: Any, lb: list[str], keep: set[str]) -> tuple[Any, list[str]]:
    """Multiply two operands, summing over the labels that nothing later needs."""
    shared = [x for x in la if x in lb]
    summed = [x for x in shared if x not in keep]
    batch = [x for x in shared if x in keep]
    a, la = _sum_out(a, la, keep | set(shared))
    b, lb = _sum_out(b, lb, keep | set(shared))
    rows = [x for x in la if x not in shared]
    columns = [x for x in lb if x not in shared]
    order = batch + rows + columns
    if not summed:
        return _arrange(a, la, order) * _arrange(b, lb, order), order
    return _matrices(a, la, b, lb, batch, rows, summed, columns), order


def _matrices(
    a: Any,
    la: list[str],
    b: Any,
    lb: list[str],
    batch: list[str],
    rows: list[str],
    summed: list[str],
    columns: list[str],
) -> Any:
    """The product of two operands as batches of matrices: `rows` by `summed` by `columns`."""
    left, right = batch + rows + summed, batch + summed + columns
    a, b = _arrange(a, la, left), _arrange(b, lb, right)
    sizes = {x: max(a.shape[left.index(x)], b.shape[right.index(x)]) for x in batch + summed}
    a = a.expand(*[sizes.get(x, n) for x, n in zip(left, a.shape, strict=True)])
    b = b.expand(*[sizes.get(x, n) for x, n in zip(right, b.shape, strict=True)])
    head = [sizes[x] for x in batch]
    inner = math.prod(sizes[x] for x in summed)
    height = list(a.shape[len(batch) : len(batch) + len(rows)])
    width = list(b.shape[len(batch) + len(summed) :])
    out = T.matmul(
        a.reshape(*head, math.prod(height), inner), b.reshape(*head, inner, math.prod(width))
    )
    return out.reshape(head + height + width)


def contract(equation: str, operands: tuple[Any, ...]) -> Any:
    """The value of an einsum equation."""
    for t in operands:
        require_tensors("einsum", operands=t)
    labels, result = parse(equation, operands)
    _check_sizes(operands, labels)
    for t in operands[1:]:
        if t.dtype is not operands[0].dtype:
            raise RuntimeError(
                f"expected scalar type {operands[0].dtype} but found {t.dtype} (in einsum():"
                " convert one with .to(dtype))"
            )
    terms = [_diagonals(t, x) for t, x in zip(operands, labels, strict=True)]
    t, own = terms[0]
    for i, (other, theirs) in enumerate(terms[1:], 2):
        later = {x for _, xs in terms[i:] for x in xs} | set(result)
        t, own = _pair(t, own, other, theirs, later)
    t, own = _sum_out(t, own, set(result))
    return t.permute([own.index(x) for x in result])
