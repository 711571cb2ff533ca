# SPDX-License-Identifier: GPL-3.0-or-later
"""A PNG writer for what Pillow does not write: any depth and color type, interlacing, any chunk."""

import struct
import zlib

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def packed_row(values, depth):
    """Samples of a row as bytes, without a filter."""
    if depth == 16:
        return b"\0" + b"".join(struct.pack(">H", v) for v in values)
    bits = "".join(format(v, f"0{depth}b") for v in values)
    bits += "0" * (-len(bits) % 8)
    return b"\0" + bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


def png(rows, width, depth, color, chunks=(), interlaced=False):
    """rows[y]: width times the channels' samples. chunks: (kind, data) before the pixels."""
    channels = CHANNELS[color]
    data = b""
    if interlaced:
        for x0, y0, dx, dy in ADAM7:
            if x0 >= width:
                continue
            for y in range(y0, len(rows), dy):
                row = [v for x in range(x0, width, dx) for v in rows[y][x * channels:(x + 1) * channels]]
                data += packed_row(row, depth)
    else:
        data = b"".join(packed_row(row, depth) for row in rows)
    header = struct.pack(">IIBBBBB", width, len(rows), depth, color, 0, 0, int(interlaced))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(chunk(k, d) for k, d in chunks) +
            chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b""))
