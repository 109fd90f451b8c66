"""The operator table: one declaration per operator, next to its kernel.

A kernel is a function over arrays with the array namespace `xp` first; its signature *is* the
operator's: annotations say which parameters are tensors. From the declaration follow the public
function, the method, the in-place and `out=` forms (`_codegen`), the run on every backend, and the
tests (`firebrick_core.testing`). Five kinds:

`pointwise`  broadcasting, with a type-promotion class; the kernel gets arrays of one dtype
`array`      arrays in, new arrays out
`view`       arrays in, views of the first one out
`direct`     tensors in, below all layers: what writes into memory or crosses devices
`composite`  a function over tensors, made of other operators; has no kernel and needs no derivative

Annotations with a meaning: `Array`, `Array | None`, `Arrays` (a sequence), `OptionalArrays` (a
sequence with gaps), `Operand` (tensor or number), `Operand | None`, `Varargs` (integers; the method
also takes them one by one).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from . import _dtype
from ._device import meta_array

if TYPE_CHECKING:
    # What callers of composites pass and get; the bodies of kernels are not type-checked.
    from ._tensor import Tensor as Array

    Arrays = Sequence[Array]
    OptionalArrays = Sequence[Array | None]
    Operand = Array | int | float | complex
    Varargs = Any
else:

    class Array:
        """Annotation of a parameter that is a tensor."""

    class Arrays:
        """Annotation of a parameter that is a sequence of tensors."""

    class OptionalArrays:
        """Annotation of a parameter that is a sequence of tensors and None."""

    class Operand:
        """Annotation of a parameter that is a tensor or a number."""

    class Varargs:
        """Annotation of integers that the method also takes one by one."""


TENSOR, OPTIONAL, OPERAND, TENSORS, VALUE, VARARGS = (
    "tensor",
    "optional",
    "operand",
    "tensors",
    "value",
    "varargs",
)
_KINDS = {
    "Array": TENSOR,
    "Array | None": OPTIONAL,
    "Operand": OPERAND,
    "Operand | None": OPERAND,
    "Arrays": TENSORS,
    "OptionalArrays": TENSORS,
    "Varargs": VARARGS,
}

TABLE: dict[str, Operator] = {}
F = TypeVar("F", bound=Callable[..., Any])


def kind_of(annotation: Any) -> str:
    """What kind of parameter an annotation makes."""
    return _KINDS.get(annotation) or _KINDS.get(_annotation_text(annotation), VALUE)


def _annotation_text(annotation: Any) -> str:
    """An annotation as written: it is text where the module postpones annotations, else an
    object."""
    if not isinstance(annotation, str):
        annotation = getattr(annotation, "__name__", None) or str(annotation)
    # Without the way to the name: `extend.Array` and `firebrick_core._operator.Array` are both
    # Array.
    return re.sub(r"[\w.]+\.(Array|Arrays|OptionalArrays|Operand|Varargs)\b", r"\1", annotation)


class Parameter:
    """One parameter of an operator: its name, kind, default, whether it must be named, and whether
    it stands for any number of arguments (`*args`)."""

    __slots__ = ("annotation", "default", "keyword_only", "kind", "name", "variadic")
    empty: Any = None  # inspect's mark of "no default", set when the first signature is read

    def __init__(self, p: Any):
        self.name = p.name
        self.annotation = _annotation_text(p.annotation)
        self.kind = _KINDS.get(self.annotation, VALUE)
        self.default = p.default
        self.keyword_only = p.kind is p.KEYWORD_ONLY
        self.variadic = p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD)


def _same(d: _dtype.dtype) -> tuple[_dtype.dtype, _dtype.dtype]:
    return d, d


def _floating(d: _dtype.dtype) -> tuple[_dtype.dtype, _dtype.dtype]:
    if d.category < _dtype.FLOATING:
        d = _dtype.get_default_dtype()
    return d, d


def _number(d: _dtype.dtype) -> tuple[_dtype.dtype, _dtype.dtype]:
    if d is _dtype.bool:
        d = _dtype.int64
    return d, d


def _to_bool(d: _dtype.dtype) -> tuple[_dtype.dtype, _dtype.dtype]:
    return d, _dtype.bool


def _to_real(d: _dtype.dtype) -> tuple[_dtype.dtype, _dtype.dtype]:
    return d, d.to_real()


# Promotion class -> (dtype that the kernel computes in, dtype of the result), from the common
# dtype.
PROMOTIONS: dict[str, Callable[[_dtype.dtype], tuple[_dtype.dtype, _dtype.dtype]]] = {
    "default": _same,  # add, mul: the common type
    "number": _number,  # square: booleans become integers
    "float": _floating,  # exp, div: integers become the default floating type
    "bool": _to_bool,  # eq, lt: compared in the common type
    "real": _to_real,  # abs: of complex numbers, their parts' type
}


# Declared `dtypes` -> the categories of elements that a pointwise operator then refuses.
REFUSED = {
    "number": (_dtype.BOOL,),
    "real": (_dtype.BOOL, _dtype.COMPLEX),
    "ordered": (_dtype.COMPLEX,),
    "float": (_dtype.BOOL, _dtype.INTEGRAL, _dtype.COMPLEX),
    "floating": (_dtype.BOOL, _dtype.INTEGRAL),
    "integral": (_dtype.FLOATING, _dtype.COMPLEX),
    "integer": (_dtype.BOOL, _dtype.FLOATING, _dtype.COMPLEX),
}


class Operator:
    """One row of the table. `name`, `kernel` and the declaration's other arguments; see `operator`.

    `plain` is the CPU implementation over tensors, `function` the public function, both set by the
    generated module. `handlers` maps a layer's key bit to what the layer does for this operator.
    """

    def __init__(
        self,
        name: str,
        kernel: Callable[..., Any],
        kind: str,
        *,
        promotion: str | None = None,
        ufunc: str | None = None,
        methods: Sequence[str] = (),
        inplace: bool = False,
        out: bool = False,
        symbol: str | None = None,
        namespace: str = "torch",
        aliases: Sequence[str] = (),
        meta: Callable[..., Any] | None = None,
        returns: Sequence[str] = (),
        samples: Sequence[str] = (),
        errors: Sequence[Any] = (),
        dtypes: str = "all",
        differentiable: bool = True,
        mutates: bool = False,
        random: bool = False,
        wide_numbers: bool = False,
        inlined: bool = False,
        check: Callable[..., None] | None = None,
        narrow: bool = False,
        moves: bool = False,
        deprecated: Sequence[str] = (),
        guarded: bool = True,
        layered: bool = False,
        any_order: bool = False,
    ):
        self.name = name
        self.kernel = kernel
        self.kind = kind
        self.promotion = promotion or ("default" if kind == "pointwise" else None)
        self.ufunc = ufunc
        self.methods = tuple(methods)
        self.inplace = inplace
        self.out = out
        self.symbol = symbol
        self.namespace = namespace
        self.aliases = tuple(aliases)
        self.meta = meta
        self.returns = tuple(returns)
        self.samples = samples
        self.errors = errors
        self.dtypes = dtypes
        self.refused: tuple[int, ...] = REFUSED.get(dtypes, ()) if kind == "pointwise" else ()
        self.check = check
        self.narrow = narrow
        self.moves = moves
        self.deprecated = tuple(deprecated)
        self.guarded = guarded
        self.layered = layered
        self.any_order = any_order
        self.differentiable = differentiable
        self.mutates = mutates
        self.random = random
        self.wide_numbers = wide_numbers
        self.inlined = inlined
        self.handlers: dict[int, Callable[..., Any]] = {}
        self.plain: Callable[..., Any] = self._unbound
        self.function: Callable[..., Any] = self._unbound
        self.inplace_of: Operator | None = None
        self.front: Callable[..., Any] | None = None  # providers before the kernel: `_provider`
        self.narrow_providers: tuple[Any, ...] = ()  # ... and those that take 16-bit floats
        # Functions with the kernel in a cell, and whether it is the ufunc: `_fast_paths`.
        self.closures: list[tuple[Any, bool]] = []
        self.weak_scalars = kind == "pointwise"
        # Whether the fast path serves integer tensors with an integer, whose dtype they keep.
        self.integers = (
            self.promotion in ("default", "bool")
            and _dtype.INTEGRAL not in self.refused
            and (ufunc is not None or check is None)
        )

    def __repr__(self) -> str:
        return f"<operator {self.name}>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def _unbound(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(
            f"operator {self.name!r} has no generated functions: run python"
            " tools/generate_operators.py"
        )

    @property
    def parameters(self) -> list[Parameter]:
        """The operator's parameters in order, without the kernel's `xp`."""
        found = self.__dict__.get("_parameters")
        if found is None:
            import inspect  # 7 ms that most programs never need

            Parameter.empty = inspect.Parameter.empty
            parameters = list(inspect.signature(self.kernel).parameters.values())
            if self.kind not in ("composite", "direct") or "xp" in (p.name for p in parameters[:1]):
                parameters = parameters[1:]
            found = self.__dict__["_parameters"] = [Parameter(p) for p in parameters]
        return found

    @property
    def returned(self) -> str:
        """The annotation of the result."""
        return _annotation_text(self.kernel.__annotations__.get("return", "Any"))

    @property
    def several(self) -> bool:
        """Whether the result is a tuple of tensors."""
        return bool(self.returns) or self.returned.startswith(("tuple", "list"))

    @property
    def default_values(self) -> tuple[Any, ...]:
        """The defaults of the parameters that are neither tensors nor operands."""
        return tuple(p.default for p in self.parameters if p.kind in (VALUE, VARARGS))

    def names_in(self, place: str) -> list[str]:
        """The names that `place` has for the operator: a namespace, or "Tensor" for methods.

        An alias with a dot is a name in that place only.
        """
        plain = [a for a in self.aliases if "." not in a]
        found: list[str] = []
        if place == "Tensor":
            found = [*self.methods, *plain] if self.methods else []
        elif place in self.namespace.split():
            found = [self.name.removeprefix(f"{place}_"), *plain]
        there = f"{place}."
        return found + [a.removeprefix(there) for a in self.aliases if a.startswith(there)]

    def can_write(self, result: _dtype.dtype, output: _dtype.dtype) -> bool:
        """Whether a result of the first dtype may go into an `out=` tensor of the second."""
        converts = self.promotion or any(
            # Kernels of several tensors join them in their common dtype.
            p.name == "dtype" or (p.kind == TENSORS and self.kind == "array")
            for p in self.parameters
        )
        return _dtype.can_cast(result, output) if converts else result is output

    def run(self, backend: Any, args: tuple[Any, ...]) -> Any:
        """Promote, call the kernel on a backend's arrays, and wrap: the general form of `plain`."""
        from . import _run

        if self.kind == "direct":
            return self.plain(*args)
        return _run.run(self, backend, args)

    def call_kernel(self, xp: Any, args: Sequence[Any]) -> Any:
        """The kernel's result on all parameters in order, arrays in place of tensors."""
        positional, named = self._split(args)
        return (self.front or self.kernel)(xp, *positional, **named)

    def call_narrow_kernel(self, xp: Any, args: Sequence[Any]) -> Any:
        """The result of a provider's kernel that takes 16-bit floats as they are; None where none
        serves the call."""
        positional, named = self._split(args)
        for provider in self.narrow_providers:
            kernel = provider.narrow_kernel(self.name, xp, positional, named)
            if kernel is not None:
                return kernel(xp, *positional, **named)
        return None

    def call_own(self, args: Sequence[Any]) -> Any:
        """A composite's own function on all parameters in order."""
        positional, named = self._split(args)
        return self.kernel(*positional, **named)

    def _split(self, args: Sequence[Any]) -> tuple[list[Any], dict[str, Any]]:
        positional, named = [], {}
        for p, a in zip(self.parameters, args, strict=True):
            if p.keyword_only:
                named[p.name] = a
            else:
                positional.append(a)
        return positional, named

    def infer(self, args: Sequence[Any]) -> Any:
        """The result's shape and dtype as meta arrays, from the declared shape rule."""
        if self.meta is None:
            raise NotImplementedError(
                f"{self.name}(): no shape rule for the meta device; "
                "run it on tensors with data, or declare meta= for it"
            )
        positional, named = self._split(args)
        return self.meta(*positional, **named)


