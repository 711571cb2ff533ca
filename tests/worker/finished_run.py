# SPDX-License-Identifier: GPL-3.0-or-later
"""What the scripts that open a run with other tools share: the run's folder, its first argument, tables, and how they
say what is wrong.
"""

import csv
import pathlib
import sys

RUN = pathlib.Path(sys.argv[1])
problems = []


def expect(condition, text):
    if not condition:
        problems.append(text)


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def end():
    print("\n".join(problems[:20]) or "ok")
    sys.exit(bool(problems))
