# SPDX-License-Identifier: GPL-3.0-or-later
"""What PyTorch computes of sentence embeddings with the tiny encoders: embeddings, losses and gradients in fp32.

    python tests/golden/make_sentence_embedding.py

Needs torch, transformers 4.57 and safetensors. Reads tests/golden/models/tiny-* (make_model.py, make_bigbird.py);
writes tests/golden/sentence_embedding.safetensors, which tests/model/sentence_embedding_test.cpp reads. The formulas are
those of sentence-transformers' Pooling, MultipleNegativesRankingLoss and CosineSimilarityLoss.
"""

import pathlib

import torch
from safetensors.torch import save_file
from transformers import AutoModel

HERE = pathlib.Path(__file__).parent
NAMES = ["tiny-bert", "tiny-distilbert", "tiny-roberta", "tiny-electra", "tiny-bigbird"]
LENGTHS = [7, 12, 3, 9, 5, 4, 8, 6, 11, 10, 3, 7]  # of four triplets, or of six pairs
SCALE = 20.0
SCORES = [0.9, -0.3, 0.0, 1.0, 0.25, -1.0]


def pooled(hidden, pooling):
    return hidden[0].mean(0) if pooling == "mean" else hidden[0, 0]


def ranking(embeddings, texts):
    """Of each sample the first text against all others: cross-entropy of the scaled cosines."""
    unit = torch.nn.functional.normalize(embeddings, dim=1).view(-1, texts, embeddings.shape[1])
    candidates = unit[:, 1:].reshape(-1, unit.shape[2])
    scores = unit[:, 0] @ candidates.T * SCALE
    return torch.nn.functional.cross_entropy(scores, torch.arange(len(unit)) * (texts - 1))


def cosine_regression(embeddings):
    cosines = torch.nn.functional.cosine_similarity(embeddings[0::2], embeddings[1::2])
    return torch.nn.functional.mse_loss(cosines, torch.tensor(SCORES))


LOSSES = {"pairs": lambda e: ranking(e, 2), "triplets": lambda e: ranking(e, 3), "scored": cosine_regression}


def of_model(name, generator):
    tensors = {}
    model = AutoModel.from_pretrained(HERE / "models" / name, attn_implementation="eager")
    model.eval()
    rows = [torch.randint(5, model.config.vocab_size, (length,), generator=generator) for length in LENGTHS]
    tensors["ids"] = torch.cat(rows).to(torch.int32)
    for pooling in ("mean", "first"):
        for kind, loss_of in LOSSES.items():
            model.zero_grad()
            embeddings = torch.stack([pooled(model(input_ids=row[None]).last_hidden_state, pooling) for row in rows])
            loss = loss_of(embeddings)
            loss.backward()
            tensors[f"{pooling}.embeddings"] = embeddings.detach()
            tensors[f"{pooling}.{kind}.loss"] = loss.detach()[None]
            tensors[f"{pooling}.{kind}.norm"] = torch.cat(
                [p.grad.flatten() for p in model.parameters() if p.grad is not None]).norm()[None]
            words = model.get_input_embeddings().weight.grad
            tensors[f"{pooling}.{kind}.words"] = words.norm(dim=1)[torch.cat(rows)]
    return {f"{name}.{key}": value.contiguous().clone() for key, value in tensors.items()}


def main():
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(37)
    tensors = {"lengths": torch.tensor(LENGTHS, dtype=torch.int32), "scores": torch.tensor(SCORES)}
    for name in NAMES:
        tensors |= of_model(name, generator)
    save_file(tensors, HERE / "sentence_embedding.safetensors")


main()
