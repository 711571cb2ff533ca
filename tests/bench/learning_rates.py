#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the learning rate that `tunedesk lr-range` proposes with the best of a grid.

usage: learning_rates.py [--steps 150] [--models minilm small ...] [--tables sst2 imdb packages] [--raw FILE.jsonl]
                         [--tunedesk PROGRAM] [--model DIR] [--data DIR]

models
  minilm       all-MiniLM-L6-v2
  minilm-3     its first three layers
  small        a BERT of four layers and width 256 with random weights

tables
  sst2      SST-2 of $TUNEDESK_DATA, tested on its development sentences
  imdb      IMDb of $TUNEDESK_DATA, 2,000 of its test reviews
  packages  descriptions of Debian packages by section (package_descriptions.py)

For each model and table: one `lr-range` with its default steps, then a run of --steps steps for each rate of the grid
and for the proposed rate, all with the same seed, batch 16, at most 64 tokens, a constant rate. A Markdown table goes
to standard output; "trials" where constant rates were tried. Exits with 1 where a proposal's accuracy is more than two
points below the best of the grid, or nothing is proposed.
--raw keeps what was measured, line by line, and what it holds is not measured again: a changed rule needs only its
range tests (delete their lines) and the runs with new rates.
"""
import argparse
import csv
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from package_descriptions import write_tables

SOURCE = Path(__file__).resolve().parents[2]
GRID = [1e-5, 3e-5, 1e-4, 3e-4, 1e-3]
ALLOWED_POINTS = 2.0
TRAIN_ROWS, TEST_ROWS = 4000, 2000
SMALL = {"model_type": "bert", "architectures": ["BertModel"], "hidden_size": 256, "num_hidden_layers": 4,
         "num_attention_heads": 4, "intermediate_size": 1024, "hidden_act": "gelu", "hidden_dropout_prob": 0.1,
         "attention_probs_dropout_prob": 0.1, "initializer_range": 0.02, "layer_norm_eps": 1e-12,
         "max_position_embeddings": 512, "type_vocab_size": 2, "pad_token_id": 0, "vocab_size": 30522}


def call(command, environment):
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nended with {result.returncode}\n{result.stderr}")
    return result.stdout


def copy_tokenizer(source, target):
    for name in ("vocab.txt", "tokenizer.json", "tokenizer_config.json"):
        if (source / name).exists():
            shutil.copy(source / name, target)


def first_layers(source, target, layers):
    from safetensors.numpy import load_file, save_file
    tensors = load_file(source / "model.safetensors")
    kept = {name: tensor for name, tensor in tensors.items()
            if "layer." not in name or int(name.split("layer.")[1].split(".")[0]) < layers}
    save_file(kept, target / "model.safetensors")
    config = json.loads((source / "config.json").read_text())
    (target / "config.json").write_text(json.dumps(config | {"num_hidden_layers": layers}))


def make_model(name, source, folder):
    """The preset's model section."""
    if name == "minilm":
        return {"path": str(source)}
    target = folder / name
    target.mkdir(exist_ok=True)
    copy_tokenizer(source, target)
    if name == "small":
        (target / "config.json").write_text(json.dumps(SMALL))
        return {"path": str(target), "init": "random"}
    first_layers(source, target, 3)
    return {"path": str(target)}


def cut_rows(source, target, rows, skip=0):
    """Rows of a CSV or TSV file, quoted line breaks and all."""
    dialect = {"delimiter": "\t", "quoting": csv.QUOTE_NONE} if source.suffix == ".tsv" else {}
    with open(source, newline="", encoding="utf-8") as read, open(target, "w", newline="", encoding="utf-8") as write:
        reader, writer = csv.reader(read, **dialect), csv.writer(write)
        writer.writerow(next(reader))
        writer.writerows(itertools.islice(reader, skip, skip + rows))
    return str(target)


def make_table(name, data, folder):
    """The preset's data section."""
    if name == "packages":
        write_tables(folder / name, TRAIN_ROWS, TEST_ROWS, 7)
        return {"train": str(folder / name / "train.csv"), "test": str(folder / name / "test.csv"),
                "text_column": "description", "label_column": "section"}
    train, test = (("sst2/train.tsv", "sst2/dev.tsv") if name == "sst2" else ("imdb/train.csv", "imdb/test.csv"))
    return {"train": cut_rows(data / train, folder / f"{name}-train.csv", TRAIN_ROWS),
            "test": cut_rows(data / test, folder / f"{name}-test.csv", TEST_ROWS),
            "text_column": "sentence" if name == "sst2" else "text"}


