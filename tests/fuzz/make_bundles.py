# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tests/fuzz/corpus/bundle: one good bundle and many hostile ones, byte for byte the same each time.

Run from the repository's root: python tests/fuzz/make_bundles.py
"""

import io
import json
import stat
import zipfile
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus" / "bundle"
INDEX = json.dumps({"tunedesk_bundle": 1, "name": "reviews", "note": "try it", "created": "2026-11-21T12:00:00Z",
                    "versions": {"tunedesk": "0.1.0"},
                    "needs": [{"key": "data.train", "place": "data/train.csv", "hash": "00", "bytes": 12,
                               "source": "https://example.org/train.csv"}]})
PRESET = "tunedesk: 1\nname: reviews\nmodel:\n  path: models/bert\ndata:\n  train: data/train.csv\n  validation_split: 0.1\n"
PARENTS = {"parent-0-top.yaml": "extends: parent-1-base.yaml\nname: reviews\n",
           "parent-1-base.yaml": "tunedesk: 1\nmodel:\n  path: models/bert\ndata:\n  train: $TUNEDESK_DATA/a/train.csv\n"}


def packed(entries, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, text, mode in entries:
            info = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            info.external_attr = mode << 16
            info.compress_type = method
            info.create_system = 3
            archive.writestr(info, text)
    return buffer.getvalue()


def bundle(preset=PRESET, index=INDEX, more=(), without=()):
    mode = stat.S_IFREG | 0o644
    entries = [("bundle.json", index, mode), ("preset.yaml", preset, mode)]
    entries += [(name, text, mode) for name, text in PARENTS.items()]
    entries += [entry if len(entry) == 3 else (*entry, mode) for entry in more]
    return packed([entry for entry in entries if entry[0] not in without])


def main():
    link = stat.S_IFLNK | 0o777
    good = bundle()
    cases = {
        "good": good,
        "stored": packed([("bundle.json", INDEX, stat.S_IFREG | 0o644), ("preset.yaml", PRESET, stat.S_IFREG | 0o644)],
                         zipfile.ZIP_STORED),
        "traversal": bundle(more=[("../evil.yaml", "a: 1")]),
        "traversal_inside": bundle(more=[("parent-/../../evil.yaml", "a: 1")]),
        "absolute": bundle(more=[("/tmp/evil.yaml", "a: 1")]),
        "backslash": bundle(more=[("parent-\\..\\evil.yaml", "a: 1")]),
        "link": bundle(more=[("parent-2-link.yaml", "/etc/passwd", link)]),
        "preset_link": packed([("bundle.json", INDEX, stat.S_IFREG | 0o644), ("preset.yaml", "/etc/passwd", link)]),
        "folder": bundle(more=[("parents/", "", stat.S_IFDIR | 0o755)]),
        "code": bundle(more=[("run.sh", "rm -rf ~")]),
        "duplicate": bundle(more=[("preset.yaml", PRESET)]),
        "bomb": bundle(more=[("parent-2-bomb.yaml", "# " + "a" * (8 << 20))]),
        "bombs": bundle(more=[(f"parent-{i}-bomb.yaml", "# " + "a" * 900_000) for i in range(2, 12)]),
        "many": bundle(more=[(f"parent-{i}.yaml", "name: a\n") for i in range(2, 400)]),
        "no_index": bundle(without=["bundle.json"]),
        "no_preset": bundle(without=["preset.yaml"]),
        "index_deep": bundle(index="[" * 2000 + "]" * 2000),
        "index_other": bundle(index='{"tunedesk_bundle": 2}'),
        "path_absolute": bundle(PRESET.replace("data/train.csv", "/etc/passwd")),
        "path_up": bundle(PRESET.replace("data/train.csv", "data/../../x.csv")),
        "path_home": bundle(PRESET.replace("data/train.csv", "~/x.csv")),
        "path_variable": bundle(PRESET.replace("data/train.csv", "$HOME/x.csv")),
        "path_variable_later": bundle(PRESET.replace("data/train.csv", "data/${HOME}/x.csv")),
        "extends_out": bundle("extends: /etc/passwd\n" + PRESET),
        "parent_extends_out": bundle(more=[("parent-2-out.yaml", "extends: ../../../etc/passwd\n")]),
        "unknown_key": bundle(PRESET + "run_this: rm -rf ~\n"),
        "yaml_cycle": bundle("a: &a [*a]\n"),
        "cut": good[:len(good) // 2],
        "no_zip": b"name: reviews\n",
        "empty": b"",
        "tail": good + b"more behind it",
    }
    encrypted = bytearray(good)  # the flag of encryption in every local and central header
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = encrypted.find(signature)
        while at >= 0:
            encrypted[at + offset] |= 1
            at = encrypted.find(signature, at + 4)
    cases["encrypted"] = bytes(encrypted)
    CORPUS.mkdir(parents=True, exist_ok=True)
    for name, data in cases.items():
        (CORPUS / name).write_bytes(data)


if __name__ == "__main__":
    main()
