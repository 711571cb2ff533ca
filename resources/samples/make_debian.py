#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Conversations about Debian packages: a question with a package's one-line description, and the archive's section as
the answer. Reads `apt-cache dumpavail` of Debian 12; writes train.jsonl, validation.jsonl and test.jsonl.

usage: make_debian.py FOLDER
"""

import hashlib
import json
import pathlib
import subprocess
import sys

SECTIONS = ["admin", "database", "editors", "fonts", "games", "graphics", "mail", "math", "net", "science", "sound", "video"]
EACH = {"train": 80, "validation": 15, "test": 25}  # packages of a section
QUESTION = "Which section of Debian holds this package? {}"


def packages():
    """Source package, section and description of each; one of a source and of a description, for others are alike."""
    text = subprocess.run(["apt-cache", "dumpavail"], capture_output=True, text=True, check=True).stdout
    seen = set()
    for entry in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in entry.splitlines() if ": " in line and not line.startswith(" "))
        section, words = fields.get("Section", ""), fields.get("Description", fields.get("Description-en", ""))
        source = fields.get("Source", fields.get("Package", "")).split(" ")[0]
        dull = any(word in words.lower() for word in ("transitional", "dummy", "debug", "documentation", "metapackage"))
        if section in SECTIONS and words and not dull and section not in words.lower() and seen.isdisjoint({source, words.lower()}):
            seen |= {source, words.lower()}
            yield source, section, words


def main():
    folder = pathlib.Path(sys.argv[1])
    by_section = {section: [] for section in SECTIONS}
    for source, section, words in sorted(packages(), key=lambda one: hashlib.sha256(one[0].encode()).hexdigest()):
        by_section[section].append(words)
    begin = 0
    for split, count in EACH.items():
        rows = [(words, section) for section in SECTIONS for words in by_section[section][begin:begin + count]]
        rows.sort(key=lambda row: hashlib.sha256(row[0].encode()).hexdigest())
        with open(folder / f"{split}.jsonl", "w", encoding="utf-8") as file:
            for words, section in rows:
                messages = [{"role": "system", "content": "Answer with one word."},
                            {"role": "user", "content": QUESTION.format(words)},
                            {"role": "assistant", "content": section}]
                file.write(json.dumps({"messages": messages}, ensure_ascii=False) + "\n")
        begin += count


if __name__ == "__main__":
    main()
