"""Trains gensim's skip-gram on a file of sentences, one a line, words separated by spaces.

    python word2vec.py SENTENCES OUT SETTINGS

SETTINGS: JSON with dims, window, negatives, sample, minCount, epochs, alpha, minAlpha, seed, threads. Writes OUT in word2vec's binary format
and prints JSON: seconds and processor seconds of the training, and gensim's version.
"""

import json
import sys
import time

import gensim
from gensim.models import Word2Vec

sentences, out, settings = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
model = Word2Vec(
    sg=1,
    vector_size=settings["dims"],
    window=settings["window"],
    negative=settings["negatives"],
    sample=settings["sample"],
    min_count=settings["minCount"],
    alpha=settings["alpha"],
    min_alpha=settings["minAlpha"],
    seed=settings["seed"],
    workers=settings["threads"],
)
model.build_vocab(corpus_file=sentences)
wall, cpu = time.perf_counter(), time.process_time()
model.train(
    corpus_file=sentences,
    total_words=model.corpus_total_words,
    total_examples=model.corpus_count,
    epochs=settings["epochs"],
)
result = {
    "version": gensim.__version__,
    "seconds": time.perf_counter() - wall,
    "cpu": time.process_time() - cpu,
    "terms": len(model.wv),
}
model.wv.save_word2vec_format(out, binary=True)
print(json.dumps(result))
