"""Trains byte-level BPE tokenizers with Hugging Face `tokenizers` and hashes what they make of whole data sets.

Arguments: FOLDER DATA [TOKENIZER_FOLDER...]. Writes FOLDER/NAME/tokenizer.json and prints one JSON line: for each
tokenizer and data set its folder, file, rows, tokens, bytes, a CRC-32 of the ids of all rows, and the CPU seconds that
`tokenizers` took with one thread. Each folder behind DATA holds one more tokenizer, read by AutoTokenizer. Rows of
WikiText-2 are 20 lines.
"""

import csv
import json
import os
import pathlib
import struct
import sys
import time
import zlib

os.environ["TOKENIZERS_PARALLELISM"] = "false"
from tokenizers import AddedToken, Tokenizer, models, pre_tokenizers, processors, trainers

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", AddedToken("<mask>", lstrip=True, special=True)]


def imdb(data):
    with open(data / "imdb/train.csv", encoding="utf-8", newline="") as file:
        return [row["text"] for row in csv.DictReader(file)]


def wikitext(data):
    lines = (data / "wikitext-2/wiki.train.tokens").read_bytes().decode().split("\n")
    return ["\n".join(lines[i:i + 20]) for i in range(0, len(lines), 20)]


def train(texts, size, prefix):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix)
    tokenizer.train_from_iterator(texts, trainers.BpeTrainer(
        vocab_size=size, special_tokens=SPECIAL, show_progress=False, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), True, prefix)
    return tokenizer


def measure(tokenizer, texts):
    crc = tokens = 0
    seconds = time.process_time()
    for first in range(0, len(texts), 1000):
        encodings = tokenizer.encode_batch(texts[first:first + 1000])
        elapsed = time.process_time()
        for encoding in encodings:
            ids = encoding.ids
            tokens += len(ids)
            crc = zlib.crc32(struct.pack(f"<{len(ids)}i", *ids), crc)
        seconds += time.process_time() - elapsed
    return {"rows": len(texts), "tokens": tokens, "bytes": sum(len(text.encode()) for text in texts), "crc": crc,
            "seconds": round(time.process_time() - seconds, 2)}


def main():
    folder, data = map(pathlib.Path, sys.argv[1:3])
    sets = {"imdb/train.csv": imdb(data), "wikitext-2/wiki.train.tokens": wikitext(data)}
    made = {}
    for name, file, size, prefix in ("imdb", "imdb/train.csv", 2000, False), ("wikitext", "wikitext-2/wiki.train.tokens", 8000, True):
        (folder / name).mkdir(parents=True, exist_ok=True)
        tokenizer = train(sets[file][:4000], size, prefix)
        tokenizer.save(str(folder / name / "tokenizer.json"))
        made[str(folder / name)] = tokenizer
    for path in sys.argv[3:]:
        from transformers import AutoTokenizer
        made[path] = AutoTokenizer.from_pretrained(path)._tokenizer
    print(json.dumps([{"folder": path, "file": file, **measure(tokenizer, texts)}
                      for path, tokenizer in made.items() for file, texts in sets.items()]))


main()
