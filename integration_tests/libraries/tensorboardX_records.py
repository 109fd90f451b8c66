"""torch.utils.tensorboard, through tensorboardX."""

import os
import tempfile

import torch
from torch.utils.tensorboard import SummaryWriter

with tempfile.TemporaryDirectory() as folder:
    with SummaryWriter(folder) as writer:
        writer.add_scalar("loss", torch.tensor(1.0, requires_grad=True), 0)
        writer.add_scalars("both", {"a": torch.tensor(1.0), "b": 2.0}, 1)
        writer.add_histogram("weights", torch.randn(10), 0)
        writer.add_text("text", "words")
        try:
            writer.add_graph(torch.nn.Linear(1, 1))
        except NotImplementedError as e:
            assert "does not trace" in str(e)
        else:
            raise SystemExit("add_graph should have said that there is no graph")
    written = [os.path.join(top, f) for top, _, files in os.walk(folder) for f in files]
    assert any(os.path.getsize(path) > 200 for path in written)
