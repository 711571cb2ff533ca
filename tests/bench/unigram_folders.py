# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes folders with a tokenizer.json and a tokenizer_config.json of Unigram tokenizers, for bpe_rows.py.

    python -m pip install --no-deps --target LIBRARIES sentencepiece==0.2.3
    python tests/bench/unigram_folders.py LIBRARIES FOLDER

A model of 8,000 pieces that `tokenizers` trains on IMDb in $TUNEDESK_DATA (default ../shared/data), in the settings of
XLM-RoBERTa, ALBERT, T5 and DeBERTa-v3, with SentencePiece's own map of characters (nmt_nfkc, nmt_nfkc_cf).
"""

import csv
import json
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).parents[2]
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

DATA = pathlib.Path(os.environ.get("TUNEDESK_DATA", ROOT / "../shared/data"))
MARK = "\u2581"
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", "[CLS]", "[SEP]", "[MASK]"]


def trained():
    with open(DATA / "imdb/train.csv", encoding="utf-8", newline="") as file:
        texts = [row["text"] for row in csv.DictReader(file)][::10]
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(MARK, "always", True)
    tokenizer.train_from_iterator(texts, trainers.UnigramTrainer(
        vocab_size=8000, show_progress=False, special_tokens=SPECIAL, unk_token="<unk>"))
    return json.loads(tokenizer.to_str())["model"]


def main():
    libraries, out = map(pathlib.Path, sys.argv[1:3])
    maps = libraries / "sentencepiece/package_data"
    from tokenizers import Regex
    runs, strip = lambda text: normalizers.Replace(Regex(" {2,}"), text), normalizers.Strip
    charsmap = normalizers.Precompiled((maps / "nmt_nfkc.bin").read_bytes())
    folded = normalizers.Precompiled((maps / "nmt_nfkc_cf.bin").read_bytes())
    sequence, space = normalizers.Sequence, pre_tokenizers.Metaspace
    quotes = [normalizers.Replace("``", '"'), normalizers.Replace("''", '"')]
    converted = sequence([charsmap, strip(left=False, right=True), runs(MARK)])
    kinds = {
        "xlm-r": (charsmap, pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), space(MARK, "always")])),
        "xlm-r, converted": (converted, space(MARK, "always")),
        "t5, not legacy": (converted, space(MARK, "first")),
        "albert": (sequence([*quotes, normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase(), charsmap, runs(" ")]),
                   space(MARK, "always")),
        "deberta": (sequence([strip(), charsmap, runs(" ")]), pre_tokenizers.Sequence([space(MARK, "always")])),
        "deberta, punct": (sequence([strip(), folded, runs(" ")]), pre_tokenizers.Sequence(
            [pre_tokenizers.Punctuation("isolated"), space(MARK, "always")])),
        "own trainer's": (sequence([normalizers.Nmt(), normalizers.NFKC(), runs(" ")]), space(MARK, "always")),
        "bytes, whole": (None, space(MARK, "never", False)),
    }
    model = trained()
    for name, (normalizer, pre_tokenizer) in kinds.items():
        tokenizer = Tokenizer.from_str(json.dumps({
            "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None, "pre_tokenizer": None,
            "post_processor": None, "decoder": None, "model": model}))
        tokenizer.add_special_tokens(SPECIAL)
        if normalizer:
            tokenizer.normalizer = normalizer
        tokenizer.pre_tokenizer = pre_tokenizer
        tokenizer.post_processor = processors.TemplateProcessing(
            single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)])
        whole = json.loads(tokenizer.to_str())
        if name == "bytes, whole":
            whole["model"]["vocab"] += [[f"<0x{byte:02X}>", -30.0] for byte in range(256)]
            whole["model"]["byte_fallback"] = True
        folder = out / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "tokenizer.json").write_text(json.dumps(whole))
        (folder / "tokenizer_config.json").write_text('{"tokenizer_class": "PreTrainedTokenizerFast"}')


if __name__ == "__main__":
    main()
