#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what each parallel strategy needs in memory and how fast it is, on the CPU.

usage: strategies.py --memory [--even-words] [--ranks 2 4] | --speed [--repeat 3] | --both | --saving | --peaks
                     | --pipeline | --tensor [--tunedesk PROGRAM] [--model DIR] [--data DIR]

--memory trains model M (BERT, 12 layers, width 384, 8,192 words, random; 24.8 million parameters) for some steps with
each strategy, a thread a rank. State is weights, gradients and optimizer state of rank 0 by report.json: at rest (what
there was in the update), and at most with what is in flight. PSS is the median over the training of the largest rank's,
which divides shared pages among those who map them. Each is shown in parts of ddp's, and state at rest in parts of 16
bytes a parameter too, for ddp keeps less: its word embeddings' gradients are of the rows that a step has used. With
--even-words texts are drawn evenly from the vocabulary, 16 of 512 tokens a rank, so that a step uses nearly all rows,
and ddp keeps whole gradients.

--speed trains MiniLM on IMDb, 12 reviews a step, with one process of two threads and with each strategy of two ranks of
one thread; the one that begins changes from round to round. Ratios of train_tokens_per_second, medians of the rounds.

--saving trains model M with 16 layers (383 MB of weights and optimizer state) and saves at every sixth step, once with
and once without checkpoint.asynchronous: how long training waits for a save, from the journal's CheckpointSaved.

--peaks trains model M with four ranks and saves a checkpoint after each fifth step: the largest PSS of a rank while the
ranks train, while they save, and from the last step to the end, in which final/ is written.

--pipeline trains model M to tag texts of 512 tokens, so that its last layer computes all rows as the others do and both
stages cost the same; 8 micro-batches of 2 texts a step, with two stages of one thread: the share of a step in which stages wait, median of the journal's Pipeline events but for the first steps, beside that of the
schedule, (p-1)/(m+p-1); what stage 0 keeps of activations, in parts of GPipe's; and the rate beside that of one process
of two threads.

--tensor trains model M on such texts, two a step: one process of two threads, beside it two slices of one thread each,
the one that begins changing from round to round: state at rest and activations of a rank in parts of the one process's,
and the rate.

A Markdown table goes to standard output.
"""
import argparse
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

from compare_hf import SOURCE, cut_imdb

STRATEGIES = ["ddp", "zero1", "zero2", "zero3", "fsdp"]
MODEL_M = {"model_type": "bert", "architectures": ["BertForMaskedLM"], "hidden_size": 384, "num_hidden_layers": 12,
           "num_attention_heads": 12, "intermediate_size": 1536, "vocab_size": 8192, "max_position_embeddings": 512,
           "type_vocab_size": 2, "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "attention_probs_dropout_prob": 0.1,
           "initializer_range": 0.02, "layer_norm_eps": 1e-12, "pad_token_id": 0}


def make_model_m(folder, tokenizer):
    """The tokenizer is the other model's with its first words alone."""
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(MODEL_M))
    words = (tokenizer / "vocab.txt").read_text(encoding="utf-8").splitlines()[: MODEL_M["vocab_size"]]
    (folder / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    return folder


def even_words(model):
    """Gives `model` a vocabulary of made-up words, and returns them."""
    words = [f"w{number}" for number in range(MODEL_M["vocab_size"] - 5)]
    (model / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words]) + "\n")
    return words


def use_even_tags(model, folder, rows):
    """A file of rows that each draw 510 made-up words of `model`, with a tag a word."""
    words, draw = even_words(model), random.Random(1)
    path = folder / f"even_tags_{rows}.conll"
    path.write_text("".join("".join(f"{word} {'AB'[len(word) % 2]}\n" for word in draw.choices(words, k=510)) + "\n"
                            for _ in range(rows)))
    return path


def use_even_words(model, folder, rows):
    """A file of rows that each draw 510 made-up words of `model`."""
    words, draw = even_words(model), random.Random(1)
    lines = [f"{' '.join(draw.choices(words, k=510))},{row % 2}" for row in range(rows)]
    path = folder / f"even_words_{rows}.csv"
    path.write_text("text,label\n" + "\n".join(lines) + "\n")
    return path


