# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes regression.json: scikit-learn's and SciPy's scores of true and predicted numbers.

Run from the repository's root: python tests/golden/make_regression.py
Needs scikit-learn (1.9.1 made the committed file) and SciPy (1.17.1).
"""

import json
import warnings
from pathlib import Path

import numpy as np
from scipy.stats import pearsonr, spearmanr
from sklearn.metrics import mean_absolute_error, mean_squared_error, r2_score

warnings.filterwarnings("ignore")  # constant numbers are what some cases are about


def plain(value):
    return float(value) if np.isfinite(value) else None


def case(title, truth, predicted):
    truth = np.asarray(truth, dtype=np.float32).astype(np.float64)
    predicted = np.asarray(predicted, dtype=np.float32).astype(np.float64)
    return {
        "title": title,
        "truth": truth.tolist(),
        "predicted": predicted.tolist(),
        "pearson": plain(pearsonr(truth, predicted).statistic),
        "spearman": plain(spearmanr(truth, predicted).statistic),
        "mse": plain(mean_squared_error(truth, predicted)),
        "mae": plain(mean_absolute_error(truth, predicted)),
        "r2": plain(r2_score(truth, predicted)),
    }


def main():
    rng = np.random.default_rng(5)
    truth = rng.uniform(0, 5, 200)
    cases = [
        case("near", truth, truth + rng.normal(0, 0.5, 200)),
        case("unrelated", truth, rng.uniform(0, 5, 200)),
        case("opposite", truth, -truth),
        case("right", truth, truth),
        case("ties", np.round(truth), np.round(truth + rng.normal(0, 1, 200))),
        case("far from zero", truth + 1e6, truth + 1e6 + rng.normal(0, 0.5, 200)),
        case("two rows", [1, 2], [1.5, 1.4]),
        case("constant prediction", truth, np.full(200, 2.5)),
        case("constant truth", np.full(10, 3.0), rng.uniform(0, 5, 10)),
        case("constant and right", np.full(10, 3.0), np.full(10, 3.0)),
        case("large and small", [1e-20, 1e20, 5, -3], [2e-20, 2e20, 4, -2]),
    ]
    path = Path(__file__).parent / "regression.json"
    path.write_text(json.dumps({"cases": cases}) + "\n")


main()
