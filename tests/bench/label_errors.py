#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Turns some labels of SST-2 around and measures how many of them `tunedesk labels` lists first.

usage: label_errors.py [--build build/release] [--rows 8000] [--flip 0.05] [--folds 4] [--epochs 2] [--python PYTHON]
                       [--keep FOLDER]

The rows are the first of data/sst2/train.tsv in a seeded order. `queue add --folds` trains a model for each part, tested
on rows that it has not seen; `labels` lists the rows by the evidence against their labels. The figure is the share of the
turned labels that stand among the first 5 % of all rows, by all evidence and by the model's alone. With a Python that has
cleanlab, the same probabilities are ranked by its label quality scores too. A Markdown table goes to standard output.
--keep leaves rows and runs in FOLDER, and a second call with it ranks them without training.
"""
import argparse
import csv
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
CLEANLAB = """
import csv, sys, numpy
from cleanlab.rank import get_label_quality_scores
rows = list(csv.DictReader(sys.stdin))
names = [c[5:] for c in rows[0] if c.startswith("prob_")]
labels = numpy.array([names.index(r["label"]) for r in rows])
probabilities = numpy.array([[float(r["prob_" + n]) for n in names] for r in rows])
for method in ("self_confidence", "normalized_margin"):
    print(method, *numpy.argsort(get_label_quality_scores(labels, probabilities, method=method), kind="stable"))
"""


def write_rows(folder, count, flip):
    rows = list(csv.DictReader(open(SOURCE.parent / "shared/data/sst2/train.tsv", encoding="utf-8"), delimiter="\t"))
    random.Random(1).shuffle(rows)
    rows = rows[:count]
    flipped = set(random.Random(2).sample(range(len(rows)), round(flip * len(rows))))
    with open(folder / "rows.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["sentence", "label"])
        for i, row in enumerate(rows):
            writer.writerow([row["sentence"], 1 - int(row["label"]) if i in flipped else row["label"]])
    return {i + 2 for i in flipped}, len(rows)  # lines of the file


def train(program, folder, options):
    environment = os.environ | {name: str(folder) for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
    (folder / "preset.yaml").write_text(
        f"tunedesk: 1\nname: labels\nmodel: {{path: {SOURCE}/.deps/models/all-MiniLM-L6-v2}}\n"
        f"data: {{train: {folder}/rows.csv, validation_split: 0.05, text_column: sentence, max_length: 64}}\n"
        f"training: {{per_device_train_batch_size: 32, num_train_epochs: {options.epochs}, learning_rate: 1e-4, "
        "lr_scheduler_type: linear, warmup_ratio: 0.1}\ncheckpoint: {every_n_steps: 0, keep: 1}\n")
    runs = [folder / "runs" / f"fold-{i + 1}" for i in range(options.folds)]
    if not (folder / "runs").exists():
        subprocess.run([program, "--no-gui", "queue", "add", folder / "preset.yaml", "--folds", str(options.folds), "--group",
                        "labels", "--run-dir", folder / "runs"], env=environment, check=True, stdout=subprocess.DEVNULL)
    while not all((run / "exit.json").exists() for run in runs):
        time.sleep(1)
    for run in runs:
        if json.loads((run / "exit.json").read_text())["code"] != 0:
            sys.exit(f"{run} failed")
    subprocess.run([program, "--no-gui", "labels", "--group", "labels", "--out", folder / "labels.csv"], env=environment,
                   check=True, stdout=subprocess.DEVNULL)
    return runs


def found(lines, flipped, rows):
    first = lines[: round(0.05 * rows)]
    return len(flipped.intersection(first)) / len(flipped)


def cleanlab_orders(python, tested):
    with tempfile.TemporaryFile("w+", newline="") as file:
        writer = csv.DictWriter(file, tested[0].keys())
        writer.writeheader()
        writer.writerows(tested)
        file.seek(0)
        answer = subprocess.run([python, "-c", CLEANLAB], stdin=file, capture_output=True, text=True, check=True)
    for line in answer.stdout.splitlines():
        method, *order = line.split()
        yield "cleanlab, " + method, [int(tested[int(i)]["line"]) for i in order]


def measure(folder, options):
    flipped, rows = write_rows(folder, options.rows, options.flip)
    start = time.monotonic()
    runs = train(options.build.resolve() / "bin/tunedesk", folder, options)
    seconds = time.monotonic() - start
    listed = list(csv.DictReader(open(folder / "labels.csv", encoding="utf-8")))
    by_model = sorted(listed, key=lambda row: -float(row["model"]))
    ranked = {"tunedesk labels": [int(row["line"]) for row in listed],
              "tunedesk labels, the model's evidence alone": [int(row["line"]) for row in by_model]}
    tested = [row for run in runs for row in csv.DictReader(open(run / "predictions.csv", encoding="utf-8"))]
    turned = [row for row in tested if int(row["line"]) in flipped]
    others = [row for row in tested if int(row["line"]) not in flipped]
    right = sum(row["label"] == row["prediction"] for row in others) + sum(row["label"] != row["prediction"] for row in turned)
    if options.python:
        ranked.update(cleanlab_orders(options.python, tested))
    print(f"{rows} rows, {len(flipped)} labels turned, {options.folds} folds, {options.epochs} epochs, {seconds:.0f} s; "
          f"accuracy by the labels before {right / len(tested):.4f}\n\n| ranked by | found in the first 5 % |\n|---|---|")
    for what, lines in ranked.items():
        print(f"| {what} | {100 * found(lines, flipped, rows):.1f} % |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=SOURCE / "build/release")
    parser.add_argument("--rows", type=int, default=8000)
    parser.add_argument("--flip", type=float, default=0.05)
    parser.add_argument("--folds", type=int, default=4)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--python", help="one that has cleanlab")
    parser.add_argument("--keep", type=Path, help="where rows and runs stay")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        return measure(options.keep.resolve(), options)
    with tempfile.TemporaryDirectory(prefix="tunedesk-labels-") as name:
        measure(Path(name), options)


main()
