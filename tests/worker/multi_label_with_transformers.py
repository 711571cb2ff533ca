# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens what a run of task: multi-label-classification has left with transformers and scikit-learn.

    python multi_label_with_transformers.py RUN STEP_LOSS_FILE

STEP_LOSS_FILE: the rows of the run's one training step, whose learning rate was next to nothing; "" for none.
Exits 42 where a tool is not installed, else prints what is wrong and exits 1, or "ok".
"""

import json
import logging
import sys
import warnings

logging.disable(logging.WARNING)
warnings.filterwarnings("ignore")  # labels that no row has
try:
    import numpy as np
    import torch
    from sklearn.metrics import accuracy_score, average_precision_score, f1_score
    from transformers import AutoModelForSequenceClassification, AutoTokenizer
except ImportError as error:
    print(error)
    sys.exit(42)

from finished_run import RUN, end, expect, rows_of


def indicators(model, fields, separator):
    ids = model.config.label2id
    matrix = np.zeros((len(fields), len(ids)))
    for row, field in enumerate(fields):
        for name in filter(None, (part.strip() for part in field.replace("[]", "").split(separator))):
            matrix[row, ids[name]] = 1
    return matrix


def answers(model, tokenizer, texts):
    inputs = tokenizer(texts, truncation=True, max_length=40, padding=True, return_tensors="pt")
    return inputs, model(**inputs).logits


def check_predictions(model, tokenizer, rows):
    names = [model.config.id2label[i] for i in range(model.config.num_labels)]
    columns = ["text", "labels", "predictions", *(f"prob_{name}" for name in names), "loss", "line"]
    expect(list(rows[0]) == columns, f"columns {list(rows[0])}")
    ours = np.array([[float(row[f"prob_{name}"]) for name in names] for row in rows])
    truth = indicators(model, [row["labels"] for row in rows], ",")
    said = indicators(model, [row["predictions"] for row in rows], ",")
    with torch.no_grad():
        inputs, logits = answers(model, tokenizer, [row["text"] for row in rows])
        loss = model(**inputs, labels=torch.tensor(truth, dtype=torch.float32)).loss.item()
    error = np.abs(logits.sigmoid().numpy() - ours).max()
    expect(error <= 1e-5, f"probabilities differ by {error}")
    expect(ours.max() - ours.min() > 1e-3, "the probabilities are all alike: nothing was compared")
    expect(np.array_equal(said, ours >= 0.5), "predictions are not the labels of at least 0.5")
    report = json.loads((RUN / "report.json").read_text())
    expect(report["task"] == "multi-label-classification", f"report.json is of {report.get('task')}")
    expect(abs(report["test_loss"] - loss) <= 1e-5, f"test loss {report['test_loss']}, not {loss}")
    expected = {
        "micro_f1": f1_score(truth, said, average="micro", zero_division=0),
        "macro_f1": f1_score(truth, said, average="macro", zero_division=0),
        "samples_f1": f1_score(truth, said, average="samples", zero_division=0),
        "subset_accuracy": accuracy_score(truth, said),
        "mean_average_precision": average_precision_score(truth, ours, average="macro"),
    }
    for name, value in expected.items():
        expect(abs(report["metrics"][name] - value) <= 1e-9, f"{name} {report['metrics'][name]}, not {value}")


def check_step(model, tokenizer, rows):
    """The run's only step changed next to nothing: its loss is that of the model it left."""
    truth = torch.tensor(indicators(model, [row["label"] for row in rows], "|"), dtype=torch.float32)
    inputs, _ = answers(model, tokenizer, [row["text"] for row in rows])
    loss = model(**inputs, labels=truth).loss
    logged = [float(row["train_loss"]) for row in rows_of(RUN / "metrics.csv") if row["train_loss"]]
    expect(len(logged) == 1, f"{len(logged)} logged steps")
    expect(abs(logged[0] - loss.item()) <= 1e-5, f"step loss {logged[0]}, not {loss.item()}")
    loss.backward()
    norm = torch.cat([p.grad.flatten() for p in model.parameters() if p.grad is not None]).norm().item()
    ours = [float(row["grad_norm"]) for row in rows_of(RUN / "metrics.csv") if row["grad_norm"]][0]
    expect(abs(ours - norm) <= 1e-4 * norm, f"gradient norm {ours}, not {norm}")


def main():
    for name in ("best", "final"):
        model, info = AutoModelForSequenceClassification.from_pretrained(RUN / name, output_loading_info=True)
        for key in ("missing_keys", "unexpected_keys", "mismatched_keys", "error_msgs"):
            expect(not info[key], f"{name}: {key}: {info[key]}")
        expect(model.config.problem_type == "multi_label_classification", f"problem_type {model.config.problem_type}")
    model, tokenizer = model.eval(), AutoTokenizer.from_pretrained(RUN / "final")
    best = AutoModelForSequenceClassification.from_pretrained(RUN / "best").eval()
    check_predictions(best, tokenizer, rows_of(RUN / "predictions.csv"))
    if sys.argv[2]:
        check_step(model, tokenizer, rows_of(sys.argv[2]))
    end()


main()
