#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether two builds train to the same bits.

usage: same_bits.py OLD_BUILD NEW_BUILD [--only NAME] [--keep DIR]

Each preset below is trained by both builds (their bin/tunedesk, beside the worker and, for the simulated device,
libtunedesk-simulated.so) on a small model and small rows made here. The final weights, metrics.csv, predictions.csv
and report.txt must be equal to the byte. Prints a line a preset and ends with 1 where one differs or fails; a preset
that a build cannot run (no simulated device) is counted as left out.
"""

import argparse
import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMPARED = ["final/model.safetensors", "metrics.csv", "predictions.csv", "report.txt"]
WORDS, TIMEOUT = 60, 600

BASE = """tunedesk: 1
name: same bits
model: {{path: {model}, init: random, dropout: 0.1}}
data: {{train: {rows}/train.csv, validation: {rows}/validation.csv, test: {rows}/test.csv, max_length: 32, threads: 1}}
training: {{per_device_train_batch_size: 4, gradient_accumulation_steps: 1, num_train_epochs: 2, optim: adamw,
           weight_decay: 0.01, learning_rate: 1e-3, lr_scheduler_type: linear, warmup_steps: 3, threads: 1}}
parallel: {{devices: cpu}}
checkpoint: {{every_n_steps: 7}}
logging: {{every_n_steps: 2, tensorboard: false}}
"""

DEVICE = {"parallel.devices": "cuda"}
SIMULATED = {"on_device": True}


def case(name, settings=None, **how):
    return {"name": name, "settings": settings or {}, **how}


CASES = [
    case("fp32"),
    case("bf16", {"precision.compute": "bf16"}),
    case("fp16", {"precision.compute": "fp16"}),
    case("bf16 parameters", {"precision.params": "bf16", "precision.compute": "bf16"}),
    case("8-bit AdamW", {"training.optim": "adamw_8bit"}),
    case("Adam", {"training.optim": "adam", "training.weight_decay": "0"}),
    case("SGD", {"training.optim": "sgd", "training.momentum": "0.9", "training.learning_rate": "0.05"}),
    case("last layers", {"model.train": "last_layers"}),
    case("features", {"model.train": "features"}),
    case("bucketed", {"data.batching": "bucketed"}),
    case("padded", {"data.batching": "padded"}),
    case("token budget", {"training.max_tokens_per_batch": "96"}),
    case("accumulation", {"training.gradient_accumulation_steps": "3"}),
    case("clipping", {"training.max_grad_norm": "0.5"}),
    case("checkpointing", {"memory.activation_checkpointing": "block"}),
    case("optimizer in backward", {"memory.optimizer_in_backward": "true"}),
    case("class weights and smoothing",
         {"training.class_weights": "balanced", "training.label_smoothing_factor": "0.1"}),
    case("cosine, steps", {"training.lr_scheduler_type": "cosine", "evaluation.strategy": "steps",
                           "evaluation.every_n_steps": "5"}),
    case("DistilBERT", model="distilbert"),
    case("two ranks", {"parallel.strategy": "ddp", "parallel.processes": "2"}),
    case("two ranks, fp16", {"parallel.strategy": "ddp", "parallel.processes": "2", "precision.compute": "fp16"}),
    case("killed and resumed", killed=True),
    case("two ranks, killed and resumed", {"parallel.strategy": "ddp", "parallel.processes": "2"}, killed=True),
    case("LibTorch's operations", environment={"TUNEDESK_OPERATIONS": "aten"}),
    case("simulated device", DEVICE, **SIMULATED),
    case("simulated device, bf16", DEVICE | {"precision.compute": "bf16"}, **SIMULATED),
    case("simulated device, optimizer offloaded", DEVICE | {"memory.offload": "[optimizer]"}, **SIMULATED),
    case("simulated device, parameters offloaded", DEVICE | {"memory.offload": "[parameters]"}, **SIMULATED),
    case("simulated device, activations offloaded", DEVICE | {"memory.offload": "[activations]"}, **SIMULATED),
    case("simulated device, static graph", DEVICE | {"precision.static_graph": "true"}, **SIMULATED),
]


def write_model(folder, architecture):
    folder.mkdir(parents=True)
    (folder / "vocab.txt").write_text(
        "".join(f"{word}\n" for word in ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
                + [f"word{i}" for i in range(WORDS)]))
    (folder / "tokenizer_config.json").write_text(
        '{"do_lower_case": true, "tokenizer_class": "BertTokenizer", "model_max_length": 64}')
    size = WORDS + 5
    if architecture == "bert":
        text = f"""{{"model_type": "bert", "architectures": ["BertModel"], "hidden_act": "gelu", "hidden_size": 64,
 "intermediate_size": 128, "num_attention_heads": 4, "num_hidden_layers": 3, "hidden_dropout_prob": 0.1,
 "attention_probs_dropout_prob": 0.1, "initializer_range": 0.02, "layer_norm_eps": 1e-12,
 "max_position_embeddings": 64, "pad_token_id": 0, "type_vocab_size": 2, "vocab_size": {size}}}"""
    else:
        text = f"""{{"model_type": "distilbert", "architectures": ["DistilBertModel"], "activation": "gelu", "dim": 64,
 "hidden_dim": 128, "n_heads": 4, "n_layers": 2, "dropout": 0.1, "attention_dropout": 0.1,
 "seq_classif_dropout": 0.2, "initializer_range": 0.02, "max_position_embeddings": 64, "pad_token_id": 0,
 "sinusoidal_pos_embds": false, "vocab_size": {size}}}"""
    (folder / "config.json").write_text(text)


def write_rows(folder):
    folder.mkdir()
    for split, count, seed in (("train", 90, 1), ("validation", 30, 2), ("test", 30, 3)):
        draw = random.Random(seed)
        lines = ["text,label"]
        for _ in range(count):
            first = draw.randrange(WORDS)
            rest = "".join(f" word{draw.randrange(WORDS)}" for _ in range(draw.randrange(24)))
            lines.append(f"word{first}{rest},class{first % 3}")
        (folder / f"{split}.csv").write_text("\n".join(lines) + "\n")


class Side:
    """One build, with state and cache of its own."""

    def __init__(self, build, root):
        self.program, self.library = build / "bin" / "tunedesk", build / "bin" / "libtunedesk-simulated.so"
        self.root = root
        root.mkdir()

    def environment(self, one):
        environment = dict(os.environ, XDG_STATE_HOME=str(self.root), XDG_CACHE_HOME=str(self.root),
                           XDG_RUNTIME_DIR=str(self.root), **one.get("environment", {}))
        if one.get("on_device"):
            environment["TUNEDESK_CUDA_LIBRARY"] = str(self.library)
        return environment

    def call(self, one, *words):
        return subprocess.run([self.program, "--no-gui", *words], env=self.environment(one), capture_output=True,
                              text=True, timeout=TIMEOUT)

    def train(self, one, preset):
        """The run's folder; None and what was said where it failed."""
        run = self.root / one["name"].replace(" ", "-").replace(",", "")
        words = ["run", str(preset), "--run-dir", str(run)]
        for key, value in one["settings"].items():
            words += ["--set", f"{key}={value}"]
        if one.get("killed"):
            self.kill_midway(one, words, run)
            words = ["resume", str(run)]
        ended = self.call(one, *words)
        return (run, "") if ended.returncode == 0 else (None, ended.stdout + ended.stderr)

    def kill_midway(self, one, words, run):
        process = subprocess.Popen([self.program, "--no-gui", *words], env=self.environment(one),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        journal, deadline = run / "events.jsonl", time.monotonic() + TIMEOUT
        while process.poll() is None and time.monotonic() < deadline:
            if journal.exists() and journal.read_bytes().count(b'"type":"Step"') >= 6:
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)  # the ranks end with the supervisor
        process.wait()
        time.sleep(0.5)


