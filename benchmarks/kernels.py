"""Kernels of the benchmark: statements that name the library `torch`, and in plain NumPy where
that has the same in a line or two."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Kernel:
    """`statement` is timed after `setup`, which gets the library as `torch`; `numpy` is the same
    for arrays of the same names. Their values are compared."""

    name: str
    statement: str
    setup: str
    numpy: str | None = None


def _pair(n: int) -> str:
    return f"x, y = torch.randn({n}), torch.randn({n})"


SQUARE = "x = torch.randn(1024, 1024)"
ROWS = "x, y = torch.randn(2048, 1000), torch.randint(0, 1000, (2048,))"

BACKWARD = """
F = torch.nn.functional
{inputs}
leaves = [t.requires_grad_() for t in ({leaves},)]
y0 = {call}
grad = torch.randn(y0.shape).to(y0.dtype)
def step():
    for t in leaves:
        t.grad = None
    {call}.backward(grad)
    return leaves[0].grad
"""


def _backward(name: str, call: str, inputs: str, leaves: str) -> Kernel:
    setup = BACKWARD.format(call=call, inputs=inputs, leaves=leaves)
    return Kernel(f"{name}, both ways", "step()", setup)


KERNELS = [
    Kernel("add, 10 thousand", "x + y", _pair(10**4), "x + y"),
    Kernel("add, 1 million", "x + y", _pair(10**6), "x + y"),
    Kernel("add, 10 million", "x + y", _pair(10**7), "x + y"),
    Kernel("exp, 1 million", "x.exp()", _pair(10**6), "np.exp(x)"),
    Kernel("sigmoid, 1 million", "x.sigmoid()", _pair(10**6), "1 / (1 + np.exp(-x))"),
    Kernel("gelu, 1 million", "torch.nn.functional.gelu(x)", _pair(10**6)),
    Kernel("where, 1 million", "torch.where(x > 0, x, y)", _pair(10**6), "np.where(x > 0, x, y)"),
    Kernel("sum of all, 4 million", "x.sum()", "x = torch.rand(4096, 1024)", "x.sum()"),
    Kernel("sum of rows", "x.sum(1)", SQUARE, "x.sum(1)"),
    Kernel("max of rows", "x.max(1).values", SQUARE, "x.max(1)"),
    Kernel("running sums of rows", "x.cumsum(1)", SQUARE, "x.cumsum(1)"),
    Kernel("copy of a transposed", "x.t().contiguous()", SQUARE, "np.ascontiguousarray(x.T)"),
    Kernel(
        "gather",
        "torch.gather(x, 1, y)",
        "x, y = torch.randn(2048, 512), torch.randint(0, 512, (2048, 256))",
        "np.take_along_axis(x, y, 1)",
    ),
    Kernel(
        "scatter_add",
        "torch.scatter_add(x, 1, y, z)",
        "x, z = torch.randn(2048, 512), torch.randn(2048, 256)\n"
        "y = torch.randint(0, 512, (2048, 256))",
    ),
    Kernel("matmul, 512", "x @ y", "x, y = torch.randn(2, 512, 512)", "x @ y"),
    Kernel(
        "batched matmul",
        "x @ y",
        "x, y = torch.randn(32, 64, 64), torch.randn(32, 64, 64)",
        "x @ y",
    ),
    _backward("softmax", "F.softmax(x, -1)", SQUARE, "x"),
    _backward("cross-entropy", "F.cross_entropy(x, y)", ROWS, "x"),
    _backward(
        "layer norm",
        "F.layer_norm(x, (768,), w, b)",
        "x, w, b = torch.randn(2048, 768), torch.randn(768), torch.randn(768)",
        "x, w, b",
    ),
    _backward(
        "embedding",
        "F.embedding(i, w)",
        "i, w = torch.randint(0, 20000, (4096,)), torch.randn(20000, 128)",
        "w",
    ),
    _backward(
        "linear, 1024",
        "F.linear(x, w, b)",
        "x, w, b = torch.randn(256, 1024), torch.randn(1024, 1024) / 32, torch.randn(1024)",
        "x, w, b",
    ),
    _backward(
        "convolution 3x3",
        "F.conv2d(x, w, b, padding=1)",
        "x, w, b = torch.randn(4, 64, 28, 28), torch.randn(64, 64, 3, 3) / 24, torch.randn(64)",
        "x, w, b",
    ),
    _backward("max pooling", "F.max_pool2d(x, 2)", "x = torch.randn(8, 32, 56, 56)", "x"),
    _backward(
        "attention",
        "F.scaled_dot_product_attention(q, k, v, is_causal=True)",
        "q, k, v = (torch.randn(2, 8, 256, 64) for _ in range(3))",
        "q, k, v",
    ),
    _backward(
        "LSTM, 256 wide, 64 steps of 32",
        "m(x)[0]",
        "m, x = torch.nn.LSTM(256, 256), torch.randn(64, 32, 256)",
        "x, *m.parameters()",
    ),
    Kernel(
        "matmul, 512, bfloat16",
        "x @ y",
        "x, y = (t.to(torch.bfloat16) for t in torch.randn(2, 512, 512))",
    ),
    Kernel(
        "to bfloat16 and back, 1 million",
        "x.to(torch.bfloat16).float()",
        "x = torch.randn(1000000)",
    ),
    _backward(
        "attention, bfloat16",
        "F.scaled_dot_product_attention(q, k, v, is_causal=True)",
        "q, k, v = (torch.randn(2, 8, 256, 64).to(torch.bfloat16) for _ in range(3))",
        "q, k, v",
    ),
]
