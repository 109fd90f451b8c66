"""The model programs train on device "cuda" as on the CPU: on a fake CuPy, whose kernels run later.

`benchmarks/gpu_check.py` does the same on a GPU.
"""

from __future__ import annotations

import re
import sys
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest

import firebrick

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "packages" / "core" / "tests"))

import fake_cudnn  # noqa: E402  # found through the path above
import fake_cupy  # noqa: E402
from fake_cupy._raw import COMPILER  # noqa: E402

pytestmark = pytest.mark.without_torch
PROGRAMS = sorted((HERE / "models").glob("*.py"))
STEPS = 2


def losses_of(program, device):
    """The losses of a program, with all tensors on a device and the CPU's random numbers."""
    source = program.read_text()
    source = re.sub(r"^import torch$", "import firebrick as torch", source, flags=re.M)
    source = re.sub(r"^(import|from) torch\b", r"\1 firebrick", source, flags=re.M)
    names = {"__name__": program.stem}
    firebrick.cuda.set_host_random(True)
    try:
        with firebrick.device(device):
            exec(compile(source, str(program), "exec"), names)
            return names["train"](STEPS)
    finally:
        firebrick.cuda.set_host_random(False)


@pytest.mark.parametrize("served", ["plain", "fused", "cudnn"])
@pytest.mark.parametrize("program", PROGRAMS, ids=[p.stem for p in PROGRAMS])
def test_programs_train_on_cuda_as_on_the_cpu(program, served):
    if served == "fused" and COMPILER is None:
        pytest.skip("the host has no C++ compiler")
    want = losses_of(program, "cpu")
    with fake_cupy.install(kernels=served == "fused", memory=1 << 29) as cupy, ExitStack() as stack:
        if served == "cudnn":
            stack.enter_context(fake_cudnn.install(cupy))
        got = losses_of(program, "cuda")
    np.testing.assert_allclose(got, want, rtol=1e-3, atol=1e-4)


@pytest.mark.skipif(COMPILER is None, reason="the host has no C++ compiler")
@pytest.mark.parametrize("reentrant", [False, True])
def test_a_checkpoint_drops_out_the_same_elements_again(reentrant):
    with fake_cupy.install(kernels=True):
        x = firebrick.ones(100, device="cuda", requires_grad=True)
        y = firebrick.utils.checkpoint.checkpoint(
            firebrick.nn.functional.dropout, x, 0.5, use_reentrant=reentrant
        )
        y.sum().backward()
        assert x.grad.tolist() == y.tolist() and 0 < sum(x.grad.tolist()) < 200


def attention_gradients(device, twice):
    torch = firebrick
    torch.manual_seed(0)
    tensors = [torch.randn(2, 2, 6, 8).half().to(device).requires_grad_() for _ in range(3)]
    out = torch.nn.functional.scaled_dot_product_attention(*tensors, is_causal=True)
    grads = torch.autograd.grad(out.float().square().sum(), tensors, create_graph=twice)
    if twice:
        grads = torch.autograd.grad(sum(g.float().square().sum() for g in grads), tensors)
    return [g.float().cpu().numpy() for g in grads]


@pytest.mark.parametrize("twice", [False, True])
def test_gradients_of_attention_by_cudnn(twice):
    want = attention_gradients("cpu", twice)
    with fake_cupy.install() as cupy, fake_cudnn.install(cupy) as world:
        got = attention_gradients("cuda", twice)
        # The second time the gradient goes through the parts of the first, and to the result.
        assert world.count("sdpa") == world.count("sdpa_backward") == 1
    for g, w in zip(got, want, strict=True):
        np.testing.assert_allclose(g, w, 2e-2, 2e-2 * abs(w).max())


def gradients_of_sequences(device):
    torch = firebrick
    torch.manual_seed(0)
    layer = torch.nn.LSTM(3, 4, num_layers=2, bidirectional=True).to(device)
    x = torch.randn(7, 2, 3).to(device).requires_grad_()
    logits = layer(x)[0]
    targets = torch.tensor([[1, 2, 2], [3, 3, 0]], device=device)
    lengths = (torch.tensor(n, device=device) for n in ([7, 6], [3, 2]))
    loss = torch.nn.functional.ctc_loss(logits.log_softmax(2), targets, *lengths)
    loss.backward()
    return [t.grad.cpu().numpy() for t in (x, *layer.parameters())]


def test_gradients_of_sequences_by_cudnn():
    firebrick.cuda.set_host_random(True)
    try:
        want = gradients_of_sequences("cpu")
        with fake_cupy.install() as cupy, fake_cudnn.install(cupy) as world:
            got = gradients_of_sequences("cuda")
            assert world.count("RNNBackwardWeights_v8") == world.count("CTCLoss_v8") == 1
    finally:
        firebrick.cuda.set_host_random(False)
    for g, w in zip(got, want, strict=True):
        np.testing.assert_allclose(g, w, 1e-4, 1e-6)
