#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Turns the picture of an X server (xwd, version 7, 32 bits a pixel), as Xvfb -fbdir keeps it, into a PNG file.

usage: xwd_png.py XWD PNG       prints how many colors the picture has
"""
import struct
import sys
import zlib


def main():
    data = open(sys.argv[1], "rb").read()
    header = struct.unpack(">25I", data[:100])
    header_size, width, height, byte_order, bits, stride = (header[i] for i in (0, 4, 5, 7, 11, 12))
    colors_size = 12 * header[19]
    if bits != 32:
        sys.exit(f"{sys.argv[1]}: {bits} bits a pixel, not 32")
    pixels = data[header_size + colors_size:]
    rows, colors = [], set()
    for y in range(height):
        row = pixels[y * stride:y * stride + 4 * width]
        blue, green, red = (row[0::4], row[1::4], row[2::4]) if byte_order == 0 else (row[3::4], row[2::4], row[1::4])
        colors.update(zip(red, green, blue))
        line = bytearray(3 * width)
        line[0::3], line[1::3], line[2::3] = red, green, blue
        rows.append(b"\0" + bytes(line))

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    with open(sys.argv[2], "wb") as png:
        png.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)) +
                  chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b""))
    print(len(colors))


if __name__ == "__main__":
    main()
