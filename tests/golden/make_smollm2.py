# SPDX-License-Identifier: GPL-3.0-or-later
"""What transformers does with SmolLM2-135M-Instruct (packaging/setup.sh --tests): ids of conversations and of texts, and
50 greedy ids behind each conversation, in fp32. Writes smollm2.json for tests/worker/smollm2_test.cpp.

    python tests/golden/make_smollm2.py
"""

import json
import pathlib

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

GOLDEN = pathlib.Path(__file__).parent
FOLDER = GOLDEN.parents[1] / ".deps/models/SmolLM2-135M-Instruct"
CONVERSATIONS = [
    [("user", "What is the capital of France?")],
    [("system", "Answer with one word."), ("user", "Is water wet?")],
    [("user", "Name three colors."), ("assistant", "Red, green and blue."), ("user", "And two more?")],
]
TEXTS = ["It's 2024, na\u00efve test 12345!  ok", "  two\n\n lines\t", "\u4e2d\u6587 \U0001f600 stra\u00dfe <|im_end|>x"]


def main():
    tokenizer = AutoTokenizer.from_pretrained(FOLDER)
    model = AutoModelForCausalLM.from_pretrained(FOLDER, dtype=torch.float32).eval()
    cases = []
    for conversation in CONVERSATIONS:
        messages = [{"role": role, "content": content} for role, content in conversation]
        prompt = tokenizer.apply_chat_template(messages, add_generation_prompt=True)
        ids = torch.tensor([prompt])
        with torch.no_grad():
            made = model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=50, do_sample=False,
                                  pad_token_id=tokenizer.pad_token_id)[0].tolist()[len(prompt):]
        cases.append({"messages": messages, "prompt": prompt, "ids": made,
                      "text": tokenizer.decode(made, skip_special_tokens=True)})
    texts = [{"text": text, "ids": tokenizer(text).input_ids} for text in TEXTS]
    golden = {"conversations": cases, "texts": texts}
    (GOLDEN / "smollm2.json").write_text(json.dumps(golden, ensure_ascii=True, indent=1) + "\n")


if __name__ == "__main__":
    main()
