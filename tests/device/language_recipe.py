#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The usual Hugging Face recipes of language models on a GPU, to time beside ours: random weights, AdamW, clipping at
1, autocast for 16 bits. Prints one JSON line with real tokens, without padding, per second.

usage: language_recipe.py gpt2 MODEL_DIR TEXT [--batch 8] [--length 1024] [--steps 60] [--precision bf16|fp32]
       language_recipe.py chat MODEL_DIR ROWS.jsonl [--batch 8] [--steps 60] [--precision bf16|fp32]
gpt2: all weights on windows of a text; chat: LoRA (PEFT, r 16, alpha 32, every linear layer) on conversations whose
answers alone are learnt, padded to the longest of a batch.
"""
import argparse
import itertools
import json
import time

import torch
import transformers
from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer

WARMUP = 10


def windows(tokenizer, path, options):
    with open(path, encoding="utf-8") as file:
        ids = torch.tensor(tokenizer(file.read(), verbose=False).input_ids)
    while True:
        for at in range(0, len(ids) - options.batch * options.length - 1, options.batch * options.length):
            part = ids[at : at + options.batch * options.length + 1]
            yield {"input_ids": part[:-1].view(options.batch, -1), "shift_labels": part[1:].view(options.batch, -1)}


def encoded(tokenizer, messages):
    asked = tokenizer.apply_chat_template(messages[:-1], add_generation_prompt=True, return_dict=False)
    whole = tokenizer.apply_chat_template(messages, return_dict=False)
    return whole, [-100] * len(asked) + whole[len(asked) :]


def conversations(tokenizer, path, options):
    with open(path, encoding="utf-8") as file:
        rows = [encoded(tokenizer, json.loads(line)["messages"]) for line in file]
    while True:
        order = torch.randperm(len(rows)).tolist()
        for first in range(0, len(rows) - options.batch + 1, options.batch):
            part = [rows[row] for row in order[first : first + options.batch]]
            longest = max(len(ids) for ids, _ in part)
            filled = lambda values, filling: torch.tensor([one + [filling] * (longest - len(one)) for one in values])
            yield {"input_ids": filled([ids for ids, _ in part], 0),
                   "attention_mask": filled([[1] * len(ids) for ids, _ in part], 0),
                   "labels": filled([labels for _, labels in part], -100)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("task", choices=["gpt2", "chat"])
    parser.add_argument("model")
    parser.add_argument("rows")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--length", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--precision", default="bf16", choices=["fp32", "bf16"])
    options = parser.parse_args()
    torch.manual_seed(123)

    tokenizer = AutoTokenizer.from_pretrained(options.model)
    model = AutoModelForCausalLM.from_config(AutoConfig.from_pretrained(options.model)).cuda().train()
    if options.task == "chat":
        from peft import LoraConfig, get_peft_model
        model = get_peft_model(model, LoraConfig(r=16, lora_alpha=32, target_modules="all-linear", task_type="CAUSAL_LM"))
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=1e-4)
    batches = (windows if options.task == "gpt2" else conversations)(tokenizer, options.rows, options)
    tokens, started = 0, 0.0
    for step, batch in enumerate(itertools.islice(batches, options.steps + WARMUP)):
        if step == WARMUP:
            torch.cuda.synchronize()
            tokens, started = 0, time.perf_counter()
        tokens += int(batch["attention_mask"].sum()) if "attention_mask" in batch else batch["input_ids"].numel()
        there = {key: value.cuda() for key, value in batch.items()}
        there.setdefault("labels", there.get("shift_labels"))
        with torch.autocast("cuda", torch.bfloat16, enabled=options.precision == "bf16"):
            loss = model(**there).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        optimizer.zero_grad()
    torch.cuda.synchronize()
    print(json.dumps({"tokens_per_second": round(tokens / (time.perf_counter() - started)), "steps": options.steps,
                      "peak_gpu_gib": round(torch.cuda.max_memory_allocated() / 2**30, 2), "loss": float(loss),
                      "torch": torch.__version__, "transformers": transformers.__version__}))


if __name__ == "__main__":
    main()
