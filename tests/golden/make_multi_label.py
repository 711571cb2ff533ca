# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes multi_label.json: scikit-learn's scores of rows with any number of labels.

Run from the repository's root: python tests/golden/make_multi_label.py
Needs scikit-learn (1.9.1 made the committed file).
"""

import json
import warnings
from pathlib import Path

import numpy as np
from sklearn.metrics import accuracy_score, average_precision_score, precision_recall_fscore_support

warnings.filterwarnings("ignore")  # labels without rows are what some cases are about


def case(title, truth, probabilities):
    truth = np.asarray(truth, dtype=int)
    probabilities = np.asarray(probabilities, dtype=np.float32)
    said = probabilities >= 0.5
    averages = {}
    for average in ("micro", "macro", "weighted", "samples"):
        scores = precision_recall_fscore_support(truth, said, average=average, zero_division=0)[:3]
        averages[average] = dict(zip(("precision", "recall", "f1"), map(float, scores)))
    precision, recall, f1, support = precision_recall_fscore_support(truth, said, average=None, zero_division=0)
    area = [float(average_precision_score(truth[:, k], probabilities[:, k])) for k in range(truth.shape[1])]
    labels = [
        {"precision": float(p), "recall": float(r), "f1": float(f), "support": int(s), "average_precision": a}
        for p, r, f, s, a in zip(precision, recall, f1, support, area)
    ]
    return {
        "title": title,
        "truth": [np.flatnonzero(row).tolist() for row in truth],
        "probabilities": probabilities.astype(np.float64).tolist(),
        "labels": labels,
        "averages": averages,
        "subset_accuracy": float(accuracy_score(truth, said)),
        "mean_average_precision": float(average_precision_score(truth, probabilities, average="macro")),
    }


def main():
    rng = np.random.default_rng(8)
    truth = (rng.uniform(size=(60, 4)) < [0.5, 0.3, 0.1, 0.9]).astype(int)
    near = np.clip(truth * 0.6 + rng.uniform(0, 0.5, truth.shape), 0, 1)
    rare = truth.copy()
    rare[:, 2] = 0
    cases = [
        case("near", truth, near),
        case("unrelated", truth, rng.uniform(size=truth.shape)),
        case("right", truth, truth),
        case("ties", truth, np.round(near * 4) / 4),
        case("a label that no row has", rare, near),
        case("nothing predicted", truth, near * 0.4),
        case("all predicted", truth, np.ones(truth.shape)),
        case("rows without labels", truth[:10] * 0, near[:10]),
        case("one row", truth[:1], near[:1]),
        case("two labels", truth[:, :2], near[:, :2]),
    ]
    path = Path(__file__).parent / "multi_label.json"
    path.write_text(json.dumps({"cases": cases}) + "\n")


main()
