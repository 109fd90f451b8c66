"""Operators one by one, at sizes in common use: what to look at next.

`python benchmarks/performance.py --operators` times them against PyTorch, and prints those that
take more than 1.5 times as long.
"""

from kernels import Kernel

SIZES = {"1e3": 10**3, "1e5": 10**5, "1e6": 10**6}

SETUP = """
F = torch.nn.functional
x, y, z = torch.randn({n}), torch.randn({n}), torch.rand({n})
m, row, column = x.view(-1, 100), torch.randn(100), torch.randn({n} // 100, 1)
ints, mask = torch.randint(0, {n} // 10, ({n},)), x > 0
order, few = torch.randperm({n}), torch.randint(0, 100, ({n} // 100, 10))
images = x[: {n} // 1000 * 1000].view(-1, 10, 10, 10)
"""

STATEMENTS = """
x + y; x * 2.5; x / y; x - row.repeat({n} // 100); m + row; m * column; x ** 2; z ** 0.3
x > y; x == y; mask & (y > 0); ~mask; torch.maximum(x, y); x.clamp(-1, 1); x.abs(); -x
x.exp(); z.log(); z.sqrt(); z.rsqrt(); x.sin(); x.tanh(); x.sigmoid(); x.floor(); x.round()
F.relu(x); F.leaky_relu(x); F.elu(x); F.silu(x); F.gelu(x); F.softplus(x); F.hardtanh(x)
x.erf(); z.erfinv(); torch.special.ndtri(z); torch.lgamma(z); torch.digamma(z); torch.atan2(x, y)
torch.where(mask, x, y); x.masked_fill(mask, 0.0); torch.lerp(x, y, 0.3); torch.addcmul(x, y, z)
x.sum(); m.sum(0); m.sum(1); x.mean(); m.mean(1); m.var(1); x.std(); x.prod(); m.amax(1); x.max()
m.max(1).values; m.argmax(1); m.argmin(0); x.norm(); m.norm(dim=1); torch.logsumexp(m, 1)
mask.any(); mask.all(); mask.sum(); x.isnan().any(); torch.count_nonzero(x); x.min()
x.cumsum(0); m.cumsum(1); m.cumsum(0); m.cummax(1).values; z.cumprod(0); m.logcumsumexp(1)
x.sort().values; m.sort(1).values; x.argsort(); m.argsort(1); x.median(); m.median(1).values
m.topk(5, 1).values; m.kthvalue(50, 1).values; ints.unique(); ints.bincount(); x.histc(50)
x[order]; x[mask]; x.index_select(0, order); m.gather(1, few); x.scatter(0, order, y)
torch.zeros({n}).index_add(0, ints, x); x.index_fill(0, order[:100], 1.0); x.take(order)
mask.nonzero(); torch.searchsorted(row.sort().values, x); torch.bucketize(x, row.sort().values)
m.t().contiguous(); m.flip(1); x.roll(3); m.repeat(1, 2); x.repeat_interleave(2); torch.cat([x, y])
torch.stack([x, y]); F.pad(m, (1, 1)); m.tril(); x.double(); x.long(); ints.float(); x.clone()
ints + ints; ints * 3; ints // 7; ints % 7; x.diff(); torch.outer(row, x[:1000])
m.softmax(1); m.log_softmax(1); F.layer_norm(m, (100,)); F.normalize(m); F.mse_loss(x, y)
F.binary_cross_entropy_with_logits(x, z); F.smooth_l1_loss(x, y); F.cosine_similarity(m, m.flip(0))
F.one_hot(ints % 10); F.interpolate(images, scale_factor=2); F.avg_pool2d(images, 2)
F.interpolate(images, scale_factor=2, mode="bilinear"); F.max_pool2d(images, 2)
"""


def _listed() -> list[Kernel]:
    statements = [s.strip() for line in STATEMENTS.split("\n") for s in line.split(";")]
    return [
        Kernel(f"{statement}, {size}", statement.format(n=n), SETUP.format(n=n))
        for statement in filter(None, statements)
        for size, n in SIZES.items()
    ]


OPERATORS = _listed()
