# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes entities.json: seqeval's entities and reports of many tag sequences, broken ones among them.

Run from the repository's root: python tests/golden/make_entities.py
Needs seqeval (1.2.2 made the committed file) and what it needs (scikit-learn, NumPy).
BILOU is scored in the default mode with the letters of IOBES, since seqeval knows L and U in its strict mode alone.
"""

import json
import random
import warnings
from pathlib import Path

from seqeval.metrics import accuracy_score, classification_report
from seqeval.metrics.sequence_labeling import get_entities
from seqeval.scheme import BILOU, IOB1, IOB2, IOBES, Entities

warnings.filterwarnings("ignore")  # undefined scores and odd tags are what some cases are about
SCHEMES = {"IOB1": (IOB1, "BI"), "IOB2": (IOB2, "BI"), "IOBES": (IOBES, "BIES"), "BILOU": (BILOU, "BILU")}
TYPES = {"four": ["PER", "LOC", "ORG", "MISC"], "one": ["X"], "none": [""], "odd": ["a-b", "-c", "d-", "日本", "é"],
         "many": [f"T{i}" for i in range(30)]}


def default_form(sequence, scheme):
    return [{"L": "E", "U": "S"}.get(tag[0], tag[0]) + tag[1:] for tag in sequence] if scheme == "BILOU" else sequence


def tag(letter, kind):
    return letter + ("-" + kind if kind else "")


def valid(rng, scheme, kinds, length):
    """Tags of random entities, marked as the scheme marks them."""
    tags, before = [], None
    while len(tags) < length:
        if rng.random() < 0.4:
            tags.append("O")
            before = None
            continue
        kind, words = rng.choice(kinds), rng.randint(1, 4)
        if scheme == "IOB1":
            letters = ("B" if before == kind else "I") + "I" * (words - 1)
        elif scheme == "IOB2":
            letters = "B" + "I" * (words - 1)
        else:
            last, single = ("E", "S") if scheme == "IOBES" else ("L", "U")
            letters = single if words == 1 else "B" + "I" * (words - 2) + last
        tags += [tag(letter, kind) for letter in letters]
        before = kind
    return tags[:length]


def broken(rng, scheme, kinds, length):
    letters = SCHEMES[scheme][1]
    return [tag(rng.choice(letters), rng.choice(kinds)) if rng.random() < 0.7 else "O" for _ in range(length)]


def changed(rng, tags, scheme, kinds, share):
    return [broken(rng, scheme, kinds, 1)[0] if rng.random() < share else old for old in tags]


def scores(truth, predicted, **options):
    values = classification_report(truth, predicted, output_dict=True, zero_division=0, **options)
    names = [name for name in values if not name.endswith(" avg")]
    number = lambda of: [float(of["precision"]), float(of["recall"]), float(of["f1-score"]), int(of["support"])]
    return {"types": names, "by_type": [number(values[name]) for name in names],
            "micro": number(values["micro avg"]), "macro": number(values["macro avg"]),
            "weighted": number(values["weighted avg"]),
            "text": classification_report(truth, predicted, digits=4, zero_division=0, **options)}


def case(title, scheme, truth, predicted):
    known = SCHEMES[scheme][0]
    plain = [[default_form(row, scheme) for row in rows] for rows in (truth, predicted)]
    result = {"title": title, "scheme": scheme, "truth": truth, "predicted": predicted,
              "entities": [[list(entity) for entity in get_entities(row)] for row in plain[0] + plain[1]],
              "strict_entities": [[[e.tag, e.start, e.end - 1] for e in row]
                                  for rows in (truth, predicted) for row in Entities(rows, known).entities],
              "accuracy": accuracy_score(truth, predicted), "default": scores(*plain)}
    strict = Entities(truth, known).unique_tags | Entities(predicted, known).unique_tags
    if strict:  # seqeval makes no report without any entity
        result["strict"] = scores(truth, predicted, mode="strict", scheme=known)
    return result


def main():
    rng = random.Random(25)
    cases = []
    for scheme in SCHEMES:
        for title, kinds in TYPES.items():
            rows = 24 if title == "many" else 6
            lengths = [rng.randint(1, 10) for _ in range(rows)]
            truth = [valid(rng, scheme, kinds, length) for length in lengths]
            for name, share in (("right", 0), ("some wrong", 0.2), ("most wrong", 0.7)):
                if title != "four" and name != "some wrong":
                    continue
                cases.append(case(f"{scheme}, {title}, {name}", scheme, truth,
                                  [changed(rng, row, scheme, kinds, share) for row in truth]))
            if title != "many":
                cases.append(case(f"{scheme}, {title}, broken", scheme, [broken(rng, scheme, kinds, n) for n in lengths],
                                  [broken(rng, scheme, kinds, n) for n in lengths]))
        cases.append(case(f"{scheme}, nothing found", scheme, [valid(rng, scheme, TYPES["four"], 9)], [["O"] * 9]))
        cases.append(case(f"{scheme}, nothing there", scheme, [["O"] * 9], [valid(rng, scheme, TYPES["four"], 9)]))
    target = Path(__file__).with_name("entities.json")
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in cases)
    target.write_text(f'{{"seqeval":"1.2.2","cases":[\n{lines}\n]}}\n', encoding="utf-8")
    print(target, len(cases), "cases")


if __name__ == "__main__":
    main()
