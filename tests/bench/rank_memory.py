#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks for memory that grows with the steps of a run of two ranks, each a process of its own.

usage: rank_memory.py [--steps 20000] [--strategy ddp] [--limit-kb 512] [--tunedesk PROGRAM] [--model DIR] [--data DIR]

Trains a small BERT (2 layers, width 64, random) on short reviews and reads each worker's anonymous memory (RssAnon) all
the time. A Markdown table goes to standard output: the median for each rank around each tenth of the steps, and how much
it has grown since step 500. Exit code 1 where a rank has grown by more than the limit.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from compare_hf import cut_imdb
from strategies import MODEL_M, add_places, make_model_m

SMALL = MODEL_M | {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 128}
SETTLED = 500  # the step from which on nothing may grow


def anonymous_kb(run):
    """By rank, of the workers of this run."""
    found = {}
    for process in Path("/proc").iterdir():
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            if b"tunedesk-worker" not in words[0] or str(run).encode() not in words:
                continue
            rank = next(word for word in (process / "environ").read_bytes().split(b"\0") if word.startswith(b"RANK="))
            status = (process / "status").read_text()
            found[int(rank[5:])] = int(status.split("RssAnon:")[1].split()[0])
        except (OSError, IndexError, StopIteration):
            continue
    return found


def last_step(run):
    try:
        with open(run / "metrics.csv", "rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 4096))
            return int(file.read().splitlines()[-1].split(b",")[0])
    except (OSError, IndexError, ValueError):
        return 0


def train(options, folder):
    """Samples of (step, {rank: kB})."""
    model = make_model_m(folder / "small", options.model)
    (model / "config.json").write_text(json.dumps(SMALL))
    run, preset = folder / "run", folder / "preset.yaml"
    preset.write_text(json.dumps({
        "tunedesk": 1, "name": "rank memory", "model": {"path": str(model), "init": "random"},
        "data": {"train": str(cut_imdb(options.data / "imdb/train.csv", folder, 2000)), "max_length": 16},
        "training": {"per_device_train_batch_size": 2, "max_steps": options.steps, "threads": 1},
        "evaluation": {"strategy": "no"}, "parallel": {"strategy": options.strategy, "processes": 2}}))
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache"), "XDG_STATE_HOME": str(folder / "state")}
    process = subprocess.Popen([str(options.tunedesk), "--no-gui", "run", str(preset), "--run-dir", str(run)],
                               env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    samples = []
    while process.poll() is None:
        sizes = anonymous_kb(run)
        if len(sizes) == 2:
            samples.append((last_step(run), sizes))
        time.sleep(0.1)
    if process.returncode != 0:
        sys.exit(f"the run ended with {process.returncode}\n{process.stderr.read()}")
    return samples


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--strategy", default="ddp")
    parser.add_argument("--limit-kb", type=float, default=512)
    add_places(parser)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tunedesk-rank-memory-") as folder:
        samples = train(options, Path(folder))

    def around(step, rank):
        """Median of the samples nearest to a step."""
        nearest = sorted(samples, key=lambda sample: abs(sample[0] - step))[:9]
        return statistics.median(sizes[rank] for _, sizes in nearest)

    settled = [around(SETTLED, rank) for rank in (0, 1)]
    print("| step | rank 0, kB | since step 500 | rank 1, kB | since step 500 |\n|---|---|---|---|---|")
    for step in [SETTLED, *(options.steps * tenth // 10 for tenth in range(1, 11))]:
        cells = [f"{around(step, rank):.0f} | {around(step, rank) - settled[rank]:+.0f}" for rank in (0, 1)]
        print(f"| {step} | {cells[0]} | {cells[1]} |")
    grown = max(around(options.steps, rank) - settled[rank] for rank in (0, 1))
    sys.exit(1 if grown > options.limit_kb else 0)


if __name__ == "__main__":
    main()