def operator(
    *, kind: str = "array", name: str | None = None, methods: Any = True, **declaration: Any
) -> Callable[[F], F]:
    """Declare an operator: put above its kernel, which is returned as it is.

    `methods` True gives the method of the operator's own name, a sequence gives those names.
    Other arguments: `promotion` (a name in `PROMOTIONS`), `ufunc` (the NumPy name of a
    kernel that is just a ufunc), `inplace`, `out`, `symbol` ("+": the Python operator),
    `namespace` (one or more of "torch", "functional", "linalg", "fft", "special", "windows",
    "masked", "sparse", "method", "internal", between spaces), `aliases` (other names: in all those
    places, or with a dot in the place before it only: "Tensor.inverse"), `meta` (shape rule: the
    kernel's arguments without `xp` to meta arrays), `returns` (field names of several results),
    `samples` and `errors` (what every test of the operator runs on; see `firebrick_core.testing`),
    `dtypes` ("all", "ordered", "number", "real", "float", "floating",
    "integral" or "integer": the tests' ones, and a pointwise operator refuses what is not among
    them), `differentiable`, `mutates` (a direct operator that writes into its first argument),
    `random`, `wide_numbers` (numbers meet 16-bit tensors in float32, not rounded first), `inlined`
    (an array operator that small models call often: its public function has the kernel's call
    written out, which saves 50 ns and costs 20 lines), `check`
    (of a pointwise operator: called with the dtype to compute in and all arguments, unless these
    are tensors of one dtype, or a floating one and a number; raises for what does not fit),
    `narrow` (a kernel that takes 16-bit floats as they are, not as float32), `moves` (an array
    kernel that moves elements, and adds none but zeros: it sees floats of 16 bits as integers),
    `deprecated` (older orders of positional arguments, more than the signature takes: "input,
    alpha, other"),
    `guarded` (False for a composite whose first call is of an operator that refuses, under the same
    names, what is no tensor), `layered` (a composite that layers with a handler for it take whole,
    as autocast does, and not only as the operators that it is made of), `any_order` (an array
    operator whose kernels take images in any order, and may give such: see `_hidden_order`).

    Raises ValueError where the name is taken.
    """

    def declare(kernel: F) -> F:
        own = name or kernel.__name__
        if own in TABLE:
            raise ValueError(f"operator {own!r} is already in the table, from {TABLE[own].kernel}")
        named = (own,) if methods is True else tuple(methods or ())
        TABLE[own] = Operator(own, kernel, kind, methods=named, **declaration)
        return kernel

    return declare


def pointwise(promotion: str = "default", **declaration: Any) -> Callable[[F], F]:
    """Declare a broadcasting operator; in-place and `out=` forms come with it unless refused."""
    declaration.setdefault("inplace", True)
    declaration.setdefault("out", True)
    return operator(kind="pointwise", promotion=promotion, **declaration)


def view(**declaration: Any) -> Callable[[F], F]:
    """Declare an operator whose results are views of its first argument."""
    return operator(kind="view", **declaration)


def direct(**declaration: Any) -> Callable[[F], F]:
    """Declare a function over tensors that runs below all layers."""
    return operator(kind="direct", **declaration)


def composite(**declaration: Any) -> Callable[[F], F]:
    """Declare a function over tensors that is made of other operators."""
    return operator(kind="composite", **declaration)


def like_input(input: Any, *args: Any, **kwargs: Any) -> Any:
    """Shape rule: one result with the first argument's shape and dtype."""
    return meta_array(input.shape, input.dtype)
