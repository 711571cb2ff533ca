# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes how `tokenizers` 0.22.2 splits texts into words, for tests/data/pretokenize_test.cpp:

pretokenize.json  pre-tokenizers that split, alone and in sequences, among them DeepSeek's and those of cl100k and o200k;
                  texts with the bytes at which words begin and end; every code point in one position for some of them:
                  a CRC-32 of these numbers a block of 4,096

Run as `python tests/golden/make_pretokenize.py`.
"""

import json
import random
import struct
import zlib

import make_byte_level_bpe as common
from make_byte_level_bpe import BLOCK, GOLDEN, random_text
from tokenizers import Tokenizer, models

DEEPSEEK = [r"\p{N}{1,3}", "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
            r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^""" + "\r\n" + r"""\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| """
            r"""?[\p{P}\p{S}]+[""" + "\r\n" + r"""]*|\s*[""" + "\r\n" + r"""]+|\s+(?!\S)|\s+"""]
CL100K = (r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+")
O200K = "|".join([
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"\p{N}{1,3}", r" ?[^\s\p{L}\p{N}]+[\r\n/]*", r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+"])
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|"
          r"\s+(?!\S)|\s+")
CLASSES = [r"\p{L}", r"\P{L}+", r"\p{M}|\p{Lu}|\p{Ll}", r"[\p{N}\p{S}]+", r"\p{P}", r"[^\p{Z}\p{L}]", r"\s", r"\S", r"[\S]x",
           r"[^\S\n]+", r"\d+", r"\D", r"\p{Han}|\p{Hiragana}|\p{Katakana}", r"\p{Latin}|\p{Cyrillic}|\p{Arabic}|\p{Thai}",
           r"(?i:k)|(?i:[st])", r"\p{Lm}|\p{Lo}|\p{Lt}", r"\p{Nd}|\p{Nl}", r"\p{No}|\p{Sm}|\p{Sc}",
           r"\p{Pd}|\p{Ps}|\p{Po}", r"\p{Zs}|\p{Cc}|\p{Devanagari}", r"."]
EXPRESSIONS = [r"a?", r"^.", r".$", r"(?<=a)b", r"(?<!e)\s", r"the(?=m)|th", r"[a-z]{2,4}?", r"x*", r"(?:ab|a)(b)?",
               r"\x{e9}|\u4e2d|\x41", r"[\t\n\v\f\r]", r"(?>a+)b|.a", r"[^a-zA-Z0-9]", r"a{,2}b", r"\A.|.\z", r"\.|\-|\ ", r"(?i)THE",
               r"[\[\]\-^&]+", r" ?[^ ]+", r"(?>\p{L}+|\p{L})\p{Lu}", r"(?>\p{L}*|\p{N}?)\p{L}", r"(?:x|.*){0}b"]
BEHAVIORS = ["Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"]


def split(pattern, behavior="Isolated", invert=False, kind="Regex"):
    return {"type": "Split", "pattern": {kind: pattern}, "behavior": behavior, "invert": invert}


SETS = {
    "deepseek": [split(pattern) for pattern in DEEPSEEK], "cl100k": [split(CL100K)], "o200k": [split(O200K)],
    "llama3": [split(LLAMA3)],
    "digits": [{"type": "Digits", "individual_digits": True}], "runs of digits": [{"type": "Digits", "individual_digits": False}],
    "white space": [{"type": "Whitespace"}], "split at white space": [{"type": "WhitespaceSplit"}],
    "falcon": [{"type": "Punctuation", "behavior": "Contiguous"}, {"type": "Digits", "individual_digits": False},
               split("[0-9][0-9][0-9]")],
    "several": [{"type": "WhitespaceSplit"}, {"type": "Punctuation", "behavior": "Isolated"}, split(r"e|\d", "MergedWithNext")],
    **{f"{pattern!r}": [split(pattern)] for pattern in EXPRESSIONS + CLASSES},
    **{f"{kind} {pattern!r} {behavior}{' inverted' * invert}": [split(pattern, behavior, invert, kind)]
       for kind, pattern in [("Regex", r"\s|e"), ("Regex", "a?"), ("String", "e"), ("String", ". ")]
       for behavior in BEHAVIORS for invert in (False, True)},
    **{f"punctuation {behavior}": [{"type": "Punctuation", "behavior": behavior}] for behavior in BEHAVIORS},
}
EVERY = ["deepseek", "o200k", "white space", *(f"{pattern!r}" for pattern in CLASSES)]


def ranges(splitter, text):
    places = [0]
    for c in text:
        places.append(places[-1] + len(c.encode()))
    return [places[end] for _, offsets in splitter.pre_tokenize_str(text) for end in offsets]


def every_code_point(splitter):
    blocks = []
    for start in range(0, 0x110000, BLOCK):
        crc = 0
        for c in range(start, start + BLOCK):
            if not 0xD800 <= c < 0xE000:
                numbers = ranges(splitter, f"a{chr(c)} {chr(c)}{chr(c)}1")
                crc = zlib.crc32(struct.pack(f"<{len(numbers)}i", *numbers), crc)
        blocks.append(crc)
    return {"pattern": "a% %%1", "crc": blocks}


def main():
    random.seed(23)
    words = " ".join(common.WORDS)
    texts = [words, "\n".join(common.WORDS), "aab ab\nb  abba\n", "the THE them ab.. a. e", ""] + [random_text(10) for _ in range(12)]
    sets = []
    for name, steps in SETS.items():
        tokenizer = Tokenizer.from_str(json.dumps({"version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
                                                   "normalizer": None, "pre_tokenizer": {"type": "Sequence", "pretokenizers": steps},
                                                   "post_processor": None, "decoder": None,
                                                   "model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}))
        splitter = tokenizer.pre_tokenizer
        row = {"name": name, "steps": steps, "words": [ranges(splitter, text) for text in texts]}
        if name in EVERY:
            row["blocks"] = every_code_point(splitter)
        sets.append(row)
    dump = lambda value: json.dumps(value, separators=(",", ":"))
    (GOLDEN / "pretokenize.json").write_text('{"texts": ' + dump(texts) + ',\n"sets": [\n' + ",\n".join(map(dump, sets)) + "]}\n")


if __name__ == "__main__":
    main()
