#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes manual pages from what the programs say about themselves.

usage: make_man.py TUNEDESK FOLDER

TUNEDESK is the program, as build/release/bin/tunedesk; its --help, and each command's, become FOLDER/tunedesk.1, and
the usage of the worker beside it becomes FOLDER/tunedesk-worker.1. A program that is missing gets no page.
"""
import re
import subprocess
import sys
from pathlib import Path

from make_docs import said, sections


def escaped(text):
    """Text as roff takes it literally."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def header(name, version, purpose):
    return f'.TH {name.upper()} 1 "" "TuneDesk {version}" "User Commands"\n.SH NAME\n{name} \\- {escaped(purpose)}\n'


def items(rows):
    """(name, meaning) pairs as a list of definitions."""
    nothing = r"\&"
    return "".join(f".TP\n.B {escaped(name)}\n{escaped(meaning) or nothing}\n" for name, meaning in rows)


def command_entries(program, path):
    """The command and those below it, one subsection each."""
    parts = sections(said(program, *path, "--help"))
    usage = next(line for line in parts[""] if line.startswith("Usage:")).removeprefix("Usage: ")
    text = f'.SS "{escaped(" ".join(path))}"\n{escaped(parts[""][0])}.\n.PP\n.B {escaped(usage)}\n'
    children = parts.pop("Subcommands", [])
    for heading, rows in parts.items():
        if heading:
            text += items(row for row in rows if not row[0].startswith("-h,"))
    return text + "".join(command_entries(program, [*path, name]) for name, _ in children)


def program_page(program, version):
    parts = sections(said(program, "--help"))
    usage = next(line for line in parts[""] if line.startswith("Usage:")).removeprefix("Usage: ")
    text = header("tunedesk", version, "fine-tune pretrained models")
    text += f".SH SYNOPSIS\n.B {escaped(usage)}\n.SH DESCRIPTION\n{escaped(parts[''][0])}\n"
    text += ".PP\nWithout a command the window opens, where it is installed.\n"
    text += f".SH OPTIONS\n{items(parts['Positionals'] + parts['Options'])}"
    text += ".SH COMMANDS\n" + "".join(command_entries(program, [name]) for name, _ in parts["Subcommands"])
    text += ".SH FILES\n" + items([
        ("/usr/share/tunedesk/presets", "Presets to begin with."),
        ("/usr/share/doc/tunedesk/docs", "The documentation; reference/presets.md explains each key of a preset."),
    ])
    return text + ".SH SEE ALSO\n.BR tunedesk\\-worker (1)\n"


def worker_page(worker, version):
    usage = subprocess.run([worker, "--help"], capture_output=True, text=True, check=True).stdout
    text = header("tunedesk-worker", version, "one rank of a training run")
    text += f".SH SYNOPSIS\n.nf\n{escaped(usage.replace('usage: ', '').replace('       ', ''))}.fi\n"
    text += ".SH DESCRIPTION\n" + escaped(
        "tunedesk starts it, one process a device. By hand, under torchrun or srun it takes its place among the ranks "
        "from RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR and MASTER_PORT.") + "\n"
    return text + ".SH SEE ALSO\n.BR tunedesk (1)\n"


def main():
    program, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    version = said(program, "--version").split()[1]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tunedesk.1").write_text(program_page(program, version))
    worker = program.with_name("tunedesk-worker")
    if worker.exists():
        (folder / "tunedesk-worker.1").write_text(worker_page(worker, version))


if __name__ == "__main__":
    main()
