# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what `tokenizers` 0.22.2 and `transformers` 4.57.6 make of texts with Unigram models, as XLM-RoBERTa, ALBERT,
T5 and DeBERTa-v3 have them, for tests/data/tokenize/unigram_test.cpp:

unigram.json  a model of 500 pieces trained on IMDb, others made by hand, and a small map of characters; tokenizers of
              several settings with them, and texts, pairs and limits with ids, type ids, byte offsets and the decoded
              text; folders as AutoTokenizer reads them; every code point in some positions: a CRC-32 of ids and
              offsets a block of 4,096

Run as `python tests/golden/make_unigram.py`. The texts are those of $TUNEDESK_DATA (default ../shared/data).
"""

import json
import pathlib
import random
import tempfile
import unicodedata

import make_byte_level_bpe as common
import transformers
from charsmap import charsmap
from make_byte_level_bpe import GOLDEN, added, cases, code_points, imdb_texts, piece, spans_of
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

MARK = "\u2581"
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
WORDS = common.WORDS + [MARK, MARK + "x", "x" + MARK, "<0x41>", "\u00e9t\u00e9", "e\u0301te\u0301", "\ufb01lm", "\ufb01\u0301",
                        "\uff11\uff12", "``a''", "a\u200bb", "\u2122\x1eg", "\x1e", "\x1eab", "\ufdfa", "\u0600a", "a\u0308\u0301",
                        "\ud55c\u1100\u1161\u11a8", "\u1100\u0301", "\u0915\u094d\u0915\u0301", "\u00a9\u200d\u2122\u0301", "a\u0300\u00a8",
                        "\u00a8", "STRASSE \u0130x \u1e9e", "\U0001d400\U0001d401", "zzzz", "qqjj", "<extra_id_0>", "[MASK]"]
REPLACE = {"type": "Replace", "pattern": {"String": " "}, "content": MARK}


def sequence(key, *parts):
    return {"type": "Sequence", key: list(parts)}


def metaspace(scheme="always", split=True, mark=MARK):
    return {"type": "Metaspace", "replacement": mark, "prepend_scheme": scheme, "split": split}


def runs(content):
    return {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": content}


def text_step(pattern, content):
    return {"type": "Replace", "pattern": {"String": pattern}, "content": content}


def small_rules():
    """Of SentencePiece's nmt_nfkc what is in a few blocks: compatibility forms, pairs that compose, controls and space."""
    rules = {chr(c): "" for c in [*range(1, 9), 0xB, *range(0xE, 0x20), 0x7F]}
    rules |= {chr(c): " " for c in [9, 0xA, 0xC, 0xD, 0x200B, 0x200D, 0x200E, 0x2028, 0xFEFF, 0xFFFD, 0x2581]}
    for c in [*range(0xA0, 0x100), *range(0x2120, 0x2124), 0x2026, 0x3000, *range(0xFB00, 0xFB03), *range(0xFF10, 0xFF1A), 0xFDFA]:
        normal = unicodedata.normalize("NFKC", chr(c))
        if normal != chr(c):
            rules[chr(c)] = normal
        apart = unicodedata.normalize("NFD", chr(c))
        if len(apart) > 1:
            rules[apart] = chr(c)
    return rules | {"a\u0300\u00a8": "x", "\u1100": "G", "\u0915": "K", "\u0600": "N", "abc": "long", "\u4e2d": "zhong "}


CHARSMAP = {"type": "Precompiled", "precompiled_charsmap": charsmap(small_rules())}
ALBERT = [text_step("``", '"'), text_step("''", '"'), {"type": "NFKD"}, {"type": "StripAccents"}, {"type": "Lowercase"},
          CHARSMAP, runs(" ")]
CONVERTED = [CHARSMAP, {"type": "Strip", "strip_left": False, "strip_right": True}, runs(MARK)]
STRIP = {"type": "Strip", "strip_left": True, "strip_right": True}
XLM_R = {"type": "TemplateProcessing", "single": [piece("<s>"), piece("A"), piece("</s>")],
         "pair": [piece("<s>"), piece("A"), piece("</s>"), piece("</s>"), piece("B"), piece("</s>")],
         "special_tokens": {text: {"id": text, "ids": [i], "tokens": [text]} for i, text in [(0, "<s>"), (2, "</s>")]}}
TOKENS = [added(text, lstrip=text == "<mask>") for text in SPECIAL]
MARKED = [*TOKENS[:4], added("<mask>", lstrip=True, normalized=True), added("<y>", False, lstrip=True, normalized=False),
          added("yes", False, single_word=True), added("\u00e9", False), added("film ", False)]


def settings(normalizer=None, pre=None, post=XLM_R, tokens=TOKENS, decoder=None, **model):
    steps = sequence("normalizers", *normalizer) if isinstance(normalizer, list) else normalizer
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": tokens, "normalizer": steps,
            "pre_tokenizer": pre, "post_processor": post, "decoder": decoder or metaspace(), "model": model}


