"""Every optimizer gives the numbers of its formula, written down here as in its docstring."""

import inspect
from math import sqrt

import numpy as np
import pytest
from optim_cases import OPTION_IDS, OPTIONS, fitting, make, numbers, optimizer_names, tensor

import firebrick_optim


def descended(p, g, h):
    """Gradient to descend, and the parameter after a decoupled decay."""
    g, decay = -g if h["maximize"] else g, h["weight_decay"]
    if h.get("decoupled_weight_decay"):
        return g, p - h["lr"] * decay * p
    return g + decay * p, p


def sgd(p, g, s, t, h):
    g, p = descended(p, g, h)
    m, d = h["momentum"], h["dampening"]
    s["b"] = g if t == 1 else m * s["b"] + (1 - d) * g
    if not m:
        return p - h["lr"] * g
    return p - h["lr"] * (g + m * s["b"] if h["nesterov"] else s["b"])


def moments(g, s, b1, b2):
    s["m"] = b1 * s.get("m", 0) + (1 - b1) * g
    s["v"] = b2 * s.get("v", 0) + (1 - b2) * g**2
    return s["m"], s["v"]


def adam(p, g, s, t, h):
    g, p = descended(p, g, h)
    b1, b2 = h["betas"]
    m, v = moments(g, s, b1, b2)
    if h["amsgrad"]:
        v = s["largest"] = np.maximum(s.get("largest", 0), v)
    return p - h["lr"] * m / (1 - b1**t) / (np.sqrt(v / (1 - b2**t)) + h["eps"])


def rmsprop(p, g, s, t, h):
    g, p = descended(p, g, h)
    a = h["alpha"]
    u, v = moments(g, s, a, a)
    d = g / (np.sqrt(v - u**2 if h["centered"] else v) + h["eps"])
    s["b"] = h["momentum"] * s.get("b", 0) + d
    return p - h["lr"] * s["b"]


def adagrad(p, g, s, t, h):
    g, p = descended(p, g, h)
    s["s"] = s.get("s", h["initial_accumulator_value"]) + g**2
    return p - h["lr"] / (1 + (t - 1) * h["lr_decay"]) * g / (np.sqrt(s["s"]) + h["eps"])


def adadelta(p, g, s, t, h):
    g, p = descended(p, g, h)
    r, u = h["rho"], s.get("u", 0)
    v = s["v"] = r * s.get("v", 0) + (1 - r) * g**2
    d = g * np.sqrt(u + h["eps"]) / np.sqrt(v + h["eps"])
    s["u"] = r * u + (1 - r) * d**2
    return p - h["lr"] * d


def adamax(p, g, s, t, h):
    g, p = descended(p, g, h)
    b1, b2 = h["betas"]
    m, _ = moments(g, s, b1, b2)
    u = s["u"] = np.maximum(b2 * s.get("u", 0), abs(g) + h["eps"])
    return p - h["lr"] / (1 - b1**t) * m / u


def nadam(p, g, s, t, h):
    g, p = descended(p, g, h)
    b1, b2 = h["betas"]
    m, v = moments(g, s, b1, b2)
    now, following = (b1 * (1 - 0.5 * 0.96 ** (i * h["momentum_decay"])) for i in (t, t + 1))
    product = s["P"] = s.get("P", 1) * now
    step = following * m / (1 - product * following) + (1 - now) * g / (1 - product)
    return p - h["lr"] * step / (np.sqrt(v / (1 - b2**t)) + h["eps"])


def radam(p, g, s, t, h):
    g, p = descended(p, g, h)
    b1, b2 = h["betas"]
    m, v = moments(g, s, b1, b2)
    longest = 2 / (1 - b2) - 1
    r = longest - 2 * t * b2**t / (1 - b2**t)
    step = h["lr"] * m / (1 - b1**t)
    if r <= 5:
        return p - step
    c = sqrt((r - 4) * (r - 2) * longest / ((longest - 4) * (longest - 2) * r))
    return p - step * c * sqrt(1 - b2**t) / (np.sqrt(v) + h["eps"])


def asgd(p, g, s, t, h):
    g, p = descended(p, g, h)
    e = s.get("e", h["lr"])
    s["e"] = h["lr"] / (1 + h["lambd"] * h["lr"] * t) ** h["alpha"]
    return (1 - h["lambd"] * e) * p - e * g


def rprop(p, g, s, t, h):
    g = -g if h["maximize"] else g
    (down, up), (smallest, largest) = h["etas"], h["step_sizes"]
    turn = g * s.get("h", np.zeros_like(g))
    length = s.get("s", np.full_like(g, h["lr"]))
    length = length * np.where(turn > 0, up, np.where(turn < 0, down, 1))
    s["s"] = np.clip(length, smallest, largest)
    s["h"] = np.where(turn < 0, 0, g)
    return p - s["s"] * np.sign(s["h"])


def lion(p, g, s, t, h):
    g = -g if h["maximize"] else g
    b1, b2 = h["betas"]
    m = s.get("m", 0)
    s["m"] = b2 * m + (1 - b2) * g
    return p - h["lr"] * h["weight_decay"] * p - h["lr"] * np.sign(b1 * m + (1 - b1) * g)


