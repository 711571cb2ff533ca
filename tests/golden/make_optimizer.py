# SPDX-License-Identifier: GPL-3.0-or-later
"""Trajectories of torch.optim and learning rates of transformers.get_scheduler and StepLR.

    python tests/golden/make_optimizer.py

Needs torch and transformers 4.57. Writes tests/golden/optimizer.safetensors and schedule.json, which
tests/train/ reads.
"""

import json
import pathlib
import types

import torch
from safetensors.torch import save_file
from transformers import TrainingArguments, get_scheduler

HERE = pathlib.Path(__file__).parent
STEPS = 20
SHAPES = {"dense.weight": (5, 7), "dense.bias": (7,), "LayerNorm.weight": (7,), "LayerNorm.bias": (7,)}

# What the C++ test sets as preset keys; `torch` are the same settings for torch.optim.
CASES = {
    "sgd": {"optim": "sgd"},
    "sgd_decay": {"optim": "sgd", "weight_decay": 0.1},
    "momentum": {"optim": "sgd", "momentum": 0.9},
    "momentum_decay": {"optim": "sgd", "momentum": 0.9, "weight_decay": 0.05},
    "nesterov": {"optim": "sgd", "momentum": 0.8, "nesterov": True},
    "adam": {"optim": "adam"},
    "adam_decay": {"optim": "adam", "weight_decay": 0.1},
    "adam_betas": {"optim": "adam", "adam_beta1": 0.7, "adam_beta2": 0.95, "adam_epsilon": 1e-3},
    "adamw": {"optim": "adamw", "weight_decay": 0.1},
    "adamw_clipped": {"optim": "adamw", "weight_decay": 0.01, "max_grad_norm": 0.5},
    "adamw_warmup": {"optim": "adamw", "weight_decay": 0.01, "max_grad_norm": 1.0,
                     "lr_scheduler_type": "linear", "warmup_steps": 5},
    "sgd_clipped": {"optim": "sgd", "momentum": 0.9, "max_grad_norm": 2.0},
}


def groups(parameters, decay):
    """No decay on biases and norms, as transformers.Trainer does."""
    kept = [p for name, p in parameters.items() if name == "dense.weight"]
    free = [p for name, p in parameters.items() if name != "dense.weight"]
    return [{"params": kept, "weight_decay": decay}, {"params": free, "weight_decay": 0.0}]


def make(case, parameters):
    decay, rate = case.get("weight_decay", 0.0), 0.05
    if case["optim"] == "sgd":
        return torch.optim.SGD(groups(parameters, decay), lr=rate, momentum=case.get("momentum", 0.0),
                               nesterov=case.get("nesterov", False), foreach=False)
    kind = torch.optim.Adam if case["optim"] == "adam" else torch.optim.AdamW
    return kind(groups(parameters, decay), lr=rate,
                betas=(case.get("adam_beta1", 0.9), case.get("adam_beta2", 0.999)),
                eps=case.get("adam_epsilon", 1e-8), foreach=False)


def flat(tensors):
    return torch.cat([tensor.detach().flatten() for tensor in tensors])


def trajectory(case, initial, gradients):
    parameters = {name: value.clone().requires_grad_() for name, value in initial.items()}
    optimizer = make(case, parameters)
    scheduler = None
    if "lr_scheduler_type" in case:
        scheduler = get_scheduler(case["lr_scheduler_type"], optimizer, case["warmup_steps"], STEPS)
    rows, norms = [], []
    for step in range(STEPS):
        at = 0
        for value in parameters.values():
            value.grad = gradients[step, at:at + value.numel()].reshape(value.shape).clone()
            at += value.numel()
        limit = case.get("max_grad_norm", 0.0) or float("inf")
        norms.append(torch.nn.utils.clip_grad_norm_(parameters.values(), limit))
        optimizer.step()
        if scheduler:
            scheduler.step()
        rows.append(flat(parameters.values()))
    return torch.stack(rows), torch.stack(norms)


def optimizers():
    generator = torch.Generator().manual_seed(3)
    initial = {name: torch.randn(shape, generator=generator) for name, shape in SHAPES.items()}
    count = sum(value.numel() for value in initial.values())
    # Sizes of gradients over several orders of magnitude, so that clipping acts on some steps only.
    gradients = torch.randn(STEPS, count, generator=generator)
    gradients *= 10.0 ** (torch.rand(STEPS, 1, generator=generator) * 4 - 3)
    tensors = {"initial": flat(initial.values()), "gradients": gradients}
    for name, case in CASES.items():
        tensors[f"{name}.parameters"], tensors[f"{name}.norms"] = trajectory(case, initial, gradients)
    save_file(tensors, HERE / "optimizer.safetensors", metadata={"cases": json.dumps(CASES)})


def rates(scheduler, optimizer, steps):
    values = []
    for _ in range(steps):
        values.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    return values


def schedules():
    cases = []

    def optimizer():
        return torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=3e-4)

    for kind, hf in (("constant", "constant_with_warmup"), ("linear", "linear"), ("cosine", "cosine")):
        for total, warmup in ((20, 0), (20, 5), (37, 1), (8, 8), (10, 12), (1, 0)):
            o = optimizer()
            cases.append({"type": kind, "total": total, "warmup_steps": warmup,
                          "rates": rates(get_scheduler(hf, o, warmup, total), o, total)})
    for total, ratio in ((25, 0.1), (30, 0.06)):
        arguments = types.SimpleNamespace(warmup_steps=0, warmup_ratio=ratio)
        warmup = TrainingArguments.get_warmup_steps(arguments, total)
        o = optimizer()
        cases.append({"type": "linear", "total": total, "warmup_ratio": ratio,
                      "rates": rates(get_scheduler("linear", o, warmup, total), o, total)})
    for every, gamma in ((1, 0.95), (2, 0.5), (3, 0.1)):  # once an epoch of 4 steps
        o = optimizer()
        scheduler, values = torch.optim.lr_scheduler.StepLR(o, every, gamma), []
        for _ in range(7):
            values += [o.param_groups[0]["lr"]] * 4
            o.step()
            scheduler.step()
        cases.append({"type": "step", "total": len(values), "lr_step_epochs": every, "lr_gamma": gamma,
                      "steps_per_epoch": 4, "rates": values})
    text = {"learning_rate": 3e-4, "cases": cases}
    (HERE / "schedule.json").write_text(json.dumps(text) + "\n")


if __name__ == "__main__":
    optimizers()
    schedules()
