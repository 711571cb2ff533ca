# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what PyTorch makes of a small transformer language model, for tests/worker/language_model_test.cpp:

transformer_lm.json         two texts; the training text's vocabulary, ids of both; losses of 20 steps of two epochs with
                            SGD, StepLR and clipping in fp64, no dropout; the validation loss after each epoch
transformer_lm.safetensors  the weights before the first step, under this project's names

Run as `python tests/golden/make_transformer_lm.py`. The module is torch.nn.TransformerEncoder with a causal mask between
a scaled embedding with sines and a linear decoder; batches are columns of the text, ten windows an epoch.
"""

import collections
import json
import math
import pathlib
import random

import torch
from safetensors.torch import save_file
from torch import nn

GOLDEN = pathlib.Path(__file__).parent
WIDTH, HEADS, WIDE, LAYERS, COLUMNS, EVAL_COLUMNS, LENGTH = 24, 2, 20, 2, 4, 3, 6
TRAIN_TOKENS, VALID_TOKENS = 4 * (10 * LENGTH - 2) + 3, 3 * 20 + 1
LEARNING_RATE, GAMMA, CLIP = 0.5, 0.5, 0.5


def text_of(draw, words, tokens):
    lines, left = [], tokens
    while left > 0:
        count = min(left, draw.randint(1, 12))
        lines.append(" ".join(draw.choice(words) for _ in range(count)))
        left -= count
        if draw.random() < 0.3:
            lines.append("")
    return "\n".join(lines) + "\n"


class Model(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.embeddings = nn.Embedding(words, WIDTH)
        layer = nn.TransformerEncoderLayer(WIDTH, HEADS, WIDE, 0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, LAYERS, enable_nested_tensor=False)
        self.decoder = nn.Linear(WIDTH, words)
        place, turn = torch.arange(LENGTH).unsqueeze(1), torch.exp(torch.arange(0, WIDTH, 2) * (-math.log(10000.0) / WIDTH))
        self.places = torch.zeros(LENGTH, WIDTH)
        self.places[:, 0::2], self.places[:, 1::2] = torch.sin(place * turn), torch.cos(place * turn)

    def forward(self, ids):
        mask = nn.Transformer.generate_square_subsequent_mask(ids.size(1))
        rows = self.embeddings(ids) * math.sqrt(WIDTH) + self.places[: ids.size(1)]
        return self.decoder(self.encoder(rows, mask=mask, is_causal=True))


def loss_of(model, ids, at):
    x, y = ids[:, at:at + LENGTH], ids[:, at + 1:at + 1 + LENGTH]
    x = x[:, : y.size(1)]
    return nn.functional.cross_entropy(model(x).flatten(0, 1), y.flatten()), y.numel()


def our_names(model):
    named = {}
    for name, value in model.state_dict().items():
        value = value.clone()
        if "in_proj_" in name:
            for letter, part in zip("qkv", value.chunk(3)):
                named[name.replace("in_proj_", f"{letter}_proj.")] = part.contiguous()
        else:
            named[name] = value
    return named


def columns_of(ids, columns):
    length = len(ids) // columns
    return torch.tensor(ids[: length * columns]).view(columns, length)


def main():
    draw = random.Random(3)
    words = [f"w{i}" for i in range(37)] + [",", ".", "it's", "<unk>", "Mixed"]
    train, valid = text_of(draw, words, TRAIN_TOKENS), text_of(draw, words + ["never", "seen"], VALID_TOKENS)
    split = {"train": [], "valid": []}
    for name, text in ("train", train), ("valid", valid):
        for word in text.lower().replace("'", " '  ").split():
            split[name].append(word)
    counts = collections.Counter(split["train"])
    counts.pop("<unk>", None)
    vocabulary = ["<unk>"] + [word for word, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
    place = {word: i for i, word in enumerate(vocabulary)}
    ids = {name: [place.get(word, 0) for word in all_words] for name, all_words in split.items()}

    torch.manual_seed(5)
    model = Model(len(vocabulary))
    for parameter in model.parameters():  # no layer begins as a copy of another, no bias at zero
        with torch.no_grad():
            parameter.add_(torch.randn_like(parameter) * 0.05)
    save_file(our_names(model), GOLDEN / "transformer_lm.safetensors")
    model.double()  # the losses have no rounding of their own
    model.places = model.places.double()
    optimizer = torch.optim.SGD(model.parameters(), lr=LEARNING_RATE)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 1, gamma=GAMMA)
    rows, held_out = columns_of(ids["train"], COLUMNS), columns_of(ids["valid"], EVAL_COLUMNS)
    losses, valid_losses = [], []
    for _ in range(2):
        for at in range(0, rows.size(1) - 1, LENGTH):
            optimizer.zero_grad()
            loss, _ = loss_of(model, rows, at)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), CLIP)
            optimizer.step()
            losses.append(loss.item())
        schedule.step()
        with torch.no_grad():
            parts = [loss_of(model, held_out, at) for at in range(0, held_out.size(1) - 1, LENGTH)]
        valid_losses.append(sum(float(loss) * count for loss, count in parts) / sum(count for _, count in parts))
    out = {"train": train, "validation": valid, "vocabulary": vocabulary, "ids": ids, "losses": losses,
           "validation_losses": valid_losses, "width": WIDTH, "heads": HEADS, "feed_forward": WIDE, "layers": LAYERS,
           "columns": COLUMNS, "eval_columns": EVAL_COLUMNS, "length": LENGTH, "learning_rate": LEARNING_RATE,
           "gamma": GAMMA, "clip": CLIP}
    (GOLDEN / "transformer_lm.json").write_text(json.dumps(out) + "\n")
    print(len(losses), losses[:2], losses[-1], valid_losses, len(vocabulary), {k: len(v) for k, v in ids.items()})


if __name__ == "__main__":
    main()
