# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares BPE and Unigram tokenizers with Hugging Face `tokenizers` on all rows of IMDb and WikiText-2, and on every
code point, by hand.

    python tests/bench/bpe_rows.py [--program build/dev/bin/bench_tokenizer] [--rows N] [--offsets] [TOKENIZER_FOLDER...]

Trains two byte-level tokenizers with `tokenizers`, and takes any others from the folders (sentencepiece_folders.py and
unigram_folders.py make some). For each tokenizer and data set it prints rows, tokens, whether the CRC-32 of all ids,
and with --offsets that of all offsets, is equal, and MB/s by CPU time of one thread of each. Reads imdb/train.csv and wikitext-2 (20 lines a row) in $TUNEDESK_DATA, default
../shared/data; a row of the code points is one of them between letters, spaces and itself. Ends with 1 where ids differ.
"""

import argparse
import csv
import itertools
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import zlib

os.environ["TOKENIZERS_PARALLELISM"] = "false"
from tokenizers import AddedToken, Tokenizer, models, pre_tokenizers, processors, trainers

ROOT = pathlib.Path(__file__).parents[2]
DATA = pathlib.Path(os.environ.get("TUNEDESK_DATA", ROOT / "../shared/data"))
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", AddedToken("<mask>", lstrip=True, special=True)]


def imdb(data):
    with open(data / "imdb/train.csv", encoding="utf-8", newline="") as file:
        return [row["text"] for row in csv.DictReader(file)]


def wikitext(data):
    lines = (data / "wikitext-2/wiki.train.tokens").read_bytes().decode().split("\n")
    rows = ["\n".join(lines[i:i + 20]) for i in range(0, len(lines), 20)]
    return [row for row in rows if row.strip()]


def train(texts, size, prefix):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix)
    tokenizer.train_from_iterator(texts, trainers.BpeTrainer(
        vocab_size=size, special_tokens=SPECIAL, show_progress=False, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), True, prefix)
    return tokenizer


def measure(tokenizer, texts, offsets):
    crc = offsets_crc = tokens = 0
    seconds = time.process_time()
    for first in range(0, len(texts), 1000):
        encodings = tokenizer.encode_batch(texts[first:first + 1000])
        elapsed = time.process_time()
        for encoding in encodings:
            ids = encoding.ids
            tokens += len(ids)
            crc = zlib.crc32(struct.pack(f"<{len(ids)}i", *ids), crc)
            if offsets:
                places = list(itertools.chain.from_iterable(encoding.offsets))
                offsets_crc = zlib.crc32(struct.pack(f"<{len(places)}i", *places), offsets_crc)
        seconds += time.process_time() - elapsed
    return {"rows": len(texts), "tokens": tokens, "bytes": sum(len(text.encode()) for text in texts), "crc": crc,
            **({"offsets": offsets_crc} if offsets else {}), "seconds": round(time.process_time() - seconds, 2)}


def ours(program, folder, texts, offsets):
    with tempfile.TemporaryDirectory() as cache:
        rows = pathlib.Path(cache) / "rows.jsonl"
        rows.write_text("".join(json.dumps({"text": text, "label": "x"}) + "\n" for text in texts))
        command = [program, folder, rows, "text", "1", cache, *(["offsets"] if offsets else [])]
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=ROOT / "build/dev/bin/bench_tokenizer")
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--rows", type=int, help="of each data set; all, if not given")
    parser.add_argument("--offsets", action="store_true")
    arguments = parser.parse_args()
    every = [f"{chr(c)} a{chr(c)}b {chr(c)}{chr(c)}1" for c in range(1, 0x110000) if not 0xD800 <= c < 0xE000]
    sets = {"IMDb": imdb(DATA), "WikiText-2": wikitext(DATA), "code points": every}
    sets = {name: texts[:arguments.rows] for name, texts in sets.items()}
    differ = False
    with tempfile.TemporaryDirectory() as made:
        tokenizers = {}
        for name, size, prefix in ("IMDb", 2000, False), ("WikiText-2", 8000, True):
            folder = pathlib.Path(made) / name
            folder.mkdir()
            tokenizers[folder] = train(sets[name][:4000], size, prefix)
            tokenizers[folder].save(str(folder / "tokenizer.json"))
            config = {"tokenizer_class": "RobertaTokenizer", "add_prefix_space": prefix}
            (folder / "tokenizer_config.json").write_text(json.dumps(config))
        for folder in arguments.folders:
            from transformers import AutoTokenizer
            tokenizers[pathlib.Path(folder)] = AutoTokenizer.from_pretrained(folder)._tokenizer
        for folder, tokenizer in tokenizers.items():
            for name, texts in sets.items():
                theirs = measure(tokenizer, texts, arguments.offsets)
                own = ours(arguments.program, folder, texts, arguments.offsets)
                same = all(theirs[key] == own[key] for key in theirs if key != "seconds")
                differ |= not same
                size = theirs["bytes"] / 1e6
                print(f"{folder.name:12} x {name:12} {theirs['rows']:6} rows {theirs['tokens']:9} tokens  "
                      f"{'equal' if same else 'DIFFER'}  {size / own['whole']['cpu']:6.1f} MB/s, tokenizers "
                      f"{size / theirs['seconds']:5.1f} ({theirs['seconds'] / own['whole']['cpu']:.1f}x)")
    sys.exit(differ)


if __name__ == "__main__":
    main()
