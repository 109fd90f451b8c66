"""entmax: sparse alternatives of softmax, their losses, and gradients of both."""

import torch
from entmax import Entmax15Loss, SparsemaxLoss, entmax15, entmax_bisect, sparsemax

x = torch.tensor([[1.0, 0.8, -1.0], [0.0, 0.0, 0.0]], dtype=torch.float64, requires_grad=True)
third = torch.full((3,), 1 / 3, dtype=torch.float64)
assert torch.allclose(sparsemax(x)[0], torch.tensor([0.6, 0.4, 0.0], dtype=torch.float64))
assert torch.allclose(entmax15(x)[1], third) and torch.allclose(entmax_bisect(x, 1.3)[1], third)
labels = torch.tensor([0, 1])
for loss in (SparsemaxLoss(), Entmax15Loss()):
    assert torch.autograd.gradcheck(loss, (x, labels))
assert torch.autograd.gradcheck(entmax15, (x,))
