# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what `tokenizers` 0.22.2 and `transformers` 4.57.6 make of texts with byte-level BPE, for
tests/data/byte_level_bpe_test.cpp:

byte_level_bpe.json  a model of 700 tokens trained on IMDb; tokenizers of several settings with it, and texts, pairs
                     and limits with ids, type ids and byte offsets; folders as AutoTokenizer reads them; every code
                     point in several positions: a CRC-32 of ids and offsets a block of 4,096

Run as `python tests/golden/make_byte_level_bpe.py`. The texts are those of $TUNEDESK_DATA (default ../shared/data).
"""

import csv
import itertools
import json
import os
import pathlib
import random
import struct
import tempfile
import zlib

import tokenizers
import transformers
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

assert tokenizers.__version__ == "0.22.2" and transformers.__version__ == "4.57.6"
GOLDEN = pathlib.Path(__file__).parent
DATA = pathlib.Path(os.environ.get("TUNEDESK_DATA", GOLDEN.parents[1] / "../shared/data"))
BLOCK = 4096
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
WORDS = ("the The film films don't DON'T we'll they're I've 's 'S 'll'd it'm ' '' 'x don\u2019t movie. movies! ... ?!? a1b2 "
         "12345 \u0661\u0662 \u00bd \u2167 \u00b2 \u0e51 na\u00efve caf\u00e9 cafe\u0301 \u00c9 \u4e2d\u6587 \u65e5\u672c\u8a9e \ud55c\uad6d "
         "\U0001f600 \U0001f468\u200d\U0001f469\u200d\U0001f467 \u2603\ufe0f zero\u200bwidth soft\u00adhyphen \x00 \x07 \x7f \ufffd "
         "<s> </s> <mask> <mask>x x<mask> <pad><unk> <S> <x> <x>y y<x> <y> yes yesno no <br/><br/> "
         "_under_score_ C++ 3.14 e-mail@x.org #tag \u0300 \u0939\u093f\u0928\u094d\u0926\u0940 \u0627\u0644\u0639 "
         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa \ue000 \U00010ffff \U000e0041 \u1e9e \u01c5 \u02b0").split(" ")
GAPS = ["", " ", " ", " ", "  ", "   ", "\t", "\n", "\n\n", " \n ", "\r\n", "\u00a0", " \u00a0 ", "\u3000", "\u2028", "\x85",
        "\x1c", "\v\f"]
POSITIONS = {"alone": "%", "in a word": "a%b", "after a space": "a %", "doubled": "1% %%  %", "in spaces": " % ",
             "after a quote": "'%s"}


def byte_level(prefix=False, trim=True, regex=True):
    return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": trim, "use_regex": regex}


def roberta(prefix=False, trim=True):
    return {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0], "trim_offsets": trim,
            "add_prefix_space": prefix}


def added(content, special=True, **flags):
    return {"id": 0, "content": content, "single_word": False, "lstrip": False, "rstrip": False,
            "normalized": not special, "special": special, **flags}


def piece(name, type_id=0):
    return {"Sequence" if len(name) == 1 else "SpecialToken": {"id": name, "type_id": type_id}}


TEMPLATE = {"type": "TemplateProcessing", "single": [piece("<s>"), piece("A"), piece("</s>")],
            "pair": [piece("<s>"), piece("A"), piece("</s>"), piece("</s>"), piece("B", 1), piece("</s>", 1)],
            "special_tokens": {text: {"id": text, "ids": [i], "tokens": [text]} for i, text in [(0, "<s>"), (2, "</s>")]}}
TOKENS = [added(text, lstrip=text == "<mask>") for text in SPECIAL]


def settings(pre=None, post=None, tokens=TOKENS, **model):
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": tokens, "normalizer": None,
            "pre_tokenizer": pre or byte_level(), "post_processor": post, "decoder": None, "model": model}


VARIANTS = {
    "roberta": settings(post=roberta()),
    "roberta, prefix": settings(byte_level(True), roberta(True)),
    "roberta, not trimmed": settings(byte_level(True), roberta(True, False)),
    "roberta, prefix in the splitter only": settings(byte_level(True), roberta(False)),
    "gpt2": settings(post=byte_level(True, False)),
    "gpt2, trimmed": settings(byte_level(True), byte_level(True, True)),
    "no post-processor": settings(byte_level(True)),
    "template": settings(post=TEMPLATE),
    "bert": settings(post={"type": "BertProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0]}),
    "sequence": settings(byte_level(True), {"type": "Sequence", "processors": [byte_level(), TEMPLATE]}),
    "no regex": settings(byte_level(True, regex=False), roberta(True)),
    "no regex, no prefix": settings(byte_level(regex=False), roberta()),
    "merges ignored": settings(post=roberta(), ignore_merges=True),
    "empty affixes": settings(post=roberta(), continuing_subword_prefix="", end_of_word_suffix="", fuse_unk=False,
                              unk_token="<unk>", dropout=0.0, byte_fallback=False),
    "truncation and padding inside": {**settings(post=roberta()), "truncation": {
        "max_length": 4, "strategy": "LongestFirst", "stride": 0, "direction": "Right"}, "padding": {
        "strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": None, "pad_id": 1, "pad_type_id": 0,
        "pad_token": "<pad>"}},
    "added": settings(byte_level(True), roberta(True), [
        *TOKENS, added("<x>", False, rstrip=True), added("<y>", False, lstrip=True, rstrip=True, normalized=False),
        added("yes", False, single_word=True), added(" the", False), added("film ", normalized=True),
        added("\u00e9", False), added("\u4e2d", False, normalized=False, single_word=True), added("  \u00a0", False)]),
}
CONFIGS = {
    "roberta": {"tokenizer_class": "RobertaTokenizer"},
    "roberta, prefix": {"tokenizer_class": "RobertaTokenizerFast", "add_prefix_space": True},
    "roberta, not trimmed": {"tokenizer_class": "RobertaTokenizer", "trim_offsets": False},
    "roberta, decoder": {"tokenizer_class": "RobertaTokenizer", "mask_token": "<mask>", "added_tokens_decoder": {
        str(i): {k: v for k, v in token.items() if k != "id"} for i, token in
        [(0, TOKENS[0]), (1, TOKENS[1]), (2, TOKENS[2]), (4, TOKENS[4]), (900, added("<new>"))]}},
    "roberta, other tokens": {"tokenizer_class": "RobertaTokenizer", "bos_token": "<bos>", "additional_special_tokens":
                              ["<x>", "yes"], "pad_token": "<y>"},
    "gpt2": {"tokenizer_class": "GPT2Tokenizer"},
    "gpt2, prefix": {"tokenizer_class": "GPT2Tokenizer", "add_prefix_space": True, "pad_token": "<|endoftext|>"},
    "gpt2, begin": {"tokenizer_class": "GPT2Tokenizer", "add_bos_token": True},
    "any class": {"tokenizer_class": "PreTrainedTokenizerFast"},
}


def imdb_texts(count):
    with open(DATA / "imdb/train.csv", encoding="utf-8", newline="") as file:
        return [row["text"] for row, _ in zip(csv.DictReader(file), range(count))]


def train(texts, size):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.train_from_iterator(texts, trainers.BpeTrainer(
        vocab_size=size, special_tokens=SPECIAL, show_progress=False, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    return json.loads(tokenizer.to_str())["model"]


def spans_of(encoding, text, pair):
    """Offsets in bytes; (0, 0) for tokens of the template."""
    places = [[0, *itertools.accumulate(len(c.encode()) for c in t)] for t in (text, pair or "")]
    spans = []
    for (begin, end), special, sequence in zip(encoding.offsets, encoding.special_tokens_mask, encoding.sequence_ids):
        place = places[sequence or 0]
        spans += [0, 0] if sequence is None else [place[begin], place[end]]
    return spans


def random_text(most):
    count = random.randint(0, most)
    parts = [part for _ in range(count) for part in (random.choice(WORDS), random.choice(GAPS))]
    return random.choice(GAPS) * random.randint(0, 1) + "".join(parts)


def cases(tokenizer):
    tokenizer.no_padding()
    rows = []
    for i in range(70):
        text = random_text(8) if i > 1 else " ".join(WORDS) if i else "\u00a0".join(WORDS)
        pair = random_text(6) if i % 2 else None
        max_length, left = random.choice([5, 6, 7, 9, 12, 20, 1000]), i % 4 > 1
        if i < 30:
            max_length = 1000
        tokenizer.enable_truncation(max_length, direction="left" if left else "right")
        encoding = tokenizer.encode(text, pair)
        rows.append([text, pair, max_length, left, encoding.ids, sum(encoding.type_ids), spans_of(encoding, text, pair)])
    return rows


def code_points(tokenizer):
    """CRC-32 of ids and spans over each block of code points."""
    tokenizer.no_padding()
    tokenizer.no_truncation()
    table = {}
    for name, pattern in POSITIONS.items():
        blocks = []
        for start in range(0, 0x110000, BLOCK):
            crc = 0
            texts = [pattern.replace("%", chr(c)) for c in range(start, start + BLOCK) if not 0xD800 <= c < 0xE000]
            for text, encoding in zip(texts, tokenizer.encode_batch(texts)):
                numbers = encoding.ids + spans_of(encoding, text, None)
                crc = zlib.crc32(struct.pack(f"<{len(numbers)}i", *numbers), crc)
            blocks.append(crc)
        table[name] = {"pattern": pattern, "crc": blocks}
    return table


def folders(model):
    """Files of a folder by their names; "@vocab" and "@merges" stand for the model's own."""
    texts = [" ".join(WORDS), "Hello  world", " a <mask> b <s>x</s>", "x<|endoftext|>y <new> <x>yes <bos>", ""]
    merges = "#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in model["merges"])
    rows = []
    for (name, config), kind in itertools.product(CONFIGS.items(), ["json", "merges", "legacy"]):
        if kind == "legacy" and name != "roberta" or kind == "merges" and name == "any class":
            continue
        files = {"tokenizer_config.json": config}
        if kind == "json":
            base = VARIANTS["gpt2" if name.startswith("gpt2") else "roberta"]
            files["tokenizer.json"] = {**base, "added_tokens": TOKENS[:3]}
        else:
            files["vocab.json"], files["merges.txt"] = "@vocab", "@merges"
        if kind == "legacy":
            files["tokenizer_config.json"] = {}
            files["config.json"] = {"model_type": "roberta"}
            files["special_tokens_map.json"] = {"mask_token": {"content": "<mask>", "lstrip": False, "rstrip": True,
                                                               "normalized": False, "single_word": False},
                                                "additional_special_tokens": ["<x>"], "sep_token": "<pad>"}
        with tempfile.TemporaryDirectory() as folder:
            for file, value in files.items():
                if file == "tokenizer.json":
                    value = {**value, "model": {**model, **value["model"]}}
                value = model["vocab"] if value == "@vocab" else value
                text = merges if value == "@merges" else json.dumps(value)
                (pathlib.Path(folder) / file).write_text(text, encoding="utf-8")
            if not (pathlib.Path(folder) / "config.json").exists():
                (pathlib.Path(folder) / "config.json").write_text('{"model_type": "roberta"}')
            tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
            encodings = [tokenizer(text).encodings[0] for text in texts]
            rows.append({"name": f"{name}; {kind}", "files": files, "size": len(tokenizer),
                         "pad": tokenizer.pad_token_id,
                         "ids": [encoding.ids for encoding in encodings],
                         "spans": [spans_of(encoding, text, None) for encoding, text in zip(encodings, texts)],
                         "pair": tokenizer(texts[1], texts[2])["input_ids"]})
    return {"texts": texts, "cases": rows}


def main():
    random.seed(21)
    model = train(imdb_texts(2000), 700)
    table = {"model": model, "variants": {}}
    dump = lambda value: json.dumps(value, separators=(",", ":"))
    blocks = {}
    for name, value in VARIANTS.items():
        tokenizer = Tokenizer.from_str(json.dumps({**value, "model": {**model, **value["model"]}}))
        table["variants"][name] = {"tokenizer": value, "cases": cases(tokenizer)}
        if name in ("roberta", "roberta, prefix"):
            blocks[name] = code_points(tokenizer)
    variants = [f'{dump(name)}: {{"tokenizer": {dump(of["tokenizer"])}, "cases": [\n' + ",\n".join(map(dump, of["cases"]))
                + "]}" for name, of in table["variants"].items()]
    found = folders(model)
    (GOLDEN / "byte_level_bpe.json").write_text(
        '{"model": ' + dump(model) + ',\n"variants": {\n' + ",\n".join(variants) + '},\n"blocks": '
        + dump(blocks).replace("]", "]\n") + ',\n"folders": {"texts": ' + dump(found["texts"]) + ', "cases": [\n'
        + ",\n".join(map(dump, found["cases"])) + "]}}\n")


if __name__ == "__main__":
    main()