def pss_of_ranks(run):
    """Proportional set size of each rank's process, in bytes."""
    sizes = []
    for process in Path("/proc").iterdir():
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            if b"tunedesk-worker" not in words[0] or str(run).encode() not in words:
                continue
            for line in (process / "smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    sizes.append(1024 * int(line.split()[1]))
        except (OSError, IndexError):
            continue
    return sizes


class Bench:
    def __init__(self, folder, options):
        self.folder = folder
        self.options = options
        self.environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache"), "XDG_STATE_HOME": str(folder / "state")}
        self.runs = 0

    def train(self, model, rows, batch, strategy, ranks, threads, sets=(), see=lambda run, seen: None, pause=0.2):
        """Returns report.json of a run, and the median PSS of its largest rank while it trained.

        see(its folder, [(time, PSS of the largest rank)]), a sample every `pause` seconds.
        """
        self.runs += 1
        run = self.folder / f"run{self.runs}"
        preset = self.folder / f"{self.runs}.yaml"
        preset.write_text(json.dumps({
            "tunedesk": 1, "name": f"strategies {self.runs}", "model": model,
            "data": {"train": str(rows), "max_length": 512},
            "training": {"per_device_train_batch_size": batch, "num_train_epochs": 1, "threads": threads},
            "evaluation": {"strategy": "no"}, "logging": {"level": "none"},
            "parallel": {"strategy": strategy, "processes": ranks}}))
        command = [str(self.options.tunedesk), "--no-gui", "run", str(preset), "--run-dir", str(run), *sets]
        process = subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        seen = []
        while process.poll() is None:
            sizes = pss_of_ranks(run)
            if len(sizes) == ranks:
                seen.append((time.time(), max(sizes)))
            time.sleep(pause)
        if process.returncode != 0:
            sys.exit(f"{' '.join(command)}\nended with {process.returncode}\n{process.stderr.read()}")
        report = json.loads((run / "report.json").read_text())
        see(run, seen)
        shutil.rmtree(run)
        half = [size for _, size in seen[len(seen) // 2:]]
        return report, statistics.median(half) if half else 0


def events_of(run, kind):
    events = [json.loads(line) for line in (run / "events.jsonl").read_text().splitlines()]
    return [event for event in events if event["type"] == kind]


def state_of(phase):
    return phase["weights"] + phase["gradients"] + phase["optimizer"]


def measure_memory(bench, options):
    folder = make_model_m(bench.folder / "M", options.model)
    model = {"path": str(folder), "init": "random"}
    batch, steps = (16, 3) if options.even_words else (2, options.steps)
    print("| strategy | ranks | state at rest, MB | of ddp | of 16 B | at most | of ddp | PSS, MB | PSS saved / state saved |")
    print("|---|---|---|---|---|---|---|---|---|")
    for ranks in options.ranks:
        count = steps * batch * ranks
        rows = (use_even_words(folder, bench.folder, count) if options.even_words
                else cut_imdb(options.data / "imdb/train.csv", bench.folder, count))
        first = None
        for strategy in STRATEGIES:
            report, pss = bench.train(model, rows, batch, strategy, ranks, 1)
            phases = report["memory"]["phases"]
            rest = state_of(phases["step"])
            most = max(state_of(phase) for phase in phases.values())
            first = first or (rest, most, pss, 4 * phases["step"]["weights"])
            saved = f"{(first[2] - pss) / (first[0] - rest):.2f}" if rest < 0.99 * first[0] else ""
            print(f"| {strategy} | {ranks} | {rest / 1e6:.0f} | {rest / first[0]:.3f} | "
                  f"{rest / first[3]:.3f} | {most / 1e6:.0f} | "
                  f"{most / first[0]:.3f} | {pss / 1e6:.0f} | {saved} |", flush=True)


def measure_speed(bench, options):
    model = {"path": str(options.model.resolve())}
    rows = cut_imdb(options.data / "imdb/train.csv", bench.folder, options.steps * 12)
    print("| strategy | tokens/s, medians | of one process |\n|---|---|---|")
    for strategy in STRATEGIES[:4]:
        ratios, rates = [], []
        for round_number in range(options.repeat):
            both = {}
            sides = ["single", strategy]
            for side in sides if round_number % 2 == 0 else reversed(sides):
                alone = side == "single"
                report, _ = bench.train(model, rows, 12 if alone else 6, side, 1 if alone else 2, 2 if alone else 1)
                both[side] = report["train_tokens_per_second"]
            ratios.append(both[strategy] / both["single"])
            rates.append(both[strategy])
        print(f"| {strategy} | {statistics.median(rates):.0f} | {statistics.median(ratios):.3f} "
              f"({', '.join(f'{ratio:.3f}' for ratio in ratios)}) |", flush=True)


def measure_saving(bench, options):
    folder = make_model_m(bench.folder / "M16", options.model)
    (folder / "config.json").write_text(json.dumps(MODEL_M | {"num_hidden_layers": 16}))
    model = {"path": str(folder), "init": "random"}
    print("| strategy | ranks | saved, MB | training waits, s | written beside: waits, s | of that | written in, s |")
    print("|---|---|---|---|---|---|---|")
    for strategy, ranks in [("single", 1), ("zero2", 2)]:
        rows = cut_imdb(options.data / "imdb/train.csv", bench.folder, 24 * 2 * ranks)
        waits = {}
        for beside in ["false", "true"]:
            saves = []

            def see(run, _):
                saves.extend(event for event in events_of(run, "CheckpointSaved") if event["step"] < 24)

            bench.train(model, rows, 2, strategy, ranks, 1 if ranks > 1 else 2,
                        ["--set", "logging.level=full", "--set", "checkpoint.every_n_steps=6",
                         "--set", f"checkpoint.asynchronous={beside}"], see)
            waits[beside] = statistics.median(save["paused_seconds"] for save in saves)
        print(f"| {strategy} | {ranks} | {saves[0]['bytes'] / 1e6:.0f} | {waits['false']:.3f} | {waits['true']:.3f} | "
              f"{waits['true'] / waits['false']:.3f} | {statistics.median(save['seconds'] for save in saves):.2f} |",
              flush=True)


def measure_peaks(bench, options):
    model = {"path": str(make_model_m(bench.folder / "M", options.model)), "init": "random"}
    print("| strategy | trains, MB | saves, MB | more | writes final/, MB | more |\n|---|---|---|---|---|---|")
    rows = cut_imdb(options.data / "imdb/train.csv", bench.folder, options.steps * 2 * 4)
    for strategy in STRATEGIES:
        peaks = []

        def see(run, seen):
            last = max(event["t"] for event in events_of(run, "Step"))
            saves = [(event["t"] - event["seconds"], event["t"]) for event in events_of(run, "CheckpointSaved")]
            first = min(event["t"] for event in events_of(run, "Step"))
            of = {"train": [], "save": [], "end": []}
            for at, size in seen:
                if at > last:
                    of["end"].append(size)
                elif any(begin <= at <= end for begin, end in saves):
                    of["save"].append(size)
                elif at > first:
                    of["train"].append(size)
            peaks.extend(max(sizes) / 1e6 if sizes else float("nan") for sizes in of.values())

        bench.train(model, rows, 2, strategy, 4, 1, ["--set", "logging.level=full", "--set", "logging.every_n_steps=1",
                                                     "--set", "checkpoint.every_n_steps=5"], see, 0.01)
        train, save, end = peaks
        print(f"| {strategy} | {train:.0f} | {save:.0f} | {save - train:+.0f} | {end:.0f} | {end - train:+.0f} |", flush=True)


def idle_share(stages):
    end = max(one[3] for stage in stages for one in stage)
    return 1 - sum(one[3] - one[2] for stage in stages for one in stage) / (end * len(stages))


def measure_pipeline(bench, options):
    folder = make_model_m(bench.folder / "M", options.model)
    model = {"path": str(folder), "init": "random"}
    count, batch = 8, 2
    rows = use_even_tags(folder, bench.folder, options.steps * count * batch)
    kept = {}
    print("| schedule | stages wait | of the schedule | activations of stage 0, MB | of GPipe's | tokens/s of one process |\n"
          "|---|---|---|---|---|---|")
    common = ["--set", "task=token-classification", "--set", f"training.gradient_accumulation_steps={count}", "--set",
              "logging.level=full", "--set", "logging.every_n_steps=1", "--set", "logging.tensorboard=false"]
    for schedule in ["gpipe", "1f1b"]:
        shares, ratios = [], []

        def see(run, _):
            shares.extend(idle_share(event["stages"]) for event in events_of(run, "Pipeline")[2:])

        for round_number in range(options.repeat):
            both = {}
            sides = [1, 2]
            for stages in sides if round_number % 2 == 0 else reversed(sides):
                sets = ["--set", f"parallel.pipeline_stages={stages}"] if stages > 1 else []
                sets += ["--set", f"parallel.pipeline_schedule={schedule}"] if stages > 1 else []
                report, _ = bench.train(model, rows, batch, "single", stages, 1 if stages > 1 else 2, common + sets,
                                        see if stages > 1 else lambda run, seen: None)
                both[stages] = report["train_tokens_per_second"]
                if stages > 1:
                    kept[schedule] = max(phase["activations"] for phase in report["memory"]["phases"].values())
            ratios.append(both[2] / both[1])
        print(f"| {schedule} | {statistics.median(shares):.3f} | {1 / (count + 1):.3f} | {kept[schedule] / 1e6:.1f} | "
              f"{kept[schedule] / kept['gpipe']:.3f} | {statistics.median(ratios):.3f} |", flush=True)


def measure_tensor(bench, options):
    folder = make_model_m(bench.folder / "M", options.model)
    model = {"path": str(folder), "init": "random"}
    rows = use_even_tags(folder, bench.folder, options.steps * 2)
    states, activations, ratios = {}, {}, []
    for round_number in range(options.repeat):
        rates = {}
        sides = [1, 2]
        for slices in sides if round_number % 2 == 0 else reversed(sides):
            sets = ["--set", "task=token-classification", "--set", f"parallel.tensor_size={slices}"]
            report, _ = bench.train(model, rows, 2, "single", slices, 3 - slices, sets)
            phases = report["memory"]["phases"]
            states[slices] = state_of(phases["step"])
            activations[slices] = max(phase["activations"] for phase in phases.values())
            rates[slices] = report["train_tokens_per_second"]
        ratios.append(rates[2] / rates[1])
    print("| slices | state of a rank | activations | tokens/s |\n|---|---|---|---|\n"
          f"| 2 | {states[2] / states[1]:.3f} | {activations[2] / activations[1]:.3f} | {statistics.median(ratios):.3f} "
          f"({', '.join(f'{ratio:.3f}' for ratio in ratios)}) |", flush=True)


def add_places(parser):
    """Where the program, the tokenizer's model and the data are."""
    parser.add_argument("--tunedesk", type=Path, default=SOURCE / "build/release/bin/tunedesk")
    parser.add_argument("--model", type=Path, default=SOURCE / ".deps/models/all-MiniLM-L6-v2")
    parser.add_argument("--data", type=Path,
                        default=Path(os.environ.get("TUNEDESK_DATA", SOURCE.parent / "shared/data")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--even-words", action="store_true")
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--both", action="store_true")
    parser.add_argument("--saving", action="store_true")
    parser.add_argument("--peaks", action="store_true")
    parser.add_argument("--pipeline", action="store_true")
    parser.add_argument("--tensor", action="store_true")
    parser.add_argument("--ranks", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--steps", type=int, default=20)
    add_places(parser)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tunedesk-strategies-") as folder:
        bench = Bench(Path(folder), options)
        if options.memory or options.both:
            measure_memory(bench, options)
        if options.speed or options.both:
            measure_speed(bench, options)
        if options.saving:
            measure_saving(bench, options)
        if options.peaks:
            measure_peaks(bench, options)
        if options.pipeline:
            measure_pipeline(bench, options)
        if options.tensor:
            measure_tensor(bench, options)


if __name__ == "__main__":
    main()