class Measurements:
    """What was measured so far, by model, table, steps and rate; of a range test the rate is `range`."""

    def __init__(self, file):
        self.file = file
        self.known = {}
        if file and file.exists():
            for line in file.read_text().splitlines():
                entry = json.loads(line)
                self.known[json.dumps(entry["key"])] = entry["value"]

    def get(self, key, measure):
        name = json.dumps(key)
        if name not in self.known:
            self.known[name] = measure()
            if self.file:
                with open(self.file, "a") as file:
                    file.write(json.dumps({"key": key, "value": self.known[name]}) + "\n")
        return self.known[name]


class Bench:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.measurements = Measurements(options.raw)
        self.environment = os.environ | {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CACHE", "STATE")}
        self.count = 0

    def write_preset(self, model, table):
        preset = self.folder / f"{model}-{table}.yaml"
        preset.write_text(json.dumps({
            "tunedesk": 1, "name": f"{model} {table}",
            "model": make_model(model, self.options.model.resolve(), self.folder),
            "data": make_table(table, self.options.data, self.folder) | {"max_length": 64},
            "training": {"per_device_train_batch_size": 16, "max_steps": self.options.steps},
            "evaluation": {"strategy": "no"}, "logging": {"level": "none"}}))
        return preset

    def accuracy(self, preset, rate):
        self.count += 1
        run = self.folder / f"run{self.count}"
        call([self.options.tunedesk, "--no-gui", "run", preset, "--run-dir", run, "--set",
              f"training.learning_rate={rate:.1e}"], self.environment)
        accuracy = json.loads((run / "report.json").read_text())["accuracy"]
        shutil.rmtree(run)
        return accuracy

    def find_range(self, preset):
        return json.loads(call([self.options.tunedesk, "--no-gui", "lr-range", preset, "--json"], self.environment))

    def row(self, model, table):
        """Points that the proposal is below the best of the grid; None without a proposal."""
        preset = self.write_preset(model, table)
        def accuracy_of(rate):
            return self.measurements.get([model, table, self.options.steps, f"{rate:.1e}"],
                                         lambda: self.accuracy(preset, rate))
        found = self.measurements.get([model, table, "range"], lambda: self.find_range(preset))
        grid = [accuracy_of(rate) for rate in GRID]
        proposed = found["suggested"]
        accuracy = accuracy_of(proposed) if proposed else 0.0
        below = 100 * (max(grid) - accuracy) if proposed else None
        diverges = found.get("diverges_above")
        print(f"| {model} | {table} | " + " | ".join(f"{value:.4f}" for value in grid) +
              (f" | {proposed:.1e} | {accuracy:.4f} | {below:+.1f} | " if proposed else " | none | - | - | ") +
              (f"{diverges:.1e} |" if diverges else "- |") + (" trials |" if found["trials"] else " range |"), flush=True)
        return below


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--models", nargs="+", default=["minilm", "minilm-3"], choices=["minilm", "minilm-3", "small"])
    parser.add_argument("--tables", nargs="+", default=["sst2", "imdb", "packages"],
                        choices=["sst2", "imdb", "packages"])
    parser.add_argument("--raw", type=Path)
    parser.add_argument("--tunedesk", type=Path, default=SOURCE / "build/release/bin/tunedesk")
    parser.add_argument("--model", type=Path, default=SOURCE / ".deps/models/all-MiniLM-L6-v2")
    parser.add_argument("--data", type=Path,
                        default=Path(os.environ.get("TUNEDESK_DATA", SOURCE.parent / "shared/data")))
    options = parser.parse_args()
    print(f"Accuracy after {options.steps} steps\n\n| model | table | " + " | ".join(f"{rate:.0e}" for rate in GRID) +
          " | proposed | accuracy | below the best, points | diverges above | by |\n" + "|---" * (len(GRID) + 7) + "|")
    with tempfile.TemporaryDirectory(prefix="tunedesk-rates-") as folder:
        bench = Bench(options, Path(folder))
        rows = [bench.row(model, table) for table in options.tables for model in options.models]
    worst = max((below for below in rows if below is not None), default=0.0)
    print(f"\nThe worst proposal is {worst:+.1f} points below the best of its grid; {rows.count(None)} of {len(rows)} "
          "searches propose nothing.")
    sys.exit(worst > ALLOWED_POINTS or None in rows)


if __name__ == "__main__":
    main()
