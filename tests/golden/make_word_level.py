# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what `tokenizers` 0.22.2 and torchtext's rules in Python make of texts, for tests/data/word_level_test.cpp:

word_level.json  texts with the words of basic_english (ten regular expressions after str.lower(), as torchtext has
                 them); the vocabulary of all of them, the most frequent first; a tokenizer.json of it, with the ids that
                 `tokenizers` gives; other settings with ids; every code point: a CRC-32 of ids a block of 4,096

Run as `python tests/golden/make_word_level.py`.
"""

import collections
import json
import pathlib
import random
import re
import struct
import zlib

import tokenizers

assert tokenizers.__version__ == "0.22.2"
GOLDEN = pathlib.Path(__file__).parent
BLOCK = 4096
RULES = [(r"\'", " '  "), (r"\"", ""), (r"\.", " . "), (r"<br \/>", " "), (r",", " , "), (r"\(", " ( "), (r"\)", " ) "),
         (r"\!", " ! "), (r"\?", " ? "), (r"\;", " "), (r"\:", " "), (r"\s+", " ")]
WORDS = ("The the a A cat CAT sat on MAT it's don't 'quoted' \"quoted\" <br /> <BR /> <br\" /> a<br />b <unk> <UNK> 3.14 1,000 "
         "e.g. (see) [no] well-known @-@ @,@ ... ?! a;b a:b :; Stra\u00dfe \u0130stanbul \u00c9COLE \u03a3 \u03a3\u03a3x na\u00efve "
         "\u4e2d\u6587\u5b57 \U0001f600 a\u00a0b a\u2028b zero\u200bwidth \ufb01n \u01c5 = == \u2013 \u2014 $5 50% #1 x/y \\ `").split(" ")
GAPS = [" ", " ", " ", "  ", "\t", " \n ", "\u3000", ""]


def basic_english(text):
    text = text.lower()
    for pattern, replacement in RULES:
        text = re.sub(pattern, replacement, text)
    return text.split()


def replace(pattern, content):
    return {"type": "Replace", "pattern": {"String": pattern}, "content": content}


STEPS = [{"type": "Lowercase"}, replace("'", " '  "), replace('"', ""), replace(".", " . "), replace("<br />", " "),
         *(replace(c, f" {c} ") for c in ",()!?"), replace(";", " "), replace(":", " ")]


def word_level(words, normalizer, added=()):
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": list(added), "normalizer": normalizer,
            "pre_tokenizer": {"type": "WhitespaceSplit"}, "post_processor": None, "decoder": None,
            "model": {"type": "WordLevel", "vocab": {word: i for i, word in enumerate(words)}, "unk_token": "<unk>"}}


def ids_of(file, text):
    return tokenizers.Tokenizer.from_str(json.dumps(file)).encode(text).ids


def main():
    draw = random.Random(7)
    texts = ["", " ", "'", "it's", "a''b", "...", "Hello, World!"]
    texts += ["".join(draw.choice(WORDS) + draw.choice(GAPS) for _ in range(draw.randint(1, 24))) for _ in range(300)]
    # Python writes a sigma at a word's end otherwise, which no normalizer of `tokenizers` does.
    texts = [text for text in texts if "\u03c2" not in text.lower()]
    split = [basic_english(text) for text in texts]
    counts = collections.Counter(word for words in split for word in words)
    counts.pop("<unk>", None)
    # A line of every sixth text is left out, so that there are unknown words.
    words = ["<unk>"] + [word for word, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0].encode()))]
    known = [word for i, word in enumerate(words) if i % 6 != 5]
    english = word_level(known, {"type": "Sequence", "normalizers": STEPS})
    added = [{"id": len(known), "content": "<sep>", "single_word": False, "lstrip": False, "rstrip": False,
              "normalized": False, "special": True}]
    others = {"no normalizer": word_level(known, None),
              "lower case": word_level(known, {"type": "Lowercase"}),
              "one replacement": word_level(known, replace("at", "-")),
              "an added token": word_level(known, {"type": "Sequence", "normalizers": STEPS}, added)}
    ids = [ids_of(english, text) for text in texts]
    position = {word: i for i, word in enumerate(known)}
    assert ids == [[position.get(word, 0) for word in words] for words in split]
    letters = word_level(["<unk>", "a", "b", "ab", *map(chr, range(0xE0, 0x24F)), "\u03b1", "\u0431"], {"type": "Lowercase"})
    blocks = []
    for first in range(0, 0x110000, BLOCK):
        crc = 0
        characters = [chr(c) for c in range(first, first + BLOCK) if not 0xD800 <= c < 0xE000]
        text = " ".join(f"a{c}b {c}" for c in characters)
        if text:
            crc = zlib.crc32(b"".join(struct.pack("<i", i) for i in ids_of(letters, text)))
        blocks.append(crc)
    out = {"texts": texts, "words": split, "vocabulary": words, "known": known, "tokenizer": english, "ids": ids,
           "others": [{"name": name, "tokenizer": file, "text": text, "ids": ids_of(file, text)}
                      for name, file in others.items() for text in ["a cat sat, on <sep> the Mat.", *texts[20:24]]],
           "letters": letters, "blocks": blocks}
    (GOLDEN / "word_level.json").write_text(json.dumps(out, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
