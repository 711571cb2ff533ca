# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes attribution.json: gradient x input of tests/golden/models as transformers and autograd compute it.

Run from the repository's root: python tests/golden/make_attribution.py
Needs torch and transformers 4.57.
"""

import json
from pathlib import Path

import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer

HERE = Path(__file__).parent
TEXTS = [("this film is very good.", ""), ("a dull plot, and awful, awful acting!", ""), ("", ""),
         ("good cast", "but not a good story")]


def attribution(model, tokenizer, text, pair, of_class):
    inputs = tokenizer(text, pair or None, return_tensors="pt", truncation=True,
                       max_length=model.config.max_position_embeddings)
    ids = inputs.pop("input_ids")
    if model.config.model_type != "bert":
        inputs.pop("token_type_ids", None)
    words = model.get_input_embeddings()(ids).detach().requires_grad_()
    logits = model(inputs_embeds=words, **inputs).logits[0]
    chosen = int(logits.argmax()) if of_class is None else of_class
    (gradient,) = torch.autograd.grad(logits[chosen], words)
    return {
        "text": text,
        "pair": pair,
        "class": of_class,
        "of_class": chosen,
        "tokens": tokenizer.convert_ids_to_tokens(ids[0].tolist()),
        "probabilities": logits.softmax(0).tolist(),
        "contributions": (gradient[0].double() * words[0].double()).sum(-1).tolist(),
    }


def main():
    cases = []
    for name in ("tiny-bert", "tiny-distilbert"):
        folder = HERE / "models" / name
        model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
        tokenizer = AutoTokenizer.from_pretrained(folder)
        for text, pair in TEXTS:
            for of_class in (None, 0, 1):
                cases.append({"model": name, **attribution(model, tokenizer, text, pair, of_class)})
    text = json.dumps(cases, separators=(",", ":")).replace('{"model"', '\n{"model"')
    (HERE / "attribution.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
