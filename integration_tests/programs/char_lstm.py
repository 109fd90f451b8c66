"""A language model over characters: a two-layer LSTM with dropout, truncated backpropagation,
clipped gradients, Adam, a checkpoint in the middle, and sampled text."""

import io
import math

import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_

TEXT = (
    "It was the best of times, it was the worst of times, it was the age of wisdom, it was the "
    "age of foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the "
    "season of light, it was the season of darkness, it was the spring of hope, it was the winter "
    "of despair. "
) * 4


class CharModel(nn.Module):
    def __init__(self, ntoken, ninp=24, nhid=48, nlayers=2, dropout=0.3):
        super().__init__()
        self.drop = nn.Dropout(dropout)
        self.encoder = nn.Embedding(ntoken, ninp)
        self.rnn = nn.LSTM(ninp, nhid, nlayers, dropout=dropout)
        self.decoder = nn.Linear(nhid, ntoken)
        self.init_weights()
        self.nhid, self.nlayers = nhid, nlayers

    def init_weights(self):
        nn.init.uniform_(self.encoder.weight, -0.1, 0.1)
        nn.init.zeros_(self.decoder.bias)
        nn.init.uniform_(self.decoder.weight, -0.1, 0.1)

    def forward(self, input, hidden):
        emb = self.drop(self.encoder(input))
        output, hidden = self.rnn(emb, hidden)
        decoded = self.decoder(self.drop(output))
        return decoded.view(-1, decoded.size(-1)), hidden

    def init_hidden(self, bsz):
        weight = next(self.parameters())
        return (
            weight.new_zeros(self.nlayers, bsz, self.nhid),
            weight.new_zeros(self.nlayers, bsz, self.nhid),
        )


def batchify(data, bsz):
    nbatch = data.size(0) // bsz
    data = data.narrow(0, 0, nbatch * bsz)
    return data.view(bsz, -1).t().contiguous()


def repackage_hidden(h):
    return h.detach() if isinstance(h, torch.Tensor) else tuple(repackage_hidden(v) for v in h)


def main():
    torch.manual_seed(0)
    chars = sorted(set(TEXT))
    stoi = {c: i for i, c in enumerate(chars)}
    source = batchify(torch.tensor([stoi[c] for c in TEXT]), 8)
    model = CharModel(len(chars))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    hidden = model.init_hidden(8)
    bptt, steps = 16, 0
    for epoch in range(3):
        model.train()
        for i in range(0, source.size(0) - 1, bptt):
            seq_len = min(bptt, len(source) - 1 - i)
            data, targets = source[i : i + seq_len], source[i + 1 : i + 1 + seq_len].view(-1)
            model.zero_grad()
            hidden = repackage_hidden(hidden)
            output, hidden = model(data, hidden)
            loss = criterion(output, targets)
            loss.backward()
            norm = clip_grad_norm_(model.parameters(), 0.25)
            optimizer.step()
            print(f"step {steps} loss {loss.item():.6f} norm {norm:.5f}")
            steps += 1
        if epoch == 1:  # carry on from a checkpoint
            buffer = io.BytesIO()
            torch.save({"model": model.state_dict(), "optim": optimizer.state_dict()}, buffer)
            buffer.seek(0)
            checkpoint = torch.load(buffer)
            model = CharModel(len(chars))
            model.load_state_dict(checkpoint["model"])
            optimizer = torch.optim.Adam(model.parameters(), lr=1.0)
            optimizer.load_state_dict(checkpoint["optim"])
    model.eval()
    with torch.no_grad():
        output, _ = model(source, model.init_hidden(8))
        value = criterion(output[:-8], source[1:].view(-1)).item()
        print(f"valid loss {value:.6f} ppl {math.exp(value):.5f}")


if __name__ == "__main__":
    main()
