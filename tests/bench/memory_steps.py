#!/usr/bin/env python3
"""Runs presets/memory/ step by step on a few rows and prints one comparison: each technique's peak, by part, and time.

usage: memory_steps.py [--steps 3] [--small] [--out DIR] [--tunedesk PROGRAM] [--model DIR] [--data DIR]

Every run sees the same rows, --steps batches of 64 of them. A run that is already in DIR is kept: call it again to go
on. --small takes short sentences of resources/samples/sst2 instead of IMDb's reviews, and fails (1) unless the memory
that a technique is meant to save is saved; it is the form that ctest runs. Ends with 77 where the model is missing.
"""
import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from compare_hf import SOURCE, cut_imdb

FOLDER = SOURCE / "presets" / "memory"

# what each step must lower against the one before it, in report.json's memory.parts
SAVES = {"2-mixed": "activations", "3-bf16-parameters": "weights", "4-batch-16": "activations",
         "5-accumulation": "activations", "6-sgd-cosine": "optimizer", "7-checkpointing": "activations",
         "8-in-backward": "gradients"}


def run(command, environment):
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nended with {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def cut_sentences(folder, rows):
    path = folder / "sentences.csv"
    with open(SOURCE / "resources/samples/sst2/train.tsv", encoding="utf-8") as source, \
            open(path, "w", encoding="utf-8", newline="") as target:
        writer = csv.writer(target)
        writer.writerow(["text", "label"])
        for row, _ in zip(csv.DictReader(source, delimiter="\t", quoting=csv.QUOTE_NONE), range(rows)):
            writer.writerow([row["sentence"], row["label"]])
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--out", type=Path, help="where the runs stay; without it they are removed")
    parser.add_argument("--tunedesk", type=Path, default=SOURCE / "build/release/bin/tunedesk")
    parser.add_argument("--model", type=Path, default=SOURCE / ".deps/models/all-MiniLM-L6-v2")
    parser.add_argument("--data", type=Path,
                        default=Path(os.environ.get("TUNEDESK_DATA", SOURCE.parent / "shared/data")))
    options = parser.parse_args()
    if not (options.model / "config.json").exists():
        print(f"skipped: {options.model} holds no model")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="tunedesk-memory-") as temporary:
        temporary = Path(temporary)
        environment = os.environ | {"XDG_CACHE_HOME": str(temporary / "cache"),
                                    "XDG_STATE_HOME": str(temporary / "state"), "TUNEDESK_DATA": str(options.data)}
        out = options.out or temporary / "runs"
        out.mkdir(parents=True, exist_ok=True)
        count = options.steps * 64
        rows = (cut_sentences(out, count) if options.small
                else cut_imdb(options.data / "imdb/train.csv", out, count))
        test = cut_sentences(temporary, 8)
        runs = {}
        for preset in sorted(FOLDER.glob("[0-9]*.yaml")):
            runs[preset.stem] = out / preset.stem
            if (out / preset.stem / "report.json").exists():
                continue
            run([options.tunedesk, "--no-gui", "run", preset, "--run-dir", out / preset.stem,
                 "--set", f"data.train={rows.resolve()}", "--set", f"data.test={test.resolve()}",
                 "--set", f"model.path={options.model.resolve()}"], environment)
        print(run([options.tunedesk, "--no-gui", "compare", *runs.values()], environment))
        peaks = {name: json.loads((folder / "report.json").read_text())["memory"]["parts"]
                 for name, folder in runs.items()}
    wrong = []
    for before, name in zip(list(peaks), list(peaks)[1:]):
        part = SAVES[name]
        print(f"{name}: {part} {peaks[before][part] / 2**20:.1f} -> {peaks[name][part] / 2**20:.1f} MiB")
        if not peaks[name][part] < peaks[before][part]:
            wrong.append(name)
    if wrong:
        sys.exit(f"not less than before: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
