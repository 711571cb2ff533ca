# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes csv_cases.json: small CSV and TSV texts and what Python's csv module reads from them.

Run as: python tests/golden/make_csv_cases.py
Each case has a header a,b,c; a row is used when it has three fields and a and c hold more than white space. `lines` are the
lines on which the used rows begin. `broken` says that a quote may be broken: strict parsing refuses a record of
several lines, or the end of the file. Such a case need not be read as Python does if a quote is blamed.
"""

import csv
import io
import json
import pathlib
import random

csv.field_size_limit(1 << 30)


WHITE = set("\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000") | {chr(c) for c in range(0x2000, 0x200b)}
# TSV texts whose own quotes say that csv.writer wrote them.
QUOTED_TSV = {"quoted comma", "doubled quotes", "quoted line breaks", "quoted", "blank texts and labels"}


def filled(text):
    return any(c not in WHITE for c in text)


def records(text, **dialect):
    """(first line, fields) of every record, empty lines left out."""
    reader = csv.reader(io.StringIO(text, newline=""), **dialect)
    line = 1
    for fields in reader:
        # Empty lines before a record are records of their own, so `line` is right.
        if fields:
            yield line, fields
        line = reader.line_num + 1


def is_broken(text):
    """Strict parsing fails where the lenient one joined several lines, or at the end."""
    lenient = list(records(text))
    try:
        strict = list(records(text, strict=True))
        assert strict == lenient
        return False
    except csv.Error:
        pass
    # Lenient text after a closing quote is fine within one line: check every record alone.
    lines = text.splitlines(keepends=True) if not any(c in text for c in "\x0b\x0c\x1c\x1d\x1e\x85") else None
    assert lines is not None
    reader = csv.reader(io.StringIO(text, newline=""))
    start = 0
    for _ in reader:
        piece = "".join(lines[start : reader.line_num])
        several = reader.line_num - start > 1
        start = reader.line_num
        try:
            list(csv.reader(io.StringIO(piece, newline=""), strict=True))
        except csv.Error as error:
            if several or "end of data" in str(error):
                return True
    return False


def case(name, text, tsv=False):
    dialect = {"delimiter": "\t"} if tsv else {}
    if tsv and name.removeprefix("tsv ") not in QUOTED_TSV:
        dialect["quoting"] = csv.QUOTE_NONE
    rows = list(records(text, **dialect))[1:]
    used = [(line, row) for line, row in rows if len(row) == 3 and filled(row[0]) and filled(row[2])]
    return {
        "name": name,
        "tsv": tsv,
        "broken": not tsv and is_broken(text),
        "text": text,
        "rows": [row for _, row in used],
        "lines": [line for line, _ in used],
        "rejected": len(rows) - len(used),
    }


FIXED = {
    "plain": "a,b,c\n1,2,3\n4,5,6\n",
    "no final line break": "a,b,c\n1,2,3",
    "crlf": "a,b,c\r\n1,2,3\r\n4,5,6\r\n",
    "cr alone": "a,b,c\r1,2,3\r4,5,6\r",
    "mixed line ends": "a,b,c\n1,2,3\r\n4,5,6\r7,8,9",
    "quoted": '"a","b","c"\n"1","2","3"\n',
    "quoted comma": 'a,b,c\n"1,1",2,3\n',
    "doubled quotes": 'a,b,c\n"he said ""yes""",2,3\n"""",2,3\n"""""",2,3\n',
    "quoted line breaks": 'a,b,c\n"one\ntwo",2,3\n"x\r\ny\rz",2,3\n4,5,6\n',
    "quote inside a plain field": 'a,b,c\n5" disk,2,3\nit"s,x"y"z,3\n',
    "text after a closing quote": 'a,b,c\n"1"x,2,3\n"1" ,2,3\n"1"x"y,2,3\n"a""b"c""d,2,3\n',
    "space before a quote": 'a,b,c\n "1", "2", 3\n',
    "empty fields": 'a,b,c\n1,,3\n,2,3\n1,2,\n"",2,3\n',
    "ragged": "a,b,c\n1,2\n1,2,3,4\n1\n1,2,3\n,,\n",
    "empty lines": "a,b,c\n\n1,2,3\n\r\n\n4,5,6\n\n",
    "spaces": "a,b,c\n 1 , 2 , 3 \n  \n",
    "blank texts and labels": "a,b,c\n  ,2,3\n1,2,\t\n\"\n \",2,3\n\u3000\xa0,2,3\n1, ,3\n",
    "unicode": "a,b,c\nnaïve,日本語,😀\n",
    "line and paragraph separators": "a,b,c\n1\u20282,3\u0085,4\n1,2,3\n",
    "delimiter at the end": "a,b,c\n1,2,",
}


def random_text(rng, alphabet):
    return "a,b,c\n" + "".join(rng.choice(alphabet) for _ in range(rng.randrange(1, 40)))


def main():
    cases = [case(name, text) for name, text in FIXED.items() if "separators" not in name]
    # splitlines() knows more line ends than csv does, so this one stays out of is_broken().
    text = FIXED["line and paragraph separators"]
    cases.append({**case("placeholder", "a,b,c\n"), "name": "line and paragraph separators", "text": text,
                  "rows": [r for _, r in records(text)][1:], "lines": [2, 3]})
    cases += [case("tsv " + name, text.replace(",", "\t"), tsv=True) for name, text in FIXED.items()]
    rng = random.Random(5)
    for i in range(300):
        cases.append(case(f"random {i}", random_text(rng, ',,,"""\n\r\n1x,')))
    for i in range(100):
        # Rows that are well formed in themselves: most are used.
        rows = [[rng.choice(["x", "", 'q"q', "a,b", "l\nm", "r\r\ns", " y "]) for _ in range(3)] for _ in range(4)]
        out = io.StringIO()
        csv.writer(out, lineterminator=rng.choice(["\n", "\r\n", "\r"])).writerows([["a", "b", "c"], *rows])
        cases.append(case(f"written {i}", out.getvalue()))
    path = pathlib.Path(__file__).with_name("csv_cases.json")
    path.write_text(json.dumps(cases, separators=(",", ":"), ensure_ascii=True).replace('{"name"', '\n{"name"') + "\n")
    print(path, len(cases), "cases,", sum(c["broken"] for c in cases), "with a broken quote")


main()
