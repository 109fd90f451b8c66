"""Einstein summation, out of permutations, products of matrices, and sums."""

from __future__ import annotations

from typing import Any

from .. import _operators as T


def parse(equation: str, operands: Any) -> tuple[list[list[str]], list[str]]:
    """The labels of each operand and of the result, with "..." spelled out as labels of its own."""
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if len(terms) != len(operands):
        raise ValueError(
            f"einsum(): more operands were provided than specified in the equation '{equation}'"
            if len(terms) < len(operands)
            else (
                "einsum(): fewer operands were provided than specified in the equation"
                f" '{equation}'"
            )
        )
    longest = 0
    for term, t in zip(terms, operands, strict=True):
        named = len(term.replace("...", ""))
        if "..." in term:
            longest = max(longest, t.ndim - named)
        elif named != t.ndim:
            raise ValueError(
                f"einsum(): the number of subscripts in the equation ({named}) does not match the"
                f" number of dimensions ({t.ndim}) for operand '{term}' of shape {list(t.shape)}"
            )
    labels = []
    for term, t in zip(terms, operands, strict=True):
        count = t.ndim - len(term.replace("...", ""))
        labels.append(_spell(term, [f".{i}" for i in range(longest - count, longest)]))
    if arrow:
        result = _spell(output, [f".{i}" for i in range(longest)])
    else:
        every = [x for term in labels for x in term]
        single = sorted({x for x in every if every.count(x) == 1 and not x.startswith(".")})
        result = [f".{i}" for i in range(longest)] + single
    known = {x for term in labels for x in term}
    for x in result:
        if x not in known or result.count(x) > 1:
            raise ValueError(
                f"einsum(): output subscript {x} is unknown or appears twice in '{equation}'"
            )
    return labels, result


def _spell(term: str, dots: list[str]) -> list[str]:
    before, ellipsis, after = term.partition("...")
    return [*before, *(dots if ellipsis else []), *after]


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
    a, b = _arrange(a, la, batch + rows + summed), _arrange(b, lb, batch + summed + columns)
    sizes = {
        x: max(n, m)
        for x, n, m in zip(
            batch + summed,
            [a.shape[(batch + rows + summed).index(x)] for x in batch + summed],
            [b.shape[(batch + summed + columns).index(x)] for x in batch + summed],
            strict=True,
        )
    }
    a = a.expand(*[sizes.get(x, n) for x, n in zip(batch + rows + summed, a.shape, strict=True)])
    b = b.expand(*[sizes.get(x, n) for x, n in zip(batch + summed + columns, b.shape, strict=True)])
    head = [sizes[x] for x in batch]
    n_rows, n_columns = (
        list(a.shape[len(batch) : len(batch) + len(rows)]),
        list(b.shape[len(batch + summed) :]),
    )
    inner = 1
    for x in summed:
        inner *= sizes[x]
    out = T.matmul(
        a.reshape(*head, _count(n_rows), inner), b.reshape(*head, inner, _count(n_columns))
    )
    return out.reshape(head + n_rows + n_columns), order


def _count(sizes: list[int]) -> int:
    out = 1
    for n in sizes:
        out *= n
    return out


def contract(equation: str, operands: tuple[Any, ...]) -> Any:
    """The value of an einsum equation."""
    labels, result = parse(equation, operands)
    terms = [_diagonals(t, x) for t, x in zip(operands, labels, strict=True)]
    t, own = terms[0]
    for i, (other, theirs) in enumerate(terms[1:], 2):
        later = {x for _, xs in terms[i:] for x in xs} | set(result)
        t, own = _pair(t, own, other, theirs, later)
    t, own = _sum_out(t, own, set(result))
    return t.permute([own.index(x) for x in result])
