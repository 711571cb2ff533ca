# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the scalars that the real TensorBoard finds below a folder: {tag: [[step, value, wall_time], ...]}."""
import json
import logging
import sys

logging.disable(logging.WARNING)  # it tells of every purge
try:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
except ImportError:
    sys.exit(42)

accumulator = EventAccumulator(sys.argv[1], size_guidance={"scalars": 0})
accumulator.Reload()
tags = accumulator.Tags()["scalars"]
print(json.dumps({t: [[e.step, e.value, e.wall_time] for e in accumulator.Scalars(t)] for t in tags}))
