"""Trains the transformer `sentences` of a bundle further, taught by its own current vectors and by other models.

    node bench/dist/training-rows.js BUNDLE SENTENCES CORPUS… > ROWS
    python distilled.py BUNDLE OUT --of SHARE ROWS [TEACHER…] [--of SHARE ROWS [TEACHER…]]… [--begin OTHER] [--steps N]

--of: draws SHARE of the articles from ROWS. The target of a sentence joins BUNDLE's vector and those of each TEACHER (a file of
teacher.py, at its length; zeros for sentences that it lacks). --begin: a bundle whose weights to start from; default BUNDLE. The losses
are those of packages/trainer/src/losses, added up as `leitmotif-train fit` does, except that each teacher has its own linear map. OUT:
safetensors with the running mean of the weights, for average-weights.ts; written every thousand steps.

`fit` does the same; in bfloat16 a step is faster on processors that multiply in it. Needs PyPI's torch, onnx and safetensors. Repeating a
command gives similar weights, not the same bytes.
"""

import argparse
import hashlib
import json
import os
import random
import sys
import time

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from safetensors.torch import save_file
from torch.nn.functional import dropout, gelu, layer_norm, normalize, pad

from bundle_words import words_of

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("bundle")
arguments.add_argument("out")
arguments.add_argument("--of", nargs="+", action="append", required=True, metavar=("SHARE", "ROWS TEACHER"))
arguments.add_argument("--begin", metavar="OTHER")
arguments.add_argument("--steps", type=int, default=3000, help="steps over which the learning rate falls to 0")
arguments.add_argument("--until", type=int, help="step to stop at; default: --steps")
arguments.add_argument("--rate", type=float, default=5e-4)
arguments.add_argument("--contrast", type=float, default=0.15, help="share of the section contrast in the loss; the teachers have the rest")
arguments.add_argument("--regression", type=float, default=1.0, help="weight of the regressions to the teachers' vectors")
arguments.add_argument("--uncontrasted", nargs="*", default=[], metavar="ROWS", help="rows without section contrast")
options = arguments.parse_args()

HEAD, PLACES = 32, 64  # of packages/trainer/src/networks/transformer.ts
RUNS, SLOTS, NEAR, TOGETHER = 6, 64, 3, 128  # articles of a step, their sentences, distance in paragraphs; sentences encoded together
WARM_UP, CLIP, AVERAGE, DROPPED = 50, 1.0, 0.998, 0.1
TEMPERATURE, ACROSS_SHARE, SEED = 0.07, 0.35, 1
FEW = 1  # sentences of a paragraph in half of the draws

torch.manual_seed(SEED)
chance = random.Random(SEED)


class Student(torch.nn.Module):
    def __init__(self, weights, table):
        super().__init__()
        self.weights = torch.nn.ParameterDict({name: torch.nn.Parameter(each.clone()) for name, each in weights.items()})
        self.table = table

    def linear(self, rows, name):
        product = rows @ self.weights[name]
        return product + self.weights[f"{name}Bias"].to(product.dtype) if f"{name}Bias" in self.weights else product

    def norm(self, rows, name):
        return layer_norm(rows, rows.shape[-1:], self.weights[f"{name}Scale"], self.weights[f"{name}Shift"], 1e-5)

    def encode_alike(self, sentences, dropped):
        batch, longest = len(sentences), max(map(len, sentences))
        lengths = torch.tensor([len(words) for words in sentences])
        absent = torch.arange(longest) >= lengths[:, None]
        words = torch.zeros(batch, longest, dtype=torch.long)
        words[~absent] = torch.from_numpy(np.concatenate(sentences))
        places = self.weights["places"][torch.arange(longest).clamp(max=PLACES - 1)]
        states = self.norm(self.linear(dropout(self.table[words], dropped), "input") + places, "input")
        hidden = torch.zeros(batch, 1, 1, longest).masked_fill(absent[:, None, None], -1e9)
        for layer in range(sum(name.startswith("query") and not name.endswith("Bias") for name in self.weights)):
            queries, keys, values = (
                self.linear(states, f"{name}{layer}").view(batch, longest, -1, HEAD).transpose(1, 2) for name in ("query", "key", "value")
            )
            scores = (queries * HEAD**-0.5) @ keys.transpose(2, 3) + hidden.to(queries.dtype)
            taken = (torch.softmax(scores, -1, dtype=queries.dtype) @ values).transpose(1, 2).flatten(2)
            states = self.norm(states + self.linear(taken, f"taken{layer}"), f"taken{layer}")
            states = self.norm(states + self.linear(gelu(self.linear(states, f"inner{layer}")), f"outer{layer}"), f"outer{layer}")
        shares = (states @ self.weights["pooling"]).squeeze(2).float().masked_fill(absent, -1e9).softmax(1)
        return self.linear((shares[:, None].to(states.dtype) @ states).squeeze(1), "projection").float()

    def forward(self, sentences, dropped=0.0):
        """Returns unit rows; zeros for sentences without words."""
        order = sorted((s for s, words in enumerate(sentences) if len(words) > 0), key=lambda s: len(sentences[s]))
        parts = [order[at : at + TOGETHER] for at in range(0, len(order), TOGETHER)]
        with torch.autocast("cpu", torch.bfloat16):
            rows = [self.encode_alike([sentences[s] for s in part], dropped) for part in parts]
        empty = torch.zeros(len(sentences), self.weights["projectionBias"].shape[0])
        return empty.index_copy(0, torch.tensor(order), normalize(torch.cat(rows))) if rows else empty


