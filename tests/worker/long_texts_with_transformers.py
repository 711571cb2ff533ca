# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the rows of a run with data.stride 4, max_length 16 and max_windows 4 as transformers does: windows of the
fast tokenizer's overflowing encodings, and the mean of the model's logits over them.

    python long_texts_with_transformers.py RUN ANSWERS

ANSWERS: what `tunedesk predict --file` wrote for the test rows. Exits 42 where a tool is not installed, else prints
what is wrong and exits 1, or "ok".
"""

import json
import logging
import sys

logging.disable(logging.WARNING)
try:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer
except ImportError as error:
    print(error)
    sys.exit(42)

from finished_run import RUN, end, problems, rows_of


def logits_of(model, tokenizer, text):
    windows = tokenizer(text, truncation=True, max_length=16, stride=4, return_overflowing_tokens=True, padding=True,
                        return_tensors="pt")
    inputs = {name: windows[name][:4] for name in ("input_ids", "attention_mask", "token_type_ids")}
    with torch.no_grad():
        return model(**inputs).logits.mean(0), len(windows["input_ids"])


def main():
    model = AutoModelForSequenceClassification.from_pretrained(RUN / "best").eval()
    tokenizer = AutoTokenizer.from_pretrained(RUN / "best")
    rows = rows_of(RUN / "predictions.csv")
    names = [model.config.id2label[i] for i in range(model.config.num_labels)]
    answers = rows_of(sys.argv[2])
    counts = []
    for row, answer in zip(rows, answers, strict=True):
        logits, windows = logits_of(model, tokenizer, row["text"])
        counts.append(windows)
        theirs = logits.softmax(0)
        for i, name in enumerate(names):
            for kind, source in (("the test's", row), ("the predicted file's", answer)):
                ours = float(source[f"prob_{name}"])
                if abs(ours - theirs[i].item()) > 1e-5:
                    problems.append(f"{kind} probability of {name} of line {row['line']}: {ours}, not {theirs[i]}")
    if max(counts) <= 4 or min(counts) > 1:
        problems.append(f"rows have {min(counts)} to {max(counts)} windows: some were to be cut, and some to have one")
    report = json.loads((RUN / "report.json").read_text())
    if report["test_windowed_rows"] != sum(count > 1 for count in counts):
        problems.append(f"{report['test_windowed_rows']} rows in windows")
    if report["test_windows"] != sum(min(count, 4) for count in counts):
        problems.append(f"{report['test_windows']} windows")
    end()


main()
