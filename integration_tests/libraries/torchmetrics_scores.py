"""torchmetrics: classification, regression, collections, images, retrieval, text."""

import pickle
import warnings

import torch
import torchmetrics
from torchmetrics.classification import BinaryAUROC, MulticlassAccuracy, MulticlassConfusionMatrix

torch.manual_seed(0)
scores = torch.tensor([[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.3, 0.3, 0.4], [0.6, 0.3, 0.1]])
labels = torch.tensor([0, 1, 2, 1])
accuracy = MulticlassAccuracy(3, average="micro")
for i in range(4):
    accuracy.update(scores[i : i + 1], labels[i : i + 1])
assert accuracy.compute() == 0.75
assert MulticlassConfusionMatrix(3)(scores, labels).tolist() == [[1, 0, 0], [1, 1, 0], [0, 0, 1]]
assert BinaryAUROC()(torch.tensor([0.1, 0.4, 0.35, 0.8]), torch.tensor([0, 0, 1, 1])) == 0.75
both = torchmetrics.MetricCollection(
    [torchmetrics.MeanSquaredError(), torchmetrics.MeanAbsoluteError(), torchmetrics.R2Score()]
)
found = both(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([1.0, 2.0, 5.0]))
assert torch.isclose(found["MeanSquaredError"], torch.tensor(4 / 3))
assert torch.isclose(found["MeanAbsoluteError"], torch.tensor(2 / 3))
mean = torchmetrics.MeanMetric()
mean.update(1.0)
mean.update(torch.tensor([2.0, 6.0]))
assert mean.compute() == 3
assert pickle.loads(pickle.dumps(mean)).compute() == 3
image = torch.rand(1, 3, 32, 32)
similar = torchmetrics.image.StructuralSimilarityIndexMeasure(data_range=1.0)
assert torch.isclose(similar(image, image), torch.tensor(1.0), atol=1e-5)
assert torchmetrics.text.WordErrorRate()(["a b"], ["a c"]) == 0.5
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about its own buffers
    order = torchmetrics.SpearmanCorrCoef()(torch.arange(5.0), torch.arange(5.0) ** 3)
assert torch.isclose(order, torch.tensor(1.0))
