# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares our step of AdamW on MiniLM with torch.optim.Adam of Python's, turn about, and prints the medians.

    python tests/bench/bench_adam.py [--program build/release/bin/bench_kernels] [--rounds 5] [--threads 2]

Ours takes the gradients' norm and clips as well; torch's is timed without and with them, and fused. Parameters are
those of .deps/models/all-MiniLM-L6-v2, each with a gradient; "trained" is ours on the gradients of a pass, which for
most word embeddings has none.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import time

import torch
from safetensors.torch import load_file

ROOT = pathlib.Path(__file__).parents[2]
MODEL = ROOT / ".deps/models/all-MiniLM-L6-v2/model.safetensors"
STEPS = 7


def median_ms(work):
    seconds = []
    for _ in range(STEPS):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds) * 1e3


def ours(program, threads):
    command = [program, "--benchmark_filter=AdamW/ours", "--benchmark_format=json", "--benchmark_min_time=0.5"]
    environment = os.environ | {"OMP_NUM_THREADS": str(threads)}
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
    text = run.stdout.decode()
    rows = json.loads(text[text.index("{"):])["benchmarks"]
    return [row["real_time"] / 1e6 for row in rows]  # ns


def reference(parameters):
    def clip_and_step(optimizer):
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()

    adam = torch.optim.Adam(parameters, lr=5e-5)
    fused = torch.optim.AdamW(parameters, lr=5e-5, fused=True)
    return [median_ms(adam.step), median_ms(lambda: clip_and_step(adam)), median_ms(fused.step),
            median_ms(lambda: clip_and_step(fused))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=ROOT / "build/release/bin/bench_kernels")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    parameters = [torch.nn.Parameter(value.float()) for value in load_file(MODEL).values() if value.is_floating_point()]
    for parameter in parameters:
        parameter.grad = torch.randn_like(parameter) * 1e-3

    rounds = [ours(arguments.program, arguments.threads) + reference(parameters) for _ in range(arguments.rounds)]
    names = ["ours, norm and clipping in it", "ours, trained", "torch.optim.Adam", "Adam, norm and clipping",
             "AdamW(fused=True)", "AdamW(fused=True), norm and clipping"]
    columns = [statistics.median(column) for column in zip(*rounds)]
    print("| a step on MiniLM | ms | times ours | times ours, trained |\n|---|---|---|---|")
    for name, ms in zip(names, columns):
        print(f"| {name} | {ms:.1f} | {ms / columns[0]:.2f} | {ms / columns[1]:.2f} |")


if __name__ == "__main__":
    main()
