# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes topics.csv: made-up messages to a town's office with the topics of each, for task: multi-label-classification.

Run from the repository's root: python resources/samples/make_topics.py
A message joins up to four remarks; its topics are those of its remarks, and a greeting has none. As people who label
do, one topic in twenty was overlooked.
"""

import csv
import random
from pathlib import Path

TOPICS = {
    "roads": ["The hole in our street grows every week", "A kerb stone came loose at the crossing", "The new asphalt is cracked already"],
    "lighting": ["Two street lamps stay dark at night", "The lamp by the station flickers", "It is pitch dark on the way to school"],
    "rubbish": ["Nobody has emptied the bins since Monday", "There are bottles all over the meadow", "Someone dumped a sofa behind the church"],
    "noise": ["The music from the square keeps us awake", "Trucks roar past at five in the morning", "Their dog barks all day"],
    "parks": ["The swing in the park is broken", "The flower beds look lovely this year", "A tree fell across the path by the pond"],
}
GREETINGS = ["Good morning", "Thank you for your work", "I hope this reaches the right person", "Please call me back"]


def main():
    rng = random.Random(17)
    rows, seen = [], set()
    while len(rows) < 600:
        topics = rng.sample(sorted(TOPICS), rng.choices([0, 1, 2, 3], [1, 5, 4, 2])[0])
        parts = [rng.choice(TOPICS[topic]) for topic in topics]
        parts += rng.sample(GREETINGS, 1 if topics else 2)
        rng.shuffle(parts)
        text = ". ".join(parts) + "."
        if text in seen:
            continue
        seen.add(text)
        rows.append([text, ", ".join(topic for topic in sorted(topics) if rng.random() > 0.05)])
    path = Path(__file__).parent / "topics.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["text", "topics"])
        writer.writerows(rows)


main()
