# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes word_tokens.json: what transformers makes of lists of words (is_split_into_words=True): ids, and the word
that each token belongs to (word_ids()).

Run as `python tests/golden/make_word_tokens.py`. Needs transformers 4.57.6. The tokenizers are those of
tokenizer_cases.json, byte_level_bpe.json and sentencepiece.json, which are read, and two more that are written; a case
is [words, max_length, left, ids, words of the ids].
"""

import json
import pathlib
import random
import tempfile

import transformers
from tokenizers import Tokenizer

assert transformers.__version__ == "4.57.6"
GOLDEN = pathlib.Path(__file__).parent
WORDS = ("the The film films don't U.S. $5 ( ) , . 'll caf\u00e9 CAF\u00c9 cafe\u0301 e\u0301 \u4e2d\u6587 x\u4e2dy \u65e5\u672c\u8a9e na\u00efve "
         "\U0001f600 12345 \u200b \u00ad \x07 \ufffd aaaaaaaaaaaaaaaaaaaa unplayable hugging\u00adface [MASK] [SEP]x <mask> x<s> "
         "</s> <x> yes film. \u2581 \u2581x \u0300 C++ e-mail@x.org #tag -- \u0939\u093f\u0928\u094d").split(" ") + [
             "", " ", "New York", " lead", "trail ", "\u00a0", "10 000", "a\tb"]
CHOSEN = {
    "tokenizer_cases.json": ["uncased", "cased", "added", "template", "no normalizer", "no post-processor"],
    "byte_level_bpe.json": ["roberta", "roberta, prefix", "gpt2", "no regex", "added"],
    "sentencepiece.json": ["legacy", "first", "always", "always, split", "never", "gemma", "added, first", "splits behind"],
}
SPLIT = {"type": "Split", "pattern": {"Regex": r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+"},
         "behavior": "Isolated", "invert": False}
PLAIN = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}


def whole(source, name):
    """A tokenizer.json of a golden file."""
    if source == "tokenizer_cases.json":
        return golden(source)[name]["tokenizer"]
    table = golden(source)
    variant = table["variants"][name]
    model = table["models"][variant["model"]] if "models" in table else table["model"]
    return {**variant["tokenizer"], "model": {**model, **variant["tokenizer"]["model"]}}


def golden(name):
    return json.loads((GOLDEN / name).read_text(encoding="utf-8"))


def load(value):
    """As run_ner.py: byte-level BPE is asked for a space before words, which changes a ByteLevel that stands alone."""
    pre = value["pre_tokenizer"]
    if not pre or pre["type"] != "ByteLevel":
        value = {**value, "truncation": None, "padding": None}
        return transformers.PreTrainedTokenizerFast(tokenizer_object=Tokenizer.from_str(json.dumps(value)))
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "tokenizer.json").write_text(json.dumps(value), encoding="utf-8")
        (pathlib.Path(folder) / "tokenizer_config.json").write_text('{"tokenizer_class": "RobertaTokenizer"}')
        return transformers.AutoTokenizer.from_pretrained(folder, add_prefix_space=True)


def cases(tokenizer):
    rows = []
    for i in range(12):
        words = random.choices(WORDS, k=random.randint(1, 9)) if i else WORDS
        limit, left = (random.choice([4, 5, 6, 8, 11, 16]), i % 4 == 3) if i > 3 else (1000, False)
        tokenizer.truncation_side = "left" if left else "right"
        encoding = tokenizer(words, is_split_into_words=True, truncation=True, max_length=limit)
        rows.append([words, limit, left, encoding["input_ids"],
                     [-1 if word is None else word for word in encoding.word_ids()]])
    return rows


def main():
    random.seed(26)
    dump = lambda value: json.dumps(value, separators=(",", ":"))
    parts = []
    for source, names in CHOSEN.items():
        for name in names:
            parts.append(f'{{"source":{dump(source)},"name":{dump(name)},"cases":[\n'
                         + ",\n".join(map(dump, cases(load(whole(source, name))))) + "]}")
    base = whole("byte_level_bpe.json", "roberta")
    composed = {**base, "normalizer": {"type": "NFC"}}
    split = {**composed, "pre_tokenizer": {"type": "Sequence", "pretokenizers": [SPLIT, PLAIN]}}
    for name, value in {"composed": composed, "composed and split": split}.items():
        changes = {key: value[key] for key in ("normalizer", "pre_tokenizer")}
        parts.append(f'{{"source":"byte_level_bpe.json","name":"roberta","title":{dump(name)},"changes":{dump(changes)},'
                     '"cases":[\n' + ",\n".join(map(dump, cases(load(value)))) + "]}")
    (GOLDEN / "word_tokens.json").write_text("[\n" + ",\n".join(parts) + "\n]\n")
    print(len(parts), "tokenizers")


main()
