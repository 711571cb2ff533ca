# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that README, CONTRIBUTING, CHANGELOG and docs/ name what exists.

usage: docs_links_test.py SOURCE_DIR

Links and their anchors, pages that no page links to, files of the repository, presets, commands with their options, keys
of presets, ids of errors, the rows of faults, and the length of lines. Commands, keys and ids are those of docs/reference,
which the test docs_reference compares with the program.
"""
import re
import sys
from pathlib import Path

ROOT = Path(sys.argv[1]).resolve()
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(ROOT.glob("docs/**/*.md"))
FOLDERS = "app|cmake|core|docs|packaging|presets|resources|tests|ui"
problems = []


def slug(heading):
    """The anchor that GitHub gives a heading."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    return re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")


class Page:
    """One file: its prose lines, its fenced lines and the spans of code in its prose, each with the line's number."""

    def __init__(self, path):
        self.path, self.name = path, str(path.relative_to(ROOT))
        self.prose, self.fenced, self.spans, self.anchors = [], [], [], []
        fence = False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line.lstrip().startswith("```"):
                fence = not fence
            elif fence:
                self.fenced.append((number, line))
            else:
                self.prose.append((number, line))
                self.spans += [(number, span) for span in re.findall(r"`([^`]+)`", line)]
                if heading := re.match(r"#+ (.*)", line):
                    self.anchors.append(slug(heading[1]))
        if fence:
            self.fault(0, "a fence is not closed")

    def fault(self, number, what):
        problems.append(f"{self.name}:{number}: {what}")


def check_links(page, pages):
    """Returns the pages that it links to."""
    linked = set()
    for number, line in page.prose:
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", target):
                page.fault(number, f"an address: {target}")
                continue
            file, _, anchor = target.partition("#")
            path = (page.path.parent / file).resolve() if file else page.path
            if not path.exists():
                page.fault(number, f"no such file: {target}")
            elif anchor and anchor not in pages[path].anchors:
                page.fault(number, f"no such heading: {target}")
            linked.add(path)
    return linked


def check_files(page):
    for number, text in page.prose + page.fenced:
        for name in re.findall(rf"(?<![\w./$~-])(?:{FOLDERS})/[\w./*-]+", text):
            name = name.rstrip(".")
            if not (list(ROOT.glob(name)) if "*" in name else (ROOT / name).exists()):
                page.fault(number, f"no such file: {name}")


def known_commands(page):
    """Command -> its options, from the generated page."""
    commands, current = {}, None
    for _, line in page.prose:
        if heading := re.match(r"##+ (.*)", line):
            current = commands.setdefault(heading[1], {"--help", "--no-gui"})
        elif current is not None and line.startswith("| `"):
            current.update(re.findall(r"(?<![\w-])--?[a-z][\w-]*", line.split("`")[1]))
    return commands


def check_command(page, number, text, commands):
    called = re.match(r"(?:\$ )?(?:(?:build/\w+/bin/)?tunedesk|\$T)(?: --no-gui| --read-only)*(?: (.*))?$", text)
    if not called or not called[1] or called[1].startswith(("--", "#")):
        return
    words = called[1].split()
    command = " ".join(words[:2]) if " ".join(words[:2]) in commands else words[0]
    if command not in commands:
        if not re.match(r"[A-Z]+\b|[\w./-]+\.\w+$", command):  # opens the window with a file
            page.fault(number, f"no such command: {text}")
        return
    outside_quotes = re.sub(r'"[^"]*"', "", called[1])
    for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", outside_quotes):
        if option not in commands[command]:
            page.fault(number, f"{command} has no option {option}")


def known_keys(page):
    """Section -> its keys; "" those at the top."""
    keys, section = {}, ""
    for _, line in page.prose:
        if heading := re.match(r"## (\w+)", line):
            section = "" if heading[1] == "Top" else heading[1]
        elif key := re.match(r"\| `(\w+)` \|", line):
            keys.setdefault(section, set()).add(key[1])
    return keys


def check_keys(page, number, text, keys):
    sections = "|".join(name for name in keys if name)
    found = re.findall(rf"(?<![\w./-])({sections})\.(\w+)(?![\w./(*])", text)
    for section, inside in re.findall(rf"(?:^|[\s`])({sections}): *\{{(.*?)\}}", text):
        found += [(section, key) for key in re.findall(r"(?:^|, *)(\w+):", inside)]
    for section, key in found:
        if key not in keys[section]:
            page.fault(number, f"no such key: {section}.{key}")


def check_lines(page):
    for number, line in page.prose:
        if len(line) > 120 and not line.startswith("|"):
            page.fault(number, f"{len(line)} characters, 120 are the most")


def check_faults(page):
    rows = [line.split(" ", 1) for line in (ROOT / "tests/faults_rows.txt").read_text().splitlines() if line[0] != "#"]
    shown = [re.split(r" *\| ", line)[1:3] for _, line in page.prose if re.match(r"\| \d", line)]
    for row in rows:
        if row not in shown:
            page.fault(0, f"lacks the row of tests/faults_rows.txt: {' '.join(row)}")
    if len(shown) != len(rows):
        page.fault(0, f"has {len(shown)} rows, tests/faults_rows.txt has {len(rows)}")


pages = {path: Page(path) for path in PAGES}
commands = known_commands(pages[ROOT / "docs/reference/commands.md"])
keys = known_keys(pages[ROOT / "docs/reference/presets.md"])
errors = set(re.findall(r"\bTD\d{4}\b", (ROOT / "docs/reference/errors.md").read_text()))
linked = {ROOT / "README.md"}
for path, page in pages.items():
    linked |= check_links(page, pages)
    if path.parent.name == "reference":
        continue
    check_files(page)
    check_lines(page)
    for number, text in page.fenced + page.spans:
        check_command(page, number, text.strip(), commands)
        check_keys(page, number, text, keys)
        for error in re.findall(r"\bTD\d{4}\b", text):
            if error not in errors:
                page.fault(number, f"no such error: {error}")
check_faults(pages[ROOT / "docs/faults.md"])
problems += [f"{pages[path].name}: no page links to it" for path in PAGES if path not in linked]
if len((ROOT / "README.md").read_text().splitlines()) > 130:
    problems.append("README.md: more than 130 lines")

print("\n".join(problems) or f"passed: {len(pages)} pages, {len(commands)} commands, {sum(map(len, keys.values()))} keys")
sys.exit(bool(problems))
