#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times TuneDesk against the usual Hugging Face recipe on one machine and prints a Markdown table.

usage: compare_hf.py [CASE...] [--repeat 3] [--steps 40] [--threads CORES] [--dropout P] [--precision bf16] [--raw FILE.jsonl] ...

cases (default: imdb sst2)
  imdb        IMDb reviews up to 512 tokens, batch 12, --steps steps
  sst2        resources/samples/sst2, 8,000 sentences, batch 32, one epoch, then accuracy on its test sentences
  imdb-group  imdb, the recipe with batches sorted by length
  sst2-group  sst2, likewise

Ours and theirs take turns; the one that begins changes from round to round. Both get the same rows (a cut file that
is one epoch long), the same batch size, epochs, optimizer, learning rate, dropouts and number of threads. Figures are
medians of the rounds. With --precision bf16 ours computes in bf16, the recipe under autocast (it evaluates in fp32
all the same). Tokens are real ones, without padding, over the training time alone: ours from RUN/report.json,
theirs from the line the recipe prints. "first step" is the time from the start of our command to its first Step
event; rounds after the first find the token cache filled.

The recipe is a script outside this project: --recipe, or $TUNEDESK_RECIPE, or ../shared/peers/hf_recipe.py. It runs
in .deps/peer (packaging/setup.sh --tests), or in the Python that $TUNEDESK_PYTHON names. IMDb is looked for in
$TUNEDESK_DATA, or ../shared/data.
"""
import argparse
import csv
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timezone
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
LEARNING_RATE = 5e-5


class Case:
    """One set of rows and how both sides are to train on them."""

    def __init__(self, name, folder, options):
        self.name = name
        self.group = name.endswith("-group")
        self.imdb = name.startswith("imdb")
        self.batch = 12 if self.imdb else 32
        self.text_column = "text" if self.imdb else "sentence"
        if self.imdb:
            self.train = self.test = cut_imdb(options.data / "imdb" / "train.csv", folder, options.steps * self.batch)
            self.validation = None
        else:
            samples = SOURCE / "resources" / "samples" / "sst2"
            self.train, self.validation, self.test = (samples / f"{part}.tsv" for part in ("train", "validation", "test"))


def cut_imdb(path, folder, rows):
    """The first rows of the file: one epoch of them is the number of steps asked for."""
    if not path.exists():
        sys.exit(f"{path} is missing: name the folder of the data sets with --data or $TUNEDESK_DATA")
    target = folder / f"imdb-{rows}.csv"
    if not target.exists():
        csv.field_size_limit(sys.maxsize)
        with open(path, newline="", encoding="utf-8") as source, open(target, "w", newline="", encoding="utf-8") as out:
            writer = csv.writer(out)
            writer.writerow(["text", "label"])
            for number, row in enumerate(csv.DictReader(source)):
                if number == rows:
                    break
                writer.writerow([row["text"], row["label"]])
    return target


def write_preset(case, folder, options):
    preset = {
        "tunedesk": 1,
        "name": f"bench {case.name}",
        "model": {"path": str(options.model)},
        "data": {"train": str(case.train), "text_column": case.text_column, "max_length": 512},
        "training": {
            "per_device_train_batch_size": case.batch,
            "num_train_epochs": 1,
            "optim": "adam",
            "learning_rate": LEARNING_RATE,
            "seed": options.seed,
            "threads": options.threads,
        },
    }
    if options.precision != "fp32":
        preset["precision"] = {"compute": options.precision}
    if options.dropout is not None:
        preset["model"]["dropout"] = options.dropout
    if case.validation:
        preset["data"] |= {"validation": str(case.validation), "test": str(case.test)}
    else:
        preset["evaluation"] = {"strategy": "no"}
    path = folder / f"{case.name}.yaml"
    path.write_text(json.dumps(preset, indent=2), encoding="utf-8")  # JSON is YAML
    return path


def model_with_dropout(options, folder):
    """The recipe has no option for dropout: a copy of the model's folder whose config says it."""
    if options.dropout is None:
        return options.model
    copy = folder / "model"
    if not copy.exists():
        copy.mkdir()
        for file in options.model.iterdir():
            if file.name != "config.json" and file.is_file():
                shutil.copy2(file, copy / file.name)  # a link out of the folder is refused
        config = json.loads((options.model / "config.json").read_text(encoding="utf-8"))
        keys = [key for key in config if key.endswith(("dropout", "dropout_prob"))]
        config |= {key: options.dropout for key in keys}
        (copy / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return copy


def run_ours(case, preset, folder, options):
    run = folder / "run"
    shutil.rmtree(run, ignore_errors=True)
    command = [options.tunedesk, "--no-gui", "run", preset, "--run-dir", run, "--json"]
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache"), "XDG_STATE_HOME": str(folder / "state")}
    with open(folder / "ours.err", "w+", encoding="utf-8") as errors:
        start = time.monotonic()
        first_step = None
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment) as process:
            for line in process.stdout:
                if first_step is None and json.loads(line).get("type") == "Step":
                    first_step = time.monotonic() - start
        wall = time.monotonic() - start
        if process.returncode != 0:
            errors.seek(0)
            sys.exit(f"{' '.join(map(str, command))}\nended with {process.returncode}\n{errors.read()}")
    report = json.loads((run / "report.json").read_text(encoding="utf-8"))
    return {
        "side": "ours", "case": case.name, "tokens_per_s": report["train_tokens_per_second"],
        "train_s": report["train_seconds"], "wall_s": wall, "first_step_s": first_step,
        "peak_gib": report["peak_rss_bytes"] / 2**30,
        "eval_tokens_per_s": report.get("test_tokens_per_second") if case.validation else None,
        "accuracy": report.get("accuracy") if case.validation else None,
    }


