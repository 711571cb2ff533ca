# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes curves.json: scikit-learn's ROC, precision-recall and calibration curves for many score lists.

Run from the repository's root: python tests/golden/make_curves.py
Needs scikit-learn (1.9.1 made the committed file).
"""

import json
import warnings
from pathlib import Path

import numpy as np
import sklearn
from sklearn.calibration import calibration_curve
from sklearn.metrics import auc, average_precision_score, precision_recall_curve, roc_curve

warnings.filterwarnings("ignore")  # classes without rows are what some cases are about


def plain(values):
    """NaN and infinity as text, since JSON has none."""
    return [float(v) if np.isfinite(v) else str(v) for v in np.asarray(values, dtype=np.float64)]


def calibration_error(confidence, right, bins):
    """Guo et al. 2017, bins as calibration_curve cuts them."""
    which = np.searchsorted(np.linspace(0, 1, bins + 1)[1:-1], confidence)
    error = 0.0
    for b in range(bins):
        inside = which == b
        if inside.any():
            error += inside.sum() / len(confidence) * abs(right[inside].mean() - confidence[inside].mean())
    return float(error)


def case(title, scores, positive, bins=10):
    scores = np.asarray(scores, dtype=np.float32).astype(np.float64)
    positive = np.asarray(positive, dtype=bool)
    fpr, tpr, thresholds = roc_curve(positive, scores, pos_label=True)
    precision, recall, steps = precision_recall_curve(positive, scores, pos_label=True)
    observed, predicted = calibration_curve(positive, scores, n_bins=bins, pos_label=True)
    return {
        "title": title,
        "bins": bins,
        "scores": scores.tolist(),
        "positive": positive.tolist(),
        "fpr": plain(fpr),
        "tpr": plain(tpr),
        "thresholds": plain(thresholds),
        "area": plain([auc(fpr, tpr)])[0],
        "precision": plain(precision),
        "recall": plain(recall),
        "steps": plain(steps),
        "average_precision": float(average_precision_score(positive, scores)) if positive.any() else "nan",
        "observed": plain(observed),
        "predicted": plain(predicted),
        "calibration_error": calibration_error(scores, positive, bins),
    }


def one_vs_rest(random, classes, rows):
    """The one-vs-rest scores of a softmax, class by class."""
    logits = random.normal(0, 2, (rows, classes))
    labels = np.where(random.random(rows) < 0.7, logits.argmax(1), random.integers(classes, size=rows))
    shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    for c in range(classes):
        yield case(f"class {c} of {classes}", shares[:, c], labels == c)


def main():
    random = np.random.default_rng(11)
    cases = [
        case("perfect", [0.9, 0.8, 0.2, 0.1], [1, 1, 0, 0]),
        case("reversed", [0.1, 0.2, 0.8, 0.9], [1, 1, 0, 0]),
        case("all tied", [0.5] * 6, [1, 0, 1, 0, 0, 0]),
        case("one row", [0.3], [1]),
        case("no positive", [0.1, 0.4, 0.7], [0, 0, 0]),
        case("no negative", [0.1, 0.4, 0.7], [1, 1, 1]),
        case("on the edges", [0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0], [0, 1, 0, 1, 1, 0, 1]),
        case("straight lines", np.linspace(0, 1, 21), ([0] * 5 + [1] * 5) * 2 + [1]),
        case("five bins", random.random(60), random.random(60) < 0.5, bins=5),
        case("many ties", random.integers(0, 9, 200) / 8, random.random(200) < 0.4),
        *one_vs_rest(random, 2, 120),
        *one_vs_rest(random, 4, 150),
    ]
    rare = random.random(300)
    cases.append(case("rare class", rare, rare * random.random(300) > 0.85, bins=15))
    text = json.dumps({"scikit-learn": sklearn.__version__, "cases": cases}, separators=(",", ":"))
    Path(__file__).with_name("curves.json").write_text(text.replace('{"title"', '\n{"title"') + "\n")


if __name__ == "__main__":
    main()
