# SPDX-License-Identifier: GPL-3.0-or-later
"""A trajectory of AdamW with its state in 8 bits, as the method is published, in numpy.

    python tests/golden/make_optimizer_8bit.py

Needs numpy and safetensors. Writes tests/golden/optimizer_8bit.safetensors, which tests/train/ reads.

T. Dettmers et al., "8-bit optimizers via block-wise quantization" (ICLR 2022): state is cut into blocks, each divided
by its largest magnitude, and every number replaced by the index of the nearest number of a fixed "dynamic tree" map.
Each step restores the state, updates it and the weights in 32 bits, and stores it again. Unlike there, a second moment
above zero is never stored as zero: the step divides by its root.
"""

import pathlib

import numpy as np
from safetensors.numpy import save_file

HERE = pathlib.Path(__file__).parent
STEPS, BLOCK, KEPT = 10, 256, (1, 3, 10)
SHAPE = (65, 64)  # 4,160 numbers: the last block is not full
RATE, DECAY, BETA1, BETA2, EPSILON = 0.01, 0.1, 0.9, 0.999, 1e-8


def tree(signed):
    """Zero, one, and per decade 10^-k the middles of equal parts of its upper 90 %."""
    numbers = [0.0, 1.0]
    for decade in range(7):
        edges = np.linspace(0.1, 1.0, 2 ** (decade + (not signed)) + 1)
        middles = (edges[:-1] + edges[1:]) / 2 * 10.0 ** (decade - 6)
        numbers += list(middles) + (list(-middles) if signed else [])
    return np.sort(np.array(numbers)).astype(np.float32)


class State:
    def __init__(self, count, signed):
        self.map = tree(signed)
        assert len(self.map) == 256
        self.middles = ((self.map[:-1].astype(np.float64) + self.map[1:]) / 2).astype(np.float32)
        self.count, self.scales = count, np.zeros(-(-count // BLOCK), np.float32)
        self.codes = np.full(count, int(np.flatnonzero(self.map == 0)[0]), np.uint8)

    def restored(self):
        return self.map[self.codes] * np.repeat(self.scales, BLOCK)[:self.count]

    def store(self, values):
        blocks = np.zeros(len(self.scales) * BLOCK, np.float32)
        blocks[:self.count] = values
        blocks = blocks.reshape(-1, BLOCK)
        self.scales = np.abs(blocks).max(1)
        shares = blocks / np.where(self.scales > 0, self.scales, 1)[:, None]
        self.codes = np.searchsorted(self.middles, shares.ravel()[:self.count], side="left").astype(np.uint8)
        if self.map[0] == 0:
            self.codes = np.maximum(self.codes, shares.ravel()[:self.count] > 0)


def main():
    chance = np.random.default_rng(5)
    count = SHAPE[0] * SHAPE[1]
    weights = chance.standard_normal(count).astype(np.float32)
    # Sizes of gradients differ by orders of magnitude within a block, and a block has none at all.
    sizes = 10.0 ** chance.uniform(-4, 0, count)
    sizes[512:768] = 0
    gradients = (chance.standard_normal((STEPS, count)) * sizes).astype(np.float32)
    tensors = {"initial": weights.reshape(SHAPE).copy(), "gradients": gradients.reshape(STEPS, *SHAPE).astype(np.float32)}
    first, second = State(count, True), State(count, False)
    exact_m, exact_v, exact_p = np.zeros(count), np.zeros(count), weights.astype(np.float64)
    for step in range(1, STEPS + 1):
        gradient = gradients[step - 1]
        m, v = first.restored(), second.restored()
        m = m + np.float32(1 - BETA1) * (gradient - m)
        v = v * np.float32(BETA2) + gradient * gradient * np.float32(1 - BETA2)
        weights = weights * np.float32(1 - RATE * DECAY)
        root = np.sqrt(v) / np.float32(np.sqrt(1 - BETA2**step)) + np.float32(EPSILON)
        weights = weights - np.float32(RATE / (1 - BETA1**step)) * m / root
        first.store(m)
        second.store(v)
        exact_m, exact_v = exact_m * BETA1 + (1 - BETA1) * gradient, exact_v * BETA2 + (1 - BETA2) * gradient**2.0
        exact_p *= 1 - RATE * DECAY
        exact_p -= RATE / (1 - BETA1**step) * exact_m / (np.sqrt(exact_v / (1 - BETA2**step)) + EPSILON)
        if step in KEPT:
            tensors[f"parameters.{step}"] = weights.reshape(SHAPE)
            for name, state in (("first", first), ("second", second)):
                tensors[f"{name}.codes.{step}"] = state.codes.reshape(SHAPE)
                tensors[f"{name}.scales.{step}"] = state.scales
    print("largest difference from 32 bits:", np.abs(weights - exact_p).max(), "of a path of", RATE * STEPS)
    save_file(tensors, HERE / "optimizer_8bit.safetensors")


main()
