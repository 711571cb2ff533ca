#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what `tunedesk track RUN --wandb FOLDER` wrote with W&B's own reader and messages, and compares it with RUN.

usage: read_wandb_run.py RUN FOLDER/wandb/offline-run-DATE_TIME-ID

Needs `wandb` before 0.20, which still has its reader in Python; no test of CI does. Prints what was compared.
"""
import csv
import json
import math
import sys
from collections import Counter
from pathlib import Path

import wandb
import yaml

wandb._assert_is_internal_process = True
from wandb.proto import wandb_internal_pb2  # noqa: E402
from wandb.sdk.internal.datastore import DataStore  # noqa: E402


def records(path):
    store = DataStore()
    store.open_for_scan(str(path))
    while (data := store.scan_data()) is not None:
        record = wandb_internal_pb2.Record()
        record.ParseFromString(data)
        yield record


def values(items):
    return {item.key: json.loads(item.value_json) for item in items}


def expected_history(path):
    rows = {}
    for line in csv.DictReader(path.open()):
        row = rows.setdefault(int(line["step"]), {})
        row.update({name: float(text) for name, text in line.items() if text and name not in ("step", "epoch")})
    return {step: row for step, row in rows.items() if row}


def same(a, b):
    return a == b or (math.isnan(a) and math.isnan(b))


def main():
    run, folder = Path(sys.argv[1]), Path(sys.argv[2])
    (log,) = folder.glob("run-*.wandb")
    all_records = list(records(log))
    kinds = Counter(record.WhichOneof("record_type") for record in all_records)
    print(dict(kinds))
    assert [record.num for record in all_records] == list(range(1, len(all_records) + 1))

    history = {record.history.step.num: values(record.history.item)
               for record in all_records if record.WhichOneof("record_type") == "history"}
    expected = expected_history(run / "metrics.csv")
    assert list(history) == sorted(expected), "other steps"
    compared = 0
    for step, row in expected.items():
        for name, value in row.items():
            assert same(history[step][name], value), (step, name)
            compared += 1
        assert history[step]["_step"] == step
    print(f"{compared} values of {len(expected)} steps equal metrics.csv")

    (started,) = [record.run for record in all_records if record.WhichOneof("record_type") == "run"]
    config = values(started.config.update)
    print(f"run {started.run_id} of {started.project}: {len(config)} keys, start {started.start_time.ToJsonString()}")
    stored = yaml.safe_load((folder / "files/config.yaml").read_text())
    assert {key: entry["value"] for key, entry in stored.items()} == json.loads(json.dumps(config))
    (summary,) = [values(record.summary.update) for record in all_records
                  if record.WhichOneof("record_type") == "summary"]
    assert json.loads((folder / "files/wandb-summary.json").read_text()).keys() == summary.keys()
    json.loads((folder / "files/wandb-metadata.json").read_text())
    print({name: summary[name] for name in summary if name.startswith("best_") or name == "tunedesk_state"})
    for record in all_records:
        if record.WhichOneof("record_type") == "exit":
            print(f"exit {record.exit.exit_code} after {record.exit.runtime} s")


if __name__ == "__main__":
    main()