def run_recipe(case, folder, options):
    command = [options.python, options.recipe, model_with_dropout(options, folder), case.train, case.test,
               "--batch", case.batch, "--max-length", 512, "--epochs", 1, "--lr", LEARNING_RATE, "--seed", options.seed]
    if case.imdb:
        command += ["--steps", options.steps]
    if case.group:
        command += ["--group"]
    if options.precision == "bf16":
        command += ["--bf16"]
    environment = os.environ | {"OMP_NUM_THREADS": str(options.threads), "HF_HUB_OFFLINE": "1",
                                "TOKENIZERS_PARALLELISM": "false"}
    start = time.monotonic()
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
    wall = time.monotonic() - start
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nended with {result.returncode}\n{result.stderr}")
    printed = json.loads(result.stdout.splitlines()[-1])
    return {
        "side": "recipe", "case": case.name, "tokens_per_s": printed["tokens_per_s"], "train_s": printed["train_s"],
        "wall_s": wall, "peak_gib": printed["peak_rss_gib"], "accuracy": printed["accuracy"],
        "eval_tokens_per_s": printed["eval_tokens_per_s"],
    }


def measure(options, folder):
    results = []
    for name in options.cases:
        case = Case(name, folder, options)
        preset = write_preset(case, folder, options)
        for turn in range(options.repeat):
            sides = [lambda: run_ours(case, preset, folder, options), lambda: run_recipe(case, folder, options)]
            for side in sides if turn % 2 == 0 else sides[::-1]:
                result = side() | {"round": turn}
                results.append(result)
                print(json.dumps(result), file=sys.stderr)
                if options.raw:
                    with open(options.raw, "a", encoding="utf-8") as raw:
                        raw.write(json.dumps(result) + "\n")
    return results


def median(results, case, side, key, skip_first=False):
    values = [r[key] for r in results if r["case"] == case and r["side"] == side and r.get(key) is not None]
    if skip_first and len(values) > 1:
        values = values[1:]
    return statistics.median(values) if values else None


