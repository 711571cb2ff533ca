# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs scripts for a test, each in a process of its own that has large packages already: they take seconds to load.

    python python_server.py MODULE...

A request is a line of JSON on stdin: {"arguments": [...], "script": FILE}, or "code": TEXT for a script of that text.
The answer is one on stdout: {"exit": CODE, "out": TEXT, "err": TEXT}, with what it printed. A module that is not installed
is left out: the script says so.
"""

import contextlib
import importlib
import json
import os
import runpy
import sys
import tempfile
import traceback

# Models here are tiny: a second thread would wait for the first, spinning, ten times as long as both compute.
os.environ["OMP_NUM_THREADS"] = "1"


def run(request):
    """In the script's process; its exit code."""
    sys.argv = [request.get("script", "-c"), *request["arguments"]]
    try:
        if "script" in request:
            sys.path.insert(0, os.path.dirname(request["script"]))
            runpy.run_path(request["script"], run_name="__main__")
        else:
            exec(compile(request["code"], "-c", "exec"), {"__name__": "__main__"})
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return 1 if isinstance(end.code, str) else int(end.code or 0)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def answer(request):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            code = run(request)
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        status = os.waitpid(child, 0)[1]
        texts = {}
        for name, file in (("out", out), ("err", err)):
            file.seek(0)
            texts[name] = file.read().decode(errors="replace")
        return {"exit": os.waitstatus_to_exitcode(status), **texts}


def main():
    for name in sys.argv[1:]:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


main()