def digest(run):
    return {name: hashlib.sha256((run / name).read_bytes()).hexdigest() if (run / name).exists() else "missing"
            for name in COMPARED}


def compare(one, sides, presets):
    if one.get("on_device") and not all(side.library.exists() for side in sides):
        return "left out", "a build has no simulated device"
    digests = []
    for side in sides:
        run, said = side.train(one, presets[one.get("model", "bert")])
        if run is None:
            return "FAILED", f"{side.root.name}: {said.strip().splitlines()[-1] if said.strip() else 'no word'}"
        digests.append(digest(run))
    differing = [name for name in COMPARED if digests[0][name] != digests[1][name] or digests[0][name] == "missing"]
    return ("DIFFERS", ", ".join(differing)) if differing else ("same", "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--only", help="presets whose name holds this text")
    parser.add_argument("--keep", type=Path, help="work in this new folder and leave it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        root = arguments.keep or Path(temporary)
        root.mkdir(exist_ok=True)
        write_rows(root / "rows")
        presets = {}
        for architecture in ("bert", "distilbert"):
            write_model(root / architecture, architecture)
            presets[architecture] = root / f"{architecture}.yaml"
            presets[architecture].write_text(BASE.format(model=root / architecture, rows=root / "rows"))
        sides = [Side(arguments.old.resolve(), root / "old"), Side(arguments.new.resolve(), root / "new")]
        counts = {}
        for one in CASES:
            if arguments.only and arguments.only not in one["name"]:
                continue
            start = time.monotonic()
            result, why = compare(one, sides, presets)
            counts[result] = counts.get(result, 0) + 1
            print(f"{result:9} {one['name']:45} {time.monotonic() - start:5.1f} s  {why}", flush=True)
    print(", ".join(f"{count} {result}" for result, count in sorted(counts.items())))
    return 1 if counts.get("FAILED") or counts.get("DIFFERS") or not counts.get("same") else 0


if __name__ == "__main__":
    sys.exit(main())
