# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tensorboard.json: event records as TensorBoard's own writer makes them.

Run as: python tests/golden/make_tensorboard.py (needs the tensorboard package).
"""
import io
import json
import pathlib

from tensorboard.compat.proto import event_pb2, summary_pb2
from tensorboard.compat.tensorflow_stub.pywrap_tensorflow import crc32c, masked_crc32c
from tensorboard.summary.writer.record_writer import RecordWriter


def record(event):
    out = io.BytesIO()
    RecordWriter(out).write(event.SerializeToString())
    return out.getvalue().hex()


def scalars(values):
    return summary_pb2.Summary(
        value=[summary_pb2.Summary.Value(tag=tag, simple_value=value) for tag, value in values]
    )


texts = [b"", b"a", b"123456789", b"\0" * 32, bytes(range(256)), b"train/loss" * 100]
start = event_pb2.SessionLog(status=event_pb2.SessionLog.START)
losses = [("train/loss", 0.69314718), ("train/learning_rate", 5e-05)]
golden = {
    "crc": [{"text": t.hex(), "crc32c": crc32c(t), "masked": masked_crc32c(t)} for t in texts],
    "version": record(event_pb2.Event(wall_time=1795246757.25, file_version="brain.Event:2")),
    "start": record(event_pb2.Event(wall_time=1795246757.5, step=301, session_log=start)),
    "start_at_zero": record(event_pb2.Event(wall_time=1795246757.5, step=0, session_log=start)),
    "scalars": record(event_pb2.Event(wall_time=1795246758.75, step=70000, summary=scalars(losses))),
}
path = pathlib.Path(__file__).with_name("tensorboard.json")
path.write_text(json.dumps(golden, indent=1) + "\n")
