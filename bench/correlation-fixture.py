"""Writes the fixture of packages/trainer/src/evaluation/correlation.test.ts: lists of numbers and scipy's correlations of them.

    python correlation-fixture.py | npx prettier --parser json > ../packages/trainer/src/evaluation/correlation.fixture.json

Needs scipy (1.17.1 made the current file).
"""

import json
import random

from scipy.stats import pearsonr, spearmanr

random.seed(5)


def case(name, a, b):
    return {
        "name": name,
        "a": a,
        "b": b,
        "pearson": pearsonr(a, b).statistic,
        "spearman": spearmanr(a, b).statistic,
        "mse": sum((x - y) ** 2 for x, y in zip(a, b)) / len(a),
    }


def drawn(count, digits):
    a = [round(random.uniform(1, 5), digits) for _ in range(count)]
    return a, [round(min(5, max(1, 0.6 * x + random.gauss(1, 0.7))), digits) for x in a]


cases = [
    case("two values", [1, 2], [3, 7]),
    case("opposite", [1, 2, 3, 4.5], [9, 4, 1, 0.5]),
    case("drawn, few ties", *drawn(60, 6)),
    case("judgements of one digit, many ties", *drawn(80, 1)),
    case("whole numbers, nearly all tied", *drawn(40, 0)),
    case("far from zero", *[[1e6 + x for x in values] for values in drawn(30, 3)]),
]
print(json.dumps(cases, indent=1))
