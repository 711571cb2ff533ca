# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that what packaging/ lists is pinned and explained.

usage: pins_test.py SOURCE_DIR
"""
import re
import sys
from pathlib import Path

packaging = Path(sys.argv[1]) / "packaging"
problems = []


def requirements(path):
    text = path.read_text().replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


seen = {}
for path in sorted(packaging.glob("requirements-*.txt")):
    lines = requirements(path)
    if not lines:
        problems.append(f"{path.name}: empty")
    for line in lines:
        pinned = re.fullmatch(r"([a-z0-9-]+)==\S+(\s+--hash=sha256:[0-9a-f]{64})+", line)
        if not pinned:
            problems.append(f"{path.name}: not a pinned version with its hash: {line}")
            continue
        other, other_line = seen.setdefault(pinned[1], (path.name, line))
        if other_line.split() != line.split():
            problems.append(f"{path.name}: {pinned[1]} is pinned otherwise in {other}")

names = []
for line in (packaging / "packages.txt").read_text().splitlines():
    if line.startswith("#"):
        continue
    fields = line.split(None, 2)
    if len(fields) != 3 or not set(fields[1].split(",")) <= {"build", "test", "package"}:
        problems.append(f"packages.txt: name, build, test or package, and a reason: {line!r}")
    names.append(fields[0])
problems += [f"packages.txt: {name} twice" for name in sorted({n for n in names if names.count(n) > 1})]

for path in sorted(p for p in packaging.iterdir() if p.suffix in (".sh", ".txt")):
    if re.search(r"https?://|--(extra-)?index-url|--trusted-host", path.read_text()):
        problems.append(f"{path.name}: names an address; packages come by name, through the configured clients")

print("\n".join(problems) or f"passed: {len(seen)} wheels, {len(names)} packages")
sys.exit(bool(problems))
