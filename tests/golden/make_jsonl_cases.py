# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes jsonl_cases.json: lines, and what a reader of texts and labels must take from each, by Python's json.

Run as: python tests/golden/make_jsonl_cases.py
A case is [line, text, pair, label] or [line] where the line must be rejected. Beyond what json.loads refuses,
NaN and Infinity, lone surrogates, NUL, more than 64 levels, a wanted key given twice, a text that is no string,
a label that is no string, number or bool, and an empty text or label are refused.
"""

import json
import pathlib
import random


class Number(str):
    """A number as written."""


class Refused(Exception):
    pass


def refuse(_):
    raise Refused


def walk(value, depth=1):
    if depth > 64:
        raise Refused
    if isinstance(value, tuple):
        for key, item in value:
            walk(key)
            walk(item, depth + (isinstance(item, (tuple, list))))
    elif isinstance(value, list):
        for item in value:
            walk(item, depth + (isinstance(item, (tuple, list))))
    elif isinstance(value, str) and any(c == "\0" or 0xD800 <= ord(c) <= 0xDFFF for c in value):
        raise Refused


def expected(line):
    try:
        row = json.loads(line, parse_constant=refuse, parse_int=Number, parse_float=Number, object_pairs_hook=tuple)
        if not isinstance(row, tuple):
            raise Refused
        for item in row:
            walk(item[0])
            walk(item[1], 1 + isinstance(item[1], (tuple, list)))
        found = []
        for name in ("text", "pair", "label"):
            values = [value for key, value in row if key == name]
            if len(values) != 1:
                raise Refused
            value = values[0]
            if name == "label" and isinstance(value, bool):
                value = "true" if value else "false"
            elif not isinstance(value, str) or (name != "label" and isinstance(value, Number)):
                raise Refused
            if not value and name != "pair":
                raise Refused
            found.append(str(value))
        return [line, *found]
    except (Refused, ValueError):
        return [line]


BASES = [
    '{"text":"a","pair":"b","label":1}',
    ' { "label" : "x" , "text" : "two words" , "pair" : "" } ',
    '{"text":"q\\"uote \\\\ \\/ \\b\\f\\n\\r\\t","pair":"\\u00e4\\uD83D\\uDE00\\u20ac","label":true}',
    '{"id":[1,2,{"k":[]},{}],"text":"ä€😀","pair":"b","label":-1.5e+3,"x":null}',
    '{"text":"a","pair":"b","label":0,"meta":{"a":{"b":[true,false,null,"s",0.5,1E9]}}}',
    '{"t\\u0065xt":"escaped key","pair":"b","label":"\\u006c"}',
]

FIXED = [
    '{"text":"a","pair":"b","label":01}',
    '{"text":"a","pair":"b","label":1.}',
    '{"text":"a","pair":"b","label":.5}',
    '{"text":"a","pair":"b","label":+1}',
    '{"text":"a","pair":"b","label":-0}',
    '{"text":"a","pair":"b","label":1e}',
    '{"text":"a","pair":"b","label":NaN}',
    '{"text":"a","pair":"b","label":-Infinity}',
    '{"text":"a","pair":"b","label":null}',
    '{"text":"a","pair":"b","label":[1]}',
    '{"text":1,"pair":"b","label":1}',
    '{"text":"a","pair":null,"label":1}',
    '{"text":"","pair":"b","label":1}',
    '{"text":"a","pair":"b","label":""}',
    '{"text":"a","label":1}',
    '{"text":"a","text":"b","pair":"b","label":1}',
    '{"x":1,"x":2,"text":"a","pair":"b","label":1}',
    '{"text":"\\ud800","pair":"b","label":1}',
    '{"text":"\\udc00\\ud800","pair":"b","label":1}',
    '{"text":"\\ud800\\u0041","pair":"b","label":1}',
    '{"text":"\\u0000","pair":"b","label":1}',
    '{"text":"\\x41","pair":"b","label":1}',
    '{"text":"\\u00g0","pair":"b","label":1}',
    '{"text":"tab\there","pair":"b","label":1}',
    '{"text":"a","pair":"b","label":1} x',
    '{"text":"a","pair":"b","label":1}{}',
    '{"text":"a","pair":"b","label":1,}',
    '{,"text":"a","pair":"b","label":1}',
    '["text","pair","label"]',
    '"text"',
    "1",
    "{",
    "{}",
    '{"text":"a","pair":"b","label":1',
    '{"text":"a","pair":"b","label":"1',
    "{'text':'a','pair':'b','label':1}",
    '{"text":"a","pair":"b","label":1,"x":[1,2}',
    '{"text":"a","pair":"b","label":1,"x":{"a"}}',
    '{"text":"a","pair":"b","label":1,"x":{"a":}}',
    '{"text":"a","pair":"b","label":1,"x":[,]}',
    '{"text":"a","pair":"b","label":1,"x":[1,]}',
    '{"text":"a","pair":"b","label":tru}',
    '{"text":"a","pair":"b","label":truefalse}',
    '{"text":"a","pair":"b","label":1,"x":' + "[" * 63 + "]" * 63 + "}",
    '{"text":"a","pair":"b","label":1,"x":' + "[" * 64 + "]" * 64 + "}",
    '{"text":"a","pair":"b","label":1,"x":' + '{"y":' * 63 + "1" + "}" * 63 + "}",
    '{"text":"a","pair":"b","label":1,"x":' + '{"y":' * 64 + "1" + "}" * 64 + "}",
]


def mutated(rng):
    line = rng.choice(BASES)
    for _ in range(rng.randrange(1, 3)):
        at = rng.randrange(len(line))
        insert = rng.choice(['"', "\\", "{", "}", "[", "]", ",", ":", "0", "e", " ", "\\u", "-", "."])
        line = line[:at] + (insert if rng.random() < 0.6 else "") + line[at + rng.randrange(2) :]
    return line


def main():
    rng = random.Random(7)
    cases = [expected(line) for line in BASES + FIXED + [mutated(rng) for _ in range(500)] if line.strip()]
    path = pathlib.Path(__file__).with_name("jsonl_cases.json")
    path.write_text("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")
    print(path, len(cases), "cases,", sum(len(case) > 1 for case in cases), "used")


main()
