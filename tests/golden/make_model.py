# SPDX-License-Identifier: GPL-3.0-or-later
"""Tiny models, and what transformers computes with them and with MiniLM: logits, loss and gradients in fp32.

    python tests/golden/make_model.py [MINILM_FOLDER]

Needs torch, transformers 4.57 and safetensors. Writes tests/golden/models/ (complete Hugging Face folders) and
tests/golden/model_*.safetensors, which tests/model/ reads. Without the folder of all-MiniLM-L6-v2 its file is
left as it is.
"""

import json
import pathlib
import sys

import torch
from safetensors.torch import save_file
from transformers import (AutoModelForSequenceClassification, BertConfig, BertForSequenceClassification,
                          BertTokenizerFast, DistilBertConfig, DistilBertForSequenceClassification,
                          DistilBertTokenizerFast, ElectraConfig, ElectraForSequenceClassification,
                          ElectraTokenizerFast, RobertaConfig, RobertaForSequenceClassification)

HERE = pathlib.Path(__file__).parent
MODELS = HERE / "models"
WORDS = """the a an it is was not very so this that film movie plot story cast good great fine bad dull awful
and or but of in to with no . , ! ? ' -""".split()


def vocabulary():
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *("##" + c for c in letters)]
    return words + [word for word in WORDS if word not in words]


def save_tokenizer(kind, folder):
    vocab = folder / "vocab.txt"
    vocab.write_text("\n".join(vocabulary()) + "\n")
    kind(str(vocab), do_lower_case=True, model_max_length=48).save_pretrained(folder)


def spread(model, generator):
    """Random weights wide enough that every parameter matters to the result."""
    for name, parameter in model.named_parameters():
        centre = 1.0 if name.endswith(("LayerNorm.weight", "layer_norm.weight")) else 0.0
        parameter.data = centre + 0.15 * torch.randn(parameter.shape, generator=generator)


def batch_of(generator, vocab, lengths, pairs, classes, first=1):
    rows = []
    for length in lengths:
        rows.append({
            "ids": torch.randint(first, vocab, (length,), generator=generator),
            "type_one": int(torch.randint(0, length, (1,), generator=generator)) if pairs else 0,
        })
    return rows, torch.randint(0, classes, (len(lengths),), generator=generator)


def padded(rows, pad):
    width = max(len(row["ids"]) for row in rows)
    ids = torch.full((len(rows), width), pad, dtype=torch.long)
    mask, types = torch.zeros_like(ids), torch.zeros_like(ids)
    for i, row in enumerate(rows):
        length = len(row["ids"])
        ids[i, :length], mask[i, :length] = row["ids"], 1
        types[i, length - row["type_one"]:length] = 1
    return ids, mask, types


def run(model, rows, labels):
    """Logits, loss and gradients of one padded batch, without dropout."""
    model.eval()
    model.zero_grad()
    ids, mask, types = padded(rows, model.config.pad_token_id)
    inputs = {"input_ids": ids, "attention_mask": mask, "labels": labels}
    if getattr(model.config, "type_vocab_size", 0) > 1:
        inputs["token_type_ids"] = types
    result = model(**inputs)
    result.loss.backward()
    return result.logits.detach(), result.loss.detach()


def batch_tensors(rows, labels):
    return {
        "batch.ids": torch.cat([row["ids"] for row in rows]).to(torch.int32),
        "batch.lengths": torch.tensor([len(row["ids"]) for row in rows], dtype=torch.int32),
        "batch.type_one": torch.tensor([row["type_one"] for row in rows], dtype=torch.int32),
        "batch.labels": labels.to(torch.int32),
    }


def tiny(name, kind, config, lengths, seed, tokenizer=None):
    generator = torch.Generator().manual_seed(seed)
    config._attn_implementation = "eager"
    model = kind(config)
    spread(model, generator)
    folder = MODELS / name
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder)
    if tokenizer:
        save_tokenizer(tokenizer, folder)
    rows, labels = batch_of(generator, config.vocab_size, lengths, getattr(config, "type_vocab_size", 0) > 1,
                            config.num_labels, config.pad_token_id + 1)
    logits, loss = run(model, rows, labels)
    tensors = batch_tensors(rows, labels) | {"logits": logits, "loss": loss}
    for key, parameter in model.named_parameters():
        tensors["grad." + key] = parameter.grad.contiguous()
    save_file(tensors, HERE / f"model_{name}.safetensors")


