#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures all-reduces over a link of a known rate against the model that plans use, as root.

usage: links.py [--bench build/release/bin/bench_collectives] [--rates 10 100 1000] [--mib 0.25 1 4 16]

Two network namespaces joined by a cable (veth), whose ends `tc` limits to a rate, have a rank each. The model
(core/plan/ranks/exchange.h): of N ranks each sends (N - 1) / N of a tensor twice, each time in N - 1 messages, so that two
ranks send its bytes once in each direction; the rate, what protocols add to the bytes, and what a message costs say how
long that takes. Beside it stands what the bytes alone would take, what was measured, the median of up to nine sums, and
the ratios. A Markdown table goes to standard output.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
RANKS = 2
ADDRESSES = ["10.213.8.1", "10.213.8.2"]


def constant(name):
    """Of the plan, so that both have one definition."""
    text = (SOURCE / "core/plan/constants.h").read_text()
    return float(re.search(rf"\b{name} = ([0-9.e-]+)", text).group(1))


def model(kib, rate):
    """Seconds of the bytes alone, and with what protocols and messages add."""
    alone = 2 * (RANKS - 1) / RANKS * kib * 1024 * 8 / (rate * 1e6)
    return alone, alone * constant("network_byte_overhead") + 2 * (RANKS - 1) * constant("network_message_seconds")


def ip(*words, check=True):
    subprocess.run(["ip", *words], check=check, stderr=None if check else subprocess.DEVNULL)


def name_of(node):
    return f"tunedesk-link-{os.getpid()}-{node}"


def make_nodes():
    for node in range(RANKS):
        ip("netns", "add", name_of(node))
    ip("-n", name_of(0), "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", name_of(1))
    for node in range(RANKS):
        ip("-n", name_of(node), "address", "add", ADDRESSES[node] + "/24", "dev", "cable")
        ip("-n", name_of(node), "link", "set", "cable", "up")
        ip("-n", name_of(node), "link", "set", "lo", "up")


def limit(megabits):
    for node in range(RANKS):
        subprocess.run(["ip", "netns", "exec", name_of(node), "tc", "qdisc", "replace", "dev", "cable", "root", "tbf", "rate",
                        f"{megabits}mbit", "burst", f"{max(32, megabits // 8)}kbit", "latency", "400ms"], check=True)


def measure(bench, folder, kib):
    processes = []
    for rank in range(RANKS):
        environment = os.environ | {"RANK": str(rank), "WORLD_SIZE": str(RANKS), "LOCAL_RANK": "0", "LOCAL_WORLD_SIZE": "1",
                                    "MASTER_ADDR": ADDRESSES[0], "MASTER_PORT": "29733"}
        processes.append(subprocess.Popen(
            ["ip", "netns", "exec", name_of(rank), str(bench), str(folder), *map(str, kib)], env=environment,
            stdout=subprocess.PIPE, text=True))
    answers = [process.communicate(timeout=1800)[0] for process in processes]
    if any(process.returncode for process in processes):
        sys.exit("a rank failed")
    return [(int(size), float(seconds)) for size, seconds in (line.split() for line in answers[0].splitlines())]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=Path, default=SOURCE / "build/release/bin/bench_collectives")
    parser.add_argument("--rates", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--mib", type=float, nargs="+", default=[0.25, 1, 4, 16])
    options = parser.parse_args()
    print("| rate, Mbit/s | tensor, MiB | bytes alone, s | model, s | measured, s | measured / bytes | measured / model |\n"
          "|---|---|---|---|---|---|---|")
    try:
        make_nodes()
        for rate in options.rates:
            limit(rate)
            with tempfile.TemporaryDirectory(prefix="tunedesk-links-") as folder:
                for kib, seconds in measure(options.bench, folder, [int(1024 * mib) for mib in options.mib]):
                    alone, planned = model(kib, rate)
                    print(f"| {rate} | {kib / 1024:g} | {alone:.4f} | {planned:.4f} | {seconds:.4f} | {seconds / alone:.2f} | "
                          f"{seconds / planned:.2f} |", flush=True)
    finally:
        for node in range(RANKS):
            ip("netns", "delete", name_of(node), check=False)


if __name__ == "__main__":
    main()
