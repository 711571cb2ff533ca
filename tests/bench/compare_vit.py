#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times training steps of vision transformers against transformers', by turns on one machine.

usage: compare_vit.py [CASE...] [--repeat 3] [--steps 4] [--threads 2] [--peers DIR] [--peft DIR] [--data DIR]

cases (default: all): SIZE-PIXELS with -bf16 or without: b16-224, b16-224-bf16, tiny-32, tiny-32-bf16

Both train from random weights on CIFAR-10's zips, of batches of 8 (tiny: 64), flipped, cropped and resized alike, with
AdamW. Images a second are ours of whole steps, from RUN/report.json; theirs as vit_recipe.py of --peers prints them,
without its first step and without its wait for images, which is printed beside. --peft holds torchvision and psutil.
Prints a Markdown table.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
SIZES = {"tiny": (192, 12, 3, 768, 4, 64), "b16": (768, 12, 12, 3072, 16, 8)}  # width, layers, heads, MLP, patch, batch


class VitBench:
    def __init__(self, options, folder):
        self.options, self.folder, self.runs = options, folder, 0

    def ours(self, size, pixels, bf16):
        """Images a second and the peak in GiB."""
        width, layers, heads, wide, patch, batch = SIZES[size]
        self.runs += 1
        run, preset = self.folder / f"run{self.runs}", self.folder / f"preset{self.runs}.yaml"
        preset.write_text(json.dumps({
            "tunedesk": 1, "task": "image-classification",
            "model": {"architecture": "vit", "width": width, "layers": layers, "heads": heads, "feed_forward": wide,
                      "patch_size": patch},
            "data": {"train": str(self.options.data / "cifar10/train.zip"), "image_size": pixels, "horizontal_flip": True,
                     "random_crop": "padded"},
            "training": {"per_device_train_batch_size": batch, "max_steps": self.options.steps + 1, "optim": "adamw",
                         "learning_rate": 1e-4, "threads": self.options.threads},
            "precision": {"compute": "bf16" if bf16 else "fp32"}, "evaluation": {"strategy": "no"},
            "logging": {"every_n_steps": 1000}, "checkpoint": {"every_n_steps": 100000}}))
        command = [str(self.options.build / "bin/tunedesk"), "--no-gui", "run", str(preset), "--run-dir", str(run)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
        report = json.loads((run / "report.json").read_text())
        shutil.rmtree(run)
        rows = (pixels // patch) ** 2 + 1
        return report["train_tokens_per_second"] / rows, report["peak_rss_bytes"] / 2**30

    def theirs(self, size, pixels, bf16):
        _, _, _, _, patch, batch = SIZES[size]
        command = [self.options.python, str(self.options.peers / "vit_recipe.py"), "--size", "B16" if size == "b16" else size,
                   "--pixels", str(pixels), "--patch", str(patch), "--batch", str(batch), "--steps", str(self.options.steps + 1),
                   "--threads", str(self.options.threads), "--data", str(self.options.data / "cifar10/train.zip")]
        environment = {**os.environ, "PYTHONPATH": str(self.options.peft or ""), "PYTHONWARNINGS": "ignore"}
        done = subprocess.run(command + (["--bf16"] if bf16 else []), capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
        line = json.loads(done.stdout.strip().splitlines()[-1])
        return line["images_per_s"], line["peak_rss_gib"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", nargs="*", default=["b16-224", "b16-224-bf16", "tiny-32", "tiny-32-bf16"])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--build", type=Path, default=SOURCE / "build/release")
    parser.add_argument("--peers", type=Path, default=SOURCE.parent / "shared/peers")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("TUNEDESK_DATA", SOURCE.parent / "shared/data")))
    parser.add_argument("--peft", type=Path, help="a folder with torchvision and psutil")
    parser.add_argument("--python", default=os.environ.get("TUNEDESK_PYTHON", str(SOURCE / ".deps/peer/bin/python")))
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="tunedesk-vit-"))
    try:
        bench = VitBench(options, folder)
        print("| case | TuneDesk: images/s; peak GiB | recipe | ratio; memory |\n|---|---|---|---|", flush=True)
        for case in options.case:
            size, pixels, *rest = case.split("-")
            seen = ([], [])
            for number in range(options.repeat):
                for side in ((0, 1) if number % 2 == 0 else (1, 0)):
                    time.sleep(1)
                    seen[side].append((bench.ours, bench.theirs)[side](size, int(pixels), bool(rest)))
            speed = [statistics.median(one[0] for one in side) for side in seen]
            peak = [statistics.median(one[1] for one in side) for side in seen]
            print(f"| {case} | {speed[0]:.2f}; {peak[0]:.2f} | {speed[1]:.2f}; {peak[1]:.2f} | {speed[0] / speed[1]:.2f}x; "
                  f"1/{peak[1] / peak[0]:.2f} |", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
