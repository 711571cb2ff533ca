# SPDX-License-Identifier: GPL-3.0-or-later
"""Tiny decoders, and what transformers computes with them: logits, losses and gradients in fp32, greedy ids.

    python tests/golden/make_decoders.py

Needs torch, transformers 4.57 and safetensors. Writes tests/golden/models/tiny-* (Hugging Face folders without
tokenizers; tiny-llama in two shards) and tests/golden/decoder_*.safetensors, which tests/model/ reads.
"""

import pathlib

import torch
from safetensors.torch import save_file
from transformers import (AutoModelForSequenceClassification, GPT2Config, GPT2LMHeadModel, LlamaConfig,
                          LlamaForCausalLM, MistralConfig, MistralForCausalLM, Qwen2Config, Qwen2ForCausalLM,
                          Qwen3Config, Qwen3ForCausalLM)

HERE = pathlib.Path(__file__).parent
MODELS = HERE / "models"
WORDS, LENGTHS, CLASSES, PROMPT, GREEDY = 96, [7, 24, 1, 16, 12], 3, 5, 50


def spread(model, generator):
    """Random weights wide enough that every parameter matters to the result."""
    for name, parameter in model.named_parameters():
        centre = 1.0 if "norm" in name or ".ln_" in name and name.endswith("weight") else 0.0
        parameter.data = centre + 0.15 * torch.randn(parameter.shape, generator=generator)


def language_model(model, rows):
    """Logits of all tokens and the mean loss of those that have a next one, with its gradients."""
    model.eval()
    model.zero_grad()
    logits = [model(input_ids=row[None]).logits[0] for row in rows]
    losses = [torch.nn.functional.cross_entropy(x[:-1], row[1:], reduction="sum")
              for x, row in zip(logits, rows) if len(row) > 1]
    loss = sum(losses) / sum(len(row) - 1 for row in rows)
    loss.backward()
    tensors = {"logits": torch.cat(logits).detach(), "loss": loss.detach()}
    for name, parameter in model.named_parameters():
        tensors["grad." + name] = parameter.grad.contiguous()
    return tensors


def classifier(folder, rows, labels, generator):
    """The same of a classifier on the last tokens, whose score layer is made here."""
    model = AutoModelForSequenceClassification.from_pretrained(folder, num_labels=CLASSES, attn_implementation="eager")
    model.score.weight.data = 0.3 * torch.randn(model.score.weight.shape, generator=generator)
    model.eval()
    model.config.pad_token_id = 0
    logits = torch.cat([model(input_ids=row[None]).logits for row in rows])
    loss = torch.nn.functional.cross_entropy(logits, labels)
    loss.backward()
    tensors = {"class.score": model.score.weight.detach().clone(), "class.logits": logits.detach(),
               "class.loss": loss.detach(), "class.labels": labels.to(torch.int32)}
    for name, parameter in model.named_parameters():
        if name.endswith(("wte.weight", "embed_tokens.weight", "score.weight")):
            tensors["class.grad." + name] = parameter.grad.contiguous()
    return tensors


def tiny(name, kind, config, seed, shard_size=None):
    generator = torch.Generator().manual_seed(seed)
    config._attn_implementation = "eager"
    model = kind(config)
    spread(model, generator)
    folder = MODELS / name
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder, **({"max_shard_size": shard_size} if shard_size else {}))
    (folder / "generation_config.json").unlink(missing_ok=True)
    rows = [torch.randint(1, WORDS, (length,), generator=generator) for length in LENGTHS]
    labels = torch.randint(0, CLASSES, (len(rows),), generator=generator)
    tensors = {"batch.ids": torch.cat(rows).to(torch.int32), "batch.lengths": torch.tensor(LENGTHS, dtype=torch.int32)}
    tensors |= language_model(model, rows)
    ids = rows[1][None, :PROMPT]
    with torch.no_grad():
        for _ in range(GREEDY):
            ids = torch.cat([ids, model(input_ids=ids).logits[:, -1:].argmax(-1)], 1)
    tensors["greedy"] = ids[0].to(torch.int32)
    tensors |= classifier(folder, rows, labels, generator)
    save_file(tensors, HERE / f"decoder_{name}.safetensors")


def main():
    torch.set_num_threads(1)
    llama = dict(vocab_size=WORDS, hidden_size=32, intermediate_size=72, num_hidden_layers=2, num_attention_heads=4,
                 num_key_value_heads=2, max_position_embeddings=128)
    tiny("tiny-gpt2", GPT2LMHeadModel,
         GPT2Config(vocab_size=WORDS, n_embd=32, n_layer=2, n_head=4, n_positions=128, bos_token_id=0,
                    eos_token_id=0), 21)
    tiny("tiny-llama", LlamaForCausalLM,
         LlamaConfig(**llama, rope_theta=1e5, tie_word_embeddings=True, pad_token_id=2, rms_norm_eps=1e-5), 22,
         "20KB")
    tiny("tiny-llama3", LlamaForCausalLM,
         LlamaConfig(**llama | {"num_key_value_heads": 1}, rope_theta=5e5, attention_bias=True, mlp_bias=True,
                     rope_scaling={"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
                                   "high_freq_factor": 4.0, "original_max_position_embeddings": 16}), 23)
    tiny("tiny-mistral", MistralForCausalLM, MistralConfig(**llama, sliding_window=None), 24)
    tiny("tiny-qwen2", Qwen2ForCausalLM, Qwen2Config(**llama, tie_word_embeddings=True), 25)
    tiny("tiny-qwen3", Qwen3ForCausalLM, Qwen3Config(**llama, head_dim=16), 26)


if __name__ == "__main__":
    main()
