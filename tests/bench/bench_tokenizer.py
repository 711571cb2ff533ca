# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the tokenizer with one thread of Hugging Face `tokenizers`, turn about, and prints medians.

    python tests/bench/bench_tokenizer.py [--program build/release/bin/bench_tokenizer] [--rounds 5]

Reads .deps/models/all-MiniLM-L6-v2 and imdb/train.csv in $TUNEDESK_DATA (default ../shared/data). Speeds are
bytes of text a second of wall time; the ratio by CPU time (one thread of each) stands beside it, because other
work on the machine moves the first one.
"""

import argparse
import csv
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"
import tokenizers

ROOT = pathlib.Path(__file__).parents[2]
DATA = pathlib.Path(os.environ.get("TUNEDESK_DATA", ROOT / "../shared/data"))
MODEL = ROOT / ".deps/models/all-MiniLM-L6-v2"
REFERENCE_ROWS = 3000


def reference(tokenizer, texts):
    wall, cpu = time.perf_counter(), time.process_time()
    tokenizer.encode_batch(texts)
    size = sum(len(text.encode()) for text in texts)
    return size / (time.perf_counter() - wall) / 1e6, size / (time.process_time() - cpu) / 1e6


def ours(program, threads):
    with tempfile.TemporaryDirectory() as cache:
        command = [program, MODEL, DATA / "imdb/train.csv", "text", str(threads), cache]
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=ROOT / "build/release/bin/bench_tokenizer")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    tokenizer = tokenizers.Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    with open(DATA / "imdb/train.csv", encoding="utf-8", newline="") as file:
        texts = [row["text"] for row, _ in zip(csv.DictReader(file), range(REFERENCE_ROWS))]

    rust, rust_cpu, one, two, one_cpu, cold, warm = [], [], [], [], [], [], []
    for _ in range(arguments.rounds):
        wall, cpu = reference(tokenizer, texts)
        rust.append(wall)
        rust_cpu.append(cpu)
        for threads, into in [(1, one), (2, two)]:
            times = ours(arguments.program, threads)
            into.append(times["bytes"] / times["whole"]["wall"] / 1e6)
            if threads == 1:
                one_cpu.append(times["bytes"] / times["whole"]["cpu"] / 1e6)
            else:
                cold.append(sum(times[part]["wall"] for part in ["load", "read", "made"]))
                warm.append(times["opened"]["wall"])
    median = statistics.median
    print(f"tokenizers {tokenizers.__version__}, 1 thread    {median(rust):8.1f} MB/s  (by CPU time "
          f"{median(rust_cpu):.1f})")
    print(f"TuneDesk, 1 thread             {median(one):8.1f} MB/s  {median(one) / median(rust):.0f}x  (by CPU time "
          f"{median(one_cpu):.1f}, {median(one_cpu) / median(rust_cpu):.0f}x)")
    print(f"TuneDesk, 2 threads            {median(two):8.1f} MB/s  {median(two) / median(rust):.0f}x")
    print(f"IMDb train.csv to a new cache  {median(cold):8.2f} s  (tokenizer, table and cache, max_length 512)")
    print(f"Opening that cache             {median(warm) * 1000:8.0f} ms")


main()
