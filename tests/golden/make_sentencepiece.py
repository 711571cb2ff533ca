# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what `tokenizers` 0.22.2 and `transformers` 4.57.6 make of texts with BPE of characters and byte fallback, as
Llama 2, Mistral and Gemma have it, for tests/data/sentencepiece_test.cpp:

sentencepiece.json  a model of 600 tokens trained on IMDb; tokenizers of several settings with it, and texts, pairs and
                    limits with ids, type ids, byte offsets and the decoded text; folders as AutoTokenizer reads them;
                    every code point in one position: a CRC-32 of ids and offsets a block of 4,096

Run as `python tests/golden/make_sentencepiece.py`. The texts are those of $TUNEDESK_DATA (default ../shared/data).
"""

import json
import pathlib
import random
import tempfile

import make_byte_level_bpe as common
import transformers
from make_byte_level_bpe import GOLDEN, added, cases, code_points, imdb_texts, piece, spans_of
from tokenizers import Tokenizer, models, normalizers, trainers

MARK = "\u2581"
SPECIAL = ["<unk>", "<s>", "</s>"]
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
REPLACE = {"type": "Replace", "pattern": {"String": " "}, "content": MARK}
PREPEND = {"type": "Prepend", "prepend": MARK}
STRIP = {"type": "Strip", "content": " ", "start": 1, "stop": 0}
DECODER = [{"type": "Replace", "pattern": {"String": MARK}, "content": " "}, {"type": "ByteFallback"}, {"type": "Fuse"}]
TEMPLATE = {"type": "TemplateProcessing", "single": [piece("<s>"), piece("A")],
            "pair": [piece("<s>"), piece("A"), piece("<s>", 1), piece("B", 1)],
            "special_tokens": {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}}}
TOKENS = [added(text) for text in SPECIAL]
WORDS = common.WORDS + [MARK, MARK + "x", "x" + MARK, "<0x41>", "<0xE2>", "\n\n", "a\nb", "\u00e4\u00f6", "[INST]"]


def sequence(key, *parts):
    return {"type": "Sequence", key: list(parts)}


def metaspace(scheme, split=False):
    return {"type": "Metaspace", "replacement": MARK, "prepend_scheme": scheme, "split": split}


def settings(normalizer=None, pre=None, strip=True, tokens=TOKENS, decoder=None, **model):
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": tokens, "normalizer": normalizer,
            "pre_tokenizer": pre, "post_processor": TEMPLATE,
            "decoder": decoder or sequence("decoders", *DECODER, *([STRIP] if strip else [])), "model": model}


LEGACY = sequence("normalizers", PREPEND, REPLACE)
GEMMA_SPLIT = {"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False}
MARKED = [*TOKENS, added("[INST]", rstrip=True), added("<x>", False), added("<y>", False, lstrip=True, normalized=False),
          added("yes", False, single_word=True), added("film ", False), added("\u00e9", False)]
VARIANTS = {
    "legacy": settings(LEGACY),
    "first": settings(pre=metaspace("first")),
    "always": settings(pre=metaspace("always")),
    "always, split": settings(pre=metaspace("always", True)),
    "first, split": settings(pre=metaspace("first", True)),
    "never": settings(pre=metaspace("never"), strip=False),
    "gemma": settings(REPLACE, GEMMA_SPLIT, False),
    "merges ignored": settings(LEGACY, ignore_merges=True),
    "merges ignored, split": settings(pre=metaspace("always", True), ignore_merges=True),
    "crossing": settings(LEGACY),
    "no bytes": settings(LEGACY),
    "no bytes, not fused": settings(LEGACY, fuse_unk=False),
    "some bytes": settings(LEGACY),
    "some bytes, not fused": settings(LEGACY, fuse_unk=False),
    "no bytes, nothing unknown": settings(LEGACY, unk_token=None),
    "added": settings(LEGACY, tokens=MARKED),
    "added, first": settings(pre=metaspace("first"), tokens=MARKED),
    "added, first behind a step": settings({**REPLACE, "pattern": {"String": "th"}, "content": "z"}, metaspace("first"),
                                           tokens=MARKED),
    "steps": settings(sequence("normalizers", {**REPLACE, "pattern": {"String": "the"}, "content": "e"},
                               {**REPLACE, "pattern": {"String": "\u00e9"}, "content": "ee"}, PREPEND, REPLACE)),
    "splits behind": settings(pre=sequence("pretokenizers", metaspace("first"), {"type": "Digits", "individual_digits": True},
                                           {"type": "Punctuation", "behavior": "Isolated"})),
}
CONFIGS = {
    "llama": {"tokenizer_class": "LlamaTokenizer", "legacy": True},
    "llama, end": {"tokenizer_class": "LlamaTokenizerFast", "add_eos_token": True, "legacy": False, "pad_token": "</s>"},
    "llama, no begin": {"tokenizer_class": "LlamaTokenizer", "add_bos_token": False, "legacy": False},
    "llama, other begin": {"tokenizer_class": "LlamaTokenizer", "bos_token": "<x>", "legacy": False},
    "gemma": {"tokenizer_class": "GemmaTokenizer", "bos_token": "<s>", "eos_token": "</s>", "pad_token": "<unk>"},
    "any class": {"tokenizer_class": "PreTrainedTokenizerFast"},
}


def train(texts, size, crosses):
    """Merges of texts whose words begin with a mark, or of such texts as a whole."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend(MARK), normalizers.Replace(" ", MARK)])
    if not crosses:
        from tokenizers import pre_tokenizers
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(MARK, "never", True)
    tokenizer.train_from_iterator([text[:300] for text in texts], trainers.BpeTrainer(
        vocab_size=size, show_progress=False, limit_alphabet=60, initial_alphabet=[MARK]))
    return json.loads(tokenizer.to_str())["model"]


