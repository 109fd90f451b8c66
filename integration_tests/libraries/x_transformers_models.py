"""x-transformers: decoders, training and sampling of them, and a vision transformer."""

import warnings

import torch

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # torch.jit.script says that it leaves functions as they are
    from x_transformers import (
        AutoregressiveWrapper,
        Decoder,
        Encoder,
        TransformerWrapper,
        ViTransformerWrapper,
    )

torch.manual_seed(0)
tokens = torch.randint(0, 50, (2, 16))
for options in (
    {"rotary_pos_emb": True},
    {"attn_flash": True, "use_rmsnorm": True, "ff_glu": True},
):
    model = TransformerWrapper(
        num_tokens=50, max_seq_len=32, attn_layers=Decoder(dim=32, depth=2, heads=4, **options)
    )
    trained = AutoregressiveWrapper(model)
    optimizer = torch.optim.Adam(trained.parameters(), lr=3e-3)
    losses = []
    for _ in range(15):
        loss = trained(tokens)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.7 * losses[0], losses
    assert trained.generate(tokens[:, :4], 6).shape == (2, 6)
vision = ViTransformerWrapper(
    image_size=32, patch_size=8, num_classes=10, attn_layers=Encoder(dim=32, depth=1, heads=2)
)
assert vision(torch.randn(1, 3, 32, 32)).shape == (1, 10)
