#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the files of resources/samples/sst2 from the GLUE files of SST-2.

usage: make_sst2.py FOLDER_WITH_TRAIN_AND_DEV_TSV

Training: 8,000 different sentences drawn with a fixed seed, each class as often as in the full training file,
none of them a development sentence. Validation and test: the two halves of the 872 development sentences, again
drawn by class with a fixed seed, in the order of the development file.
"""
import random
import sys
from pathlib import Path

SEED = 123
TRAIN_SENTENCES = 8000
OUT = Path(__file__).resolve().parent / "sst2"


def read(path):
    lines = path.read_text(encoding="utf-8").split("\n")
    if lines[0] != "sentence\tlabel":
        raise SystemExit(f"{path}: the first line must be sentence<TAB>label")
    rows = [line.split("\t") for line in lines[1:] if line]
    return [(sentence.strip(), label) for sentence, label in rows]


def by_label(rows):
    groups = {}
    for row in rows:
        groups.setdefault(row[1], []).append(row)
    return dict(sorted(groups.items()))


def draw(rows, count, rng):
    """`count` of the rows, each label in its share (rounded to the nearest; the last label takes the rest)."""
    groups = by_label(rows)
    chosen = []
    for number, (label, group) in enumerate(groups.items()):
        last = number == len(groups) - 1
        share = count - len(chosen) if last else round(count * len(group) / len(rows))
        chosen += rng.sample(group, share)
    return chosen


def write(name, rows):
    text = "sentence\tlabel\n" + "".join(f"{sentence}\t{label}\n" for sentence, label in rows)
    (OUT / name).write_text(text, encoding="utf-8")
    print(name, len(rows), {label: len(group) for label, group in by_label(rows).items()})


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    folder = Path(sys.argv[1])
    rng = random.Random(SEED)
    OUT.mkdir(exist_ok=True)

    dev = read(folder / "dev.tsv")
    validation = set(draw(dev, len(dev) // 2, rng))
    write("validation.tsv", [row for row in dev if row in validation])
    write("test.tsv", [row for row in dev if row not in validation])

    held_out = {sentence for sentence, _ in dev}
    train = {}
    for sentence, label in read(folder / "train.tsv"):
        if sentence and sentence not in held_out:
            train.setdefault(sentence, label)
    chosen = draw(list(train.items()), TRAIN_SENTENCES, rng)
    rng.shuffle(chosen)
    write("train.tsv", chosen)


if __name__ == "__main__":
    main()
