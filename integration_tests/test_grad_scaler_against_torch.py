"""GradScaler against PyTorch's: factors, weights and words."""

import pytest

import firebrick as fb

torch = pytest.importorskip("torch")

INF, NAN = float("inf"), float("nan")


def run(library, grads, **options):
    """The factor and the weights after each step, for gradients of the scaled loss."""
    w = library.zeros(2, requires_grad=True)
    optimizer = library.optim.Adam([w], lr=0.1)
    scaler = library.amp.GradScaler("cpu", **options)
    seen = []
    for g in grads:
        optimizer.zero_grad()
        scaler.scale((w * library.tensor(g)).sum()).backward()
        scaler.step(optimizer)
        scaler.update()
        seen.append([scaler.get_scale(), *w.tolist()])
    return seen, scaler.state_dict()


@pytest.mark.parametrize("options", [
    {},
    {"init_scale": 3.0, "growth_factor": 1.5, "backoff_factor": 0.3, "growth_interval": 2},
    {"init_scale": 2.0**126, "growth_interval": 1},
    {"enabled": False},
])
def test_run(options):
    grads = [[1.0, 2.0], [INF, 1.0], [1e-3, 4.0], [NAN, 0.0], [2.0, 2.0], [1.0, 1e-7], [3.0, 1.0]]
    ours, theirs = run(fb, grads, **options), run(torch, grads, **options)
    for got, want in zip(ours[0], theirs[0], strict=True):
        assert got == pytest.approx(want, rel=1e-6, nan_ok=True)
    assert ours[1] == pytest.approx(theirs[1])


def made(library):
    w = library.zeros(2, requires_grad=True)
    w.grad = library.ones(2)
    scaler, optimizer = library.amp.GradScaler("cpu"), library.optim.SGD([w], lr=0.1)
    scaler.scale(library.tensor(1.0))
    return scaler, optimizer


CALLS = [
    lambda scaler, optimizer: scaler.scale(3.0),
    lambda scaler, optimizer: scaler.update(),
    lambda scaler, optimizer: (scaler.unscale_(optimizer), scaler.unscale_(optimizer)),
    lambda scaler, optimizer: (scaler.step(optimizer), scaler.unscale_(optimizer)),
    lambda scaler, optimizer: (scaler.step(optimizer), scaler.step(optimizer)),
    lambda scaler, optimizer: scaler.step(optimizer, closure=int),
    lambda scaler, optimizer: (optimizer.zero_grad(), scaler.step(optimizer)),
    lambda scaler, optimizer: scaler.load_state_dict({}),
    lambda scaler, optimizer: type(scaler)("cpu").step(optimizer),
    lambda scaler, optimizer: type(scaler)("cpu").update(),
    lambda scaler, optimizer: type(scaler)("cpu", growth_factor=0.5),
    lambda scaler, optimizer: type(scaler)("cpu", backoff_factor=1.5),
]


@pytest.mark.parametrize("call", CALLS)
def test_refused_alike(call):
    errors = []
    for library in (fb, torch):
        with pytest.raises(Exception) as error:  # noqa: PT011  # compared below
            call(*made(library))
        errors.append(error)
    ours, theirs = errors
    assert ours.type is theirs.type
    assert str(ours.value).split()[:5] == str(theirs.value).split()[:5]


def test_state_goes_both_ways():
    ours, theirs = made(fb), made(torch)
    for scaler, optimizer in (ours, theirs):
        scaler.step(optimizer)
        scaler.update()
    a, b = fb.amp.GradScaler("cpu"), torch.amp.GradScaler("cpu")
    a.load_state_dict(theirs[0].state_dict())
    b.load_state_dict(ours[0].state_dict())
    assert a.state_dict() == b.state_dict() == theirs[0].state_dict()
