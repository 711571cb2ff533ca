# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens what a run of task: sentence-embedding has left with the tools its user has: transformers and PyTorch, and
sentence-transformers where it is installed.

    python sentence_embedding_with_transformers.py RUN EMBEDDED

EMBEDDED: the JSONL that tunedesk predict --file --out wrote of the test rows with RUN/best. Exits 42 where a tool is not
installed, else prints what is wrong and exits 1, or "ok".
"""

import json
import logging
import pathlib
import sys

logging.disable(logging.WARNING)
try:
    import torch
    from transformers import AutoModel, AutoTokenizer
except ImportError as error:
    print(error)
    sys.exit(42)
try:
    from sentence_transformers import SentenceTransformer
except ImportError:
    SentenceTransformer = None

from finished_run import RUN, end, expect, rows_of

BEST = RUN / "best"


def encoded(model, tokenizer, text, first):
    inputs = tokenizer(text, truncation=True, max_length=40, return_tensors="pt")
    hidden = model(**inputs).last_hidden_state[0]
    return hidden[0] if first else hidden.mean(0)


def main():
    config = json.loads((BEST / "config.json").read_text())
    expect(config["architectures"][0].endswith("Model"), f"architectures: {config['architectures']}")
    modules = [module["type"].rsplit(".", 1)[1] for module in json.loads((BEST / "modules.json").read_text())]
    expect(modules == ["Transformer", "Pooling"], f"modules: {modules}")
    first = json.loads((BEST / "1_Pooling" / "config.json").read_text())["pooling_mode_cls_token"]
    model, info = AutoModel.from_pretrained(BEST, output_loading_info=True)
    model.eval()
    missing = [name for name in info["missing_keys"] if "pooler" not in name]
    expect(not missing and not info["unexpected_keys"], f"keys: {missing}, {info['unexpected_keys']}")
    tokenizer = AutoTokenizer.from_pretrained(BEST)
    predictions = rows_of(RUN / "predictions.csv")
    rows = [json.loads(line) for line in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()]
    expect(len(rows) == len(predictions), f"{len(rows)} embeddings, {len(predictions)} predictions")
    with torch.no_grad():
        a = torch.stack([encoded(model, tokenizer, row["anchor"], first) for row in rows])
        b = torch.stack([encoded(model, tokenizer, row["positive"], first) for row in rows])
    for key, ours in (("embedding", a), ("pair_embedding", b)):
        off = (torch.tensor([row[key] for row in rows]) - ours).abs().max().item()
        expect(off < 1e-4, f"{key} is off by {off}")
    unit = torch.nn.functional.normalize
    cosines = (unit(a, dim=1) * unit(b, dim=1)).sum(1)
    for i, row in enumerate(predictions):
        expect(abs(float(row["cosine"]) - cosines[i].item()) < 1e-4, f"row {i}: cosine {row['cosine']}, {cosines[i]}")
    # Ranks among the distinct second texts.
    texts = list(dict.fromkeys(row["positive"] for row in rows))
    place = {text: i for i, text in enumerate(texts)}
    candidates = torch.stack([b[[row["positive"] for row in rows].index(text)] for text in texts])
    scores = unit(a, dim=1) @ unit(candidates, dim=1).T
    reciprocal = 0.0
    for i, row in enumerate(rows):
        own = scores[i, place[row["positive"]]]
        rank = int(predictions[i]["rank"])
        low, high = (scores[i] > own + 1e-5).sum().item() + 1, (scores[i] >= own - 1e-5).sum().item()
        expect(low <= rank <= high, f"row {i}: rank {rank}, not {low} to {high}")
        reciprocal += 1 / rank / len(rows)
    report = json.loads((RUN / "report.json").read_text())["metrics"]
    expect(abs(report["mrr"] - reciprocal) < 1e-9, f"mrr {report['mrr']}, {reciprocal}")
    expect(abs(report["recall_at_5"] - sum(int(row["rank"]) <= 5 for row in predictions) / len(predictions)) < 1e-9,
           "recall_at_5")
    losses = torch.nn.functional.cross_entropy(20 * scores, torch.tensor([place[row["positive"]] for row in rows]))
    expect(abs(report["loss"] - losses.item()) < 1e-3, f"loss {report['loss']}, {losses.item()}")
    if SentenceTransformer:
        theirs = torch.tensor(SentenceTransformer(str(BEST), device="cpu").encode([row["anchor"] for row in rows]))
        off = (theirs - a).abs().max().item()
        expect(off < 1e-4, f"SentenceTransformer's embeddings are off by {off}")
    end()


main()
