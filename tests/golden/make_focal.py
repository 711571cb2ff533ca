# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes focal_loss.json: PyTorch's focal loss and its gradient, in double precision.

The loss is -(1 - p)^gamma log p of the label's class, times the class's weight, over the sum of the labels'
weights (Lin et al., 2017), from torch's cross-entropy of each sample."""

import json
import pathlib

import torch
import torch.nn.functional as F


def main():
    torch.manual_seed(3)
    logits = 3 * torch.randn(9, 4, dtype=torch.double)
    logits[0, 2] += 60  # a probability that is 1 in fp32
    logits = logits.float().double()
    labels = torch.tensor([2, 0, 1, 3, 2, 2, 0, 1, 3])
    cases = []
    for gamma in (0.5, 1.0, 2.0, 5.0):
        for weight in (None, torch.tensor([0.5, 2.0, 1.0, 1.25], dtype=torch.double)):
            leaf = logits.clone().requires_grad_()
            entropy = F.cross_entropy(leaf[1:], labels[1:], reduction="none")
            weights = torch.ones(9, dtype=torch.double) if weight is None else weight[labels]
            loss = (weights[1:] * (1 - torch.exp(-entropy)) ** gamma * entropy).sum() / weights.sum()
            loss.backward()  # the first sample's loss is 0, and autograd's gradient for gamma below 1 NaN
            cases.append({"gamma": gamma, "weights": [] if weight is None else weight.tolist(),
                          "loss": loss.item(), "gradient": leaf.grad.flatten().tolist()})
    text = {"logits": logits.flatten().tolist(), "labels": labels.tolist(), "classes": 4, "cases": cases}
    (pathlib.Path(__file__).parent / "focal_loss.json").write_text(json.dumps(text) + "\n")


if __name__ == "__main__":
    main()
