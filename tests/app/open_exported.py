# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens an exported model with transformers, its adapters with PEFT, or with ONNX Runtime the file that is beside its
folder, and prints its outputs for a text.

    python open_exported.py FOLDER TEXT [FILE.onnx]

Prints a JSON list of probabilities in the order of the labels' names. Exits 42 where a package is not installed.
"""

import json
import logging
import pathlib
import sys

logging.disable(logging.WARNING)
FOLDER, TEXT = pathlib.Path(sys.argv[1]), sys.argv[2]
ADAPTERS = (FOLDER / "adapter_config.json").exists()
if len(sys.argv) > 3:
    import numpy
    import onnxruntime
    from transformers import AutoTokenizer

    session = onnxruntime.InferenceSession(sys.argv[3], providers=["CPUExecutionProvider"])
    names = json.loads(session.get_modelmeta().custom_metadata_map["id2label"])
    encoded = AutoTokenizer.from_pretrained(FOLDER)([TEXT, TEXT + TEXT], padding=True, return_tensors="np")
    logits = session.run(["logits"], {i.name: encoded[i.name] for i in session.get_inputs()})[0][0].astype(float)
    shares = numpy.exp(logits - logits.max())
    print(json.dumps({names[str(i)]: share / shares.sum() for i, share in enumerate(shares)}))
    sys.exit()
try:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer
    if ADAPTERS:
        from peft import PeftModel
except ImportError as error:
    print(error)
    sys.exit(42)

labels = json.loads((FOLDER / "config.json").read_text())["id2label"]
if ADAPTERS:
    base = json.loads((FOLDER / "adapter_config.json").read_text())["base_model_name_or_path"]
    model = AutoModelForSequenceClassification.from_pretrained(base, num_labels=len(labels), ignore_mismatched_sizes=True)
    model = PeftModel.from_pretrained(model, FOLDER)
else:
    model, info = AutoModelForSequenceClassification.from_pretrained(FOLDER, output_loading_info=True)
    if info["missing_keys"] or info["unexpected_keys"] or info["mismatched_keys"]:
        sys.exit(f"other weights than the model's: {info}")
tokenizer = AutoTokenizer.from_pretrained(FOLDER)
with torch.no_grad():
    logits = model.eval()(**tokenizer(TEXT, return_tensors="pt")).logits[0].double()
print(json.dumps(dict(zip([labels[str(i)] for i in range(len(labels))], logits.softmax(0).tolist()))))
