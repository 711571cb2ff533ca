# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks ONNX files, and compares what ONNX Runtime computes of them with what transformers does of their folders.

    python run_onnx.py (KIND FOLDER FILE)...

KIND is sequence, tokens, image, or mean or first (the pooling of embeddings). Prints a JSON object of each FILE's largest
absolute difference over padded batches of several lengths and single samples.
"""

import json
import pathlib
import sys

import numpy
import onnx
import onnxruntime
import torch
from transformers import (AutoModel, AutoModelForImageClassification, AutoModelForSequenceClassification,
                          AutoModelForTokenClassification)

CLASSES = {"sequence": AutoModelForSequenceClassification, "tokens": AutoModelForTokenClassification,
           "image": AutoModelForImageClassification}
BATCHES = [[7, 12, 1, 9], [5], [20, 3]]


def padded_batch(config, lengths, generator):
    """Rows of random words; what stands behind a row is padding."""
    width = max(lengths)
    mask = (torch.arange(width)[None] < torch.tensor(lengths)[:, None]).long()
    ids = torch.randint(5, config.vocab_size, mask.shape, generator=generator)
    batch = {"input_ids": torch.where(mask == 1, ids, config.pad_token_id), "attention_mask": mask}
    if getattr(config, "type_vocab_size", 0) > 1:
        batch["token_type_ids"] = torch.randint(0, config.type_vocab_size, mask.shape, generator=generator) * mask
    return batch


def image_batch(config, lengths, generator):
    size = (len(lengths), config.num_channels, config.image_size, config.image_size)
    return {"pixel_values": torch.randn(size, generator=generator)}


def embedding(hidden, mask, kind, normalizes):
    weights = mask[..., None].float()
    rows = (hidden * weights).sum(1) / weights.sum(1) if kind == "mean" else hidden[:, 0]
    return torch.nn.functional.normalize(rows, dim=1) if normalizes else rows


def difference(kind, folder, file, generator):
    model = CLASSES.get(kind, AutoModel).from_pretrained(folder, attn_implementation="eager").eval()
    normalizes = "Normalize" in (folder / "modules.json").read_text() if kind in ("mean", "first") else False
    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    largest = 0.0
    for lengths in BATCHES:
        batch = (image_batch if kind == "image" else padded_batch)(model.config, lengths, generator)
        with torch.no_grad():
            out = model(**batch)
        outputs = session.run(None, {name: value.numpy() for name, value in batch.items()})
        if kind in CLASSES:
            pairs = [(outputs[0], out.logits)]
        else:
            hidden = out.last_hidden_state
            pairs = [(outputs[0], hidden), (outputs[1], embedding(hidden, batch["attention_mask"], kind, normalizes))]
        for ours, theirs in pairs:
            if ours.shape != tuple(theirs.shape):
                sys.exit(f"{file}: {ours.shape} instead of {tuple(theirs.shape)}")
            gaps = numpy.abs(ours - theirs.numpy())
            if ours.ndim == 3:  # rows of padding are nobody's
                gaps = gaps[batch["attention_mask"].numpy() == 1]
            largest = max(largest, float(gaps.max()))
    return largest


def main():
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(41)
    words, differences = sys.argv[1:], {}
    for kind, folder, file in zip(words[::3], words[1::3], words[2::3]):
        onnx.checker.check_model(file, full_check=True)
        differences[file] = difference(kind, pathlib.Path(folder), file, generator)
    print(json.dumps(differences))


main()
