#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a Hugging Face folder in fp32 from the GGUF file of a Llama model with byte-level BPE.

usage: make_smollm2.py FILE.gguf FOLDER

Needs numpy. Reads version 3 of the format (github.com/ggml-org/ggml, docs/gguf.md) with tensors of F32, F16, Q8_0 and
Q4_1. Rows of the query and key layers lie there in another order, for a rotation of neighbors: they are put back.
"""

import json
import pathlib
import struct
import sys

import numpy

SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
STRING, ARRAY = 8, 9
F32, F16, Q4_1, Q8_0 = 0, 1, 3, 8
BLOCK = 32  # values that share a scale
CONTROL = 3  # kind of a token that no text gives


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self, form):
        value = struct.unpack_from("<" + form, self.data, self.at)[0]
        self.at += struct.calcsize("<" + form)
        return value

    def text(self):
        size = self.number("Q")
        self.at += size
        return bytes(self.data[self.at - size:self.at]).decode("utf-8")

    def value(self, kind):
        if kind == STRING:
            return self.text()
        if kind == ARRAY:
            of = self.number("I")
            return [self.value(of) for _ in range(self.number("Q"))]
        return self.number(SCALARS[kind])


def values_of(data, kind, count):
    """`count` values in fp32 from the beginning of `data`."""
    if kind == F32:
        return numpy.frombuffer(data, "<f4", count)
    if kind == F16:
        return numpy.frombuffer(data, "<f2", count).astype(numpy.float32)
    if kind == Q8_0:
        blocks = numpy.frombuffer(data, numpy.dtype([("scale", "<f2"), ("codes", "i1", BLOCK)]), count // BLOCK)
        return (blocks["scale"].astype(numpy.float32)[:, None] * blocks["codes"]).astype(numpy.float32).ravel()
    if kind == Q4_1:
        form = numpy.dtype([("scale", "<f2"), ("least", "<f2"), ("codes", "u1", BLOCK // 2)])
        blocks = numpy.frombuffer(data, form, count // BLOCK)
        codes = numpy.concatenate([blocks["codes"] & 15, blocks["codes"] >> 4], axis=1)
        scale, least = (blocks[name].astype(numpy.float32)[:, None] for name in ("scale", "least"))
        return (scale * codes + least).astype(numpy.float32).ravel()
    sys.exit(f"tensors of kind {kind} are not read here")


def read(path):
    data = numpy.memmap(path, numpy.uint8, "r")
    reader = Reader(data)
    if bytes(data[:4]) != b"GGUF":
        sys.exit(f"{path} is no GGUF file")
    reader.at = 4
    if reader.number("I") != 3:
        sys.exit(f"{path} is of another version than 3")
    count, fields = reader.number("Q"), reader.number("Q")
    facts = {}
    for _ in range(fields):
        name = reader.text()
        facts[name] = reader.value(reader.number("I"))
    places = []
    for _ in range(count):
        name = reader.text()
        shape = [reader.number("Q") for _ in range(reader.number("I"))][::-1]
        places.append((name, shape, reader.number("I"), reader.number("Q")))
    alignment = facts.get("general.alignment", 32)
    start = -(-reader.at // alignment) * alignment
    return facts, {name: values_of(data[start + offset:], kind, int(numpy.prod(shape))).reshape(shape)
                   for name, shape, kind, offset in places}


def neighbors_apart(weight, heads):
    """Rows of each head: those of pairs (2i, 2i + 1) become the halves i and i + width / 2."""
    rows, columns = weight.shape
    return weight.reshape(heads, rows // heads // 2, 2, columns).swapaxes(1, 2).reshape(rows, columns)


PARTS = {"attn_norm": "input_layernorm", "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj",
         "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj", "ffn_norm": "post_attention_layernorm",
         "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj"}
WHOLE = {"token_embd.weight": "model.embed_tokens.weight", "output_norm.weight": "model.norm.weight",
         "output.weight": "lm_head.weight"}


def weights_of(facts, tensors):
    heads = {"attn_q": facts["llama.attention.head_count"], "attn_k": facts["llama.attention.head_count_kv"]}
    weights = {}
    for name, tensor in tensors.items():
        if name in WHOLE:
            weights[WHOLE[name]] = tensor
            continue
        block, number, part, ending = name.split(".")
        if part in heads:
            tensor = neighbors_apart(tensor, heads[part])
        weights[f"model.layers.{number}.{PARTS[part]}.{ending}"] = tensor
    return weights


def write_weights(weights, path):
    header, place = {"__metadata__": {"format": "pt"}}, 0
    for name in sorted(weights):
        size = weights[name].size * 4
        header[name] = {"dtype": "F32", "shape": list(weights[name].shape), "data_offsets": [place, place + size]}
        place += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for name in sorted(weights):
            file.write(numpy.ascontiguousarray(weights[name], "<f4").tobytes())


def config_of(facts, weights):
    fact = lambda name: facts["llama." + name]
    ids = {name: facts[f"tokenizer.ggml.{name}_token_id"] for name in ("bos", "eos")}
    return {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "vocab_size": weights["model.embed_tokens.weight"].shape[0],
            "hidden_size": fact("embedding_length"), "intermediate_size": fact("feed_forward_length"),
            "num_hidden_layers": fact("block_count"), "num_attention_heads": fact("attention.head_count"),
            "num_key_value_heads": fact("attention.head_count_kv"), "max_position_embeddings": fact("context_length"),
            "rms_norm_eps": fact("attention.layer_norm_rms_epsilon"), "rope_theta": fact("rope.freq_base"),
            "hidden_act": "silu", "attention_bias": False, "mlp_bias": False, "initializer_range": 0.02,
            "tie_word_embeddings": "lm_head.weight" not in weights, "bos_token_id": ids["bos"], "eos_token_id": ids["eos"],
            "torch_dtype": "float32"}


def write_tokenizer(facts, folder):
    fact = lambda name: facts["tokenizer.ggml." + name]
    tokens, kinds = fact("tokens"), fact("token_type")
    special = [{"id": i, "content": token, "single_word": False, "lstrip": False, "rstrip": False,
                "normalized": False, "special": True} for i, (token, kind) in enumerate(zip(tokens, kinds)) if kind == CONTROL]
    bytes_of = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    parts = [{"type": "Digits", "individual_digits": True}, bytes_of]
    file = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": special, "normalizer": None,
            "pre_tokenizer": {"type": "Sequence", "pretokenizers": parts}, "post_processor": None, "decoder": bytes_of,
            "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
                      "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
                      "vocab": {token: i for i, token in enumerate(tokens)}, "merges": fact("merges")}}
    (folder / "tokenizer.json").write_text(json.dumps(file, ensure_ascii=False))
    token = lambda name: tokens[fact(name + "_token_id")]
    config = {"tokenizer_class": "PreTrainedTokenizerFast", "bos_token": token("bos"), "eos_token": token("eos"),
              "pad_token": token("padding"), "unk_token": token("unknown"), "model_max_length": 8192,
              "clean_up_tokenization_spaces": False, "chat_template": facts["tokenizer.chat_template"]}
    (folder / "tokenizer_config.json").write_text(json.dumps(config, ensure_ascii=False, indent=2) + "\n")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    facts, tensors = read(sys.argv[1])
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    weights = weights_of(facts, tensors)
    write_weights(weights, folder / "model.safetensors")
    write_tokenizer(facts, folder)
    (folder / "config.json").write_text(json.dumps(config_of(facts, weights), indent=2) + "\n")


if __name__ == "__main__":
    main()
