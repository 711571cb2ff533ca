#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The share of the GPU's code outside core/cuda that the tests on the simulated device execute.

usage: coverage.py [BUILD]    BUILD: a build of preset dev with tunedesk, tunedesk-worker and the tests below, where it
                              was built (build/dev)

Compiles three libraries of core once more with gcov's counters into BUILD/coverage, puts them in the place of BUILD's
own while the tests run, and prints lines by file, those that were not reached, and the share. Ends with 1 below 95 %,
or where a test fails. Some minutes on two cores; by hand, not part of ctest.
"""

import collections
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

SOURCE = pathlib.Path(__file__).resolve().parents[2]
TESTS = ["simulated_device", "simulated_runs", "simulated_commands", "device_check"]
LIBRARIES = ["model", "parallel", "train"]
LEAST = 0.95

# Whole files that exist for devices, and of files with both sides the functions that serve a device alone: what runs
# on the host as well is tested there.
FILES = {
    "core/train/memory/host_link.cpp": None,
    "core/train/step/async_scalar.cpp": None,
    "core/train/memory/offloaded_activations.cpp": None,
    "core/train/memory/host_layers.cpp": None,
    "core/train/memory/gradient_blocks.cpp": None,
    "core/train/memory/block_residency.cpp": None,
    "core/train/optimizer/device_rule.cpp": None,
    "core/train/optimizer/eight_bit_state.cpp": None,
    "core/train/optimizer/state_store.cpp": None,
    "core/train/memory/eviction.cpp": None,
    "core/train/step/static_graph.cpp": None,
    "core/parallel/device.cpp": None,
    "core/model/aten/aten_operations.cpp": None,
    "core/model/aten/aten_attention.cpp": None,
    "core/parallel/group.cpp": ["nccl_backend", "::connect_device(", "::~Group("],
    "core/train/session/session.cpp": ["placement_of", "execution_of", "offloads", "is_out_of_gpu_memory"],
    "core/train/loop/pause.cpp": ["::wait(", "::device_state("],
}


def run(command, **more):
    return subprocess.run(command, check=True, text=True, **more)


def compile_counted(build, folder, command):
    """Compiles an object of a library with counters; several sources make one."""
    words = [w for w in shlex.split(command["command"].split(" && ")[-1]) if w not in ("-Werror", "-Winvalid-pch")]
    compiler = next(i for i, word in enumerate(words) if re.search(r"/(c|g|clang)\+\+(-\d+)?$", word))
    words = words[compiler:]  # not by ccache, which keeps no notes
    made = folder / command["output"].replace("/", "_")
    words[words.index("-o") + 1] = str(made)
    for name in ("-MF", "-MT"):
        del words[words.index(name) : words.index(name) + 2]
    words.remove("-MD")
    run(words + ["--coverage", "-O0", "-w"], cwd=build)
    return made


def link_counted(build, folder, library, objects):
    lines = run(["ninja", "-t", "commands", library], cwd=build, stdout=subprocess.PIPE).stdout.splitlines()
    command = next(line for line in reversed(lines) if f"-o {library}" in line)
    for before, made in objects.items():
        command = command.replace(before, str(made))
    run(command.replace(f"-o {library}", f"-o {folder / pathlib.Path(library).name} --coverage"), cwd=build, shell=True)


def counted_lines(folder):
    """Source -> line -> how often it ran; of those of FILES and their wanted functions alone."""
    counts = {source: collections.Counter() for source in FILES}
    for notes in folder.glob("*.gcno"):
        text = run(["gcov", "--json-format", "--stdout", str(notes)], cwd=folder, stdout=subprocess.PIPE).stdout
        for file in json.loads(text)["files"]:
            path = pathlib.Path(os.path.relpath(file["file"], SOURCE)).as_posix()
            if path not in FILES:
                continue
            wanted = FILES[path]
            spans = [(f["start_line"], f["end_line"]) for f in file["functions"]
                     if wanted is None or any(name in f["demangled_name"] for name in wanted)]
            for line in file["lines"]:
                if wanted is None or any(first <= line["line_number"] <= last for first, last in spans):
                    counts[path][line["line_number"]] += line["count"]
    return counts


def ranges(numbers):
    """1, 2, 3, 7 -> 1-3 7"""
    parts = []
    for number in numbers:
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return " ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in parts)


def build_counted(build, folder):
    folder.mkdir(exist_ok=True)
    commands = json.loads(run(["ninja", "-t", "compdb"], cwd=build, stdout=subprocess.PIPE).stdout)
    for name in LIBRARIES:
        objects = {c["output"]: c for c in commands
                   if re.fullmatch(rf"core/{name}/CMakeFiles/tunedesk_{name}\.dir/.*\.o", c["output"])}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            made = pool.map(lambda command: compile_counted(build, folder, command), objects.values())
            link_counted(build, folder, f"core/{name}/libtunedesk_{name}.so", dict(zip(objects, made)))


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else SOURCE / "build/dev").resolve()
    folder = build / "coverage"
    if gone := [source for source in FILES if not (SOURCE / source).is_file()]:
        sys.exit(f"no such source: {', '.join(gone)}")
    build_counted(build, folder)
    for notes in folder.glob("*.gcda"):
        notes.unlink()
    environment = dict(os.environ, LD_LIBRARY_PATH=f"{folder}:{os.environ.get('LD_LIBRARY_PATH', '')}")
    failed = subprocess.run(["ctest", "--output-on-failure", "-R", f"^({'|'.join(TESTS)})$"], cwd=build,
                            env=environment).returncode
    reached = lines = 0
    for source, counts in counted_lines(folder).items():
        missed = sorted(line for line, count in counts.items() if count == 0)
        reached += len(counts) - len(missed)
        lines += len(counts)
        print(f"{100 * (1 - len(missed) / max(1, len(counts))):5.1f} %  {len(counts):4} lines  {source}"
              + (f"  not: {ranges(missed)}" if missed else ""))
    print(f"{100 * reached / lines:5.1f} %  {lines:4} lines  in all")
    return 1 if failed or reached < LEAST * lines else 0


if __name__ == "__main__":
    sys.exit(main())
