# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens what a run of task: token-classification has left with the tools its user has: transformers and PyTorch.

    python token_classification_with_transformers.py RUN CLASS STEP_ROWS

CLASS: of transformers, that best/ and final/ are to name. STEP_ROWS: the JSONL rows of the run's one training step,
whose learning rate was next to nothing; "" for none. Exits 42 where a tool is not installed, else prints what is wrong
and exits 1, or "ok".
"""

import json
import logging
import sys

logging.disable(logging.WARNING)
try:
    import torch
    from transformers import AutoModelForTokenClassification, AutoTokenizer
except ImportError as error:
    print(error)
    sys.exit(42)

from finished_run import RUN, end, expect, rows_of


def entities(tags):
    """Those of IOB2 tags, where an I that continues nothing begins one, as seqeval and conlleval find them."""
    found, begin, kind = [], None, None
    for i, tag in enumerate(tags + ["O"]):
        letter, _, name = tag.partition("-")
        if begin is not None and (letter in "BO" or name != kind):
            found.append((kind, begin, i))
            begin = None
        if begin is None and letter != "O":
            begin, kind = i, name
    return found


def scores(truth, predicted):
    right = sum(len(set(entities(a)) & set(entities(b))) for a, b in zip(truth, predicted))
    said, there = (sum(len(entities(row)) for row in rows) for rows in (predicted, truth))
    precision, recall = right / max(1, said), right / max(1, there)
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / ((precision + recall) or 1)}


def encoded(model, tokenizer, words, tags):
    """One row's inputs, its labels as run_ner.py aligns them, and the first token of each word."""
    inputs = tokenizer(words, is_split_into_words=True, truncation=True, max_length=40, return_tensors="pt")
    before, labels, firsts = None, [], []
    for token, word in enumerate(inputs.word_ids()):
        is_first = word is not None and word != before
        labels.append(model.config.label2id[tags[word]] if is_first else -100)
        if is_first:
            firsts.append(token)
        before = word
    return inputs, torch.tensor([labels]), firsts


def mean_loss(model, tokenizer, rows):
    """Over all labelled tokens together."""
    total, count = 0, 0
    for words, tags in rows:
        inputs, labels, firsts = encoded(model, tokenizer, words, tags)
        total = total + model(**inputs, labels=labels).loss * len(firsts)
        count += len(firsts)
    return total / count


def check_predictions(model, tokenizer, rows):
    expect(list(rows[0]) == ["text", "tags", "predicted_tags", "loss", "line"], f"columns {list(rows[0])}")
    truth, ours = ([row[column].split(" ") for row in rows] for column in ("tags", "predicted_tags"))
    for row, tags, said in zip(rows, truth, ours):
        inputs, labels, firsts = encoded(model, tokenizer, row["text"].split(" "), tags)
        with torch.no_grad():
            result = model(**inputs, labels=labels)
        theirs = [model.config.id2label[i.item()] for i in result.logits[0, firsts].argmax(1)]
        expect(theirs == said, f"{row['text']}: {said}, not {theirs}")
        expect(abs(result.loss.item() - float(row["loss"])) <= 1e-5, f"loss {row['loss']}, not {result.loss.item()}")
    with torch.no_grad():
        loss = mean_loss(model, tokenizer, [(row["text"].split(" "), tags) for row, tags in zip(rows, truth)]).item()
    report = json.loads((RUN / "report.json").read_text())
    expect(report["task"] == "token-classification", f"report.json is of {report.get('task')}")
    expect(abs(report["test_loss"] - loss) <= 1e-5, f"test loss {report['test_loss']}, not {loss}")
    for name, value in scores(truth, ours).items():
        expect(abs(report["metrics"][name] - value) <= 1e-12, f"{name} {report['metrics'][name]}, not {value}")


def check_step(model, tokenizer, path):
    """The run's only step changed next to nothing: its loss is that of the model it left."""
    rows = [(row["tokens"], row["tags"]) for row in map(json.loads, open(path, encoding="utf-8"))]
    loss = mean_loss(model, tokenizer, rows)
    logged = [row for row in rows_of(RUN / "metrics.csv") if row["train_loss"]]
    expect(len(logged) == 1, f"{len(logged)} logged steps")
    ours = float(logged[0]["train_loss"])
    expect(abs(ours - loss.item()) <= 1e-5, f"step loss {ours}, not {loss.item()}")
    loss.backward()
    norm = torch.cat([p.grad.flatten() for p in model.parameters() if p.grad is not None]).norm().item()
    expect(abs(float(logged[0]["grad_norm"]) - norm) <= 1e-4 * norm,
           f"gradient norm {logged[0]['grad_norm']}, not {norm}")


def main():
    for name in ("best", "final"):
        model, info = AutoModelForTokenClassification.from_pretrained(RUN / name, output_loading_info=True)
        for key in ("missing_keys", "unexpected_keys", "mismatched_keys", "error_msgs"):
            expect(not info[key], f"{name}: {key}: {info[key]}")
        expect(model.config.architectures == [sys.argv[2]], f"architectures {model.config.architectures}")
        names = [model.config.id2label[i] for i in range(model.config.num_labels)]
        expect(names == ["B-LOC", "B-PER", "I-LOC", "I-PER", "O"], f"labels {names}")
    tokenizer = AutoTokenizer.from_pretrained(RUN / "final", add_prefix_space=True)
    best = AutoModelForTokenClassification.from_pretrained(RUN / "best").eval()
    check_predictions(best, tokenizer, rows_of(RUN / "predictions.csv"))
    if sys.argv[3]:
        check_step(model.eval(), tokenizer, sys.argv[3])
    end()


main()
