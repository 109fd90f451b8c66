"""Hugging Face transformers: BERT trained for some steps, GPT-2 generating, saving and loading."""

import tempfile

import torch
from transformers import BertConfig, BertForSequenceClassification, GPT2Config, GPT2LMHeadModel

torch.manual_seed(0)
size = {"vocab_size": 50, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4}
config = BertConfig(intermediate_size=64, max_position_embeddings=32, num_labels=3, **size)
model = BertForSequenceClassification(config)
tokens, labels = torch.randint(0, 50, (4, 8)), torch.tensor([0, 2, 1, 0])
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
losses = []
for _ in range(12):
    output = model(input_ids=tokens, attention_mask=torch.ones_like(tokens), labels=labels)
    output.loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    losses.append(output.loss.item())
assert losses[-1] < 0.7 * losses[0], losses
model.eval()
with tempfile.TemporaryDirectory() as folder, torch.no_grad():
    model.save_pretrained(folder)
    again = BertForSequenceClassification.from_pretrained(folder).eval()
    assert torch.equal(again(tokens).logits, model(tokens).logits)
config = GPT2Config(
    vocab_size=50, n_positions=32, n_embd=32, n_layer=2, n_head=4, bos_token_id=1, eos_token_id=2
)
gpt = GPT2LMHeadModel(config)
gpt(tokens, labels=tokens).loss.backward()
made = gpt.eval().generate(tokens[:, :3], max_new_tokens=4, do_sample=True, pad_token_id=0)
assert made.shape[0] == 4 and made.shape[1] <= 7
