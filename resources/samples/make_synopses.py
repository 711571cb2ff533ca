#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pairs of texts about Debian packages: a package's one-line synopsis and the first paragraph of its description. Reads
the Translation-en lists that apt fetched for Debian 12; writes train.csv, validation.csv and test.csv with the columns
package, synopsis and description.

usage: make_synopses.py FOLDER [LISTS]

LISTS: where apt keeps them, /var/lib/apt/lists by default. A machine without translations fetches them beside its own:
apt-get update -o Acquire::Languages=en -o Dir::State::lists=LISTS
"""

import csv
import hashlib
import pathlib
import subprocess
import sys

COUNTS = {"train": 2000, "validation": 250, "test": 500}
SHORTEST, LONGEST = 80, 260  # characters of a paragraph
DULL = ("transitional", "dummy", "debug", "metapackage", "documentation", "headers", "development files")


def described(lists):
    """Package, synopsis and first paragraph of each."""
    for path in sorted(lists.glob("*_main_i18n_Translation-en*")):
        text = subprocess.run(["/usr/lib/apt/apt-helper", "cat-file", path], capture_output=True, text=True, check=True).stdout
        for entry in text.split("\n\n"):
            lines = entry.splitlines()
            fields = dict(line.split(": ", 1) for line in lines if ": " in line and not line.startswith(" "))
            body = [line[1:] for line in lines if line.startswith(" ")]
            paragraph = body[:body.index(".")] if "." in body else body
            if any(line.startswith((" ", "*", "-")) for line in paragraph):  # a list
                continue
            yield fields.get("Package", ""), fields.get("Description-en", ""), " ".join(paragraph)


def main():
    folder = pathlib.Path(sys.argv[1])
    lists = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "/var/lib/apt/lists")
    rows = [row for row in described(lists) if all(row) and SHORTEST <= len(row[2]) <= LONGEST and row[1].isascii()
            and row[2].isascii() and not any(word in row[1].lower() for word in DULL)]
    # The packages of one source often share a paragraph: of those the first alone.
    seen, pairs = set(), []
    for row in sorted(rows, key=lambda row: hashlib.sha256(row[0].encode()).hexdigest()):
        if seen.isdisjoint({row[1].lower(), row[2]}):
            seen |= {row[1].lower(), row[2]}
            pairs.append(row)
    begin = 0
    for split, count in COUNTS.items():
        with open(folder / f"{split}.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["package", "synopsis", "description"])
            writer.writerows(sorted(pairs[begin:begin + count]))
        begin += count
    print(f"{len(pairs)} pairs")


main()
