# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes sampler.json: shuffled orders by a second implementation of Philox4x32-10, Lemire's bounded
numbers and Fisher-Yates, and Salmon's known answers. Run as `python tests/golden/make_sampler.py`."""

import json
import pathlib

MASK = 0xFFFFFFFF


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(p1 >> 32) ^ c[1] ^ k[0], p1 & MASK, (p0 >> 32) ^ c[3] ^ k[1], p0 & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return c


def words(seed, stream):
    block = 0
    while True:
        counter = (block & MASK, block >> 32, stream & MASK, stream >> 32)
        yield from philox(counter, (seed & MASK, seed >> 32))
        block += 1


def below(source, bound):
    while True:
        low = next(source)
        product = (low | next(source) << 32) * bound
        if product % 2**64 >= 2**64 % bound:
            return product >> 64


def order(seed, epoch, count):
    source = words(seed, epoch)
    items = list(range(count))
    for i in range(count, 1, -1):
        j = below(source, i)
        items[i - 1], items[j] = items[j], items[i - 1]
    return items


# The known answers of the Random123 distribution's test vectors.
assert philox((0,) * 4, (0, 0)) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
assert philox((MASK,) * 4, (MASK, MASK)) == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]

cases = [(123, 0, 1), (123, 0, 24), (123, 1, 24), (2**63 + 5, 2, 24), (0, 2**32 + 1, 40)]
rows = [{"seed": str(s), "epoch": e, "order": order(s, e, n)} for s, e, n in cases]
path = pathlib.Path(__file__).with_name("sampler.json")
path.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
