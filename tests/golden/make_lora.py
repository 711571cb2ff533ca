# SPDX-License-Identifier: GPL-3.0-or-later
"""Adapters of PEFT on the tiny models, and what they compute: logits, losses and gradients in fp32.

    python tests/golden/make_lora.py

Needs torch, transformers 4.57, peft and safetensors, and the models that make_model.py and make_decoders.py write.
Writes tests/golden/adapters/ (PEFT's own files) and tests/golden/lora.safetensors.
"""

import json
import pathlib

import torch
from peft import LoraConfig, get_peft_model
from safetensors.torch import load_file, save_file
from transformers import AutoModelForCausalLM, AutoModelForSequenceClassification

HERE = pathlib.Path(__file__).parent
RANK, ALPHA = 4, 8
CASES = [
    # name, model, task, targets, rank-stabilised
    ("llama", "tiny-llama", "CAUSAL_LM", ["q_proj", "v_proj"], False),
    ("llama-all", "tiny-llama3", "CAUSAL_LM", "all-linear", True),
    ("gpt2", "tiny-gpt2", "CAUSAL_LM", ["c_attn", "mlp.c_proj"], False),
    ("llama-class", "tiny-llama", "SEQ_CLS", ["q_proj", "v_proj"], False),
    ("bert-class", "tiny-bert", "SEQ_CLS", ["query", "value"], False),
]


def rows_of(model):
    golden = load_file(HERE / (f"model_{model}.safetensors" if model == "tiny-bert" else f"decoder_{model}.safetensors"))
    lengths = golden["batch.lengths"].tolist()
    labels = golden.get("batch.labels", golden.get("class.labels"))
    return [row.long() for row in golden["batch.ids"].split(lengths)], labels.long()


def main():
    torch.set_num_threads(1)
    tensors = {}
    for name, folder, task, targets, stabilised in CASES:
        generator = torch.Generator().manual_seed(31)
        kind = AutoModelForCausalLM if task == "CAUSAL_LM" else AutoModelForSequenceClassification
        more = {} if task == "CAUSAL_LM" else {"num_labels": 3}
        base = kind.from_pretrained(HERE / "models" / folder, attn_implementation="eager", **more)
        model = get_peft_model(base, LoraConfig(r=RANK, lora_alpha=ALPHA, target_modules=targets, task_type=task,
                                                use_rslora=stabilised, lora_dropout=0.0))
        for key, parameter in model.named_parameters():
            if parameter.requires_grad:
                parameter.data = 0.2 * torch.randn(parameter.shape, generator=generator)
        model.eval()
        rows, labels = rows_of(folder)
        if task == "CAUSAL_LM":
            logits = [model(input_ids=row[None]).logits[0] for row in rows]
            losses = [torch.nn.functional.cross_entropy(x[:-1], row[1:], reduction="sum")
                      for x, row in zip(logits, rows) if len(row) > 1]
            loss = sum(losses) / sum(len(row) - 1 for row in rows)
        else:
            logits = [model(input_ids=row[None]).logits for row in rows]
            loss = torch.nn.functional.cross_entropy(torch.cat(logits), labels)
        loss.backward()
        tensors[name + ".logits"], tensors[name + ".loss"] = torch.cat(logits).detach(), loss.detach()
        for key, parameter in model.named_parameters():
            if parameter.requires_grad:
                tensors[f"{name}.grad.{key}"] = parameter.grad.contiguous()
        model.save_pretrained(HERE / "adapters" / name)
        (HERE / "adapters" / name / "README.md").unlink(missing_ok=True)
        config = HERE / "adapters" / name / "adapter_config.json"
        settings = json.loads(config.read_text()) | {"base_model_name_or_path": f"../../models/{folder}"}
        settings["target_modules"] = sorted(settings["target_modules"])
        config.write_text(json.dumps(settings, indent=2) + "\n")
    save_file(tensors, HERE / "lora.safetensors")


if __name__ == "__main__":
    main()
