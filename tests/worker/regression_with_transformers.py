# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens what a run of task: regression has left with the tools its user has: transformers, scikit-learn, SciPy.

    python regression_with_transformers.py RUN STEP_LOSS_FILE

STEP_LOSS_FILE: the rows of the run's one training step, whose learning rate was next to nothing; "" for none.
Exits 42 where a tool is not installed, else prints what is wrong and exits 1, or "ok".
"""

import json
import logging
import sys

logging.disable(logging.WARNING)
try:
    import numpy as np
    import torch
    from scipy.stats import pearsonr, spearmanr
    from sklearn.metrics import mean_absolute_error, mean_squared_error, r2_score
    from transformers import AutoModelForSequenceClassification, AutoTokenizer
except ImportError as error:
    print(error)
    sys.exit(42)

from finished_run import RUN, end, expect, rows_of


def answers(model, tokenizer, texts):
    inputs = tokenizer(texts, truncation=True, max_length=40, padding=True, return_tensors="pt")
    return inputs, model(**inputs).logits.squeeze(1)


def check_predictions(model, tokenizer, rows):
    expect(list(rows[0]) == ["text", "label", "prediction", "loss", "line"], f"columns {list(rows[0])}")
    ours = torch.tensor([float(row["prediction"]) for row in rows])
    truth = torch.tensor([float(row["label"]) for row in rows])
    with torch.no_grad():
        inputs, theirs = answers(model, tokenizer, [row["text"] for row in rows])
        loss = model(**inputs, labels=truth).loss.item()
    error = (theirs - ours).abs().max().item()
    expect(error <= 1e-5, f"predictions differ by {error}")
    expect(ours.max() - ours.min() > 1e-3, "the predictions are all alike: nothing was compared")
    report = json.loads((RUN / "report.json").read_text())
    expect(report["task"] == "regression", f"report.json is of {report.get('task')}")
    expect(abs(report["test_loss"] - loss) <= 1e-5 * max(1, loss), f"test loss {report['test_loss']}, not {loss}")
    truth, ours = truth.double().numpy(), ours.double().numpy()
    expected = {
        "pearson": pearsonr(truth, ours).statistic,
        "spearman": spearmanr(truth, ours).statistic,
        "mse": mean_squared_error(truth, ours),
        "mae": mean_absolute_error(truth, ours),
        "r2": r2_score(truth, ours),
    }
    text = (RUN / "report.txt").read_text()
    for name, value in expected.items():
        expect(abs(report["metrics"][name] - value) <= 1e-9, f"{name} {report['metrics'][name]}, not {value}")
        expect(f"{value:.4f}" in text, f"{name} {value:.4f} is not in report.txt:\n{text}")
    losses = np.array([float(row["loss"]) for row in rows])
    expect(np.abs(losses - (truth - ours) ** 2).max() <= 1e-6, "losses of rows differ")


def check_step(model, tokenizer, rows):
    """The run's only step changed next to nothing: its loss is that of the model it left."""
    truth = torch.tensor([float(row["label"]) for row in rows])
    inputs, _ = answers(model, tokenizer, [row["text"] for row in rows])
    loss = model(**inputs, labels=truth).loss
    logged = [float(row["train_loss"]) for row in rows_of(RUN / "metrics.csv") if row["train_loss"]]
    expect(len(logged) == 1, f"{len(logged)} logged steps")
    expect(abs(logged[0] - loss.item()) <= 1e-5 * max(1, loss.item()), f"step loss {logged[0]}, not {loss.item()}")
    loss.backward()
    norm = torch.cat([p.grad.flatten() for p in model.parameters() if p.grad is not None]).norm().item()
    ours = [float(row["grad_norm"]) for row in rows_of(RUN / "metrics.csv") if row["grad_norm"]][0]
    expect(abs(ours - norm) <= 1e-4 * norm, f"gradient norm {ours}, not {norm}")


def main():
    for name in ("best", "final"):
        model, info = AutoModelForSequenceClassification.from_pretrained(RUN / name, output_loading_info=True)
        for key in ("missing_keys", "unexpected_keys", "mismatched_keys", "error_msgs"):
            expect(not info[key], f"{name}: {key}: {info[key]}")
        expect(model.config.problem_type == "regression", f"problem_type {model.config.problem_type}")
        expect(model.config.num_labels == 1, f"{model.config.num_labels} labels")
    model, tokenizer = model.eval(), AutoTokenizer.from_pretrained(RUN / "final")
    best = AutoModelForSequenceClassification.from_pretrained(RUN / "best").eval()
    check_predictions(best, tokenizer, rows_of(RUN / "predictions.csv"))
    if sys.argv[2]:
        check_step(model, tokenizer, rows_of(sys.argv[2]))
    end()


main()
