#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what watching costs training, and prints a Markdown table.

usage: telemetry_cost.py [publish] [frozen] [levels] [--preset presets/quickstart.yaml] [--build build/release] ...

  publish  the time that a training thread spends in publishing calls, as a share of a step: one Progress a step and
           one Step every --every steps (asked: at most 0.1 %). The calls are timed alone, by bench_publish; the step
           by the run's own Step events.
  frozen   one run, in turns with a viewer that is stopped (SIGSTOP) and without: the ratio of the median step times
           (asked: at most 1.05), and of the ranks' CPU time a step, which other programs disturb less. Every step is logged, so that the viewer's queue fills.
  levels   runs with logging.level full and none in turns: the ratio of their training seconds. It holds the logged
           losses' own computation and the checkpoints too, and on a busy machine says little below a percent.

A run's every rank trains on one thread where --threads says so. Figures are medians.
"""
import argparse
import json
import os
import shutil
import signal
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]


class Bench:
    def __init__(self, options):
        self.options = options
        self.folder = Path(tempfile.mkdtemp(prefix="tunedesk-telemetry-"))
        self.program = options.build / "bin" / "tunedesk"
        self.environment = dict(os.environ, TUNEDESK_WORKER=str(options.worker or options.build / "bin" / "tunedesk-worker"))
        for name in ("XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
            self.environment[name] = str(self.folder / name)
            (self.folder / name).mkdir(mode=0o700)

    def command(self, *words):
        return [str(self.program), "--no-gui", *map(str, words)]

    def start(self, name, steps, *settings):
        run = self.folder / name
        words = ["run", self.options.preset, "--run-dir", run, "--detach"]
        base = [f"training.max_steps={steps}", "evaluation.strategy=no", "checkpoint.every_n_steps=0"]
        if self.options.threads:
            base.append(f"training.threads={self.options.threads}")
        for setting in [*base, *settings]:
            words += ["--set", setting]
        subprocess.run(self.command(*words), check=True, env=self.environment, stdout=subprocess.DEVNULL)
        return run

    def steps(self, run):
        """The Step events so far: step -> seconds."""
        found = {}
        with open(run / "events.jsonl", encoding="utf-8") as journal:
            for line in journal:
                if '"Step"' in line and line.endswith("\n"):
                    event = json.loads(line)
                    found[event["step"]] = event["step_seconds"]
        return found

    def cpu_seconds(self, run):
        """CPU time of the run's ranks so far: on a busy machine it says more than a clock."""
        ticks = 0
        for process in Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes().split(b"\0")
                if words[0].endswith(b"tunedesk-worker") and str(run).encode() in words:
                    ticks += sum(map(int, (process / "stat").read_text().rsplit(")", 1)[1].split()[11:13]))
            except OSError:
                continue
        return ticks / os.sysconf("SC_CLK_TCK")

    def wait_for_step(self, run, step):
        while max(self.steps(run), default=0) < step:
            if (run / "exit.json").exists():
                return False
            time.sleep(0.3)
        return True

    def wait_for_end(self, run):
        while not (run / "exit.json").exists():
            time.sleep(0.3)
        if json.loads((run / "exit.json").read_text())["code"] not in (0, 75):
            raise SystemExit((run / "exit.json").read_text())


def publish(bench):
    options = bench.options
    run = bench.start("publish", options.steps, f"logging.every_n_steps={options.every}")
    bench.wait_for_end(run)
    step_us = statistics.median(bench.steps(run).values()) * 1e6
    output = subprocess.run([options.build / "bin" / "bench_publish"], check=True, capture_output=True, text=True).stdout
    times = {}
    for line in output.splitlines()[1:]:
        name, median, mean, _ = line.split("\t")
        times[name] = (float(median), float(mean))
    for kind in ("", ", nobody reads"):
        cost = times["progress" + kind][1] + times["step" + kind][1] / options.every
        print(f"| publishing{kind or ', all is read'} | {cost:.1f} us a step of {step_us / 1e3:.1f} ms "
              f"| {100 * cost / step_us:.4f} % |")


