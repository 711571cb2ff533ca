# SPDX-License-Identifier: GPL-3.0-or-later
"""Conversations as transformers renders them: the texts of four chat templates, and the ids and the tokens of answers
of a small byte-level tokenizer. Writes chat.json for tests/data/chat_test.cpp.

    python tests/golden/make_chat.py
"""

import json
import pathlib

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

GOLDEN = pathlib.Path(__file__).parent
CHATML = ("{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + "
          "'\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}")
TEMPLATES = {
    "chatml": CHATML,
    "chatml with a default": "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}{{ "
                             "'<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging "
                             "Face<|im_end|>\n' }}{% endif %}" + CHATML.removeprefix("{% for message in messages %}"),
    "llama3": "{% set loop_messages = messages %}{% for message in loop_messages %}{% set content = '<|start_header_id|>' "
              "+ message['role'] + '<|end_header_id|>\n\n'+ message['content'] | trim + '<|eot_id|>' %}{% if "
              "loop.index0 == 0 %}{% set content = bos_token + content %}{% endif %}{{ content }}{% endfor %}{% if "
              "add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}",
    "zephyr": "{% for message in messages %}\n{% if message['role'] == 'user' %}\n{{ '<|user|>\n' + message['content'] + "
              "eos_token }}\n{% elif message['role'] == 'system' %}\n{{ '<|system|>\n' + message['content'] + eos_token "
              "}}\n{% elif message['role'] == 'assistant' %}\n{{ '<|assistant|>\n'  + message['content'] + eos_token "
              "}}\n{% endif %}\n{% if loop.last and add_generation_prompt %}\n{{ '<|assistant|>' }}\n{% endif %}\n{% "
              "endfor %}",
    "mistral": "{{ bos_token }}{% for message in messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) "
               "%}{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{% endif "
               "%}{% if message['role'] == 'user' %}{{ '[INST] ' + message['content'] + ' [/INST]' }}{% elif "
               "message['role'] == 'assistant' %}{{ message['content'] + eos_token}}{% else %}{{ raise_exception('Only "
               "user and assistant roles are supported!') }}{% endif %}{% endfor %}",
}
BOS, EOS = "<|begin|>", "</s>"
CONVERSATIONS = [
    [("user", "Where is the cat?"), ("assistant", "On the mat.")],
    [("system", "Answer shortly."), ("user", "  Two\n\nlines  "), ("assistant", "\nYes.\n"), ("user", "Sure?"),
     ("assistant", "Stra\u00dfe \u4e2d\u6587 \U0001f600")],
    [("user", "One"), ("assistant", "Two"), ("user", "Three")],
]


def small_tokenizer():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=300, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False)
    tokenizer.train_from_iterator(["the cat is on the mat. user assistant system answer yes\n\n"] * 4, trainer)
    special = ["<|im_start|>", "<|im_end|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>", BOS, EOS]
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in special])
    return tokenizer


def answer_spans(text, messages, ends):
    """Where the answers stand in the text, each with the token that ends it."""
    spans, at = [], 0
    for role, content in messages:
        found = text.index(content, at)
        at = found + len(content)
        if role == "assistant":
            end = next(token for token in ends if text.startswith(token, at))
            spans.append((found, at + len(end)))
    return spans


def main():
    backend = small_tokenizer()
    templates = []
    for name, jinja in TEMPLATES.items():
        tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, bos_token=BOS, eos_token=EOS, chat_template=jinja)
        cases = []
        for conversation in CONVERSATIONS:
            if name == "mistral" and conversation[0][0] == "system":
                continue
            said = [(role, content.strip() if name == "llama3" else content) for role, content in conversation]
            messages = [{"role": role, "content": content} for role, content in conversation]
            for asks in (False, True) if conversation[-1][0] == "user" else (False,):
                text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=asks)
                encoded = backend.encode(text, add_special_tokens=False)
                spans = answer_spans(text, said, ["<|im_end|>", "<|eot_id|>", EOS])
                learned = [int(any(begin <= at < end for begin, end in spans)) for at, _ in encoded.offsets]
                cases.append({"messages": messages, "asks": asks, "text": text, "ids": encoded.ids, "learned": learned})
        templates.append({"name": name, "template": jinja, "cases": cases})
    golden = {"bos": BOS, "eos": EOS, "tokenizer": json.loads(backend.to_str()), "templates": templates}
    (GOLDEN / "chat.json").write_text(json.dumps(golden, ensure_ascii=True, indent=1) + "\n")


if __name__ == "__main__":
    main()
