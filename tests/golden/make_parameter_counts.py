# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes parameter_counts.json: parameters and forward FLOPs of classifiers that transformers builds.

Run from the repository's root: python tests/golden/make_parameter_counts.py
Needs transformers and torch (4.57.6 and 2.11 made the committed file). No weights are downloaded.
"""

import json
from pathlib import Path

import torch
import transformers
from torch.utils.flop_counter import FlopCounterMode
from transformers import BertConfig, BertForSequenceClassification
from transformers import DistilBertConfig, DistilBertForSequenceClassification
from transformers import ElectraConfig, ElectraForSequenceClassification
from transformers import RobertaConfig, RobertaForSequenceClassification

MINILM = dict(vocab_size=30522, hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536)
TINY = dict(vocab_size=101, hidden_size=24, num_hidden_layers=3, num_attention_heads=4, intermediate_size=40)


def count(parameters):
    return sum(p.numel() for p in parameters)


def flops(model, lengths):
    """Every sequence alone, so that no padding is counted; attention as plain matrix products."""
    total = 0
    for length in lengths:
        with torch.no_grad(), FlopCounterMode(display=False) as counter:
            model(input_ids=torch.ones((1, length), dtype=torch.long))
        total += counter.get_total_flops()
    return total


def build(architecture, fields, labels):
    """The model, its layers, and the first linear layer of its head."""
    settings = dict(num_labels=labels, attn_implementation="eager")
    if architecture == "distilbert":
        names = dict(hidden_size="dim", num_hidden_layers="n_layers", num_attention_heads="n_heads",
                     intermediate_size="hidden_dim")
        config = DistilBertConfig(**{names.get(k, k): v for k, v in fields.items()}, **settings)
        model = DistilBertForSequenceClassification(config).eval()
        return model, model.distilbert.transformer.layer, model.pre_classifier, model.classifier
    if architecture == "roberta":
        model = RobertaForSequenceClassification(RobertaConfig(**fields, **settings)).eval()
        return model, model.roberta.encoder.layer, model.classifier.dense, model.classifier.out_proj
    if architecture == "electra":
        model = ElectraForSequenceClassification(ElectraConfig(**fields, **settings)).eval()
        return model, model.electra.encoder.layer, model.classifier.dense, model.classifier.out_proj
    model = BertForSequenceClassification(BertConfig(**fields, **settings)).eval()
    return model, model.bert.encoder.layer, model.bert.pooler, model.classifier


def case(title, architecture, fields, labels, lengths):
    model, layers, dense, classifier = build(architecture, fields, labels)
    config = model.config
    head = count(dense.parameters()) + count(classifier.parameters())
    return {
        "title": title,
        "architecture": architecture,
        "fields": {"max_position_embeddings": config.max_position_embeddings,
                   "type_vocab_size": getattr(config, "type_vocab_size", 0), **fields},
        "labels": labels,
        "parameters": count(model.parameters()),
        "last_layers": [head + sum(count(layer.parameters()) for layer in list(layers)[len(layers) - n:])
                        for n in range(len(layers) + 1)],
        "lengths": lengths,
        "forward_flops": flops(model, lengths),
    }


def main():
    cases = [
        case("MiniLM-L6", "bert", MINILM, 2, [7, 128, 31]),
        case("BERT base", "bert", {}, 3, [16]),
        case("DistilBERT", "distilbert", {}, 2, [16, 9]),
        case("small BERT", "bert", {**TINY, "max_position_embeddings": 33, "type_vocab_size": 3}, 5, [33, 1, 2]),
        case("small RoBERTa", "roberta", {**TINY, "max_position_embeddings": 36, "type_vocab_size": 1}, 2, [33, 1]),
        case("small ELECTRA", "electra", {**TINY, "embedding_size": 16, "max_position_embeddings": 33}, 3, [33, 1]),
        case("small DistilBERT", "distilbert", {**TINY, "max_position_embeddings": 33}, 7, [33, 1, 2]),
    ]
    defaults = {key: getattr(BertConfig(), key) for key in MINILM}
    for entry in cases:
        entry["fields"] = {**defaults, **entry["fields"]}
        if entry["title"] == "DistilBERT":
            entry["fields"]["num_hidden_layers"] = DistilBertConfig().n_layers
    target = Path(__file__).with_name("parameter_counts.json")
    text = json.dumps({"transformers": transformers.__version__, "cases": cases}, indent=1)
    target.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
