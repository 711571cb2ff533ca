#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The usual Hugging Face recipe on a GPU, to time beside R1: a classifier of a random initialization, AdamW, batches
padded to their longest row, autocast for 16 bits. Prints one JSON line with real tokens, without padding, per second.

usage: recipe.py MODEL_DIR TRAIN.csv [--batch 12] [--max-length 512] [--steps 300] [--precision fp32|bf16|fp16]
                 [--group]   batches of about equal length, as group_by_length makes them
"""
import argparse
import csv
import json
import sys
import time

import torch
import transformers
from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer

WARMUP = 20


def read(path, rows):
    csv.field_size_limit(sys.maxsize)
    with open(path, newline="", encoding="utf-8") as file:
        read_rows = [row for _, row in zip(range(rows), csv.DictReader(file))]
    return [row["text"] for row in read_rows], torch.tensor([int(row["label"]) for row in read_rows])


def batches(lengths, batch, group):
    order = torch.randperm(len(lengths)).tolist()
    if group:
        chunk = 50 * batch
        order = [i for start in range(0, len(order), chunk)
                 for i in sorted(order[start : start + chunk], key=lambda row: -lengths[row])]
    made = [order[i : i + batch] for i in range(0, len(order) - batch + 1, batch)]
    return [made[i] for i in torch.randperm(len(made)).tolist()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("train")
    parser.add_argument("--batch", type=int, default=12)
    parser.add_argument("--max-length", type=int, default=512)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--precision", default="bf16", choices=["fp32", "bf16", "fp16"])
    parser.add_argument("--group", action="store_true")
    options = parser.parse_args()
    torch.manual_seed(123)

    tokenizer = AutoTokenizer.from_pretrained(options.model)
    model = AutoModelForSequenceClassification.from_config(AutoConfig.from_pretrained(options.model)).cuda().train()
    texts, labels = read(options.train, (options.steps + WARMUP) * options.batch)
    encoded = tokenizer(texts, truncation=True, max_length=options.max_length)
    lengths = [len(ids) for ids in encoded["input_ids"]]
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-5)
    scaler = torch.amp.GradScaler(enabled=options.precision == "fp16")
    half = torch.float16 if options.precision == "fp16" else torch.bfloat16

    tokens, started = 0, 0.0
    for step, rows in enumerate(batches(lengths, options.batch, options.group)):
        if step == WARMUP:
            torch.cuda.synchronize()
            tokens, started = 0, time.perf_counter()
        padded = tokenizer.pad({key: [encoded[key][row] for row in rows] for key in ("input_ids", "attention_mask")},
                               return_tensors="pt")
        tokens += sum(lengths[row] for row in rows)
        with torch.autocast("cuda", half, enabled=options.precision != "fp32"):
            loss = model(**padded.to("cuda"), labels=labels[rows].cuda()).loss
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
    torch.cuda.synchronize()
    print(json.dumps({"tokens_per_second": round(tokens / (time.perf_counter() - started)), "steps": step + 1 - WARMUP,
                      "peak_gpu_gib": round(torch.cuda.max_memory_allocated() / 2**30, 2),
                      "torch": torch.__version__, "transformers": transformers.__version__}))


if __name__ == "__main__":
    main()
