# SPDX-License-Identifier: GPL-3.0-or-later
"""Images a second of bench_images and of torchvision's DataLoader on the same archive, by turns.

    python tests/bench/bench_images.py BUILD/bin/bench_images PEER_PYTHON [--pixels 224] [--workers 2] [--rounds 3]

PEER_PYTHON has torch, torchvision and Pillow; ../shared/peers/vit_recipe.py --load-only is what it runs. Both flip, cut
a part out of a padded image, resize it bilinearly and normalize it.
"""

import argparse
import json
import pathlib
import statistics
import subprocess

SHARED = pathlib.Path(__file__).resolve().parents[2].parent / "shared"


def last_json(command):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1])


def rate_of_peer(args):
    found = last_json([args.peer, SHARED / "peers/vit_recipe.py", "--load-only", "--data", args.data,
                       "--pixels", str(args.pixels), "--workers", str(args.workers), "--images", str(args.images)])
    return next(value for name, value in found.items() if name.startswith("images_per_s"))


def rate_of_product(args):
    return last_json([args.program, args.data, str(args.pixels), str(args.workers), str(args.images)])["images_per_second"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("peer")
    parser.add_argument("--data", default=str(SHARED / "data/cifar10/train.zip"))
    for name, value in dict(pixels=224, workers=2, images=2000, rounds=3).items():
        parser.add_argument("--" + name, type=int, default=value)
    args = parser.parse_args()
    product, peer = [], []
    for _ in range(args.rounds):
        product.append(rate_of_product(args))
        peer.append(rate_of_peer(args))
        print(f"product {product[-1]:.0f} images/s, torchvision {peer[-1]:.0f}")
    ratio = statistics.median(product) / statistics.median(peer)
    print(f"median: {statistics.median(product):.0f} and {statistics.median(peer):.0f} images/s, {ratio:.2f} x")


if __name__ == "__main__":
    main()
