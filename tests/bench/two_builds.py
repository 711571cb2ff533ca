#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the speed and memory of two builds of TuneDesk on one machine, in turns.

usage: two_builds.py OLD_BUILD NEW_BUILD [--repeat 3] [--steps 40] [--journal-steps 2000000] [--only WORD]
                     [--model DIR] [--data DIR] [--side-by-side]

Each build's bin/tunedesk trains MiniLM on IMDb (batches of 12, up to 512 tokens) and SST-2 (batches of 32) in fp32 and
bf16 and evaluates on the test rows; the one that begins changes from round to round, and a round without a figure fills
the token caches first. Then both read a journal of so many steps (`attach --json`). Ratios are new to old, so that more
than 1 is faster, but of memory, where less is better; medians of the rounds. "first step" is the time from the command
to its first Step event. With --side-by-side both train at once, each with one thread on a core of its own, which they
exchange from round to round: what others do to the machine then meets both alike, and ratios of training are steady to
a hundredth. A Markdown table goes to standard output.
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

from compare_hf import SOURCE, cut_imdb

FIGURES = ["train_tokens_per_second", "test_tokens_per_second", "first_step", "peak_rss_bytes"]


class Build:
    def __init__(self, folder, root):
        self.program = folder.resolve() / "bin" / "tunedesk"
        self.root = root
        root.mkdir()
        self.runs = 0

    def environment(self):
        return os.environ | {"XDG_CACHE_HOME": str(self.root), "XDG_STATE_HOME": str(self.root),
                             "XDG_RUNTIME_DIR": str(self.root)}

    def start(self, preset, compute, more=(), core=None):
        self.runs += 1
        run = self.root / f"run{self.runs}"
        command = [self.program, "--no-gui", "run", preset, "--run-dir", run, "--set", f"precision.compute={compute}", *more]
        if core is not None:
            command = ["taskset", "-c", core, *command]
        process = subprocess.Popen(list(map(str, command)), env=self.environment(), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        return process, run, time.time()

    def figures(self, started):
        process, run, start = started
        errors = process.communicate()[1]
        if process.returncode != 0:
            sys.exit(f"{process.args}\nended with {process.returncode}\n{errors}")
        report = json.loads((run / "report.json").read_text())
        figures = {name: report[name] for name in FIGURES if name in report}
        with open(run / "events.jsonl") as journal:
            figures["first_step"] = next(event["t"] for event in map(json.loads, journal) if event["type"] == "Step") - start
        return figures

    def train(self, preset, compute):
        return self.figures(self.start(preset, compute))

    def read_journal(self, run):
        start = time.monotonic()
        with open(os.devnull, "w") as nothing:
            subprocess.run([self.program, "--no-gui", "attach", run, "--json"], env=self.environment(), stdout=nothing, check=True)
        return {"journal": time.monotonic() - start}


def ratio(name, old, new):
    return old / new if name in ("first_step", "journal") else new / old


def in_turns(title, builds, repeat, measure):
    rounds = []
    for number in range(repeat):
        order = builds if number % 2 == 0 else builds[::-1]
        both = {build: measure(build) for build in order}
        rounds.append((both[builds[0]], both[builds[1]]))
    for name in rounds[0][0]:
        ratios = [ratio(name, old[name], new[name]) for old, new in rounds]
        print(f"| {title} | {name} | {statistics.median(old[name] for old, _ in rounds):,.4g} | "
              f"{statistics.median(new[name] for _, new in rounds):,.4g} | {statistics.median(ratios):.3f} "
              f"({', '.join(f'{each:.3f}' for each in ratios)}) |", flush=True)


def side_by_side(title, builds, repeat, preset, compute):
    rounds = []
    for number in range(repeat):
        started = [build.start(preset, compute, ["--set", "training.threads=1"], core=(index + number) % 2)
                   for index, build in enumerate(builds)]
        old, new = [build.figures(each)["train_tokens_per_second"] for build, each in zip(builds, started)]
        rounds.append((old, new))
    ratios = [new / old for old, new in rounds]
    print(f"| {title}, side by side | train_tokens_per_second | {statistics.median(old for old, _ in rounds):,.4g} | "
          f"{statistics.median(new for _, new in rounds):,.4g} | {statistics.geometric_mean(ratios):.3f} "
          f"({', '.join(f'{each:.3f}' for each in ratios)}) |", flush=True)


def write_journal(run, steps):
    """A finished run's journal, with so many logged steps."""
    run.mkdir()
    (run / "preset.yaml").write_text("tunedesk: 1\nname: journal\n")
    step = ('{{"v":1,"type":"Step","rank":0,"rank_seq":{0},"seq":{0},"t":{1},"step":{0},"epoch":0.5,"loss":0.69314718,'
            '"accuracy":0.5,"learning_rate":4.9e-05,"grad_norm":1.25,"samples":12,"tokens":2048,"step_seconds":0.25,'
            '"rss_bytes":523456512,"gpu_allocated_bytes":0}}\n')
    with open(run / "events.jsonl", "w") as journal:
        for number in range(1, steps + 1):
            journal.write(step.format(number, 1795416758 + number / 4))
    (run / "exit.json").write_text(json.dumps({"code": 0, "error": None, "line": "", "time": "2026-11-25T00:00:00Z"}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--journal-steps", type=int, default=2_000_000)
    parser.add_argument("--only", default="", help="measurements whose name holds this word")
    parser.add_argument("--model", type=Path, default=SOURCE / ".deps/models/all-MiniLM-L6-v2")
    parser.add_argument("--data", type=Path,
                        default=Path(os.environ.get("TUNEDESK_DATA", SOURCE.parent / "shared/data")))
    parser.add_argument("--side-by-side", action="store_true")
    options = parser.parse_args()
    print("| measured | figure | old | new | ratio (rounds) |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="tunedesk-two-builds-") as folder:
        folder = Path(folder)
        builds = [Build(options.old, folder / "old"), Build(options.new, folder / "new")]
        imdb = cut_imdb(options.data / "imdb/train.csv", folder, options.steps * 12)
        samples = SOURCE / "resources/samples/sst2"
        for name, batch, train, test, column in [("IMDb", 12, imdb, imdb, "text"),
                                                 ("SST-2", 32, samples / "train.tsv", samples / "test.tsv", "sentence")]:
            preset = folder / f"{name}.yaml"
            preset.write_text(json.dumps({
                "tunedesk": 1, "name": name, "model": {"path": str(options.model.resolve())},
                "data": {"train": str(train), "test": str(test), "text_column": column, "max_length": 512},
                "training": {"per_device_train_batch_size": batch, "num_train_epochs": 1},
                "evaluation": {"strategy": "no"}, "checkpoint": {"every_n_steps": 0}}))
            for compute in ("fp32", "bf16"):
                title = f"{name}, {compute}"
                if options.only not in title:
                    continue
                for build in builds:
                    if build.runs == 0 or compute == "fp32":
                        build.train(preset, compute)
                if options.side_by_side:
                    side_by_side(title, builds, options.repeat, preset, compute)
                else:
                    in_turns(title, builds, options.repeat, lambda build: build.train(preset, compute))
        if options.only in "journal":
            run = folder / "journal"
            write_journal(run, options.journal_steps)
            in_turns(f"journal of {options.journal_steps:,} steps", builds, options.repeat,
                     lambda build: build.read_journal(run))


if __name__ == "__main__":
    main()
