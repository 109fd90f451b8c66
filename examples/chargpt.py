"""Train a character-level GPT on the help texts that Python itself ships, and let it write.

    python examples/chargpt.py                          # about two minutes on two cores
    python examples/chargpt.py --steps 100 --seed 3

The model reads one character at a time and learns to say the next one: a small pre-norm transformer
decoder (A. Vaswani et al., "Attention Is All You Need", 2017; A. Radford et al., GPT-2, 2019). A
tenth of the text is held out. The text is `pydoc_data.topics`, about half a million characters; it
grows a little with every version of Python, so losses of different versions differ slightly.
"""

import argparse
import math
import time
from pydoc_data.topics import topics

import firebrick as torch
import firebrick.nn.functional as F
from firebrick import nn

CONTEXT = 64  # characters that a prediction may look back on
WIDTH = 96
HEADS = 4
LAYERS = 2
BATCH = 24


class CausalSelfAttention(nn.Module):
    """(N, T, WIDTH) to (N, T, WIDTH): every position looks at itself and at what came before."""

    def __init__(self):
        super().__init__()
        self.query_key_value = nn.Linear(WIDTH, 3 * WIDTH)
        self.output = nn.Linear(WIDTH, WIDTH)
        self.register_buffer(
            "future", torch.ones(CONTEXT, CONTEXT).triu(1).bool(), persistent=False
        )

    def forward(self, x):
        batch, length, width = x.shape
        heads = self.query_key_value(x).view(batch, length, 3, HEADS, width // HEADS)
        query, key, value = heads.permute(2, 0, 3, 1, 4).unbind(
            0
        )  # each (N, HEADS, T, width / HEADS)
        scores = query @ key.transpose(-2, -1) / math.sqrt(width // HEADS)
        scores = scores.masked_fill(self.future[:length, :length], float("-inf"))
        mixed = F.softmax(scores, dim=-1) @ value
        return self.output(mixed.transpose(1, 2).reshape(batch, length, width))


class Block(nn.Module):
    """Attention, then a network at each position, each added to its input."""

    def __init__(self):
        super().__init__()
        self.attention_norm = nn.LayerNorm(WIDTH)
        self.attention = CausalSelfAttention()
        self.network_norm = nn.LayerNorm(WIDTH)
        self.network = nn.Sequential(
            nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(approximate="tanh"), nn.Linear(4 * WIDTH, WIDTH)
        )

    def forward(self, x):
        x = x + self.attention(self.attention_norm(x))
        return x + self.network(self.network_norm(x))


class CharGPT(nn.Module):
    """(N, T) character numbers to (N, T, characters) scores of the next; T up to CONTEXT."""

    def __init__(self, characters):
        super().__init__()
        self.characters = nn.Embedding(characters, WIDTH)
        self.positions = nn.Embedding(CONTEXT, WIDTH)
        self.blocks = nn.Sequential(*[Block() for _ in range(LAYERS)])
        self.norm = nn.LayerNorm(WIDTH)
        self.scores = nn.Linear(WIDTH, characters)
        for embedding in (self.characters, self.positions):
            nn.init.normal_(embedding.weight, std=0.02)

    def forward(self, indices):
        x = self.characters(indices) + self.positions(torch.arange(indices.shape[1]))
        return self.scores(self.norm(self.blocks(x)))


class Alphabet:
    """Characters to numbers and back."""

    def __init__(self, text):
        self.characters = sorted(set(text))
        self.index = {character: number for number, character in enumerate(self.characters)}

    def encode(self, text):
        return torch.tensor([self.index[character] for character in text])

    def decode(self, numbers):
        return "".join(self.characters[number] for number in numbers.tolist())


def draw_batch(text):
    """Random pieces of `text`, (BATCH, CONTEXT), and the same moved on by one character."""
    starts = torch.randint(0, len(text) - CONTEXT, (BATCH, 1))
    places = starts + torch.arange(CONTEXT)
    return text[places], text[places + 1]


def loss_of(model, text):
    """Mean cross entropy, in nats per character, on one batch drawn from `text`."""
    inputs, targets = draw_batch(text)
    return F.cross_entropy(model(inputs).flatten(0, 1), targets.flatten())


@torch.no_grad()
def estimate_loss(model, text, batches=10):
    """The mean of `loss_of` over some batches, in evaluation mode."""
    model.eval()
    mean = sum(loss_of(model, text).item() for _ in range(batches)) / batches
    model.train()
    return mean


@torch.no_grad()
def write(model, alphabet, prompt, length, temperature=0.8):
    """`prompt`, continued by `length` characters drawn from the model one after the other."""
    model.eval()
    written = alphabet.encode(prompt)
    for _ in range(length):
        scores = model(written[-CONTEXT:].unsqueeze(0))[0, -1]
        drawn = torch.multinomial(F.softmax(scores / temperature, dim=-1), 1)
        written = torch.cat([written, drawn])
    return alphabet.decode(written)


def warm_up_then_decay(step, steps):
    """Factor on the learning rate: up at first, then down along half a cosine to a tenth."""
    warm_up = min(20, steps)
    if step < warm_up:
        return (step + 1) / warm_up
    progress = (step - warm_up) / max(1, steps - warm_up)
    return 0.1 + 0.45 * (1 + math.cos(math.pi * progress))


def parse_arguments(arguments=None):
    parser = argparse.ArgumentParser(
        description="Train a character-level GPT on Python's own help texts."
    )
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sample", type=int, default=400, help="characters to write at the end")
    options = parser.parse_args(arguments)
    if options.steps < 1:
        parser.error(f"--steps: expected at least 1, got {options.steps}")
    return options


def main(arguments=None):
    options = parse_arguments(arguments)
    torch.manual_seed(options.seed)
    text = "\n\n".join(topics[name] for name in sorted(topics))
    alphabet = Alphabet(text)
    numbers = alphabet.encode(text)
    split = len(numbers) * 9 // 10
    training, held_out = numbers[:split], numbers[split:]

    model = CharGPT(len(alphabet.characters))
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.99), weight_decay=0.1)

    def factor(step):
        return warm_up_then_decay(step, options.steps)

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, factor)
    weights = sum(parameter.numel() for parameter in model.parameters())
    print(
        f"{len(numbers)} characters, {len(alphabet.characters)} different ones; {weights} weights"
    )

    start = time.perf_counter()
    loss = estimate_loss(model, held_out)
    print(f"step    0/{options.steps}  held-out loss {loss:.4f}")
    for step in range(1, options.steps + 1):
        optimizer.zero_grad()
        training_loss = loss_of(model, training)
        training_loss.backward()
        optimizer.step()
        schedule.step()
        if step % 50 == 0 or step == options.steps:
            loss = estimate_loss(model, held_out)
            print(
                f"step {step:4d}/{options.steps}  training loss {training_loss.item():.4f}"
                f"  held-out loss {loss:.4f}  {time.perf_counter() - start:.0f} s",
                flush=True,
            )

    print("\nA sample:\n")
    print(write(model, alphabet, "The ", options.sample))
    return loss


if __name__ == "__main__":
    main()
