"""Reads the words of a bundle and their values in `sentences`; shared by the Python scripts of this folder."""

import json
import os

import numpy as np

STEP = 25  # of packages/encoder/src/model/word-table.ts


def words_of(bundle):
    """Returns the words, most frequent first, and their values in `sentences`, float32 [count, dims]."""
    manifest = json.load(open(os.path.join(bundle, "encoder.json"), encoding="utf-8"))
    words = open(os.path.join(bundle, "vocabulary.txt"), encoding="utf-8").read().splitlines()
    table = open(os.path.join(bundle, manifest["vectors"]["file"]), "rb").read()
    scales = np.frombuffer(table, np.float32, len(words))[:, None]
    values = np.frombuffer(table, np.int8, offset=4 * len(words)).reshape(len(words), -1).astype(np.float32)
    stored = np.fromfile(os.path.join(bundle, "sentences.bin"), np.uint8).astype(np.int16)
    more = np.stack([stored // 11, stored % 11], 1).reshape(len(words), -1) - 5.0  # two of eleven steps a byte
    return words, scales * np.concatenate([values, STEP * more], 1).astype(np.float32)


def frequencies(count):
    """Returns weights of words by rank, [count, 1], mean 1: the root of Zipf's frequencies."""
    often = 1 / np.sqrt(np.arange(count, dtype=np.float64) + 10)
    return (often / often.mean())[:, None]