def adan(p, g, s, t, h):
    g = -g if h["maximize"] else g
    b1, b2, b3 = h["betas"]
    d = g - s.get("g", g)
    s["g"] = g
    m = s["m"] = b1 * s.get("m", 0) + (1 - b1) * g
    v = s["v"] = b2 * s.get("v", 0) + (1 - b2) * d
    n = s["n"] = b3 * s.get("n", 0) + (1 - b3) * (g + b2 * d) ** 2
    step = m / (1 - b1**t) + b2 * v / (1 - b2**t)
    step = step / (np.sqrt(n / (1 - b3**t)) + h["eps"])
    return (p - h["lr"] * step) / (1 + h["lr"] * h["weight_decay"])


def lamb(p, g, s, t, h):
    g = -g if h["maximize"] else g
    b1, b2 = h["betas"]
    m, v = moments(g, s, b1, b2)
    r = m / (1 - b1**t) / (np.sqrt(v / (1 - b2**t)) + h["eps"]) + h["weight_decay"] * p
    return p - h["lr"] * sqrt((p**2).sum() / (r**2).sum()) * r


def adafactor(p, g, s, t, h):
    g = -g if h["maximize"] else g
    e1, e2 = h["eps"]
    e1 = np.finfo(p.dtype).eps if e1 is None else e1
    u, a = t ** h["beta2_decay"], max(e2, sqrt((p**2).mean())) * min(h["lr"], 1 / sqrt(t))
    p = p - h["lr"] * h["weight_decay"] * p
    if p.ndim > 1:
        r = s["r"] = (1 - u) * s.get("r", 0) + u * (g**2).mean(-1, keepdims=True)
        c = s["c"] = (1 - u) * s.get("c", 0) + u * (g**2).mean(-2, keepdims=True)
        v = r * c / np.maximum(r.mean(-2, keepdims=True), e1)
    else:
        v = s["v"] = (1 - u) * s.get("v", 0) + u * g**2
    step = g / np.maximum(np.sqrt(v), e1)
    return p - a * step / max(1, sqrt((step**2).mean()) / h["d"])


def muon(p, g, s, t, h):
    u = h["momentum"]
    b = s["b"] = u * s.get("b", 0) + (1 - u) * g
    x = u * b + (1 - u) * g if h["nesterov"] else b
    x = x / sqrt((x**2).sum())
    for _ in range(h["ns_steps"]):
        c1, c2, c3 = h["ns_coefficients"]
        y = x @ x.T
        x = c1 * x + (c2 * y + c3 * y @ y) @ x
    n, m = p.shape
    size = 0.2 * sqrt(max(n, m)) if h["adjust_lr_fn"] == "match_rms_adamw" else sqrt(max(1, n / m))
    return p - h["lr"] * h["weight_decay"] * p - h["lr"] * size * x


FORMULAS = {
    "SGD": sgd, "Adam": adam, "AdamW": adam, "RMSprop": rmsprop, "Adagrad": adagrad,
    "Adadelta": adadelta, "Adamax": adamax, "NAdam": nadam, "RAdam": radam, "ASGD": asgd,
    "Rprop": rprop, "Lion": lion, "Adan": adan, "LAMB": lamb, "Adafactor": adafactor, "Muon": muon,
}
# Counters like NAdam's product of momenta are kept in float32, as in PyTorch; Muon rounds to
# bfloat16 on the way to an orthogonal matrix, whose entries are about 1.
TOLERANCES = {"Muon": 0.02}


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=OPTION_IDS)
def test_ten_steps(name, options):
    random = np.random.RandomState(0)
    shapes = [fitting(name, shape) for shape in [(3, 2), (4,), ()]]
    tolerance = TOLERANCES.get(name, 1e-7)
    expected = [numbers(random, s, "float64") for s in shapes]
    params, states = [tensor(a) for a in expected], [{} for _ in shapes]
    optimizer = make(name, params, **options)
    hyper = optimizer.param_groups[0]
    for t in range(1, 11):
        for i, p in enumerate(params):
            g = numbers(random, shapes[i], "float64")
            p.grad = tensor(g)
            expected[i] = FORMULAS[name](expected[i], g, states[i], t, hyper)
        optimizer.step()
        for p, value in zip(params, expected, strict=True):
            np.testing.assert_allclose(p._array, value, rtol=1e-6, atol=tolerance)


def test_asgd_averages():
    """With t0 = 1, `ax` is the mean of all parameters after the first step."""
    p = tensor(np.array([1.0]))
    optimizer = make("ASGD", [p], lr=0.1, lambd=0.0, t0=1)
    seen = []
    for t in range(6):
        p.grad = tensor(np.array([1.0 + t]))
        optimizer.step()
        seen.append(p._array[0])
    # mu is 1 in the first three steps: it is that of the step before.
    assert optimizer.state[p]["ax"].item() == pytest.approx(np.mean(seen[2:]), rel=1e-6)


@pytest.mark.parametrize("name", optimizer_names())
def test_defaults_are_in_the_docstring(name):
    """Defaults that are not 0 or off, as the docstring gives them."""
    cls = getattr(firebrick_optim, name)
    text = cls.__doc__.partition("Defaults: ")[2].partition("State: ")[0].replace("\n", " ")
    for p in inspect.signature(cls.__init__).parameters.values():
        if p.default not in (inspect.Parameter.empty, 0, None, False):
            assert p.name in text, f"{p.name} = {p.default} is not in: {text}"
