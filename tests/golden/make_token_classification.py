# SPDX-License-Identifier: GPL-3.0-or-later
"""What transformers computes with the tiny encoders as classifiers of tokens: logits, loss and gradients in fp32.

    python tests/golden/make_token_classification.py

Needs torch, transformers 4.57 and safetensors. Reads tests/golden/models/tiny-* (make_model.py, make_bigbird.py);
writes tests/golden/token_classification.safetensors, which tests/model/token_classification_test.cpp reads.
"""

import pathlib

import torch
from safetensors.torch import save_file
from transformers import AutoModelForTokenClassification

HERE = pathlib.Path(__file__).parent
NAMES = ["tiny-bert", "tiny-distilbert", "tiny-roberta", "tiny-electra", "tiny-bigbird"]
LENGTHS, CLASSES = [7, 12, 1, 9], 5


def of_model(name, generator):
    model = AutoModelForTokenClassification.from_pretrained(HERE / "models" / name, num_labels=CLASSES,
                                                            attn_implementation="eager", ignore_mismatched_sizes=True)
    model.eval()
    model.classifier.weight.data = 0.3 * torch.randn(model.classifier.weight.shape, generator=generator)
    model.classifier.bias.data = 0.3 * torch.randn(model.classifier.bias.shape, generator=generator)
    words = model.config.vocab_size
    rows = [torch.randint(5, words, (length,), generator=generator) for length in LENGTHS]
    labels = [torch.randint(0, CLASSES, (length,), generator=generator) for length in LENGTHS]
    for row in labels:  # special tokens and later parts of words
        row[torch.rand(row.shape, generator=generator) < 0.4] = -100
    logits, losses, count = [], 0, 0
    for row, targets in zip(rows, labels):
        out = model(input_ids=row[None]).logits[0]
        logits.append(out)
        losses = losses + torch.nn.functional.cross_entropy(out, targets, reduction="sum")
        count += int((targets >= 0).sum())
    loss = losses / count
    # The same by the model's own loss, row by row.
    own = sum(model(input_ids=row[None], labels=targets[None]).loss * (targets >= 0).sum()
              for row, targets in zip(rows, labels) if (targets >= 0).any()) / count
    assert abs(own - loss) < 1e-6
    loss.backward()
    tensors = {"ids": torch.cat(rows).to(torch.int32), "lengths": torch.tensor(LENGTHS, dtype=torch.int32),
               "labels": torch.cat(labels).to(torch.int32), "classifier.weight": model.classifier.weight.detach(),
               "classifier.bias": model.classifier.bias.detach(), "logits": torch.cat(logits).detach(),
               "loss": loss.detach()[None], "grad.classifier.weight": model.classifier.weight.grad,
               "grad.classifier.bias": model.classifier.bias.grad,
               "norm": torch.cat([p.grad.flatten() for p in model.parameters()
                                  if p.grad is not None]).norm()[None]}
    return {f"{name}.{key}": value.contiguous().clone() for key, value in tensors.items()}


def main():
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(31)
    tensors = {}
    for name in NAMES:
        tensors |= of_model(name, generator)
    save_file(tensors, HERE / "token_classification.safetensors")


main()
