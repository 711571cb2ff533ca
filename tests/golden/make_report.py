# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes classification_report.json: scikit-learn's reports for many confusion matrices.

Run from the repository's root: python tests/golden/make_report.py
Needs scikit-learn (1.9.1 made the committed file).
"""

import json
import warnings
from pathlib import Path

import numpy as np
import sklearn
from sklearn.metrics import classification_report

warnings.filterwarnings("ignore")  # zero divisions are what some cases are about


def case(title, matrix, names, digits=4):
    matrix = np.asarray(matrix)
    classes = len(names)
    truth = np.repeat(np.repeat(np.arange(classes), classes), matrix.ravel())
    prediction = np.repeat(np.tile(np.arange(classes), classes), matrix.ravel())
    present = [c for c in range(classes) if matrix[c].any() or matrix[:, c].any()]
    options = dict(target_names=[names[c] for c in present], zero_division=0)
    values = classification_report(truth, prediction, output_dict=True, **options)
    return {
        "title": title,
        "names": names,
        "matrix": matrix.tolist(),
        "digits": digits,
        "text": with_absent(classification_report(truth, prediction, digits=digits, **options), names, present),
        "macro": [values["macro avg"][k] for k in ("precision", "recall", "f1-score")],
        "weighted": [values["weighted avg"][k] for k in ("precision", "recall", "f1-score")],
        "accuracy": float((truth == prediction).mean()),
    }


def with_absent(text, names, present):
    """Lines for the classes that scikit-learn leaves out; their names must not be the longest."""
    lines = text.split("\n")
    width = lines[0].index("precision")
    fraction = ".0" if lines[2].endswith(".0") else ""
    for c, name in enumerate(names):
        if c not in present:
            lines.insert(2 + c, f"{name:>{width - 2}}  " + f"{'-':>9} " * 3 + f"{'0' + fraction:>9}")
    return "\n".join(lines)


def random_cases(random):
    for number in range(40):
        classes = int(random.integers(2, 21))
        # few counts give many scores that sit on a rounding tie
        matrix = random.integers(0, int(random.choice([2, 5, 9, 400])), (classes, classes))
        if number % 3 == 0:
            matrix[:, random.integers(classes)] = 0
        if number % 4 == 0:
            matrix[random.integers(classes)] = 0
        if number % 5 == 0:
            for absent in random.integers(1, classes, 2):
                matrix[absent] = matrix[:, absent] = 0
        matrix[0, 0] += 1
        yield case(f"random {number}", matrix, [f"class {c}" for c in range(classes)], int(random.choice([2, 4])))


def main():
    random = np.random.default_rng(20)
    two = [[380, 20], [35, 365]]
    cases = [
        case("two classes", two, ["negative", "positive"]),
        case("no digits", two, ["negative", "positive"], 0),
        case("two digits", two, ["negative", "positive"], 2),
        case("twenty digits", two, ["negative", "positive"], 20),
        case("class without rows", [[3, 1, 0], [0, 0, 0], [2, 0, 5]], ["a", "b", "c"]),
        case("class never predicted", [[3, 0, 1], [2, 0, 1], [2, 0, 5]], ["a", "b", "c"]),
        case("class neither seen nor predicted", [[3, 0, 1], [0, 0, 0], [2, 0, 5]], ["a", "b", "c"]),
        case("everything wrong", [[0, 7], [4, 0]], ["no", "yes"]),
        case("everything right", [[7, 0], [0, 4]], ["no", "yes"]),
        case("one row", [[0, 1], [0, 0]], ["no", "yes"]),
        case("single class", [[9]], ["only"]),
        case("long names", two, ["a name that is longer than the last heading", "b"]),
        case("other scripts", two, ["nicht schön", "とても良い 👍"]),
        case("combining and wide", two, ["e\u0301te\u0301", "한국어 이름이 꽤 길다 그리고 더"]),
        case("names with commas and quotes", two, ['so, "so"', ""]),
        case("a million rows", [[500000, 123456], [98765, 400001]], ["negative", "positive"]),
        case("150 classes", random.integers(0, 2, (150, 150)), [str(c) for c in range(150)]),
        *random_cases(random),
    ]
    target = Path(__file__).with_name("classification_report.json")
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in cases)
    target.write_text(f'{{"scikit-learn":"{sklearn.__version__}","cases":[\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
