# SPDX-License-Identifier: GPL-3.0-or-later
"""Tiny vision transformers, and what transformers computes with them: logits, losses and gradients in fp32.

    python tests/golden/make_vit.py

Needs torch, transformers 4.57 and safetensors. Writes tests/golden/models/tiny-vit* (Hugging Face folders) and
tests/golden/vit_*.safetensors, which tests/model/ reads: pictures, the logits of each, the mean loss of these labels
with its gradients, and the logits at another size of picture, for which the positions are interpolated.
"""

import pathlib

import torch
from safetensors.torch import save_file
from transformers import ViTConfig, ViTForImageClassification

HERE = pathlib.Path(__file__).parent
IMAGES, CLASSES, OTHER = 3, 5, 20


def tiny(name, seed, **settings):
    generator = torch.Generator().manual_seed(seed)
    config = ViTConfig(hidden_size=24, num_hidden_layers=2, num_attention_heads=3, intermediate_size=40, image_size=12,
                       patch_size=4, num_labels=CLASSES, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0,
                       attn_implementation="eager", **settings)
    model = ViTForImageClassification(config)
    for parameter_name, parameter in model.named_parameters():  # wide enough that each matters
        centre = 1.0 if "layernorm" in parameter_name and parameter_name.endswith("weight") else 0.0
        parameter.data = centre + 0.15 * torch.randn(parameter.shape, generator=generator)
    folder = HERE / "models" / name
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder)
    model.eval()
    pixels = torch.randn(IMAGES, config.num_channels, config.image_size, config.image_size, generator=generator)
    labels = torch.randint(0, CLASSES, (IMAGES,), generator=generator)
    result = model(pixel_values=pixels, labels=labels)
    result.loss.backward()
    tensors = {"pixels": pixels, "labels": labels.to(torch.int32), "logits": result.logits.detach(),
               "loss": result.loss.detach()}
    for parameter_name, parameter in model.named_parameters():
        tensors["grad." + parameter_name] = parameter.grad.contiguous()
    other = torch.randn(IMAGES, config.num_channels, OTHER, OTHER, generator=generator)
    with torch.no_grad():
        tensors |= {"other.pixels": other,
                    "other.logits": model(pixel_values=other, interpolate_pos_encoding=True).logits}
    save_file(tensors, HERE / f"vit_{name}.safetensors")


tiny("tiny-vit", 31)
tiny("tiny-vit-gray", 32, num_channels=1, qkv_bias=False, hidden_act="gelu_new", layer_norm_eps=1e-6)
