#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes nf4.json: what bitsandbytes makes of a matrix in 4-bit NormalFloat, with and without double quantization.

usage: make_nf4.py > nf4.json        (bitsandbytes 0.50.2, torch 2.11.0, on the CPU)

The matrix [131, 130] is made of whole numbers over 16384 by a linear congruential generator, as the test makes it
again; one block is zero, one has an outlier, the last is not whole. `codes`: a byte for two elements, in hexadecimal;
`scales`: of each block of 64, as the weights are widened with.
"""
import json

import bitsandbytes.functional as functional
import torch

ROWS, COLUMNS = 131, 130


def matrix():
    seed, values = 1, []
    for _ in range(ROWS * COLUMNS):
        seed = (seed * 1664525 + 1013904223) % 2**32
        values.append(((seed >> 16) % 4001 - 2000) / 16384)
    values[320:384] = [0.0] * 64
    values[1000] = 3.0
    return torch.tensor(values, dtype=torch.float32).view(ROWS, COLUMNS)


def main():
    made = {}
    for name, double in (("plain", False), ("double", True)):
        codes, state = functional.quantize_4bit(matrix(), blocksize=64, quant_type="nf4", compress_statistics=double)
        scales = state.absmax
        if double:
            scales = functional.dequantize_blockwise(state.absmax, state.state2) + state.offset
        made[name] = {"codes": bytes(codes.flatten().tolist()).hex(), "scales": scales.float().tolist(),
                      "sum": functional.dequantize_4bit(codes, state).double().sum().item()}
    print(json.dumps(made))


if __name__ == "__main__":
    main()
