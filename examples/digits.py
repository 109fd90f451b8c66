"""Train a small convolutional network on 1,797 real handwritten digits.

    python examples/digits.py                          # about a minute on two cores
    python examples/digits.py --epochs 5 --seed 3 --output /tmp/digits

Every epoch prints its loss and accuracy. The output folder then holds `checkpoint.pt`, which is
loaded into a new model and must score exactly the same, and `digits.png`: the loss curve, and 16
held-out digits with the predictions.

The data are 8x8 images that scikit-learn ships: the test part of "Optical Recognition of
Handwritten Digits" (E. Alpaydin and C. Kaynak, UCI Machine Learning Repository). A quarter is held
out, the same one for every seed.
"""

import argparse
from pathlib import Path

import matplotlib
from sklearn.datasets import load_digits
from tqdm import tqdm

import firebrick as torch
from firebrick import nn
from firebrick.optim import AdamW
from firebrick.optim.lr_scheduler import CosineAnnealingLR
from firebrick.utils.data import DataLoader, Dataset, TensorDataset, random_split

matplotlib.use("Agg")  # draw to a file: there may be no screen
import matplotlib.pyplot as plt  # noqa: E402  (the drawing backend has to be chosen first)

GOAL = 0.98  # accuracy on the held-out quarter
SPLIT_SEED = 0  # of the held-out quarter; --seed does not change it, so that runs can be compared


class ShiftedDigits(Dataset):
    """Digits of another dataset, moved by up to a pixel, drawn anew at every visit.

    1,348 pictures are few: the moves make a network look for strokes, not for places.
    """

    def __init__(self, digits):
        self.digits = digits

    def __len__(self):
        return len(self.digits)

    def __getitem__(self, index):
        image, label = self.digits[index]
        height, width = image.shape[-2:]
        framed = torch.zeros(1, height + 2, width + 2)
        framed[:, 1:-1, 1:-1] = image
        down, right = torch.randint(0, 3, (2,)).tolist()
        return framed[:, down : down + height, right : right + width], label


class DigitNet(nn.Module):
    """(N, 1, 8, 8) images to (N, 10) scores."""

    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 32, 3, padding=1),
            nn.BatchNorm2d(32),
            nn.ReLU(),
            nn.Conv2d(32, 32, 3, padding=1),
            nn.BatchNorm2d(32),
            nn.ReLU(),
            nn.MaxPool2d(2),  # 8x8 to 4x4
            nn.Conv2d(32, 64, 3, padding=1),
            nn.BatchNorm2d(64),
            nn.ReLU(),
            nn.MaxPool2d(2),  # 4x4 to 2x2
        )
        self.classifier = nn.Sequential(nn.Flatten(), nn.Dropout(0.3), nn.Linear(64 * 2 * 2, 10))

    def forward(self, images):
        return self.classifier(self.features(images))


def load_data():
    """The training digits and the held-out quarter, as datasets of (image, label)."""
    digits = load_digits()
    images = (
        torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16
    )  # 0 to 16 in the files
    labels = torch.tensor(digits.target)
    held_out = len(labels) // 4
    return random_split(
        TensorDataset(images, labels),
        [len(labels) - held_out, held_out],
        generator=torch.Generator().manual_seed(SPLIT_SEED),
    )


def train_epoch(model, loader, criterion, optimizer, label):
    """One pass over the training digits: the mean loss and the accuracy."""
    model.train()
    total_loss, correct, seen = 0.0, 0, 0
    bar = tqdm(loader, desc=label, leave=False)
    for images, labels in bar:
        optimizer.zero_grad()
        scores = model(images)
        loss = criterion(scores, labels)
        loss.backward()
        optimizer.step()
        total_loss += loss.item() * len(labels)
        correct += (scores.argmax(1) == labels).sum().item()
        seen += len(labels)
        figures = {"loss": f"{total_loss / seen:.4f}", "accuracy": f"{correct / seen:.4f}"}
        bar.set_postfix(figures, refresh=False)  # shown at the bar's next step
    return total_loss / seen, correct / seen


