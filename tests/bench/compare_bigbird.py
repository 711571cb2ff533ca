#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times BigBird of TuneDesk against transformers' on long texts, by turns on one machine.

usage: compare_bigbird.py [CASE...] [--length 4096] [--steps 4] [--repeat 3] [--threads 2] [--peers DIR]

cases (default: all)
  sparse          block-sparse attention of both
  sparse-bf16     the same, ours computing in bf16 and theirs under autocast
  full            our full attention, with dropout, against BERT with SDPA without attention's dropout
  full-dropout    the same, theirs with dropout too

Both train from random weights with the model's default dropouts and AdamW, one sequence a step, of which none is
padding. Ours are tokens of whole steps, from RUN/report.json; theirs are as bigbird_recipe.py of --peers prints them,
without its first step. Peaks are resident memory of the process that trains. Prints a Markdown table.
"""

import argparse
import csv
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
VOCABULARY = 30522
CASES = {"sparse": ("block_sparse", ["--attention", "block_sparse"]),
         "sparse-bf16": ("block_sparse", ["--attention", "block_sparse", "--bf16"]),
         "full": ("original_full", ["--attention", "bert_sdpa", "--attention-dropout", "0"]),
         "full-dropout": ("original_full", ["--attention", "bert_sdpa"])}


def write_model(folder, attention):
    """The recipe's model, with random weights, and words that are a token each."""
    folder.mkdir()
    config = {"architectures": ["BigBirdForSequenceClassification"], "model_type": "big_bird", "vocab_size": VOCABULARY,
              "hidden_size": 256, "num_hidden_layers": 4, "num_attention_heads": 4, "intermediate_size": 1024,
              "max_position_embeddings": 4096, "attention_type": attention, "block_size": 64, "num_random_blocks": 3}
    (folder / "config.json").write_text(json.dumps(config))
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    words = [f"w{i}" for i in range(VOCABULARY - len(special))]
    (folder / "vocab.txt").write_text("\n".join(special + words) + "\n")
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "BertTokenizer", "do_lower_case": True}))


def write_rows(path, rows, tokens):
    draw = random.Random(1)
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["text", "label"])
        for row in range(rows):
            words = (f"w{draw.randrange(VOCABULARY - 5)}" for _ in range(tokens - 2))
            table.writerow([" ".join(words), f"class{row % 2}"])


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder, self.runs = options, folder, 0
        for attention in ("block_sparse", "original_full"):
            write_model(folder / attention, attention)
        write_rows(folder / "rows.csv", options.steps + 1, options.length)

    def ours(self, attention, bf16):
        """Tokens per second and the peak in GiB."""
        self.runs += 1
        run, preset = self.folder / f"run{self.runs}", self.folder / f"preset{self.runs}.yaml"
        settings = {
            "tunedesk": 1,
            "model": {"path": str(self.folder / attention), "init": "random"},
            "data": {"train": str(self.folder / "rows.csv"), "text_column": "text", "max_length": self.options.length},
            "training": {"optim": "adamw", "learning_rate": 1e-4, "per_device_train_batch_size": 1, "num_train_epochs": 1,
                         "lr_scheduler_type": "constant", "threads": self.options.threads},
            "evaluation": {"strategy": "no"},
            "precision": {"compute": "bf16" if bf16 else "fp32"},
        }
        preset.write_text(json.dumps(settings))  # JSON is YAML
        command = [str(self.options.build / "bin/tunedesk-worker"), str(run), "--preset", str(preset)]
        environment = os.environ | {"XDG_CACHE_HOME": str(self.folder / "cache"), "XDG_STATE_HOME": str(self.folder / "state")}
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
        report = json.loads((run / "report.json").read_text())
        shutil.rmtree(run)
        return report["train_tokens_per_second"], report["peak_rss_bytes"] / 2**30

    def theirs(self, arguments):
        command = [self.options.python, str(self.options.peers / "bigbird_recipe.py"), "--length", str(self.options.length),
                   "--steps", str(self.options.steps + 1), "--threads", str(self.options.threads), *arguments]
        environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
        if self.options.packages:
            environment["PYTHONPATH"] = str(self.options.packages)
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
        line = json.loads(done.stdout.strip().splitlines()[-1])
        return line["tokens_per_s"], line["peak_rss_gib"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", nargs="*", default=list(CASES))
    parser.add_argument("--length", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--build", type=Path, default=SOURCE / "build/release")
    parser.add_argument("--peers", type=Path, default=SOURCE.parent / "shared/peers")
    parser.add_argument("--packages", type=Path, help="a folder with the package psutil")
    parser.add_argument("--python", default=os.environ.get("TUNEDESK_PYTHON", str(SOURCE / ".deps/peer/bin/python")))
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="tunedesk-bigbird-"))
    try:
        bench = Bench(options, folder)
        print("| case | TuneDesk: tokens/s; peak GiB | recipe | ratio; memory |\n|---|---|---|---|", flush=True)
        for case in options.case:
            attention, arguments = CASES[case]
            sides = (lambda: bench.ours(attention, case.endswith("-bf16")), lambda: bench.theirs(arguments))
            seen = ([], [])
            for round_ in range(options.repeat):
                for side in ((0, 1) if round_ % 2 == 0 else (1, 0)):
                    time.sleep(1)
                    seen[side].append(sides[side]())
            speed, peak = ([statistics.median(one[i] for one in side) for side in seen] for i in (0, 1))
            print(f"| {case} | {speed[0]:.1f}; {peak[0]:.2f} | {speed[1]:.1f}; {peak[1]:.2f} | "
                  f"{speed[0] / speed[1]:.2f}x; 1/{peak[1] / peak[0]:.2f} |", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
