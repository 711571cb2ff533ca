#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the memory that `tunedesk check` foretells with the peak that a run measures, over presets of several kinds.

usage: memory_estimate.py [--steps 6] [--only WORD] [--parts] [--tunedesk PROGRAM] [--model DIR] [--data DIR]

Each preset trains MiniLM, or DistilBERT's shape with random weights, on the first rows of IMDb (or SST-2) for one
epoch of a few steps on the CPU, and evaluates. The estimate is check's total; the peak is report.json's
peak_rss_bytes. A Markdown table goes to standard output, the largest deviation last.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from compare_hf import SOURCE, cut_imdb

BF16 = {"precision.compute": "bf16"}
BLOCKS = {"memory.activation_checkpointing": "block"}
SST2 = {"data": "sst2"}
# name, batch, max_length, changes
PRESETS = [
    ("batch 12, 512", 12, 512, {}),
    ("batch 12, 512, padded", 12, 512, {"data.batching": "padded"}),
    ("SST-2, batch 32", 32, 128, SST2),
    ("SST-2, batch 32, bf16", 32, 128, SST2 | BF16),
    ("bf16", 12, 512, BF16),
    ("bf16, parameters too", 12, 512, BF16 | {"precision.params": "bf16"}),
    ("fp16", 12, 512, {"precision.compute": "fp16"}),
    ("fp16, parameters too", 12, 256, {"precision.compute": "fp16", "precision.params": "fp16"}),
    ("checkpointing every block", 12, 512, BLOCKS),
    ("checkpointing every 2, bf16", 12, 512, BF16 | {"memory.activation_checkpointing": "2"}),
    ("optimizer in backward", 12, 128, {"memory.optimizer_in_backward": True}),
    ("adamw_8bit", 12, 256, {"training.optim": "adamw_8bit"}),
    ("batch 4, accumulated 3", 4, 512, {"training.gradient_accumulation_steps": 3}),
    ("8,192 tokens, SGD", 12, 512, {"training.max_tokens_per_batch": 8192, "training.optim": "sgd"}),
    ("last 2 layers", 12, 512, {"model.train": "last_layers", "model.last_layers": 2}),
    ("features", 12, 256, {"model.train": "features"}),
    ("DistilBERT's shape", 8, 256, {"model": "distilbert"}),
    ("DistilBERT's shape, bf16, blocks", 8, 256, BF16 | BLOCKS | {"model": "distilbert"}),
] + [(f"{strategy}, {ranks} ranks", 6, 256, {"parallel.strategy": strategy, "parallel.processes": ranks})
     for ranks in (2, 4) for strategy in ("ddp", "zero1", "zero2", "zero3", "fsdp")]
DISTILBERT = {"model_type": "distilbert", "architectures": ["DistilBertForMaskedLM"], "activation": "gelu",
              "attention_dropout": 0.1, "dim": 768, "dropout": 0.1, "hidden_dim": 3072, "initializer_range": 0.02,
              "max_position_embeddings": 512, "n_heads": 12, "n_layers": 6, "pad_token_id": 0,
              "qa_dropout": 0.1, "seq_classif_dropout": 0.2, "sinusoidal_pos_embds": False, "vocab_size": 30522}


def random_distilbert(folder, tokenizer):
    """DistilBERT's shape without weights: memory does not depend on them."""
    folder.mkdir(exist_ok=True)
    (folder / "config.json").write_text(json.dumps(DISTILBERT))
    for name in ("vocab.txt", "tokenizer.json", "tokenizer_config.json"):
        if (tokenizer / name).exists():
            shutil.copy(tokenizer / name, folder)
    return folder


def cut_sst2(path, folder, rows):
    target = folder / f"sst2-{rows}.tsv"
    with open(path, encoding="utf-8") as source:
        target.write_text("".join(line for number, line in enumerate(source) if number <= rows))
    return target


def call(command, environment):
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nended with {result.returncode}\n{result.stderr}")
    return result.stdout


def print_parts(estimate, report):
    phase, most = max(report["memory"]["phases"].items(), key=lambda each: sum(each[1].values()))
    other = report["peak_rss_bytes"] - sum(most.values())
    found = {"weights": most["weights"], "gradient": most["gradients"], "optimizer": most["optimizer"],
             "activation": most["activations"] + most["workspace"], "runtime": other}
    print(f"  {phase}: " + ", ".join(f"{part} {estimate[part + '_bytes'] / 2**20:.1f} / {value / 2**20:.1f}"
                                     for part, value in found.items()), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--only", default="", help="presets whose name holds this word")
    parser.add_argument("--tunedesk", type=Path, default=SOURCE / "build/release/bin/tunedesk")
    parser.add_argument("--model", type=Path, default=SOURCE / ".deps/models/all-MiniLM-L6-v2")
    parser.add_argument("--data", type=Path,
                        default=Path(os.environ.get("TUNEDESK_DATA", SOURCE.parent / "shared/data")))
    parser.add_argument("--parts", action="store_true", help="both sides part by part, in MiB, below each row")
    options = parser.parse_args()
    print("| preset | estimate, MiB | measured, MiB | deviation |\n|---|---|---|---|")
    worst = 0.0
    with tempfile.TemporaryDirectory(prefix="tunedesk-memory-") as folder:
        folder = Path(folder)
        environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache"), "XDG_STATE_HOME": str(folder / "state")}
        for number, (name, batch, length, changes) in enumerate(PRESETS):
            if options.only not in name:
                continue
            changes = dict(changes)
            sst2 = changes.pop("data", None) == "sst2"
            count = options.steps * batch * changes.get("parallel.processes", 1)
            rows = (cut_sst2(options.data / "sst2/train.tsv", folder, count) if sst2
                    else cut_imdb(options.data / "imdb/train.csv", folder, count))
            columns = {"text_column": "sentence", "label_column": "label"} if sst2 else {}
            preset = folder / f"{number}.yaml"
            model = {"path": str(options.model.resolve())}
            if changes.pop("model", None):
                model = {"path": str(random_distilbert(folder / "distilbert", options.model)), "init": "random"}
            preset.write_text(json.dumps({
                "tunedesk": 1, "name": f"memory {number}", "model": model,
                "data": {"train": str(rows), "validation": str(rows), "max_length": length} | columns,
                "training": {"per_device_train_batch_size": batch, "num_train_epochs": 1}}))
            sets = [part for key, value in changes.items() for part in ("--set", f"{key}={str(value).lower()}")]
            check = json.loads(call([options.tunedesk, "--no-gui", "check", preset, "--json", *sets], environment))
            run = folder / f"run{number}"
            call([options.tunedesk, "--no-gui", "run", preset, "--run-dir", run, *sets], environment)
            foretold = check["estimate"]["total_bytes"] / 2**20
            report = json.loads((run / "report.json").read_text())
            measured = report["peak_rss_bytes"] / 2**20
            deviation = foretold / measured - 1
            worst = max(worst, abs(deviation))
            print(f"| {name} | {foretold:,.0f} | {measured:,.0f} | {100 * deviation:+.0f} % |", flush=True)
            if options.parts:
                print_parts(check["estimate"], report)
    print(f"\nlargest deviation: {100 * worst:.0f} %")


if __name__ == "__main__":
    main()
