#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the model that `tunedesk best` recommends with the preset's defaults in the same time.

usage: best_minutes.py [--minutes 3] [--tables sst2 imdb sections] [--seeds 1 2 3] [--raw FILE.jsonl]
                       [--tunedesk PROGRAM] [--model DIR] [--data DIR]

tables
  sst2      4,000 sentences of SST-2 of $TUNEDESK_DATA, tested on its development sentences
  imdb      4,000 reviews of IMDb of $TUNEDESK_DATA, their first 128 tokens, tested on 1,000 others
  sections  the package descriptions of resources/samples/debian with their section as the label

Each preset has a model (all-MiniLM-L6-v2), a table, a tenth of its rows for validation, a seed, which also draws those
rows, and defaults for all else. The default run has as many steps as fit into the time by a run of 20 steps, which is
not counted, and at most its three epochs. Both are compared by the test accuracy of the model that the validation rows
have chosen. Two Markdown tables go to standard output: each seed with the seconds that it took, and the means over
seeds. --raw keeps what was measured, and measures it not again.
"""
import argparse
import csv
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from learning_rates import Measurements, cut_rows

SOURCE = Path(__file__).resolve().parents[2]
TRAIN_ROWS, TEST_ROWS = 4000, 1000
TRIAL_STEPS = 20
SHARE = 0.97  # of the time, for the default run


def write_sections(source, target):
    """The conversations of a JSONL file as a table of descriptions and sections."""
    with open(target, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["text", "label"])
        for line in open(source, encoding="utf-8"):
            messages = {each["role"]: each["content"] for each in json.loads(line)["messages"]}
            writer.writerow([messages["user"].split("? ", 1)[1], messages["assistant"]])
    return str(target)


def shuffled_rows(source, target, rows):
    """Rows of a CSV file drawn with a fixed seed: IMDb's are in the order of their labels."""
    with open(source, newline="", encoding="utf-8") as file:
        header, *all_rows = csv.reader(file)
    with open(target, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *random.Random(7).sample(all_rows, rows)])
    return str(target)


def make_table(name, data, folder):
    """The preset's data section."""
    if name == "sections":
        samples = SOURCE / "resources/samples/debian"
        return {"train": write_sections(samples / "train.jsonl", folder / "sections-train.csv"),
                "test": write_sections(samples / "test.jsonl", folder / "sections-test.csv")}
    if name == "imdb":
        return {"train": shuffled_rows(data / "imdb/train.csv", folder / "imdb-train.csv", TRAIN_ROWS),
                "test": shuffled_rows(data / "imdb/test.csv", folder / "imdb-test.csv", TEST_ROWS),
                "max_length": 128}
    return {"train": cut_rows(data / "sst2/train.tsv", folder / "sst2-train.csv", TRAIN_ROWS),
            "test": cut_rows(data / "sst2/dev.tsv", folder / "sst2-test.csv", TEST_ROWS), "text_column": "sentence"}


class Bench:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.measurements = Measurements(options.raw)
        self.environment = os.environ | {f"XDG_{kind}_HOME": str(folder / kind.lower())
                                         for kind in ("CACHE", "STATE", "CONFIG")}
        self.count = 0

    def call(self, *arguments):
        command = [str(each) for each in (self.options.tunedesk, "--no-gui", *arguments)]
        result = subprocess.run(command, capture_output=True, text=True, env=self.environment)
        if result.returncode != 0:
            sys.exit(f"{' '.join(command)}\nended with {result.returncode}\n{result.stdout}\n{result.stderr}")
        return result.stdout

    def write_preset(self, table, seed):
        preset = self.folder / f"{table}-{seed}.yaml"
        preset.write_text(json.dumps({
            "tunedesk": 1, "name": table, "model": {"path": str(self.options.model.resolve())},
            "data": make_table(table, self.options.data, self.folder) | {"validation_split": 0.1},
            "training": {"seed": seed}}))
        return preset

    def run(self, preset, steps):
        """A run's report and seconds."""
        self.count += 1
        folder = self.folder / f"run{self.count}"
        begun = time.monotonic()
        self.call("run", preset, "--run-dir", folder, "--set", f"training.max_steps={steps}")
        return json.loads((folder / "report.json").read_text()), time.monotonic() - begun

    def default(self, preset):
        trial, seconds = self.run(preset, TRIAL_STEPS)
        step = trial["train_seconds"] / trial["steps"]
        within = (SHARE * 60 * self.options.minutes - (seconds - trial["train_seconds"])) / step
        wanted = json.loads(self.call("check", preset, "--json"))["estimate"]["steps"]
        report, seconds = self.run(preset, max(1, min(wanted, int(within))))
        return {"accuracy": report["accuracy"], "steps": report["steps"], "seconds": seconds}

    def best(self, preset):
        begun = time.monotonic()
        found = json.loads(self.call("best", preset, "--minutes", self.options.minutes, "--json", "--run-dir",
                                     self.folder / f"best-{preset.stem}"))
        return found | {"seconds": time.monotonic() - begun}

    def row(self, table, seed):
        """A line of the first table; the test accuracies of the default and of the recommended model."""
        preset = self.write_preset(table, seed)
        key = [table, self.options.minutes, seed]
        best = self.measurements.get([*key, "best"], lambda: self.best(preset))
        default = self.measurements.get([*key, "default"], lambda: self.default(preset))
        recommended, plan = best["recommended"], best["plan"]
        if recommended["tested"] is None:
            sys.exit(f"{table}, seed {seed}: the time ended before the recommended run was tested")
        single = max((run for run in best["runs"] if run["tested"]), key=lambda run: run["monitored"])
        chosen = ", ".join(each.split(".", 1)[1] for each in recommended["set"] if "split" not in each)
        print(f"| {table} | {seed} | {default['accuracy']:.4f} | {default['steps']} | {default['seconds']:.0f} s "
              f"| {recommended['tested']:.4f} | {recommended['setting']} | {single['tested']:.4f} "
              f"| {best['seconds']:.0f} s | {chosen} | {len(best['runs'])} x {plan['steps']} |", flush=True)
        return default["accuracy"], recommended["tested"]


def spread(values):
    deviation = statistics.stdev(values) if len(values) > 1 else 0
    return f"{statistics.mean(values):.4f} ± {deviation:.4f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--tables", nargs="+", default=["sst2", "imdb", "sections"],
                        choices=["sst2", "imdb", "sections"])
    parser.add_argument("--seeds", nargs="+", type=int, default=[1, 2, 3])
    parser.add_argument("--raw", type=Path)
    parser.add_argument("--tunedesk", type=Path, default=SOURCE / "build/release/bin/tunedesk")
    parser.add_argument("--model", type=Path, default=SOURCE / ".deps/models/all-MiniLM-L6-v2")
    parser.add_argument("--data", type=Path,
                        default=Path(os.environ.get("TUNEDESK_DATA", SOURCE.parent / "shared/data")))
    options = parser.parse_args()
    print("| table | seed | default | steps | took | recommended | which | best single run | took | chosen "
          "| runs x steps |\n|---|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="tunedesk-best-") as folder:
        bench = Bench(options, Path(folder))
        rows = {table: [] for table in options.tables}
        for seed in options.seeds:
            for table in options.tables:
                rows[table].append(bench.row(table, seed))
    print("\n| table | default | recommended | difference |\n|---|---|---|---|")
    for table, pairs in rows.items():
        defaults, found = zip(*pairs)
        print(f"| {table} | {spread(defaults)} | {spread(found)} | {spread([b - a for a, b in pairs])} |")


if __name__ == "__main__":
    main()
