# SPDX-License-Identifier: GPL-3.0-or-later
"""Byte-level BPE behind NFC, as Qwen's tokenizers have it: ids and offsets of tokenizers. Writes nfc.json for
tests/data/nfc_test.cpp.

    python tests/golden/make_nfc.py
"""

import json
import pathlib

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

GOLDEN = pathlib.Path(__file__).parent
PATTERN = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|"
           r"\s+(?!\S)|\s+")
TEXTS = [
    "plain text", "caf\u00e9", "cafe\u0301", "e\u0301e\u0301 x", "a\u0323\u0307 a\u0307\u0323 \u1ea1\u0307",
    "\u1100\u1161\u11a8 \uac00\u11a8 \ud55c\uad6d\uc5b4", "\u4e2d\u6587 \uf900\u2f00", "\u0344 \u0958\u0928\u093c",
    "\u212b \u2126 \u00c5", "o\u0302\u0309 vi\u00ea\u0323t \u0301", "x\u0301\u0301\u0301<|im_start|>e\u0301",
    "\U0001d15e \U0001f468\u200d\U0001f469", "\u09c7\u09be\u0bc6\u0bbe\u0301", "\u03b1\u0313\u0345 \u1f80", "\u0340\u0341",
    "\u0308", "a\u0308\n\u0308b", "naive nai\u0308ve 12\u0301",
]


def main():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(PATTERN), behavior="isolated", invert=False),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=330, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False)
    tokenizer.train_from_iterator(["caf\u00e9 na\u00efve vi\u1ec7t \ud55c\uad6d\uc5b4 \u00c5 the text"] * 8, trainer)
    tokenizer.add_special_tokens([AddedToken("<|im_start|>", special=True, normalized=False)])
    cases = []
    for text in TEXTS:
        encoded = tokenizer.encode(text, add_special_tokens=False)
        at = [len(text[:i].encode()) for i in range(len(text) + 1)]
        cases.append({"text": text, "ids": encoded.ids, "spans": [[at[begin], at[end]] for begin, end in encoded.offsets]})
    (GOLDEN / "nfc.json").write_text(json.dumps({"tokenizer": json.loads(tokenizer.to_str()), "cases": cases},
                                                ensure_ascii=True, indent=1) + "\n")


if __name__ == "__main__":
    main()
