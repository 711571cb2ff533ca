# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the SHA-1 of a file's rows as Python's csv module reads them: line, text and label, each NUL-ended.

Arguments: FILE TEXT_COLUMN LABEL_COLUMN (may be empty). A .tsv file is read without quoting.
"""

import csv
import hashlib
import sys

path, text, label = sys.argv[1:]
csv.field_size_limit(1 << 30)
digest = hashlib.sha1()
with open(path, encoding="utf-8-sig", newline="") as file:
    dialect = {"delimiter": "\t", "quoting": csv.QUOTE_NONE} if path.endswith(".tsv") else {}
    reader = csv.reader(file, **dialect)
    header = next(reader)
    columns = [header.index(name) if name else None for name in (text, label)]
    line = reader.line_num + 1
    for row in reader:
        if row:
            parts = [str(line), *("" if column is None else row[column] for column in columns)]
            digest.update("".join(part + "\0" for part in parts).encode())
        line = reader.line_num + 1
print(digest.hexdigest())
