# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens what a run has left with the tools its user has: transformers, scikit-learn, csv, tensorboard.

    python open_with_transformers.py RUN PAIRS(0|1) TRUNCATION_SIDE TYPE(fp32|bf16)

Exits 42 where one of them is not installed, else prints what is wrong and exits 1, or "ok".
"""

import csv
import json
import logging
import pathlib
import sys

logging.disable(logging.WARNING)
try:
    import torch
    from sklearn.metrics import classification_report, confusion_matrix
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    from transformers import AutoModelForSequenceClassification, AutoTokenizer
except ImportError as error:
    print(error)
    sys.exit(42)

RUN, PAIRS = pathlib.Path(sys.argv[1]), sys.argv[2] == "1"
problems = []


def expect(condition, text):
    if not condition:
        problems.append(text)


def rows_of(name):
    with open(RUN / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def open_model(name):
    model, info = AutoModelForSequenceClassification.from_pretrained(RUN / name, output_loading_info=True, dtype="auto")
    for key in ("missing_keys", "unexpected_keys", "mismatched_keys", "error_msgs"):
        expect(not info[key], f"{name}: {key}: {info[key]}")
    tokenizer = AutoTokenizer.from_pretrained(RUN / name)
    expect(tokenizer.truncation_side == sys.argv[3], f"{name}: it truncates the {tokenizer.truncation_side} side")
    expect(tokenizer.is_fast, f"{name}: the tokenizer is not the fast one")
    return model.eval(), tokenizer


def check_predictions(model, tokenizer, rows, names):
    expect([model.config.id2label[i] for i in range(len(names))] == names, "id2label is in another order")
    texts = [[row["text"] for row in rows]] + ([[row["text_pair"] for row in rows]] if PAIRS else [])
    # 40 is the preset's max_length; the settings in tokenizer.json must not be needed.
    inputs = tokenizer(*texts, truncation=True, max_length=40, padding=True, return_tensors="pt")
    with torch.no_grad():
        logits = model(**inputs).logits.double()
    probabilities = logits.softmax(1)
    ours = torch.tensor([[float(row["prob_" + name]) for name in names] for row in rows], dtype=torch.double)
    error = (probabilities - ours).abs().max().item()
    sixteen = model.dtype != torch.float32  # then activations are rounded at other places there
    expect(model.dtype == {"bf16": torch.bfloat16, "fp32": torch.float32}[sys.argv[4]], f"it opens as {model.dtype}")
    expect(error <= (0.02 if sixteen else 1e-4), f"probabilities differ by {error}")
    expect(ours.max(0).values.min() - ours.min() > 1e-3, "the probabilities are all alike: nothing was compared")
    expect([names[i] for i in ours.argmax(1)] == [row["prediction"] for row in rows], "predictions differ")
    if sixteen:
        return
    labels = torch.tensor([names.index(row["label"]) for row in rows])
    losses = torch.nn.functional.cross_entropy(logits, labels, reduction="none")
    error = (losses - torch.tensor([float(row["loss"]) for row in rows])).abs().max().item()
    expect(error <= 1e-3, f"losses of rows differ by {error}")


def check_report(rows, names):
    truth, guess = [row["label"] for row in rows], [row["prediction"] for row in rows]
    expected = classification_report(truth, guess, labels=names, digits=4, zero_division=0)
    shorter = classification_report(truth, guess, labels=names, zero_division=0)
    text = (RUN / "report.txt").read_text()
    expect(text.strip("\n") in (expected.strip("\n"), shorter.strip("\n")), f"report.txt:\n{text}\nnot\n{expected}")
    with open(RUN / "confusion.csv", newline="", encoding="utf-8") as file:
        table = list(csv.reader(file))
    counts = [[int(cell) for cell in line[1:]] for line in table[1:]]
    expect(counts == confusion_matrix(truth, guess, labels=names).tolist(), f"confusion.csv: {table}")
    accuracy = sum(a == b for a, b in zip(truth, guess)) / len(rows)
    report = json.loads((RUN / "report.json").read_text())
    expect(abs(accuracy - report["accuracy"]) < 1e-9, f"report.json says accuracy {report.get('accuracy')}")


def check_metrics():
    rows = rows_of("metrics.csv")
    steps = [int(row["step"]) for row in rows]
    expect(steps == sorted(steps), f"steps of metrics.csv: {steps}")
    losses = {int(row["step"]): float(row["train_loss"]) for row in rows if row["train_loss"]}
    expect(len(losses) > 3, "metrics.csv has hardly any train_loss")
    expect(any(row["val_acc"] for row in rows), "metrics.csv has no val_acc")
    accumulator = EventAccumulator(str(RUN / "tensorboard"), size_guidance={"scalars": 0})
    accumulator.Reload()
    board = {event.step: event.value for event in accumulator.Scalars("train/loss")}
    expect(board.keys() == losses.keys(), f"TensorBoard's steps: {sorted(board)}, metrics.csv's: {sorted(losses)}")
    for step, loss in losses.items():
        expect(abs(board.get(step, 0) - loss) <= 1e-5 * (1 + loss), f"train/loss at step {step}")


def main():
    rows = rows_of("predictions.csv")
    names = [key.removeprefix("prob_") for key in rows[0] if key.startswith("prob_")]
    model, tokenizer = open_model("best")
    open_model("final")
    check_predictions(model, tokenizer, rows, names)
    check_report(rows, names)
    check_metrics()
    print("\n".join(problems) or "ok")
    sys.exit(bool(problems))


main()