def with_bytes(model, some_bytes):
    tokens = SPECIAL + [token for token in some_bytes] + list(dict(sorted(model["vocab"].items(), key=lambda x: x[1])))
    return {"type": "BPE", "dropout": None, "unk_token": "<unk>", "continuing_subword_prefix": None,
            "end_of_word_suffix": None, "fuse_unk": True, "byte_fallback": True, "ignore_merges": False,
            "vocab": {token: i for i, token in enumerate(tokens)}, "merges": model["merges"]}


def model_of(name, made):
    """The model of a variant, and its name in the file."""
    kind = "crossing" if name == "crossing" else "no bytes" if name.startswith("no bytes") else (
        "some bytes" if name.startswith("some bytes") else "all bytes")
    return kind, made[kind]


def folders(model):
    texts = [" ".join(WORDS), "Hello  world", " a <s>x</s> b[INST] c<x>d", ""]
    rows = []
    for name, config in CONFIGS.items():
        base = VARIANTS["gemma" if name == "gemma" else "legacy"]
        with tempfile.TemporaryDirectory() as folder:
            whole = {**base, "model": {**model, **base["model"]}}
            (pathlib.Path(folder) / "tokenizer.json").write_text(json.dumps(whole))
            (pathlib.Path(folder) / "tokenizer_config.json").write_text(json.dumps(config))
            tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
            encodings = [tokenizer(text).encodings[0] for text in texts]
            pair = tokenizer(texts[1], texts[2]).encodings[0]
            rows.append({"name": name, "config": config, "base": "gemma" if name == "gemma" else "legacy",
                         "size": len(tokenizer), "pad": tokenizer.pad_token_id,
                         "ids": [encoding.ids for encoding in encodings],
                         "spans": [spans_of(encoding, text, None) for encoding, text in zip(encodings, texts)],
                         "pair": pair.ids, "pair_ones": sum(pair.type_ids)})
    return {"texts": texts, "cases": rows}


def main():
    random.seed(22)
    common.WORDS[:] = WORDS
    texts = imdb_texts(600)
    plain, crossing = train(texts, 340, False), train(texts, 340, True)
    some = [token for i, token in enumerate(BYTES) if i not in (0xA9, 0x80, 0x98)]
    made = {"all bytes": with_bytes(plain, BYTES), "crossing": with_bytes(crossing, BYTES), "no bytes": with_bytes(plain, []),
            "some bytes": with_bytes(plain, some)}
    variants, blocks = {}, {}
    common.POSITIONS.clear()
    common.POSITIONS["among words"] = "a%b %% c"
    for name, value in VARIANTS.items():
        kind, model = model_of(name, made)
        tokenizer = Tokenizer.from_str(json.dumps({**value, "model": {**model, **value["model"]}}))
        rows = cases(tokenizer)[:40]
        for row in rows:
            row.append(tokenizer.decode(row[4], skip_special_tokens=True) if row[2] == 1000 else None)
        variants[name] = {"tokenizer": value, "model": kind, "cases": rows}
        if name in ("legacy", "some bytes"):
            blocks[name] = code_points(tokenizer)
    dump = lambda value: json.dumps(value, separators=(",", ":"))
    lines = [f'{dump(name)}: {{"tokenizer": {dump(of["tokenizer"])}, "model": {dump(of["model"])}, "cases": [\n'
             + ",\n".join(map(dump, of["cases"])) + "]}" for name, of in variants.items()]
    found = folders(made["all bytes"])
    (GOLDEN / "sentencepiece.json").write_text(
        '{"models": {\n' + ",\n".join(f"{dump(name)}: {dump(model)}" for name, model in made.items()) + '},\n"variants": {\n'
        + ",\n".join(lines) + '},\n"blocks": ' + dump(blocks).replace("]", "]\n") + ',\n"folders": {"texts": '
        + dump(found["texts"]) + ', "cases": [\n' + ",\n".join(map(dump, found["cases"])) + "]}}\n")


if __name__ == "__main__":
    main()