BYTES_DECODER = sequence("decoders", text_step(MARK, " "), {"type": "ByteFallback"}, {"type": "Fuse"},
                         {"type": "Strip", "content": " ", "start": 1, "stop": 0})
SPLIT_SPACE = sequence("pretokenizers", {"type": "WhitespaceSplit"}, metaspace())
VARIANTS = {
    "xlm-r": ("trained", settings(CHARSMAP, SPLIT_SPACE)),
    "xlm-r, converted": ("trained", settings(CONVERTED, metaspace())),
    "t5, not legacy": ("trained", settings(CONVERTED, metaspace("first"))),
    "albert": ("trained", settings(ALBERT, metaspace())),
    "deberta": ("trained", settings([STRIP, CHARSMAP, runs(" ")], sequence("pretokenizers", metaspace()))),
    "deberta, punctuation": ("trained", settings([{"type": "Lowercase"}, STRIP, CHARSMAP, runs(" ")], sequence(
        "pretokenizers", {"type": "Punctuation", "behavior": "Isolated"}, metaspace()))),
    "pegasus, first": ("trained", settings([STRIP, CHARSMAP], sequence(
        "pretokenizers", {"type": "WhitespaceSplit"}, metaspace("first")))),
    "own trainer's": ("trained", settings([{"type": "Nmt"}, {"type": "NFKC"}, runs(" ")], metaspace())),
    "never": ("trained", settings(None, metaspace("never"), decoder=metaspace("never"))),
    "whole": ("trained", settings([{"type": "Prepend", "prepend": MARK}, REPLACE])),
    "not split": ("trained", settings({"type": "NFC"}, metaspace("always", False))),
    "bytes": ("bytes", settings(None, metaspace(), decoder=BYTES_DECODER, byte_fallback=True)),
    "bytes of a text": ("bytes", settings({"type": "NFD"}, metaspace("first", False), decoder=BYTES_DECODER,
                                          byte_fallback=True)),
    "some bytes": ("some bytes", settings(None, metaspace(), decoder=BYTES_DECODER, byte_fallback=True)),
    "splits behind": ("trained", settings(STRIP, sequence(
        "pretokenizers", metaspace("first"), {"type": "Digits", "individual_digits": True},
        {"type": "Punctuation", "behavior": "Isolated"}))),
    "added": ("trained", settings([STRIP, CHARSMAP], metaspace("first"), tokens=MARKED)),
    "added, always": ("trained", settings([{"type": "Lowercase"}, text_step("th", "z")], metaspace(), tokens=MARKED)),
    "begin moved": ("trained", settings([text_step("th", "z"), text_step("Th", "\u00e9")], metaspace("first"))),
    "ties": ("ties", settings(None, metaspace("never"), post=None, tokens=[])),
    "ties in a text": ("ties", settings(None, metaspace("never", False), post=None, tokens=[])),
    "positive": ("positive", settings(None, metaspace("never"), post=None, tokens=[])),
    "expression": ("trained", settings({"type": "Replace", "pattern": {"Regex": "[0-9]+|\\s\\s"}, "content": "0\u00e9"},
                                       metaspace())),
    "roberta": ("trained", settings(CHARSMAP, metaspace(mark="_"), {
        "type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0], "trim_offsets": False, "add_prefix_space": True})),
}
CONFIGS = {
    "xlm-r": ("xlm-r", {"tokenizer_class": "XLMRobertaTokenizer"}),
    "xlm-r, fast": ("xlm-r", {"tokenizer_class": "XLMRobertaTokenizerFast", "pad_token": "<unk>", "bos_token": "<x>"}),
    "albert": ("albert", {"tokenizer_class": "AlbertTokenizer"}),
    "t5": ("t5, not legacy", {"tokenizer_class": "T5Tokenizer", "extra_ids": 3}),
    "t5, named": ("t5, not legacy", {"tokenizer_class": "T5TokenizerFast", "extra_ids": 2,
                                     "additional_special_tokens": ["<extra_id_0>", "<extra_id_1>"]}),
    "deberta": ("deberta", {"tokenizer_class": "DebertaV2Tokenizer", "split_by_punct": False}),
    "any class": ("xlm-r", {"tokenizer_class": "PreTrainedTokenizerFast"}),
    "any class, padded": ("xlm-r", {"tokenizer_class": "PreTrainedTokenizerFast", "pad_token": "</s>"}),
}


def train(texts):
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(MARK, "always", True)
    tokenizer.train_from_iterator([text[:400] for text in texts], trainers.UnigramTrainer(
        vocab_size=500, show_progress=False, special_tokens=[], unk_token="<unk>"))
    vocab = json.loads(tokenizer.to_str())["model"]["vocab"]
    more = {"_": -5.25, "yes": -8, MARK + "film": -7.5}
    return [[text, score] for text, score in ({text: round(score, 4) for text, score in vocab} | more).items() if text not in SPECIAL]


def model(pieces, unknown=3):
    return {"type": "Unigram", "unk_id": unknown, "byte_fallback": False, "vocab": pieces}


def make_models():
    random.seed(24)
    special = [[text, 0.0] for text in SPECIAL]
    trained = [*special, *train(imdb_texts(600))]
    in_bytes = [[f"<0x{byte:02X}>", -20.0] for byte in range(256)]
    letters = [[text, -1.0] for text in ("a", "b", "ab", "ba", "aa", "aba", "bab", MARK, MARK + "a", "a" + MARK, "t", "th", "he")]
    positive = [["<unk>", 0.5], ["a", 30.0], ["b", 31.25], ["xy", 25.5], ["y", 25.0], ["zz", 26.0], [MARK, 40.0], ["\u00e9", 0.1]]
    return {"trained": model(trained), "bytes": model([*trained[:300], *in_bytes]),
            "some bytes": model([*trained[:300], *(row for i, row in enumerate(in_bytes) if i not in (0xA9, 0x80))]),
            "ties": model([*letters[:5], ["<unk>", -2.5], *letters[5:], ["e", -2.0], ["\u2026", -1.0 / 3]], 5),
            "positive": model(positive, 0)}


def whole(value, made):
    return {**value, "model": {**made, **value["model"]}}


def folders(made):
    texts = [" ".join(WORDS[-30:]), "Hello  world", "  a <s>x</s> b<mask> c<x>d [MASK]<extra_id_1> [CLS]", ""]
    rows = []
    for name, (base, config) in CONFIGS.items():
        with tempfile.TemporaryDirectory() as folder:
            kind, value = VARIANTS[base]
            (pathlib.Path(folder) / "tokenizer.json").write_text(json.dumps(whole(value, made[kind])))
            (pathlib.Path(folder) / "tokenizer_config.json").write_text(json.dumps(config))
            tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
            encodings = [tokenizer(text).encodings[0] for text in texts]
            pair = tokenizer(texts[1], texts[2]).encodings[0]
            rows.append({"name": name, "config": config, "base": base, "size": len(tokenizer), "pad": tokenizer.pad_token_id,
                         "ids": [encoding.ids for encoding in encodings],
                         "spans": [spans_of(encoding, text, None) for encoding, text in zip(encodings, texts)],
                         "pair": pair.ids, "pair_ones": sum(pair.type_ids)})
    return {"texts": texts, "cases": rows}


def main():
    common.WORDS[:] = WORDS
    made = make_models()
    random.seed(25)
    variants, blocks = {}, {}
    common.POSITIONS.clear()
    common.POSITIONS["beside marks"] = "a% %\u0301"
    for name, (kind, value) in VARIANTS.items():
        tokenizer = Tokenizer.from_str(json.dumps(whole(value, made[kind])))
        rows = cases(tokenizer)[:1 if name in ("ties", "positive") else 10]
        for text in ("aaaa abab babab th", "xxyy zzz \u00e9x ab", "aa ba ab aba \u2026ab", "", " ", "  th"):
            tokenizer.no_truncation()
            encoding = tokenizer.encode(text)
            rows.append([text, None, 1000, False, encoding.ids, sum(encoding.type_ids), spans_of(encoding, text, None)])
        for row in rows:
            row.append(tokenizer.decode(row[4], skip_special_tokens=True) if row[2] == 1000 and not row[1] else None)
        variants[name] = {"tokenizer": value, "model": kind, "cases": rows}
        if name in ("xlm-r, converted", "albert", "own trainer's"):
            blocks[name] = code_points(tokenizer)
    dump = lambda value: json.dumps(value, separators=(",", ":"))
    lines = [f'{dump(name)}: {{"tokenizer": {dump(of["tokenizer"])}, "model": {dump(of["model"])}, "cases": [\n'
             + ",\n".join(map(dump, of["cases"])) + "]}" for name, of in variants.items()]
    found = folders(made)
    text = ('{"charsmap": ' + dump(CHARSMAP["precompiled_charsmap"]) + ',\n"models": {\n'
            + ",\n".join(f"{dump(name)}: {dump(value)}" for name, value in made.items()) + '},\n"variants": {\n'
            + ",\n".join(lines) + '},\n"blocks": ' + dump(blocks).replace("]", "]\n") + ',\n"folders": {"texts": '
            + dump(found["texts"]) + ', "cases": [\n' + ",\n".join(map(dump, found["cases"])) + "]}}\n")
    first, rest = text.split(",\n", 1)
    (GOLDEN / "unigram.json").write_text(first + ",\n" + rest.replace(dump(CHARSMAP["precompiled_charsmap"]), '"@charsmap"'))


if __name__ == "__main__":
    main()