def table(results, options):
    rows = ["| case | measure | TuneDesk | recipe | ratio |", "|---|---|---|---|---|"]

    def row(case, measure, ours, theirs, ratio, digits):
        cells = ["–" if value is None else f"{value:,.{digits}f}" for value in (ours, theirs)]
        rows.append(f"| {case} | {measure} | {cells[0]} | {cells[1]} | {ratio} |")

    for case in options.cases:
        def both(key):
            return median(results, case, "ours", key), median(results, case, "recipe", key)

        ours, theirs = both("tokens_per_s")
        row(case, "tokens/s", ours, theirs, f"{ours / theirs:.2f}×", 0)
        ours, theirs = both("peak_gib")
        row(case, "peak memory, GiB", ours, theirs, f"1/{theirs / ours:.2f}", 2)
        if case.startswith("sst2"):
            ours, theirs = median(results, case, "ours", "wall_s"), median(results, case, "recipe", "train_s")
            row(case, "our whole command / its loop alone, s", ours, theirs, f"{theirs / ours:.2f}×", 1)
            ours, theirs = both("eval_tokens_per_s")
            row(case, "evaluation, tokens/s", ours, theirs, f"{ours / theirs:.2f}×", 0)
            ours, theirs = both("accuracy")
            row(case, "accuracy", ours, theirs, f"{100 * (ours - theirs):+.1f} points", 4)
        row(case, "first step, s", median(results, case, "ours", "first_step_s", True), None, "–", 2)
    return "\n".join(rows)


def machine(options):
    cpu = platform.processor()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            cpu = line.split(":", 1)[1].strip()
            break
    versions = subprocess.run(
        [options.python, "-c", "import torch, transformers; print('torch', torch.__version__, 'transformers', transformers.__version__)"],
        capture_output=True, text=True).stdout.strip()
    dropout = "the model's dropouts" if options.dropout is None else f"dropout {options.dropout}"
    return (f"{datetime.now(timezone.utc):%Y-%m-%d}, {cpu}, {os.cpu_count()} cores, {options.threads} threads, {options.precision}, "
            f"{dropout}, {options.repeat} rounds, recipe: {versions}")


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    environment = os.environ.get
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--repeat", type=int, default=3, help="rounds of each case")
    parser.add_argument("--steps", type=int, default=40, help="steps of the IMDb cases")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--dropout", type=float, help="every dropout probability, on both sides")
    parser.add_argument("--precision", choices=["fp32", "bf16"], default="fp32", help="of both sides")
    parser.add_argument("--seed", type=int, default=123)
    parser.add_argument("--raw", help="append each measurement to this file, a JSON object a line")
    parser.add_argument("--tunedesk", type=Path, default=SOURCE / "build/release/bin/tunedesk")
    parser.add_argument("--model", type=Path, default=SOURCE / ".deps/models/all-MiniLM-L6-v2")
    parser.add_argument("--data", type=Path, default=Path(environment("TUNEDESK_DATA", SOURCE.parent / "shared/data")))
    parser.add_argument("--recipe", type=Path,
                        default=Path(environment("TUNEDESK_RECIPE", SOURCE.parent / "shared/peers/hf_recipe.py")))
    parser.add_argument("--python", default=environment("TUNEDESK_PYTHON", str(SOURCE / ".deps/peer/bin/python")))
    options = parser.parse_args()
    options.cases = options.cases or ["imdb", "sst2"]
    for case in options.cases:
        if case not in ("imdb", "sst2", "imdb-group", "sst2-group"):
            parser.error(f"unknown case {case}")
    for path, remedy in ((options.tunedesk, "build it, or --tunedesk"), (options.model, "packaging/setup.sh, or --model"),
                         (options.recipe, "--recipe or $TUNEDESK_RECIPE"), (Path(options.python), "packaging/setup.sh --tests")):
        if not path.exists():
            parser.error(f"{path} is missing: {remedy}")
    options.model = options.model.resolve()
    return options


def main():
    options = parse()
    with tempfile.TemporaryDirectory(prefix="tunedesk-bench-") as folder:
        results = measure(options, Path(folder))
    print(f"{machine(options)}\n\n{table(results, options)}")


if __name__ == "__main__":
    main()
