# SPDX-License-Identifier: GPL-3.0-or-later
"""What transformers computes with BigBird: its random blocks; logits, losses and gradients in fp32.

    python tests/golden/make_bigbird.py

Needs torch, transformers 4.57, numpy 2 and safetensors. Writes tests/golden/models/tiny-bigbird/,
model_tiny-bigbird.safetensors, bigbird_plans.json and bigbird_long.json, which tests/arch/ and tests/model/ read.
"""

import json

import numpy as np
import torch
from make_model import HERE, MODELS, batch_of, batch_tensors, padded, spread
from safetensors.torch import save_file
from transformers import BigBirdConfig, BigBirdForSequenceClassification
from transformers.models.big_bird.modeling_big_bird import BigBirdBlockSparseAttention, BigBirdModel

NO_DROPOUT = dict(hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)


def plan(block_size, random_blocks, positions, tokens, layer, heads):
    """The blocks that a layer of this number draws for a sequence: [heads, blocks - 2, random_blocks]."""
    config = BigBirdConfig(hidden_size=4 * heads, num_attention_heads=heads, block_size=block_size,
                           num_random_blocks=random_blocks, max_position_embeddings=positions)
    attention = BigBirdBlockSparseAttention(config, layer).train()
    drawn = []
    make_mask = attention._create_rand_mask_from_inputs
    attention._create_rand_mask_from_inputs = lambda a, b, blocks, *more: drawn.append(blocks) or make_mask(a, b, blocks, *more)
    blocked, band, of_queries, of_keys = BigBirdModel.create_masks_for_block_sparse_attn(torch.ones(1, tokens), block_size)
    attention(torch.zeros(1, tokens, 4 * heads), band, of_queries, of_keys, blocked, blocked)
    return dict(block_size=block_size, random_blocks=random_blocks, positions=positions, tokens=tokens, layer=layer,
                heads=heads, drawn=drawn[0][0].flatten().tolist())


def plans():
    cases = [(4, 2, 128, 40, 0, 3), (4, 2, 128, 64, 5, 1), (8, 3, 512, 96, 1, 2), (1, 1, 100, 50, 7, 2),
             (64, 3, 4096, 2048, 3, 3), (16, 3, 1024, 1024, 2, 2), (64, 3, 4096, 1024, 0, 2), (64, 3, 4096, 3072, 1, 2),
             (64, 3, 4096, 4096, 11, 2), (128, 3, 4096, 4096, 1, 2), (192, 2, 4096, 3072, 4, 2), (512, 1, 4096, 4096, 6, 1)]
    text = json.dumps([plan(*case) for case in cases], separators=(",", ":"))
    (HERE / "bigbird_plans.json").write_text(text + "\n")


def run(model, rows, labels):
    model.zero_grad()
    ids, mask, types = padded(rows, model.config.pad_token_id)
    result = model(input_ids=ids, attention_mask=mask, token_type_ids=types, labels=labels)
    result.loss.backward()
    return result.logits.detach(), result.loss.detach()


def tiny():
    """Two sequences of a length that is no multiple of the blocks, with random blocks and in evaluation; and
    short ones, after which a model of transformers' stays with full attention."""
    config = BigBirdConfig(vocab_size=60, hidden_size=16, num_hidden_layers=3, num_attention_heads=2, intermediate_size=24,
                           max_position_embeddings=80, block_size=4, num_random_blocks=2, num_labels=3, **NO_DROPOUT)
    generator = torch.Generator().manual_seed(21)
    model = BigBirdForSequenceClassification(config)
    spread(model, generator)
    model.save_pretrained(MODELS / "tiny-bigbird")
    tensors = {}
    for name, lengths in (("train", [61, 61]), ("eval", [61, 61]), ("short", [36, 9, 1])):
        model.train(name == "train")
        rows, labels = batch_of(generator, config.vocab_size, lengths, True, 3)
        logits, loss = run(model, rows, labels)
        assert model.bert.attention_type == ("original_full" if name == "short" else "block_sparse")
        own = batch_tensors(rows, labels) | {"logits": logits, "loss": loss}
        own |= {"grad." + key: parameter.grad for key, parameter in model.named_parameters() if parameter.grad is not None}
        tensors |= {f"{name}.{key}": value.contiguous().clone() for key, value in own.items()}
    save_file(tensors, HERE / "model_tiny-bigbird.safetensors")


def numbers(name, count):
    """Numbers between 0 and 1 that anyone can make: a mixed count from the FNV-1a hash of a name."""
    seed = 2166136261
    for byte in name.encode():
        seed = (seed ^ byte) * 16777619 % 2**32
    x = (np.arange(count, dtype=np.uint64) * 2654435761 + seed) % 2**32
    x = (x ^ (x >> 15)) * 2246822519 % 2**32
    x = x ^ (x >> 13)
    return x.astype(np.float64) / 2**32


def long():
    """To 4,096 tokens. Of each gradient its norm and its largest elements."""
    config = BigBirdConfig(vocab_size=50, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=24,
                           max_position_embeddings=4096, block_size=64, num_random_blocks=3, num_labels=3, **NO_DROPOUT)
    model = BigBirdForSequenceClassification(config)
    for name, parameter in model.named_parameters():
        centre = 1.0 if name.endswith("LayerNorm.weight") else 0.0
        values = torch.from_numpy(numbers(name, parameter.numel())).reshape(parameter.shape)
        parameter.data = (centre + 0.6 * (values - 0.5)).float()
    cases = []
    for tokens, training in ((1024, True), (2000, True), (3072, True), (4096, True), (4096, False)):
        model.train(training)
        ids = torch.from_numpy(1 + (numbers(f"ids of {tokens}", tokens) * 49).astype(np.int64))
        logits, loss = run(model, [{"ids": ids, "type_one": tokens // 3}], torch.tensor([1]))
        gradients = {}
        for name, parameter in model.named_parameters():
            if parameter.grad is None:
                continue
            flat = parameter.grad.flatten()
            index = flat.abs().topk(min(4, flat.numel())).indices
            gradients[name] = dict(norm=flat.double().norm().item(), index=index.tolist(), values=flat[index].tolist())
        cases.append(dict(tokens=tokens, training=training, logits=logits.flatten().tolist(), loss=loss.item(),
                          gradients=gradients))
    text = json.dumps(dict(config=config.to_diff_dict() | {"model_type": "big_bird"}, cases=cases), separators=(",", ":"))
    (HERE / "bigbird_long.json").write_text(text + "\n")


def main():
    torch.set_num_threads(1)
    plans()
    tiny()
    long()


if __name__ == "__main__":
    main()
