"""einops: functions, layers, einsum, and gradients through them."""

import torch
from einops import einsum, pack, rearrange, reduce, repeat, unpack
from einops.layers.torch import EinMix, Rearrange, Reduce

torch.manual_seed(0)
x = torch.randn(2, 3, 4, 4, requires_grad=True)
assert torch.equal(rearrange(x, "b c h w -> b (h w) c"), x.flatten(2).transpose(1, 2))
assert torch.allclose(reduce(x, "b c h w -> b c", "mean"), x.mean((2, 3)))
assert torch.equal(repeat(x, "b c h w -> (r b) c h w", r=2), torch.cat([x, x]))
assert torch.allclose(
    einsum(x, x, "b c h w, b d h w -> b c d"), torch.einsum("bchw,bdhw->bcd", x, x)
)
packed, shapes = pack([x, x[:, :, 0]], "b c *")
assert packed.shape == (2, 3, 20) and torch.equal(unpack(packed, shapes, "b c *")[0], x)
model = torch.nn.Sequential(
    Rearrange("b c h w -> b h w c"),
    EinMix("b h w c -> b h w d", weight_shape="c d", bias_shape="d", c=3, d=5),
    Reduce("b h w d -> b d", "max"),
    torch.nn.Linear(5, 2),
)
model(x).sum().backward()
assert x.grad.shape == x.shape and all(p.grad is not None for p in model.parameters())
