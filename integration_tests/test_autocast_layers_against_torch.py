"""Every layer under autocast, against PyTorch: dtypes, values to 16 bits, gradients of float32."""

import numpy as np
import pytest

import firebrick as fb

torch = pytest.importorskip("torch")
pytest.importorskip("ml_dtypes")

from test_nn_against_torch import CASES, IDS, outputs, seeded  # noqa: E402  # needs torch

pytestmark = [
    pytest.mark.filterwarnings("ignore:enable_nested_tensor is True"),
    pytest.mark.filterwarnings("ignore:LSTM with projections is not supported with oneDNN"),
    pytest.mark.filterwarnings("ignore:Using padding=.same. with even kernel"),
]

# Layers whose results have another dtype, with the reason.
DIFFERENT = {"LSTM(3, 4, 2, False, proj_size=2)": "as without a projection; PyTorch's is wider"}


def run(library, module, case):
    """Outputs under autocast, and gradients of parameters; the error where it is refused."""
    library.manual_seed(0)
    inputs = [argument.tensor(library) for argument in case.arguments(0)]
    try:
        with library.autocast("cpu"):
            found = outputs(module(*inputs))
        random = np.random.RandomState(1)
        weights = [random.standard_normal(tuple(t.shape)).astype("float32") for t in found]
        total = sum(
            (t.float() * library.from_numpy(np.asarray(w))).sum()
            for t, w in zip(found, weights, strict=True) if t.requires_grad
        )
        if hasattr(total, "backward"):
            total.backward()
    except (RuntimeError, NotImplementedError, ValueError) as error:
        return error
    return found, [p.grad for p in module.parameters()]


def assert_close(got, want, what):
    assert str(got.dtype) == str(want.dtype), what
    got, want = (t.detach().double().numpy() for t in (got, want))
    assert got.shape == want.shape, what
    scale = max(1.0, np.abs(want[np.isfinite(want)]).max(initial=0))
    np.testing.assert_allclose(got, want, rtol=5e-2, atol=5e-2 * scale, err_msg=what)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_layer(case):
    if case.constructor in DIFFERENT:
        pytest.skip(DIFFERENT[case.constructor])
    mine, theirs = seeded(case.make)
    ours, want = run(fb, mine, case), run(torch, theirs, case)
    if isinstance(want, Exception):
        return  # PyTorch lacks a kernel for 16 bits, or for the mix of dtypes
    if isinstance(ours, Exception):
        raise ours
    for got, expected in zip(ours[0], want[0], strict=True):
        assert_close(got, expected, "output")
    for got, expected in zip(ours[1], want[1], strict=True):
        assert (got is None) == (expected is None)
        if got is not None:
            assert_close(got, expected, "gradient")
