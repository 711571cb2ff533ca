#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Repeats the measurements of docs/benchmarks.csv, and prints the recorded figures before each command's own output.

usage: repeat.py GROUP... [--dry-run]    the commands of these groups, one after the other
       repeat.py --list                  the groups, their commands, and how many figures each gave

Commands run in the project's folder, as they are written in the file. One whose words in capitals (SEED, BUILD, ...)
stand for a value is shown and left out, like figures without a command. Ends with 1 where a command failed.
"""
import argparse
import csv
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TO_FILL = re.compile(r"(?<![\w=./])[A-Z]{2,}(?![\w=])")


def recorded():
    """Group -> command -> its rows, in the file's order."""
    groups = {}
    with open(ROOT / "docs/benchmarks.csv", newline="") as file:
        for row in csv.DictReader(file):
            groups.setdefault(row["group"], {}).setdefault(row["command"], []).append(row)
    return groups


def print_rows(rows):
    for row in rows:
        peer = f", recipe {row['peer']}" if row["peer"] else ""
        print(f"  recorded {row['date']} ({row['hardware']}, {row['commit']}): {row['case']}: {row['figure']}: "
              f"{row['tunedesk']}{peer} {row['unit']}".rstrip())


def repeat(command, rows, dry_run):
    """Whether the command ended well; True too where it is left out."""
    print(f"\n$ {command or '(no command)'}", flush=True)
    print_rows(rows)
    if not command or TO_FILL.search(command):
        print("  left out: needs values of your own" if command else "  left out: measured by hand")
        return True
    sys.stdout.flush()
    return dry_run or subprocess.run(command, shell=True, cwd=ROOT).returncode == 0


def main():
    groups = recorded()
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("groups", nargs="*", metavar="GROUP")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--dry-run", action="store_true")
    options = parser.parse_args()
    if unknown := set(options.groups) - set(groups):
        parser.error(f"no group {', '.join(sorted(unknown))}; the groups are {', '.join(groups)}")
    if options.list or not options.groups:
        for group, commands in groups.items():
            print(group)
            for command, rows in commands.items():
                print(f"  {len(rows):2} figures  {command or '(measured by hand)'}")
        return
    results = [repeat(command, rows, options.dry_run)
               for group in options.groups for command, rows in groups[group].items()]
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
