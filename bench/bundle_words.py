"""What a bundle's `sentences` reads of words, for the scripts beside this one."""

import json
import os

import numpy as np

STEP = 25  # of packages/encoder/src/model/word-table.ts


def words_of(bundle):
    """The words, most frequent first, and what `sentences` reads of them, float32 [count, dims]."""
    manifest = json.load(open(os.path.join(bundle, "encoder.json"), encoding="utf-8"))
    words = open(os.path.join(bundle, "vocabulary.txt"), encoding="utf-8").read().splitlines()
    table = open(os.path.join(bundle, manifest["vectors"]["file"]), "rb").read()
    scales = np.frombuffer(table, np.float32, len(words))[:, None]
    values = np.frombuffer(table, np.int8, offset=4 * len(words)).reshape(len(words), -1).astype(np.float32)
    stored = np.fromfile(os.path.join(bundle, "sentences.bin"), np.uint8).astype(np.int16)
    more = np.stack([stored // 11, stored % 11], 1).reshape(len(words), -1) - 5.0  # two of eleven steps a byte
    return words, scales * np.concatenate([values, STEP * more], 1).astype(np.float32)


def frequencies(count):
    """[count, 1], of mean 1: how much a word counts for by its place, the root of Zipf's frequencies."""
    often = 1 / np.sqrt(np.arange(count, dtype=np.float64) + 10)
    return (often / often.mean())[:, None]
