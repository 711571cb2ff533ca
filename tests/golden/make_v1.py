#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/golden/v1: files that a TuneDesk of November 2026 left, which every later one must read.

usage: make_v1.py BUILD    BUILD: a build of preset dev (its faults are used to end a run)

    model/, rows/, preset.yaml   what was trained
    finished/                    a run from begin to end, without pictures
    interrupted/                 the same run, killed, resumed and killed again in mid-epoch
    shared.tunedesk              the preset, to share
    finished.json                `report --json` of the finished run
    interrupted.json             the same of the interrupted one

It works in FOLDER below, whose name stays in the runs' files. Run once: what is committed is not made again.
"""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path("/tmp/tunedesk-golden-v1")
HERE = Path(__file__).resolve().parent / "v1"
WORDS = 30

PRESET = f"""tunedesk: 1
name: golden v1
model: {{path: {FOLDER}/model, init: random, dropout: 0.1}}
data: {{train: {FOLDER}/rows/train.csv, validation: {FOLDER}/rows/validation.csv, test: {FOLDER}/rows/test.csv,
       max_length: 16, threads: 1}}
training: {{per_device_train_batch_size: 8, num_train_epochs: 3, optim: adamw, learning_rate: 1e-2, warmup_steps: 3,
           threads: 1}}
evaluation: {{strategy: steps, every_n_steps: 6}}
checkpoint: {{every_n_steps: 7}}
logging: {{tensorboard: false}}
"""

CONFIG = """{"model_type": "bert", "architectures": ["BertModel"], "hidden_act": "gelu", "hidden_size": 16,
 "intermediate_size": 32, "num_attention_heads": 2, "num_hidden_layers": 1, "hidden_dropout_prob": 0.1,
 "attention_probs_dropout_prob": 0.1, "initializer_range": 0.1, "layer_norm_eps": 1e-12,
 "max_position_embeddings": 16, "pad_token_id": 0, "type_vocab_size": 2, "vocab_size": 35}
"""


def write_inputs():
    model, rows = FOLDER / "model", FOLDER / "rows"
    model.mkdir(parents=True)
    rows.mkdir()
    (model / "config.json").write_text(CONFIG)
    (model / "vocab.txt").write_text("".join(f"{word}\n" for word in ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
                                             + [f"word{i}" for i in range(WORDS)]))
    (model / "tokenizer_config.json").write_text(
        '{"do_lower_case": true, "tokenizer_class": "BertTokenizer", "model_max_length": 16}\n')
    for split, count, seed in (("train", 96, 1), ("validation", 24, 2), ("test", 24, 3)):
        draw = random.Random(seed)
        lines = ["text,label"]
        for row in range(count):
            kind = row % 3
            words = [f"word{3 * draw.randrange(WORDS // 3) + kind}" if draw.random() < 0.6 else
                     f"word{draw.randrange(WORDS)}" for _ in range(3 + draw.randrange(9))]
            lines.append(f"{' '.join(words)},class{kind}")
        (rows / f"{split}.csv").write_text("\n".join(lines) + "\n")
    (FOLDER / "preset.yaml").write_text(PRESET)


def call(program, *words, code=0, **environment):
    ended = subprocess.run([program, "--no-gui", *words], text=True, capture_output=True,
                           env=dict(os.environ, XDG_STATE_HOME=f"{FOLDER}/state", XDG_CACHE_HOME=f"{FOLDER}/cache",
                                    **environment))
    if ended.returncode != code:
        sys.exit(f"{words}: {ended.returncode}\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def main():
    program = Path(sys.argv[1]).resolve() / "bin/tunedesk"
    shutil.rmtree(FOLDER, ignore_errors=True)
    write_inputs()
    preset = str(FOLDER / "preset.yaml")
    finished, interrupted = str(FOLDER / "finished"), str(FOLDER / "interrupted")
    call(program, "run", preset, "--run-dir", finished)
    call(program, "run", preset, "--run-dir", interrupted, code=7, TUNEDESK_FAULT="forward:10:kill")
    call(program, "resume", interrupted, code=7, TUNEDESK_FAULT="forward:11:kill")
    for run in (finished, interrupted):
        (FOLDER / f"{Path(run).name}.json").write_text(call(program, "report", "--json", run))
        shutil.rmtree(f"{run}/plots", ignore_errors=True)
    call(program, "preset", "export", preset, "--bundle", "--note", "for every later version", "-o",
         str(FOLDER / "shared.tunedesk"))
    shutil.rmtree(FOLDER / "state")
    shutil.rmtree(FOLDER / "cache")
    shutil.rmtree(HERE, ignore_errors=True)
    shutil.copytree(FOLDER, HERE)


if __name__ == "__main__":
    main()
