#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of faults: which test proves each row of tests/faults_rows.txt, and the last run that executed it.

usage: faults_table.py --check BUILD...    exits with 1 where a row has no test, or a test of a row was skipped, failed
                                           or not run in these builds; writes the table into the first, as FAULTS.md
       faults_table.py --write BUILD...    writes tests/FAULTS.md, whatever the result

A test function says which rows it proves by a comment line directly above it, or at the head of the comment above it:
    // FAULTS 17, 19
A file all of whose functions prove a row says so in its first comment.
A BUILD's test-logs/ holds the list of its tests and the log of each one's last run.
"""

import datetime
import pathlib
import re
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parent
ROWS = r"FAULTS ([0-9]+(?:(?:, | and )[0-9]+)*)\b"
MARK = re.compile(r"^\s*//+\s*" + ROWS)
COMMENT = re.compile(r"^\s*//")
FUNCTION = re.compile(r"^\s*void (?:\w+::)?(\w+)\(\)")
ORDER = ["passed", "skipped", "failed"]  # the worst is the result


def faults():
    """Number -> fault."""
    lines = (TESTS / "faults_rows.txt").read_text().splitlines()
    return {int(number): fault for number, fault in (line.split(" ", 1) for line in lines if not line.startswith("#"))}


def marks(path):
    """(row, function) of a source's marks, without a function for the whole file; one above no function is an error."""
    lines, rows = path.read_text().splitlines(), []
    head = next((i for i, line in enumerate(lines) if not COMMENT.match(line)), len(lines))
    found = [(int(row), None) for mark in re.findall(ROWS, "\n".join(lines[:head])) for row in re.findall("[0-9]+", mark)]
    for number, line in enumerate(lines[head:], head + 1):
        mark = MARK.match(line)
        if mark:
            rows += [int(row) for row in re.findall("[0-9]+", mark[1])]
        elif rows and not COMMENT.match(line):
            function = FUNCTION.match(line)
            if not function:
                sys.exit(f"{path.relative_to(TESTS)}:{number}: the mark above is above no test function")
            found += [(row, function[1].removesuffix("_data")) for row in rows]
            rows = []
    return found


def ran(log):
    """Function -> what the log of its last run says of it."""
    results, function = {}, None
    for line in log.read_text(errors="replace").splitlines() if log.exists() else []:
        if begins := re.search(r'<TestFunction name="(\w+)"', line):
            function = begins[1]
        elif (incident := re.search(r'<Incident type="(\w+)"', line)) or 'type="skip"' in line:
            kind = incident[1] if incident else "skip"
            result = {"pass": "passed", "xfail": "passed", "skip": "skipped"}.get(kind, "failed")
            if function:
                results[function] = max(results.get(function, result), result, key=ORDER.index)
        elif "</TestFunction>" in line:
            function = None
    return results


def tests_of_rows(builds):
    """Row -> list of (program, function, result, date)."""
    table = {}
    for build in builds:
        logs = pathlib.Path(build) / "test-logs"
        for line in (logs / "tests.txt").read_text().splitlines():
            program, source = line.split(" ", 1)
            log = logs / f"{program}.xml"
            results = ran(log)
            date = datetime.datetime.fromtimestamp(log.stat().st_mtime, datetime.timezone.utc) if results else None
            for row, function in marks(pathlib.Path(source)):
                if function:
                    result = results.get(function, "not run")
                else:
                    result = max(results.values(), key=ORDER.index, default="not run")
                table.setdefault(row, []).append((program, function or "all", result, date))
    return table


def commit():
    def git(*arguments):
        return subprocess.run(["git", "-C", TESTS, *arguments], capture_output=True, text=True).stdout.strip()

    return (git("rev-parse", "--short", "HEAD") or "unknown") + ("+" if git("status", "--porcelain", "-uno") else "")


def text(rows, table):
    lines = ["# Faults and the tests that prove them", "",
             "Written by `tests/faults_table.py`; `+` behind a commit: with changes.", "",
             "| # | fault | test | last run | commit | result |", "|---|---|---|---|---|---|"]
    now = commit()
    for row, fault in rows.items():
        for program, function, result, date in table.get(row, []) or [("", "none", "missing", None)]:
            when = f"{date:%Y-%m-%d %H:%M} UTC" if date else ""
            name = f"{program}: {function}" if program else function
            lines.append(f"| {row} | {fault} | {name} | {when} | {now if date else ''} | {result} |")
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("--check", "--write"):
        sys.exit(__doc__)
    builds = sys.argv[2:]
    rows, table = faults(), tests_of_rows(builds)
    wrong = [f"FAULTS {row}, which tests/faults_rows.txt lacks" for row in sorted(table) if row not in rows]
    for row, fault in rows.items():
        if row not in table:
            wrong.append(f"FAULTS {row} has no test: {fault}")
        wrong += [f"FAULTS {row}: {program} {function}: {result}"
                  for program, function, result, _ in table.get(row, []) if result != "passed"]
    target = TESTS / "FAULTS.md" if sys.argv[1] == "--write" else pathlib.Path(builds[0]) / "FAULTS.md"
    target.write_text(text(rows, table))
    print("\n".join(wrong) or f"all {len(rows)} rows have tests that ran and passed: {target}")
    sys.exit(1 if wrong and sys.argv[1] == "--check" else 0)


if __name__ == "__main__":
    main()