def frozen(bench):
    options = bench.options
    total = 2 * options.turns * options.steps + options.steps
    run = bench.start("frozen", total, "logging.every_n_steps=1", "supervision.viewer_queue_events=64")
    bench.wait_for_step(run, 5)
    times, cpu = {False: [], True: []}, {False: [], True: []}
    for turn in range(2 * options.turns):
        with_viewer = turn % 2 == 1
        viewers = []
        if with_viewer:
            for _ in range(options.viewers):
                viewers.append(subprocess.Popen(bench.command("attach", run, "--json"), env=bench.environment,
                                                stdout=subprocess.DEVNULL))
            time.sleep(0.5)
            for viewer in viewers:
                viewer.send_signal(signal.SIGSTOP)
        first = max(bench.steps(run)) + 2
        cpu_before = bench.cpu_seconds(run)
        went_on = bench.wait_for_step(run, first + options.steps)
        cpu_after = bench.cpu_seconds(run)
        for viewer in viewers:
            viewer.kill()
            viewer.wait()
        if not went_on:
            break
        steps = bench.steps(run)
        cpu[with_viewer].append((cpu_after - cpu_before) / (max(steps) + 2 - first))
        times[with_viewer] += [steps[step] for step in range(first, first + options.steps)]
    if not (run / "exit.json").exists():
        subprocess.run(bench.command("kill", run), env=bench.environment, stdout=subprocess.DEVNULL)
    alone, watched = statistics.median(times[False]), statistics.median(times[True])
    print(f"| {options.viewers} frozen viewer(s) | {watched * 1e3:.2f} ms a step, {alone * 1e3:.2f} ms without "
          f"({len(times[True])} + {len(times[False])} steps) | {100 * (watched / alone - 1):+.2f} % |")
    alone, watched = statistics.median(cpu[False]), statistics.median(cpu[True])
    print(f"| the same, CPU time | {watched * 1e3:.2f} ms a step, {alone * 1e3:.2f} ms without "
          f"| {100 * (watched / alone - 1):+.2f} % |")


def levels(bench):
    options = bench.options
    seconds = {"full": [], "none": []}
    for turn in range(options.turns):
        for level in ("full", "none") if turn % 2 == 0 else ("none", "full"):
            run = bench.start(f"{level}{turn}", options.steps, f"logging.level={level}",
                              f"logging.every_n_steps={options.every}")
            bench.wait_for_end(run)
            seconds[level].append(json.loads((run / "report.json").read_text())["train_seconds"] / options.steps)
    full, none = statistics.median(seconds["full"]), statistics.median(seconds["none"])
    ratios = [a / b for a, b in zip(seconds["full"], seconds["none"])]
    print(f"| logging full against none | {full * 1e3:.2f} ms a step, {none * 1e3:.2f} ms ({options.turns} pairs) "
          f"| {100 * (statistics.median(ratios) - 1):+.2f} % |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help="publish, frozen, levels; default: all")
    parser.add_argument("--preset", type=Path, default=SOURCE / "presets" / "quickstart.yaml")
    parser.add_argument("--build", type=Path, default=SOURCE / "build" / "release")
    parser.add_argument("--worker", type=Path, help="another tunedesk-worker than the build's")
    parser.add_argument("--steps", type=int, default=40, help="steps of a run or of a turn")
    parser.add_argument("--turns", type=int, default=5, help="turns of each kind")
    parser.add_argument("--every", type=int, default=10, help="logging.every_n_steps of publish and levels")
    parser.add_argument("--viewers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0)
    bench = Bench(parser.parse_args())
    measures = {"publish": publish, "frozen": frozen, "levels": levels}
    try:
        print("| what | measured | share of a step |\n|---|---|---|")
        for name in bench.options.measures or measures:
            measures[name](bench)
    finally:
        shutil.rmtree(bench.folder, ignore_errors=True)


if __name__ == "__main__":
    main()