@torch.no_grad()
def evaluate(model, loader, criterion):
    """The mean loss, the accuracy, and the predicted class of every digit."""
    model.eval()
    total_loss, correct, predictions = 0.0, 0, []
    for images, labels in loader:
        scores = model(images)
        total_loss += criterion(scores, labels).item() * len(labels)
        predicted = scores.argmax(1)
        correct += (predicted == labels).sum().item()
        predictions.append(predicted)
    seen = len(loader.dataset)
    return total_loss / seen, correct / seen, torch.cat(predictions)


def save_and_reload(model, optimizer, epochs, path):
    """Save a checkpoint, and return a new model that has been filled from the file."""
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epochs": epochs}
    torch.save(state, path)
    reloaded = DigitNet()
    reloaded.load_state_dict(torch.load(path)["model"])
    return reloaded


def draw(history, digits, predictions, path):
    """The loss curve, and beside it 16 held-out digits with the predictions, mistakes in red."""
    figure = plt.figure(figsize=(11, 5), layout="constrained")
    left, right = figure.subfigures(1, 2)
    axes = left.subplots()
    epochs = range(1, len(history) + 1)
    axes.plot(epochs, [row["train loss"] for row in history], label="training")
    axes.plot(epochs, [row["test loss"] for row in history], label="held out")
    axes.set(xlabel="epoch", ylabel="cross entropy", title="Loss", ylim=0)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.legend()
    right.suptitle("Held-out digits: predicted (true)")
    for index, cell in enumerate(right.subplots(4, 4).flat):
        image, label = digits[index]
        predicted, true = predictions[index].item(), label.item()
        cell.imshow(image[0].numpy(), cmap="gray_r")
        cell.set_title(
            f"{predicted} ({true})", color="black" if predicted == true else "red", fontsize=9
        )
        cell.axis("off")
    figure.savefig(path, dpi=120)
    plt.close(figure)


def parse_arguments(arguments=None):
    parser = argparse.ArgumentParser(
        description="Train a small convolutional network on handwritten digits."
    )
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument(
        "--seed", type=int, default=0, help="of the initial weights, the order and the shifts"
    )
    parser.add_argument(
        "--output", type=Path, default=Path("runs/digits"), help="folder for checkpoint and picture"
    )
    options = parser.parse_args(arguments)
    if options.epochs < 1:
        parser.error(f"--epochs: expected at least 1, got {options.epochs}")
    return options


def main(arguments=None):
    options = parse_arguments(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)

    training, held_out = load_data()
    training_loader = DataLoader(ShiftedDigits(training), batch_size=64, shuffle=True)
    test_loader = DataLoader(held_out, batch_size=150)
    model = DigitNet()
    criterion = nn.CrossEntropyLoss()
    optimizer = AdamW(model.parameters(), lr=3e-3, weight_decay=1e-2)
    schedule = CosineAnnealingLR(optimizer, T_max=options.epochs)
    weights = sum(parameter.numel() for parameter in model.parameters())
    print(f"{len(training)} digits to train on, {len(held_out)} held out; {weights} weights")

    history = []
    for epoch in range(1, options.epochs + 1):
        label = f"epoch {epoch:2d}/{options.epochs}"
        train_loss, train_accuracy = train_epoch(
            model, training_loader, criterion, optimizer, label
        )
        schedule.step()
        test_loss, accuracy, predictions = evaluate(model, test_loader, criterion)
        history.append({"train loss": train_loss, "test loss": test_loss, "accuracy": accuracy})
        tqdm.write(
            f"{label}  training: loss {train_loss:.4f} accuracy {train_accuracy:.4f}"
            f"  held out: loss {test_loss:.4f} accuracy {accuracy:.4f}"
        )

    checkpoint, picture = options.output / "checkpoint.pt", options.output / "digits.png"
    reloaded = save_and_reload(model, optimizer, options.epochs, checkpoint)
    _, reloaded_accuracy, _ = evaluate(reloaded, test_loader, criterion)
    if reloaded_accuracy != accuracy:
        raise SystemExit(
            f"{checkpoint} scores {reloaded_accuracy:.4f}, the model that wrote it {accuracy:.4f}"
        )
    draw(history, held_out, predictions, picture)
    print(f"checkpoint {checkpoint} reloaded, accuracy the same; picture {picture}")
    verdict = "reached" if accuracy >= GOAL else "missed"
    print(f"held-out accuracy {accuracy:.4f}, goal {GOAL} {verdict}")
    return accuracy


if __name__ == "__main__":
    main()
