"""The kit is worth what it finds: operators, providers and backends with a planted fault fail."""

import numpy as np
import pytest

import firebrick_core as fb
import firebrick_core.testing as testing
from firebrick_core import extend
from firebrick_core._device import BACKENDS, BY_BIT
from firebrick_core._operator import TABLE


@pytest.fixture(autouse=True)
def _forget():
    operators, backends = set(TABLE), set(BACKENDS)
    yield
    for name in set(TABLE) - operators:
        del TABLE[name]
    for name in set(BACKENDS) - backends:
        del BY_BIT[BACKENDS.pop(name).bit]


def declare(kernel, **declaration):
    declaration = {"kind": "array", "methods": False, "samples": ("x(3, 4)",), **declaration}
    extend.operator(name="planted", **declaration)(kernel)


class TestOperators:
    def fails(self, match):
        with pytest.raises((AssertionError, RuntimeError, NotImplementedError), match=match):
            testing.check_operator("planted", ("float32",))

    def test_sound_operator_passes(self):
        def kernel(xp, input: extend.Array) -> extend.Array:
            """Doubled."""
            return input * 2

        declare(kernel, meta=extend.like_input)
        assert testing.check_operator("planted", ("float32",)) == 1

    def test_depends_on_memory_layout(self):
        def kernel(xp, input: extend.Array) -> extend.Array:
            """Doubled where contiguous."""
            return input * (2 if input.flags.c_contiguous else 3)

        declare(kernel)
        self.fails("not contiguous")

    def test_changes_its_input(self):
        def kernel(xp, input: extend.Array) -> extend.Array:
            """Doubled, the input too."""
            input *= 2
            return input.copy()

        declare(kernel)
        self.fails("changed its input")

    def test_wrong_shape_rule(self):
        def kernel(xp, input: extend.Array) -> extend.Array:
            """Summed."""
            return input.sum(0)

        declare(kernel, meta=extend.like_input)
        self.fails("on meta")

    def test_view_that_copies(self):
        def kernel(xp, input: extend.Array) -> extend.Array:
            """A copy called a view."""
            return input.copy()

        declare(kernel, kind="view")
        self.fails("a copy")

    def test_error_that_does_not_come(self):
        def kernel(xp, input: extend.Array) -> extend.Array:
            """Doubled."""
            return input * 2

        declare(kernel, meta=extend.like_input, errors=(("x(3)", ValueError, "never"),))
        self.fails("did not raise ValueError")

    def test_wrong_promotion(self):
        def kernel(xp, input: extend.Array, other: extend.Array) -> extend.Array:
            """Added, and called a comparison."""
            return xp.add(input, other)

        declare(kernel, kind="pointwise", samples=("x(3), x(3)",), promotion="bool")
        self.fails("elements of float32 in a torch.bool")

    def test_in_place_form_that_writes_something_else(self):
        def kernel(xp, input: extend.Array) -> extend.Array:
            """Counts its calls."""
            calls.append(None)
            return input + len(calls)

        calls = []
        declare(kernel, kind="pointwise", inplace=True, methods=("planted",))
        try:
            self.fails("planted")
        finally:
            del fb.Tensor.planted, fb.Tensor.planted_


def serves_float32(xp, input, *args, **named):
    return input.dtype == np.float32


