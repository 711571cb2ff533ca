# SPDX-License-Identifier: GPL-3.0-or-later
"""A part of Fashion-MNIST, drawn with a fixed seed: resources/samples/fashion/{train,test}-*.gz.

    python resources/samples/make_fashion.py [/usr/share/datasets/fashion-mnist]

Reads the IDX files of Debian's package dataset-fashion-mnist.
"""

import gzip
import pathlib
import random
import struct
import sys

HERE = pathlib.Path(__file__).parent
SOURCE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/datasets/fashion-mnist")
SIDE = 28


def part(split, name, count):
    pixels = gzip.decompress((SOURCE / f"{split}-images-idx3-ubyte.gz").read_bytes())[16:]
    labels = gzip.decompress((SOURCE / f"{split}-labels-idx1-ubyte.gz").read_bytes())[8:]
    chosen = []
    for label in range(10):
        numbers = [i for i, each in enumerate(labels) if each == label]
        chosen += random.Random(label).sample(numbers, count // 10)
    random.Random(0).shuffle(chosen)
    images = b"".join(pixels[i * SIDE * SIDE:(i + 1) * SIDE * SIDE] for i in chosen)
    folder = HERE / "fashion"
    folder.mkdir(exist_ok=True)
    for kind, data in (("images-idx3", struct.pack(">IIII", 0x803, len(chosen), SIDE, SIDE) + images),
                       ("labels-idx1", struct.pack(">II", 0x801, len(chosen)) + bytes(labels[i] for i in chosen))):
        with open(folder / f"{name}-{kind}-ubyte.gz", "wb") as file, \
                gzip.GzipFile(fileobj=file, mode="wb", mtime=0, filename="") as packed:
            packed.write(data)


part("train", "train", 160)
part("t10k", "test", 40)