def weight_names(layers):
    """Returns the weights in the order of packages/trainer/src/networks/transformer.ts."""
    linear, norm = ("{}", "{}Bias"), ("{}Scale", "{}Shift")
    of_layer = [("query", linear), ("key", linear[:1]), ("value", linear), ("taken", linear + norm), ("inner", linear), ("outer", linear + norm)]
    within = [form.format(f"{part}{layer}") for layer in range(layers) for part, forms in of_layer for form in forms]
    return ["input", "inputBias", "places", "inputScale", "inputShift", *within, "pooling", "projection", "projectionBias"]


def read_student(bundle):
    graph = onnx.load(os.path.join(bundle, "sentences.onnx")).graph
    found = [each for each in map(numpy_helper.to_array, graph.initializer) if each.ndim > 0 and each.dtype == np.float16]
    names = weight_names((len(found) - len(weight_names(0))) // (len(weight_names(1)) - len(weight_names(0))))
    if len(names) != len(found):
        sys.exit(f"{bundle}: expected a transformer's weights, found {len(found)} matching sets; name a bundle whose `sentences` is a transformer")
    table = words_of(bundle)[1]
    pieces = os.path.join(bundle, "sentences-pieces")
    if os.path.exists(f"{pieces}.bin"):
        count = len(open(f"{pieces}.txt", encoding="utf-8").read().splitlines())
        stored = open(f"{pieces}.bin", "rb").read()
        values = np.frombuffer(stored, np.int8, offset=4 * count).reshape(count, -1).astype(np.float32)
        table = np.concatenate([table, np.frombuffer(stored, np.float32, count)[:, None] * values])
    weights = {name: torch.from_numpy(each.astype(np.float32)) for name, each in zip(names, found)}
    return Student(weights, torch.from_numpy(table).bfloat16())


class Teacher:
    """A file that packages/trainer/src/batches/teacher.ts reads."""

    def __init__(self, path):
        file = open(path, "rb")
        header = json.loads(file.readline())
        self.name, self.license, self.dims = header["name"], header["license"], header["dims"]
        self.keys = np.frombuffer(file.read(8 * header["sentences"]), ">u8").astype(np.uint64)
        self.values = np.frombuffer(file.read(), np.int8).reshape(len(self.keys), -1)

    def rows(self, keys):
        """Returns unit rows; zeros for sentences that the file lacks."""
        at = np.searchsorted(self.keys, keys).clip(max=len(self.keys) - 1)
        rows = normalize(torch.from_numpy(self.values[at].astype(np.float32)))
        return rows * torch.from_numpy(self.keys[at] == keys)[:, None]


class Group:
    def __init__(self, share, path, *teachers):
        self.share, self.path, self.teachers, self.left = float(share), path, teachers, []
        lines = [json.loads(line) for line in open(path, encoding="utf-8")]
        self.articles = [[(key_of(text), *place, np.array(words, np.int64)) for text, *place, words in line] for line in lines]

    def draw(self):
        """Returns a run of neighbouring sentences of the next article."""
        if not self.left:
            self.left = chance.sample(range(len(self.articles)), len(self.articles))
        article = self.articles[self.left.pop()]
        run = [sentence for sentence in article if sentence[3] < FEW] if chance.random() < 0.5 else article
        start = chance.randrange(max(1, len(run) - SLOTS + 1))
        return run[start : start + SLOTS]


def key_of(text):
    return np.uint64(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))


def mean_of(values, counted):
    return (values * counted).sum() / counted.sum().clamp(min=1)


def teaching(rows, taught, mask):
    """Returns the divergence from the teacher's cosines within each run; [runs, slots, dims] each."""
    hidden = (mask - 1) * 1e4
    target, learned = (torch.log_softmax(each @ each.transpose(1, 2) / TEMPERATURE + hidden, 2) for each in (taught, rows))
    return mean_of((target.exp() * (target - learned) * mask).sum(2), (mask.sum(2) > 1).float())


def contrast(rows, positives, negatives):
    odds = (rows @ rows.transpose(1, 2) / TEMPERATURE).exp()
    return mean_of(torch.log1p((odds * negatives).sum(2, keepdim=True) / odds), positives)


def centred(rows, slots):
    mean = rows.sum(1, keepdim=True) / slots.sum(1)[:, None, None].clamp(min=1)
    return normalize((rows - mean) * slots[:, :, None], dim=2)


