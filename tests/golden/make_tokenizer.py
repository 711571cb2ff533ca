# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what `tokenizers` 0.22.2 makes of many texts, for tests/data/test_tokenizer.cpp:

tokenizer_cases.json    small tokenizers of several settings with texts, pairs and their ids
tokenizer_unicode.json  every code point in several positions: a CRC-32 a block of 4,096 of the normal forms,
                        and, with the vocabulary of all-MiniLM-L6-v2, of the ids
tokenizer_settings.json tokenizer.json with tokenizer_config.json beside it, as transformers reads both
tokenizer_files.json    IMDb and SST-2: a CRC-32 of the ids a 1,000 rows

Run as `python tests/golden/make_tokenizer.py`. The second half reads .deps/models/all-MiniLM-L6-v2 and the data
sets in $TUNEDESK_DATA (default ../shared/data).
"""

import csv
import itertools
import json
import os
import pathlib
import random
import struct
import zlib

import tokenizers
from tokenizers import Tokenizer
from tokenizers.normalizers import BertNormalizer

assert tokenizers.__version__ == "0.22.2", tokenizers.__version__
GOLDEN = pathlib.Path(__file__).parent
ROOT = GOLDEN.parents[1]
MODEL = ROOT / ".deps/models/all-MiniLM-L6-v2"
DATA = pathlib.Path(os.environ.get("TUNEDESK_DATA", ROOT / "../shared/data"))
BLOCK = 4096
POSITIONS = {"alone": "%", "between letters": "a%b", "after a letter": "a%", "doubled": "x%%",
             "before a mark": "%\u0301b", "between marks": "a\u302e%\u302f\u0301c"}
NORMALIZERS = {"uncased": {}, "cased": {"lowercase": False}, "cased, accents stripped":
               {"lowercase": False, "strip_accents": True}, "uncased, accents kept": {"strip_accents": False},
               "not cleaned": {"clean_text": False}, "chinese kept": {"handle_chinese_chars": False}}

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
PIECES = (SPECIAL + list("abcdefghijklmnopqrstuvwxyz0123456789.,!?'\"()[]#-\u2019\u4e2d\u6587\u00e9\u00e8\u03c3")
          + ["##" + c for c in "abcdefghijklmnopqrstuvwxyz0123456789\u0301\u0307\u00e9"]
          + "the and film good bad great movie play un ##ing ##ed ##s ##er Good The É Ä ##É ##able re ##play caf"
            " ##fé naive hug ##ging [ ] yes no token".split())
WORDS = ("the The THE film films filming unplayable replayed cafe caf\u00e9 CAF\u00c9 cafe\u0301 good. bad! great?! "
         "don't don\u2019t \u4e2d\u6587 x\u4e2dy na\u00efve \u0130stanbul \u03a3\u03c3\u03c2 [SEP] [MASK] [sep] [CLS]x "
         "yes Yes no.no hugging\u00adface zero\u200bwidth tab\tbed line\nend \x00 \x07bell \ufffd 12345 "
         "####ing ##ing [ SEP ] a\u0301\u0302 \U0001f600 \u00a0 \u3000 abcdefghijklmnopqrstuvwxyz "
         "yestoken tokenyes no<x> <x> <x>x  <y>   y<y>y <Y> \u00e9<z> \u00c9 <z><z> <x><y>").split(" ")


def settings(**changes):
    """A tokenizer.json with the small vocabulary."""
    value = {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [added(i, text) for i, text in enumerate(SPECIAL)],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                       "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
        "decoder": None,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": {p: i for i, p in enumerate(dict.fromkeys(PIECES))}}}
    for key, change in changes.items():
        if isinstance(change, dict) and isinstance(value[key], dict) and change.get("type") is None:
            value[key].update(change)
        elif key == "more_tokens":
            value["added_tokens"] += change
        else:
            value[key] = change
    return value


def added(number, content, special=True, **flags):
    return {"id": number, "content": content, "single_word": False, "lstrip": False, "rstrip": False,
            "normalized": not special, "special": special, **flags}


def piece(name, type_id):
    return {"Sequence" if len(name) == 1 else "SpecialToken": {"id": name, "type_id": type_id}}


TEMPLATE = {"type": "TemplateProcessing",
            "single": [piece("[CLS]", 0), piece("A", 0), piece("end", 0)],
            "pair": [piece("B", 0), piece("[CLS]", 0), piece("A", 1), piece("end", 1)],
            "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]},
                               "end": {"id": "end", "ids": [3, 4], "tokens": ["[SEP]", "[MASK]"]}}}
VARIANTS = {
    "uncased": settings(),
    "cased": settings(normalizer={"lowercase": False}),
    "accents kept": settings(normalizer={"strip_accents": False}),
    "no normalizer": settings(normalizer=None),
    "not cleaned": settings(normalizer={"clean_text": False, "handle_chinese_chars": False}),
    "short words": settings(model={"max_input_chars_per_word": 5}),
    "other prefix": settings(model={"continuing_subword_prefix": "#"}),
    "truncation and padding inside": settings(
        truncation={"max_length": 4, "strategy": "LongestFirst", "stride": 0, "direction": "Right"},
        padding={"strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": None, "pad_id": 0,
                 "pad_type_id": 0, "pad_token": "[PAD]"}),
    "no post-processor": settings(post_processor=None),
    "template": settings(post_processor=TEMPLATE),
    "added": settings(added_tokens=[
        added(0, "[MASK]", lstrip=True), added(1, "<x>", rstrip=True, special=False, normalized=False),
        added(2, "yes", special=False, single_word=True), added(3, "<Y>", special=False, lstrip=True, rstrip=True),
        added(4, "[SEP]", single_word=True), added(5, "\u00c9<z>", special=False), added(6, "no", special=False),
        added(7, "no.no", special=False), added(8, "y", special=False, single_word=True, normalized=False),
        added(9, "tok"), added(10, "token")]),
}


def load(value):
    return Tokenizer.from_str(json.dumps(value))


def encode(tokenizer, text, pair, max_length, left):
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_length, direction="left" if left else "right")
    encoding = tokenizer.encode(text, pair)
    return encoding.ids, encoding.type_ids


def cases():
    random.seed(20)
    rows = {}
    for name, value in VARIANTS.items():
        tokenizer, rows[name] = load(value), []
        for i in range(60):
            def text():
                return random.choice(["", " ", "  "]).join(random.choices(WORDS, k=random.randint(0, 8)))
            case = (text() if i else " ".join(WORDS), text() if i % 2 else None,
                    random.choice([5, 6, 7, 8, 11, 12, 512]) if i else 512, i % 4 > 1)
            ids, type_ids = encode(tokenizer, *case)
            rows[name].append([*case, ids, sum(type_ids)])
    parts = [f' "{name}": {{"tokenizer": {json.dumps(VARIANTS[name])}, "cases": [\n  '
             + ",\n  ".join(json.dumps(row, separators=(",", ":")) for row in rows[name]) + "]}"
             for name in rows]
    (GOLDEN / "tokenizer_cases.json").write_text("{\n" + ",\n".join(parts) + "\n}\n")


def crc_blocks(make):
    """CRC-32 of make(code point) over each block of code points."""
    blocks = []
    for start in range(0, 0x110000, BLOCK):
        crc = 0
        for c in range(start, start + BLOCK):
            if not 0xD800 <= c < 0xE000:
                crc = zlib.crc32(make(chr(c)), crc)
        blocks.append(crc)
    return blocks


def pack(ids):
    return struct.pack(f"<{len(ids)}i", *ids)


def unicode():
    table = {"normal forms": {}, "ids": {}}
    for name, changes in NORMALIZERS.items():
        normalize = BertNormalizer(**changes).normalize_str
        for position in POSITIONS if name == "uncased" else ["between letters"]:
            pattern = POSITIONS[position]
            table["normal forms"][f"{name}; {position}"] = {
                **changes, "pattern": pattern,
                "crc": crc_blocks(lambda c: normalize(pattern.replace("%", c)).encode() + b"\n")}
    tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    for position, pattern in POSITIONS.items():
        table["ids"][position] = {
            "pattern": pattern, "crc": crc_blocks(lambda c: pack(tokenizer.encode(pattern.replace("%", c)).ids))}
    (GOLDEN / "tokenizer_unicode.json").write_text(json.dumps(table, separators=(",", ":")).replace("]", "]\n"))


def files():
    csv.field_size_limit(1 << 24)
    tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    tokenizer.no_padding()
    table = {}
    for name in ["imdb/train.csv", "imdb/val.csv", "imdb/test.csv", "sst2/train.tsv", "sst2/dev.tsv", "sst2/test.tsv"]:
        with open(DATA / name, encoding="utf-8", newline="") as file:
            if name.endswith(".csv"):
                texts = [row["text"] for row in csv.DictReader(file)]
            else:
                lines = [line.split("\t") for line in file.read().split("\n") if line]
                column = lines[0].index("sentence")
                texts = [line[column] for line in lines[1:]]
        for max_length in [512, 1 << 20]:
            tokenizer.enable_truncation(max_length)
            table[f"{name} {max_length}"] = {"file": name, "rows": len(texts), "max_length": max_length, "crc": [
                zlib.crc32(b"".join(pack(e.ids) for e in tokenizer.encode_batch(texts[i:i + 1000])))
                for i in range(0, len(texts), 1000)]}
    (GOLDEN / "tokenizer_files.json").write_text(json.dumps(table, indent=None).replace("},", "},\n") + "\n")


def settings_cases():
    """Added tokens, looked for in the normal form and not, under settings that agree with the normalizer or not."""
    import tempfile

    from transformers import AutoTokenizer

    contents = ["<Y>", "yes", "\u00c9<z>", "Token", "\u4e2d", "no.no"]
    first = max(settings()["model"]["vocab"].values()) + 1

    def with_tokens(normalized, **changes):
        value = settings(**changes)
        value["added_tokens"] += [added(first + i, text, special=False, normalized=normalized(i))
                                  for i, text in enumerate(contents)]
        return value

    def decoder(*tokens):
        return {str(index): {"content": content, "lstrip": False, "rstrip": False, "single_word": False,
                             "special": special, "normalized": normalized}
                for index, content, special, normalized in tokens}

    files = {"uncased": with_tokens(lambda i: True), "uncased, plain tokens": with_tokens(lambda i: False),
             "cased": with_tokens(lambda i: True, normalizer={"lowercase": False}),
             "accents kept": with_tokens(lambda i: i % 2 == 0, normalizer={"strip_accents": False}),
             "no tokens": settings(added_tokens=[])}
    configs = {"uncased": {"do_lower_case": True}, "cased": {"do_lower_case": False},
               "accents kept": {"do_lower_case": True, "strip_accents": False},
               "defaults": {}, "another class": {"tokenizer_class": "PreTrainedTokenizerFast"},
               "described as normal": {"added_tokens_decoder": decoder(
                   (first, "<Y>", False, True), (first + 1, "yes", True, False), (first + 7, "film", False, True))},
               "described as plain": {"do_lower_case": False, "added_tokens_decoder": decoder(
                   (first, "<Y>", False, False), (first + 3, "Token", False, True), (first + 9, "bAd", True, False))},
               "more special": {"additional_special_tokens": ["<Y>", "great"]}}
    texts = ["a <Y> b", "a <y> b", "x<Y>x<y>", "\u00c9a \u00e9a \u00c9<z> \u00e9<z> E<Z> e\u0301<z>",
             "yes YES Yes yesno no.no NO.NO", "token Token TOKEN", "[sep] [SEP] [MASK]", "\u4e2d\u6587 x\u4e2dy",
             "film FILM films bad bAd BAD", "great Great"] + [" ".join(WORDS)]
    table = []
    for (name, value), (of, config) in itertools.product(files.items(), configs.items()):
        with tempfile.TemporaryDirectory() as folder:
            config = {"tokenizer_class": "BertTokenizer", **config}
            for file, contents_of in {"tokenizer.json": value, "tokenizer_config.json": config,
                                      "config.json": {"model_type": "bert"}}.items():
                (pathlib.Path(folder) / file).write_text(json.dumps(contents_of))
            tokenizer = AutoTokenizer.from_pretrained(folder)
            ids = [tokenizer(text)["input_ids"] for text in texts]
        table.append({"name": f"{name}; {of}", "file": name, "config": config, "ids": ids})
    (GOLDEN / "tokenizer_settings.json").write_text(
        "{\n\"texts\": " + json.dumps(texts) + ",\n\"files\": {\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in files.items())
        + "},\n\"cases\": [\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in table) + "]}\n")


if __name__ == "__main__":
    cases()
    settings_cases()
    unicode()
    files()