class TestProviders:
    @pytest.fixture
    def provider(self):
        provider = extend.Provider("planted")
        yield provider
        extend.remove_provider("planted")

    def register(self, provider, kernel, operator="exp", serves=serves_float32):
        provider.kernel(operator, serves)(kernel)
        extend.register_provider(provider)

    def test_a_sound_one_passes_and_serves(self, provider):
        calls = []

        def kernel(xp, input):
            calls.append(input.shape)
            return xp.exp(input)

        self.register(provider, kernel)
        assert extend.check_provider("planted") > 0
        calls.clear()
        x = fb.ones(2, 3)
        assert fb.exp(x).shape == (2, 3) and x.exp_() is x
        assert calls == [(2, 3), (2, 3)] and extend.get_providers()[0] == "planted"

    def test_array_operators_are_served_too(self, provider):
        def kernel(xp, input, dim, dtype=None):
            e = xp.exp(input - input.max(dim, keepdims=True))
            return e / e.sum(dim, keepdims=True)

        def serves(xp, input, dim, dtype=None):
            usual = input.dtype == np.float32 and input.size and dtype is None
            return usual and -input.ndim <= dim < input.ndim

        self.register(provider, kernel, "softmax", serves)
        assert extend.check_provider("planted") > 0

    def test_a_setting_turns_it_off(self, provider):
        def kernel(xp, input):
            return input * 0

        self.register(provider, kernel)
        assert fb.exp(fb.ones(1)).item() == 0
        try:
            extend.set_providers("none")
            assert fb.exp(fb.ones(1)).item() > 2 and extend.get_providers() == []
            extend.set_providers(["planted"])
            assert fb.exp(fb.ones(1)).item() == 0
        finally:
            extend.set_providers("all")

    def test_removed_it_leaves_nothing_behind(self):
        provider = extend.Provider("planted")
        self.register(provider, lambda xp, input: input * 0)
        extend.remove_provider("planted")
        assert fb.exp(fb.zeros(1)).item() == 1 and TABLE["exp"].front is None

    FAULTS = {
        "values": (lambda xp, input: xp.exp(input) * 1.001, "Not equal to tolerance"),
        "dtype": (lambda xp, input: xp.exp(input).astype(np.float64), "elements of float64"),
        "shape": (lambda xp, input: xp.exp(input).reshape(-1), "shape|Mismatch"),
        "input": (lambda xp, input: xp.exp(input, out=input), "changed its input"),
    }

    @pytest.mark.parametrize("fault", FAULTS)
    def test_faults_are_found(self, provider, fault):
        kernel, message = self.FAULTS[fault]
        self.register(provider, kernel)
        with pytest.raises(AssertionError, match=message):
            extend.check_provider("planted")

    def test_one_that_never_serves_is_found(self, provider):
        self.register(provider, lambda xp, input: input, serves=lambda xp, input: False)
        with pytest.raises(AssertionError, match="no sample of exp is served"):
            extend.check_provider("planted")

    def test_bad_registrations_are_refused(self, provider):
        with pytest.raises(ValueError, match="no operator with a kernel over arrays"):
            provider.kernel("no_such_operator", serves_float32)
        with pytest.raises(ValueError, match="there is no backend 'abacus'"):
            extend.Provider("other", backend="abacus")
        extend.register_provider(provider)
        with pytest.raises(ValueError, match="already registered"):
            extend.register_provider(provider)


class Sound(extend.Backend):
    """NumPy under another name."""

    name, bit = "planted", 64

    def from_host(self, array, index=None):
        return array.copy()

    def to_host(self, array):
        return array.copy()

    @property
    def device(self):
        return fb.device("planted", 0)


class Shares(Sound):
    def to_host(self, array):
        return array


class Rounds(Sound):
    def from_host(self, array, index=None):
        return np.round(array)


class TestBackends:
    OPERATORS = ("add", "sum", "permute", "cat")

    def test_a_sound_one_passes(self):
        extend.register_backend(Sound())
        assert extend.check_backend("planted", self.OPERATORS) > 10

    @pytest.mark.parametrize(("backend", "message"), [(Shares, "shares memory"), (Rounds, "back")])
    def test_faults_of_moves_are_found(self, backend, message):
        extend.register_backend(backend())
        with pytest.raises(AssertionError, match=message):
            extend.check_backend("planted", self.OPERATORS)

    def test_wrong_values_are_found(self):
        class Namespace:
            def __getattr__(self, name):
                if name == "add":
                    return np.subtract
                return getattr(np, name)

        class Wrong(Sound):
            def namespace(self):
                return Namespace()

        extend.register_backend(Wrong())
        with pytest.raises(AssertionError, match=r"backend 'planted': add"):
            extend.check_backend("planted", self.OPERATORS)
