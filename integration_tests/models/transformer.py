"""A translation model around nn.Transformer: masks, padding, warm-up, label smoothing."""

import math

import torch
from torch import nn
from torch.optim.lr_scheduler import LambdaLR

PAD, VOCABULARY = 0, 20


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, dropout=0.1, length=64):
        super().__init__()
        self.dropout = nn.Dropout(p=dropout)
        position = torch.arange(length).unsqueeze(1)
        rate = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        table = torch.zeros(1, length, d_model)
        table[0, :, 0::2] = torch.sin(position * rate)
        table[0, :, 1::2] = torch.cos(position * rate)
        self.register_buffer("table", table)

    def forward(self, x):
        return self.dropout(x + self.table[:, : x.size(1)])


class Translator(nn.Module):
    def __init__(self, d_model=32):
        super().__init__()
        self.d_model = d_model
        self.source = nn.Embedding(VOCABULARY, d_model)
        self.target = nn.Embedding(VOCABULARY, d_model)
        self.position = PositionalEncoding(d_model)
        self.transformer = nn.Transformer(
            d_model, nhead=4, num_encoder_layers=2, num_decoder_layers=2, dim_feedforward=48,
            dropout=0.1, batch_first=True,
        )
        self.generator = nn.Linear(d_model, VOCABULARY)

    def forward(self, source, target):
        causal = nn.Transformer.generate_square_subsequent_mask(target.size(1))
        padding = source == PAD
        output = self.transformer(
            self.position(self.source(source) * math.sqrt(self.d_model)),
            self.position(self.target(target) * math.sqrt(self.d_model)),
            tgt_mask=causal,
            src_key_padding_mask=padding.float().masked_fill(padding, float("-inf")),
            memory_key_padding_mask=padding.float().masked_fill(padding, float("-inf")),
        )
        return self.generator(output)


def batch(size=6, length=7):
    source = torch.randint(1, VOCABULARY, (size, length))
    source[::2, -2:] = PAD
    return source, torch.cat([torch.ones(size, 1, dtype=torch.long), source.flip(1)], dim=1)


def train(steps):
    torch.manual_seed(0)
    model = Translator()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.98), eps=1e-9)
    schedule = LambdaLR(optimizer, lambda step: min((step + 1) / 5, (5 / (step + 1)) ** 0.5))
    criterion = nn.CrossEntropyLoss(ignore_index=PAD, label_smoothing=0.1)
    losses = []
    for _ in range(steps):
        source, target = batch()
        logits = model(source, target[:, :-1])
        loss = criterion(logits.flatten(0, 1), target[:, 1:].flatten())
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
    return losses
