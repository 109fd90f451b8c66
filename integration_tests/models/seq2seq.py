"""Sequence to sequence with LSTMs: reverse a string of digits, with attention and packed inputs."""

import random

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

PAD, START, VOCABULARY = 0, 1, 12


class Encoder(nn.Module):
    def __init__(self, embed=16, hidden=24, layers=2, dropout=0.2):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, embed, padding_idx=PAD)
        self.dropout = nn.Dropout(dropout)
        self.rnn = nn.LSTM(
            embed, hidden, layers, dropout=dropout, bidirectional=True, batch_first=True
        )
        self.bridge = nn.Linear(2 * hidden, hidden)

    def forward(self, source, lengths):
        embedded = self.dropout(self.embedding(source))
        packed = pack_padded_sequence(
            embedded, lengths.cpu(), batch_first=True, enforce_sorted=False
        )
        outputs, (h, c) = self.rnn(packed)
        outputs, _ = pad_packed_sequence(outputs, batch_first=True)
        layers, batch = h.size(0) // 2, h.size(1)
        h, c = (
            torch.tanh(
                self.bridge(s.view(layers, 2, batch, -1).transpose(1, 2).reshape(layers, batch, -1))
            )
            for s in (h, c)
        )
        return outputs, (h.contiguous(), c.contiguous())


class Attention(nn.Module):
    def __init__(self, hidden=24):
        super().__init__()
        self.score = nn.Linear(3 * hidden, hidden)
        self.v = nn.Linear(hidden, 1, bias=False)

    def forward(self, state, outputs, mask):
        state = state.unsqueeze(1).expand(-1, outputs.size(1), -1)
        energy = self.v(torch.tanh(self.score(torch.cat((state, outputs), dim=2)))).squeeze(2)
        return F.softmax(energy.masked_fill(~mask, -1e10), dim=1)


class Decoder(nn.Module):
    def __init__(self, embed=16, hidden=24, layers=2, dropout=0.2):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, embed, padding_idx=PAD)
        self.attention = Attention(hidden)
        self.rnn = nn.LSTM(embed + 2 * hidden, hidden, layers, dropout=dropout)
        self.out = nn.Linear(3 * hidden, VOCABULARY)

    def forward(self, token, state, outputs, mask):
        weights = self.attention(state[0][-1], outputs, mask).unsqueeze(1)
        context = torch.bmm(weights, outputs)
        step = torch.cat((self.embedding(token).unsqueeze(1), context), dim=2).transpose(0, 1)
        output, state = self.rnn(step, state)
        return self.out(torch.cat((output[0], context.squeeze(1)), dim=1)), state


class Seq2Seq(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = Encoder(), Decoder()

    def forward(self, source, lengths, target, teacher_forcing=0.5):
        outputs, state = self.encoder(source, lengths)
        mask = source != PAD
        token, logits = target[:, 0], []
        for t in range(1, target.size(1)):
            step, state = self.decoder(token, state, outputs, mask)
            logits.append(step)
            token = target[:, t] if random.random() < teacher_forcing else step.argmax(1)
        return torch.stack(logits, dim=1)


def batch(size=8):
    lengths = torch.randint(3, 7, (size,))
    rows = [torch.randint(2, VOCABULARY, (int(n),)) for n in lengths]
    source = pad_sequence(rows, batch_first=True, padding_value=PAD)
    targets = [torch.cat((torch.tensor([START]), row.flip(0))) for row in rows]
    return source, lengths, pad_sequence(targets, batch_first=True, padding_value=PAD)


def train(steps):
    random.seed(0)
    torch.manual_seed(0)
    model = Seq2Seq()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    criterion = nn.CrossEntropyLoss(ignore_index=PAD)
    losses = []
    for _ in range(steps):
        source, lengths, target = batch()
        logits = model(source, lengths, target)
        loss = criterion(logits.reshape(-1, VOCABULARY), target[:, 1:].reshape(-1))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses
