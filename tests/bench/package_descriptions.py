#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a table of Debian package descriptions with their section as the label, from what apt knows on this machine.

usage: package_descriptions.py FOLDER [--train 4000] [--test 2000] [--seed 7]

FOLDER/train.csv and FOLDER/test.csv get the columns package, description, section: the short descriptions of the eight
largest sections, no description twice, shuffled by the seed. The descriptions come from `apt-cache dumpavail`, or
from the installed packages (`dpkg-query`) where apt has no lists; sections such as contrib/net count as net.
"""
import argparse
import collections
import csv
import random
import subprocess
import sys
from pathlib import Path

CLASSES = 8


def from_apt():
    text = subprocess.run(["apt-cache", "dumpavail"], capture_output=True, text=True).stdout
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line and not line.startswith(" "))
        yield fields.get("Package", ""), fields.get("Section", ""), fields.get("Description-en",
                                                                               fields.get("Description", ""))


def from_dpkg():
    text = subprocess.run(["dpkg-query", "-W", "-f", "${Package}\t${Section}\t${binary:Summary}\n"],
                          capture_output=True, text=True).stdout
    for line in text.splitlines():
        yield tuple(line.split("\t", 2))


def write_tables(folder, train, test, seed):
    """The names of the classes and the number of rows of each table."""
    packages = list(from_apt())
    if len(packages) < 1000:
        packages = list(from_dpkg())
    rows = {}
    for name, section, description in packages:
        if name and section and description:
            rows.setdefault(description, (name, description, section.rsplit("/", 1)[-1]))
    sections = collections.Counter(section for _, _, section in rows.values())
    largest = [section for section, _ in sorted(sections.items(), key=lambda each: (-each[1], each[0]))[:CLASSES]]
    chosen = sorted(row for row in rows.values() if row[2] in largest)
    if len(chosen) < train + test:
        sys.exit(f"{len(chosen)} descriptions are fewer than {train} + {test} rows; run apt-get update first")
    random.Random(seed).shuffle(chosen)
    folder.mkdir(parents=True, exist_ok=True)
    for name, part in (("train", chosen[:train]), ("test", chosen[train:train + test])):
        with open(folder / f"{name}.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["package", "description", "section"])
            writer.writerows(part)
    return largest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--train", type=int, default=4000)
    parser.add_argument("--test", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    print(", ".join(write_tables(options.folder, options.train, options.test, options.seed)))


if __name__ == "__main__":
    main()
