# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the golden files of tests/format and the fuzz corpora of the format library.

python tests/golden/make_format.py    (torch 2.11, safetensors)
"""
import json
import pathlib
import struct

import torch
from safetensors.torch import save_file

golden = pathlib.Path(__file__).parent
corpus = golden.parent / "fuzz" / "corpus"


def tensors():
    ramp = torch.arange(12, dtype=torch.float32).reshape(3, 4) / 8 - 0.5
    return {
        "f64": ramp.double() * 3,
        "f32": ramp,
        "f16": ramp.half(),
        "bf16": ramp.bfloat16(),
        "i64": torch.tensor([-(2**63), 2**63 - 1, 0]),
        "i32": torch.tensor([[-(2**31)], [2**31 - 1]], dtype=torch.int32),
        "i16": torch.tensor([-32768, 32767], dtype=torch.int16),
        "i8": torch.tensor([-128, 127, 5], dtype=torch.int8),
        "u8": torch.tensor([0, 255], dtype=torch.uint8),
        "bool": torch.tensor([True, False, True]),
        "scalar": torch.tensor(2.5),
        "empty": torch.zeros(0, 7),
        'a "quoted" nämé\\': torch.tensor([1.0]),
    }


def raw(header, data=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def write(kind, name, data):
    folder = corpus / kind
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data if isinstance(data, bytes) else json.dumps(data, indent=1).encode())


def safetensors_corpus():
    write("safetensors", "every_dtype", (golden / "every_dtype.safetensors").read_bytes())
    entry = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}
    write("safetensors", "one", raw({"weight": entry}, b"\0" * 8))
    write("safetensors", "metadata", raw({"__metadata__": {"format": "pt"}, "weight": entry}, b"\0" * 8))
    write("safetensors", "two", raw({"a": entry, "b": {**entry, "data_offsets": [8, 16]}}, b"\0" * 16))
    write("safetensors", "hole", raw({"a": entry, "b": {**entry, "data_offsets": [12, 20]}}, b"\0" * 20))
    write("safetensors", "duplicate",
          raw(b'{"a":' + json.dumps(entry).encode() + b',"a":' + json.dumps(entry).encode() + b"}", b"\0" * 8))
    write("safetensors", "overflow", raw({"a": {**entry, "shape": [2**62, 2**62]}}, b"\0" * 8))
    write("safetensors", "deep", raw(b"[" * 5000))
    write("safetensors", "empty", raw({}))


def config_corpus():
    bert = {"model_type": "bert", "architectures": ["BertModel"], "hidden_size": 64, "num_hidden_layers": 2,
            "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100, "hidden_act": "gelu",
            "layer_norm_eps": 1e-12, "classifier_dropout": None, "id2label": {"0": "bad", "1": "good"},
            "label2id": {"bad": 0, "good": 1}, "position_embedding_type": "absolute"}
    write("config", "bert", bert)
    write("config", "distilbert", {"model_type": "distilbert", "dim": 64, "n_layers": 2, "n_heads": 4,
                                   "hidden_dim": 128, "activation": "relu", "seq_classif_dropout": 0.2,
                                   "dropout": 0.1, "attention_dropout": 0.1, "vocab_size": 100})
    write("config", "other_kind", {"model_type": "llama"})
    write("config", "wrong_types", {**bert, "hidden_size": "64", "id2label": ["a"]})
    write("config", "index", {"metadata": {"total_size": 8}, "weight_map": {
        "a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}})
    write("config", "index_traversal", {"weight_map": {"a": "../../etc/passwd.safetensors"}})
    write("config", "index_absolute", {"weight_map": {"a": "/etc/x.safetensors"}, "x": [[[]]]})


if __name__ == "__main__":
    save_file(tensors(), golden / "every_dtype.safetensors", {"format": "pt"})
    safetensors_corpus()
    config_corpus()
