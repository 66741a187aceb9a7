"""Writes the fixture of packages/trainer/src/evaluation/agreement.test.ts: scikit-learn's agreement of labellings.

    python agreement-fixture.py | npx prettier --parser json > ../packages/trainer/src/evaluation/agreement.fixture.json

Needs scikit-learn (1.9.1 made the current file). Pairs of labellings, random and degenerate, each with mutual information (natural
logarithm), adjusted mutual information (arithmetic mean), Rand index and adjusted Rand index.
"""

import json
import random

from sklearn.metrics import (
    adjusted_mutual_info_score,
    adjusted_rand_score,
    mutual_info_score,
    rand_score,
)

chance = random.Random(1)


def draw(items, clusters):
    return [chance.randrange(clusters) for _ in range(items)]


def disturb(labels, share, clusters):
    return [chance.randrange(clusters) if chance.random() < share else label for label in labels]


def skew(items, clusters):
    return [min(chance.randrange(clusters) for _ in range(4)) for _ in range(items)]


pairs = {
    "one item": ([3], [0]),
    "two items together, and apart": ([0, 0], [0, 1]),
    "one cluster both times": ([0] * 9, [4] * 9),
    "one cluster against singletons": ([0] * 9, list(range(9))),
    "one cluster against several": ([0] * 12, draw(12, 3)),
    "singletons both times": (list(range(9)), list(range(9, 0, -1))),
    "singletons against several": (list(range(20)), draw(20, 4)),
    "one item apart": ([0] * 30 + [1], [1] + [0] * 30),
    "halves that say nothing of each other": ([0, 0, 1, 1] * 5, [0, 1, 0, 1] * 5),
}
for items, first, second in [(5, 2, 2), (17, 5, 5), (40, 6, 9), (67, 7, 7), (150, 12, 3), (400, 12, 12), (1200, 8, 30)]:
    labels = draw(items, first)
    pairs[f"{items} items, {first} against {second} at random"] = (labels, draw(items, second))
    pairs[f"{items} items, a third disturbed"] = (labels, disturb(labels, 1 / 3, first))
    pairs[f"{items} items, renumbered"] = (labels, [100 - 7 * label for label in labels])
    pairs[f"{items} items of skewed sizes"] = (skew(items, first), skew(items, second))
sizes = [700, 350, 100, 40, 9, 1]
pairs["1200 items in clusters of very unequal sizes"] = (
    [label for label, size in enumerate(sizes) for _ in range(size)],
    chance.sample([label for label, size in enumerate(sizes) for _ in range(size)], sum(sizes)),
)

cases = [
    {
        "name": name,
        "a": a,
        "b": b,
        "mi": mutual_info_score(a, b),
        "ami": adjusted_mutual_info_score(a, b),
        "ri": rand_score(a, b),
        "ari": adjusted_rand_score(a, b),
    }
    for name, (a, b) in pairs.items()
]
print(json.dumps(cases))