def minilm(path):
    """Of each gradient its norm and its largest elements: all of them would be 90 MB."""
    generator = torch.Generator().manual_seed(5)
    model = AutoModelForSequenceClassification.from_pretrained(path, num_labels=3,
                                                               attn_implementation="eager")
    model.classifier.weight.data = 0.05 * torch.randn(3, model.config.hidden_size, generator=generator)
    model.classifier.bias.data = 0.05 * torch.randn(3, generator=generator)
    rows, labels = batch_of(generator, model.config.vocab_size, [37, 5, 128, 16, 1, 64], True, 3)
    logits, loss = run(model, rows, labels)
    tensors = batch_tensors(rows, labels) | {
        "logits": logits, "loss": loss, "head.weight": model.classifier.weight.detach().clone(),
        "head.bias": model.classifier.bias.detach().clone()}
    for key, parameter in model.named_parameters():
        flat = parameter.grad.flatten()
        index = flat.abs().topk(min(16, flat.numel())).indices
        tensors["norm." + key] = flat.double().norm()
        tensors["index." + key], tensors["values." + key] = index.to(torch.int32), flat[index]
    save_file(tensors, HERE / "model_minilm.safetensors")


def losses():
    """torch.nn.CrossEntropyLoss with label smoothing and class weights: loss and gradient."""
    generator = torch.Generator().manual_seed(11)
    logits = 3 * torch.randn(7, 4, generator=generator)
    labels = torch.randint(0, 4, (7,), generator=generator)
    weights = torch.tensor([1.0, 0.25, 3.0, 0.5])
    cases = []
    for smoothing in (0.0, 0.1, 0.6):
        for weight in (None, weights):
            leaf = logits.clone().requires_grad_()
            loss = torch.nn.CrossEntropyLoss(weight=weight, label_smoothing=smoothing)(leaf, labels)
            loss.backward()
            cases.append({"smoothing": smoothing, "weights": [] if weight is None else weight.tolist(),
                          "loss": loss.item(), "gradient": leaf.grad.flatten().tolist()})
    text = {"logits": logits.flatten().tolist(), "labels": labels.tolist(), "classes": 4, "cases": cases}
    (HERE / "cross_entropy.json").write_text(json.dumps(text) + "\n")


def byte_level_tokenizer(folder):
    """RoBERTa's kind of tokenizer: the bytes, and what merges of a few words give."""
    from tokenizers import ByteLevelBPETokenizer
    from transformers import RobertaTokenizerFast
    bpe = ByteLevelBPETokenizer()
    bpe.train_from_iterator([" ".join(WORDS)] * 3, vocab_size=300, min_frequency=2, show_progress=False,
                            special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    bpe.save_model(str(folder))
    RobertaTokenizerFast(str(folder / "vocab.json"), str(folder / "merges.txt"),
                         model_max_length=48).save_pretrained(folder)


def roberta():
    config = RobertaConfig(vocab_size=300, hidden_size=24, num_hidden_layers=2, num_attention_heads=3,
                           intermediate_size=36, max_position_embeddings=50, type_vocab_size=1,
                           layer_norm_eps=1e-5, num_labels=3)
    tiny("tiny-roberta", RobertaForSequenceClassification, config, [9, 48, 2, 17, 1], 6)
    byte_level_tokenizer(MODELS / "tiny-roberta")


def electra():
    config = ElectraConfig(vocab_size=len(vocabulary()), embedding_size=16, hidden_size=24,
                           num_hidden_layers=2, num_attention_heads=3, intermediate_size=36,
                           max_position_embeddings=48, num_labels=3)
    tiny("tiny-electra", ElectraForSequenceClassification, config, [9, 48, 2, 17, 1], 7,
         ElectraTokenizerFast)


def main():
    torch.set_num_threads(1)
    vocab = len(vocabulary())
    bert = dict(vocab_size=vocab, hidden_size=32, num_hidden_layers=3, num_attention_heads=4,
                intermediate_size=48, max_position_embeddings=48)
    distil = dict(vocab_size=vocab, dim=32, n_layers=2, n_heads=4, hidden_dim=48, max_position_embeddings=48)
    lengths = [9, 48, 2, 17, 16, 1, 33]
    tiny("tiny-bert", BertForSequenceClassification, BertConfig(**bert, num_labels=3), lengths, 1,
         BertTokenizerFast)
    tiny("tiny-distilbert", DistilBertForSequenceClassification, DistilBertConfig(**distil, num_labels=2),
         lengths, 2, DistilBertTokenizerFast)
    # One layer, the last and the first at once; odd widths; the other activations.
    odd = dict(vocab_size=40, hidden_size=24, num_hidden_layers=1, num_attention_heads=2,
               intermediate_size=20, max_position_embeddings=20, hidden_act="gelu_new", num_labels=2)
    tiny("one-layer-bert", BertForSequenceClassification, BertConfig(**odd), [3, 20, 7], 3)
    relu = dict(vocab_size=40, dim=20, n_layers=1, n_heads=2, hidden_dim=28, max_position_embeddings=20,
                activation="relu", num_labels=4)
    tiny("one-layer-distilbert", DistilBertForSequenceClassification, DistilBertConfig(**relu), [20, 1, 7],
         4)
    roberta()
    electra()
    losses()
    if len(sys.argv) > 1:
        minilm(sys.argv[1])


if __name__ == "__main__":
    main()
