#!/usr/bin/env python3
"""Compares the memory that `tunedesk check` foretells with the peak that a run measures, over presets of several kinds.

usage: memory_estimate.py [--steps 6] [--only WORD] [--tunedesk PROGRAM] [--model DIR] [--data DIR]

Each preset trains MiniLM on the first rows of IMDb for one epoch of a few steps on the CPU, evaluates and tests. The
estimate is check's total; the peak is report.json's peak_rss_bytes. A Markdown table goes to standard output, the
largest deviation last.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from compare_hf import SOURCE, cut_imdb

# name, batch, max_length, changes
PRESETS = [
    ("batch 12, 512", 12, 512, {}),
    ("batch 12, 512, padded", 12, 512, {"data.batching": "padded"}),
    ("batch 12, 128", 12, 128, {}),
    ("batch 32, 128", 32, 128, {}),
    ("batch 32, 128, padded", 32, 128, {"data.batching": "padded"}),
    ("batch 32, 512", 32, 512, {}),
    ("batch 4, accumulated 3", 4, 512, {"training.gradient_accumulation_steps": 3}),
    ("8,192 tokens", 12, 512, {"training.max_tokens_per_batch": 8192}),
    ("SGD", 12, 512, {"training.optim": "sgd"}),
    ("last 2 layers", 12, 512, {"model.train": "last_layers", "model.last_layers": 2}),
    ("last 2 layers, 32, 128", 32, 128, {"model.train": "last_layers", "model.last_layers": 2}),
    ("features", 12, 512, {"model.train": "features"}),
    ("features, 128", 32, 128, {"model.train": "features"}),
    ("lean", 12, 256, {"logging.level": "none"}),
]


def call(command, environment):
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nended with {result.returncode}\n{result.stderr}")
    return result.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--only", default="", help="presets whose name holds this word")
    parser.add_argument("--tunedesk", type=Path, default=SOURCE / "build/release/bin/tunedesk")
    parser.add_argument("--model", type=Path, default=SOURCE / ".deps/models/all-MiniLM-L6-v2")
    parser.add_argument("--data", type=Path,
                        default=Path(os.environ.get("TUNEDESK_DATA", SOURCE.parent / "shared/data")))
    options = parser.parse_args()
    print("| preset | estimate, MiB | measured, MiB | deviation |\n|---|---|---|---|")
    worst = 0.0
    with tempfile.TemporaryDirectory(prefix="tunedesk-memory-") as folder:
        folder = Path(folder)
        environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache"), "XDG_STATE_HOME": str(folder / "state")}
        for number, (name, batch, length, changes) in enumerate(PRESETS):
            if options.only not in name:
                continue
            rows = cut_imdb(options.data / "imdb/train.csv", folder, options.steps * batch)
            preset = folder / f"{number}.yaml"
            preset.write_text(json.dumps({
                "tunedesk": 1, "name": f"memory {number}", "model": {"path": str(options.model.resolve())},
                "data": {"train": str(rows), "validation": str(rows), "max_length": length},
                "training": {"per_device_train_batch_size": batch, "num_train_epochs": 1}}))
            sets = [part for key, value in changes.items() for part in ("--set", f"{key}={value}")]
            check = json.loads(call([options.tunedesk, "--no-gui", "check", preset, "--json", *sets], environment))
            run = folder / f"run{number}"
            call([options.tunedesk, "--no-gui", "run", preset, "--run-dir", run, *sets], environment)
            foretold = check["estimate"]["total_bytes"] / 2**20
            measured = json.loads((run / "report.json").read_text())["peak_rss_bytes"] / 2**20
            deviation = foretold / measured - 1
            worst = max(worst, abs(deviation))
            print(f"| {name} | {foretold:,.0f} | {measured:,.0f} | {100 * deviation:+.0f} % |", flush=True)
    print(f"\nlargest deviation: {100 * worst:.0f} %")


if __name__ == "__main__":
    main()