def across(rows, taught, pairs):
    def spread(each):
        cosines = each @ each.T
        return (cosines - mean_of(cosines, pairs)) * pairs

    own, given = spread(rows), spread(taught)
    return 1 - (own * given).sum() / (own.square().sum() * given.square().sum()).clamp(min=1e-18).sqrt()


def losses(runs):
    sentences = [sentence for _, run in runs for sentence in run]
    keys, words = np.array([each[0] for each in sentences]), [each[4] for each in sentences]
    rows = student(words, DROPPED)
    said = [first_rows(keys, words)]
    for path, teacher in teachers.items():
        asked = torch.tensor([path in group.teachers for group, run in runs for _ in run])
        said.append(teacher.rows(keys) * asked[:, None])
    known = [each.abs().sum(1) > 0 for each in said]
    taught = normalize(torch.cat(said, 1))
    regressions = [
        1 - (normalize(rows[told] @ each) * given[told]).sum(1).mean() for each, given, told in zip(maps, said, known) if told.any()
    ]
    kind = sum(told.long() << t for t, told in enumerate(known))  # rows of different sets of teachers are not comparable
    pairs = ((kind[:, None] == kind) & (kind > 0)).float().fill_diagonal_(0)

    lengths = [len(run) for _, run in runs]
    side_by_side = lambda each: torch.stack([pad(part, (0, 0, 0, SLOTS - len(part))) for part in each.split(lengths)])
    own, given = side_by_side(rows), side_by_side(taught)
    slots = side_by_side(known[0][:, None].float())[:, :, 0]
    places = torch.tensor([each[1:3] for each in sentences])
    section, paragraph = side_by_side(places + 1).unbind(2)  # 0: an empty slot
    both = (section[:, :, None] > 0) & (section[:, None] > 0)
    same, near = section[:, :, None] == section[:, None], (paragraph[:, :, None] - paragraph[:, None]).abs() <= NEAR
    others = 1 - torch.eye(SLOTS)
    contrasted = torch.tensor([group.path not in options.uncontrasted for group, _ in runs])[:, None, None]
    positives, negatives = (both & same & near & contrasted) * others, (both & ~same).float()
    mask = slots[:, :, None] * slots[:, None] * others
    views = ((own, given), (centred(own, slots), centred(given, slots)))
    told = sum(teaching(mine, theirs, mask) for mine, theirs in views) / 2
    apart = sum(contrast(mine, positives, negatives) for mine, _ in views) / 2
    between = across(rows, taught, pairs)
    whole = options.contrast * apart + (1 - options.contrast) * ((1 - ACROSS_SHARE) * told + ACROSS_SHARE * between)
    return whole + options.regression * sum(regressions) / len(regressions), told, apart, between


def first_rows(keys, words):
    """Returns the network's vectors before the first step, computed once for each sentence."""
    new = {key: each for key, each in zip(keys.tolist(), words) if key not in kept}
    if new:
        with torch.no_grad():
            kept.update(zip(new, first(list(new.values())).half()))
    return torch.stack([kept[key] for key in keys.tolist()]).float()


def write(path):
    name = f"sentences of {os.path.basename(os.path.normpath(options.bundle))}, and {', and '.join(each.name for each in teachers.values())}"
    license = ", ".join(dict.fromkeys(["CC BY-SA 4.0", *(each.license for each in teachers.values())]))
    save_file(dict(zip(student.weights.keys(), average)), path, {"name": name, "license": license})


groups = [Group(*given) for given in options.of]
teachers = {path: Teacher(path) for path in dict.fromkeys(path for group in groups for path in group.teachers)}
first, student = read_student(options.bundle), read_student(options.begin or options.bundle)
kept = {}
maps = [torch.nn.Parameter(torch.nn.init.xavier_uniform_(torch.empty(384, each))) for each in (384, *(each.dims for each in teachers.values()))]
parameters = [*student.parameters(), *maps]
optimizer = torch.optim.Adam(parameters, lr=options.rate)
average = [each.detach().clone() for each in student.parameters()]
start = time.time()
for step in range(options.until or options.steps):
    fall = 1 - max(0, step - WARM_UP) / max(1, options.steps - WARM_UP)
    optimizer.param_groups[0]["lr"] = options.rate * min(1, (step + 1) / WARM_UP) * fall
    drawn = chance.choices(groups, [group.share for group in groups], k=RUNS)
    loss, *parts = losses([(group, group.draw()) for group in drawn])
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(parameters, CLIP)
    optimizer.step()
    with torch.no_grad():
        torch._foreach_lerp_(average, list(student.parameters()), max(1 - AVERAGE, 1 / (step + 1)))
    if (step + 1) % 100 == 0:
        said = ", ".join(f"{each.item():.3f}" for each in parts)
        print(f"step {step + 1}: loss {loss.item():.3f} ({said}), {time.time() - start:.0f} s", file=sys.stderr)
    if (step + 1) % 1000 == 0 or step + 1 == (options.until or options.steps):
        write(options.out)
