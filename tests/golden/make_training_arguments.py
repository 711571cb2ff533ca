# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes training_arguments.json: every field of transformers' TrainingArguments with its default.

usage: python tests/golden/make_training_arguments.py   (transformers 4.57)
"""
import dataclasses
import json
import pathlib

from transformers import TrainingArguments

values = {}
for field in dataclasses.fields(TrainingArguments):
    default = field.default
    if field.default_factory is not dataclasses.MISSING:
        default = field.default_factory()
    values[field.name] = default if isinstance(default, (type(None), bool, int, float, str, list, dict)) else str(default)
target = pathlib.Path(__file__).parent / "training_arguments.json"
target.write_text(json.dumps(values, indent=1) + "\n")
