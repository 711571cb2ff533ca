# SPDX-License-Identifier: GPL-3.0-or-later
"""The loss scales of a scripted sequence of overflows.

    python tests/golden/make_gradient_scaler.py

Needs torch. Writes tests/golden/gradient_scaler.json, which tests/train/ reads. With a hysteresis of 1 they are those
of torch.amp.GradScaler, run on gradients that overflow where the script says; with more, those of the rule that
DeepSpeed documents for its dynamic scaler, written down here.
"""

import json
import pathlib
import random

import torch

HERE = pathlib.Path(__file__).parent


def script(seed, steps, share):
    """True where a step overflows; overflows come in bursts."""
    chance, overflows = random.Random(seed), []
    while len(overflows) < steps:
        overflows += [True] * (chance.random() < share) * chance.randint(1, 4)
        overflows += [False] * chance.randint(1, 12)
    return overflows[:steps]


def of_torch(settings, overflows):
    scaler = torch.amp.GradScaler("cpu", init_scale=2.0 ** settings["initial_scale_power"],
                                  growth_factor=settings["loss_scale_growth"],
                                  backoff_factor=settings["loss_scale_backoff"],
                                  growth_interval=settings["loss_scale_window"])
    weight = torch.nn.Parameter(torch.ones(3))
    optimizer = torch.optim.SGD([weight], lr=1e-3)
    scales = []
    for overflow in overflows:
        optimizer.zero_grad()
        loss = (weight * (float("inf") if overflow else 1.0)).sum()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        scales.append(scaler.get_scale())
    return scales


def of_deepspeed(settings, overflows):
    """Overflows use the hysteresis up, then the scale goes back; `window` good steps let it grow and refill."""
    scale, left, last = 2.0 ** settings["initial_scale_power"], settings["hysteresis"], -1
    scales = []
    for step, overflow in enumerate(overflows):
        if overflow:
            if left > 1:
                left -= 1
            else:
                scale = max(scale * settings["loss_scale_backoff"], settings["min_loss_scale"])
            last = step
        elif (step - last) % settings["loss_scale_window"] == 0:
            left = settings["hysteresis"]
            scale *= settings["loss_scale_growth"]
        scales.append(scale)
    return scales


def main():
    base = {"initial_scale_power": 16, "loss_scale_growth": 2.0, "loss_scale_backoff": 0.5, "loss_scale_window": 7,
            "hysteresis": 1, "min_loss_scale": 2.0**-40}
    cases = []
    for name, changes, share, make in (
            ("torch", {}, 0.3, of_torch),
            ("torch, other factors", {"loss_scale_growth": 1.5, "loss_scale_backoff": 0.25, "loss_scale_window": 3},
             0.4, of_torch),
            ("hysteresis 2", {"hysteresis": 2, "min_loss_scale": 1.0}, 0.4, of_deepspeed),
            ("hysteresis 3 down to the minimum", {"hysteresis": 3, "initial_scale_power": 4, "min_loss_scale": 4.0},
             0.8, of_deepspeed)):
        settings = base | changes
        overflows = script(len(name), 120, share)
        cases.append({"name": name, "settings": settings, "overflows": overflows, "scales": make(settings, overflows)})
    (HERE / "gradient_scaler.json").write_text(json.dumps(cases) + "\n")


main()
