# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes SentencePiece's `precompiled_charsmap`: a double array over the bytes of texts, then what they become."""

import base64
import struct


def charsmap(rules):
    """The map of {text: its normal form}, in base64 as a tokenizer.json holds it."""
    values, blob = {}, b""
    for text, normal in rules.items():
        values[text.encode()] = len(blob)
        blob += normal.encode() + b"\0"
    units, used, bases = {0: 0}, {0}, set()

    def place(prefix, position):
        """Lays out the children of the node at `position`, which the bytes of `prefix` lead to."""
        labels = sorted({key[len(prefix)] for key in values if key.startswith(prefix) and len(key) > len(prefix)})
        labels = ([0] if prefix in values else []) + labels
        base = next(b for b in range(1, 1 << 21) if b not in bases and not any(b ^ label in used for label in labels))
        offset = position ^ base
        assert 0 < offset < 1 << 21
        bases.add(base)
        units[position] |= offset << 10 | (1 << 8 if prefix in values else 0)
        used.update(base ^ label for label in labels)
        for label in labels:
            units[base ^ label] = 1 << 31 | values[prefix] if label == 0 else label
        for label in labels:
            if label:
                place(prefix + bytes([label]), base ^ label)

    place(b"", 0)
    size = (max(units) | 255) + 1
    array = [units.get(i, 0) for i in range(size)]
    return base64.b64encode(struct.pack(f"<I{size}I", 4 * size, *array) + blob).decode()
