# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes stars.csv: made-up reviews of household things with a number from 1 to 5, for task: regression.

Run from the repository's root: python resources/samples/make_stars.py
Each review joins two or three remarks; its number is the mean of what they are worth, to a tenth.
"""

import csv
import random
from pathlib import Path

THINGS = ["kettle", "lamp", "backpack", "blender", "headset", "keyboard", "umbrella", "vacuum cleaner", "toaster", "tent"]
REMARKS = {
    1.0: ["It broke on the first day", "A complete waste of money", "It never worked at all", "I sent it straight back"],
    2.0: ["It feels cheap", "The manual is useless", "It is louder than I hoped", "The colour fades quickly"],
    3.0: ["It does what it says", "Neither good nor bad", "Fine for the price", "It arrived on time"],
    4.0: ["It is solid and well made", "Easy to clean", "I use it almost every day", "It looks better than in the pictures"],
    5.0: ["The best one I have ever had", "I would buy it again at once", "It surpassed everything I expected", "Simply perfect"],
}


def main():
    rng = random.Random(11)
    rows, seen = [], set()
    while len(rows) < 600:
        centre = rng.uniform(1, 5)
        grades = [min(REMARKS, key=lambda g: abs(g - rng.gauss(centre, 0.7))) for _ in range(rng.choice([2, 2, 3]))]
        remarks = [rng.choice(REMARKS[grade]) for grade in grades]
        text = f"About the {rng.choice(THINGS)}: {'. '.join(remarks)}."
        if len(set(remarks)) < len(remarks) or text in seen:
            continue
        seen.add(text)
        rows.append([text, round(sum(grades) / len(grades), 1)])
    path = Path(__file__).parent / "stars.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["text", "stars"])
        writer.writerows(rows)


main()
