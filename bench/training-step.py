"""Trains bilstm-attention in PyTorch, for training-step.ts to time against ours.

    python training-step.py TASK VECTORS

TASK: JSON with inputs, the network's sizes, sentences (lists of rows of VECTORS), weights by our names, and groups: 0 packs the sentences,
so that padding costs nothing; other numbers divide them by length into that many padded groups. VECTORS: word vectors, float32, fixed.
Answers each line of input with a number: "loss" with the loss of the current weights without dropout; any other with the milliseconds of
processor time of a training step.
"""

import json
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.set_num_threads(1)
torch.set_num_interop_threads(1)
task = json.load(open(sys.argv[1], encoding="utf-8"))
inputs = task["inputs"]
vectors = torch.from_numpy(np.fromfile(sys.argv[2], dtype=np.float32)).view(-1, inputs)


class Group:
    """Returns the sentences padded to the longest, forwards and backwards."""

    def __init__(self, numbers):
        sentences = [task["sentences"][number] for number in numbers]
        self.lengths = torch.tensor([len(sentence) for sentence in sentences])
        steps = torch.arange(int(self.lengths.max()))
        self.mask = steps[None, :] < self.lengths[:, None]
        self.turned = torch.where(self.mask, self.lengths[:, None] - 1 - steps[None, :], steps[None, :])
        self.words = torch.zeros(self.mask.shape, dtype=torch.long)
        for row, sentence in enumerate(sentences):
            self.words[row, : len(sentence)] = torch.tensor(sentence)


by_length = sorted(range(len(task["sentences"])), key=lambda number: -len(task["sentences"][number]))
size = -(-len(by_length) // (task["groups"] or 1))
groups = [Group(by_length[first : first + size]) for first in range(0, len(by_length), size)]
places = torch.tensor(by_length).argsort()


def ours(name, *shape):
    return torch.tensor(task["weights"][name], dtype=torch.float32).view(*shape)


def gates(name, *shape):
    """Reorders our gates (input, output, forget, candidate) as PyTorch's (input, forget, candidate, output)."""
    i, o, f, c = ours(name, *shape).split(task["hidden"], dim=-1)
    return torch.cat([i, f, c, o], dim=-1)


class BilstmAttention(nn.Module):
    def __init__(self):
        super().__init__()
        hidden = task["hidden"]
        self.lstms = nn.ModuleList([nn.LSTM(inputs, hidden, batch_first=True) for _ in range(2)])
        self.drop = nn.Dropout(task["outputDropout"])
        self.keys = nn.Linear(2 * hidden, task["attention"])
        self.context = nn.Parameter(ours("attentionContext", -1))
        with torch.no_grad():
            for direction, lstm in zip(("forward", "backward"), self.lstms):
                lstm.weight_ih_l0.copy_(gates(f"{direction}Input", inputs, -1).T)
                lstm.weight_hh_l0.copy_(gates(f"{direction}Recurrent", hidden, -1).T)
                lstm.bias_ih_l0.copy_(gates(f"{direction}Bias", -1))
                lstm.bias_hh_l0.zero_()
            halves = [ours(f"attention{part}", hidden, -1) for part in ("Forward", "Backward")]
            self.keys.weight.copy_(torch.cat(halves).T)
            self.keys.bias.copy_(ours("attentionBias", -1))

    def states(self, lstm, words, lengths):
        if task["groups"] > 0:
            return lstm(vectors[words])[0]
        packed = pack_padded_sequence(vectors[words], lengths, batch_first=True)
        return pad_packed_sequence(lstm(packed)[0], batch_first=True)[0]

    def encode(self, group):
        ahead = self.states(self.lstms[0], group.words, group.lengths)
        back = self.states(self.lstms[1], group.words.gather(1, group.turned), group.lengths)
        back = back.gather(1, group.turned[:, :, None].expand_as(back))
        states = self.drop(torch.cat([ahead, back], dim=2))
        scores = torch.tanh(self.keys(states)) @ self.context
        weights = scores.masked_fill(~group.mask, -torch.inf).softmax(1)
        return (weights[:, None, :] @ states).squeeze(1)


def loss_of(rows):
    pivot, near, far = rows[0::3], rows[1::3], rows[2::3]
    apart = (pivot - near).abs().sum(1) - (pivot - far).abs().sum(1)
    return (2 * torch.sigmoid(apart)).mean()


def rows_of():
    return torch.cat([network.encode(group) for group in groups])[places]


network = BilstmAttention()
adam = torch.optim.Adam(network.parameters(), lr=1e-3)
for line in sys.stdin:
    if line.strip() == "loss":
        network.eval()
        with torch.no_grad():
            print(float(loss_of(rows_of())), flush=True)
        continue
    network.train()
    began = time.process_time()
    adam.zero_grad()
    loss_of(rows_of()).backward()
    adam.step()
    print(1000 * (time.process_time() - began), flush=True)
