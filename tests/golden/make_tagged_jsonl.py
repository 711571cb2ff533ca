# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes tagged_jsonl.json: lines of words and tags, and what a reader must take from each, by Python's json.

Run as: python tests/golden/make_tagged_jsonl.py
A case is [line, words, tags] or [line, reason] where the line must be rejected ("" where it is no JSON: the reason is
tested elsewhere). Integer tags have the names of NAMES.
"""

import json
import pathlib
import random

NAMES = ["O", "B-PER", "I-PER", "B-LOC"]
WHITE = " \t\n\r\v\f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


class Number(str):
    """A number as written."""


class Refused(Exception):
    pass


def no_constant(_):
    raise ValueError


def is_text(value):
    return isinstance(value, str) and not isinstance(value, Number)


def walk(value):
    """What is refused wherever it is: NUL and halves of surrogate pairs."""
    if isinstance(value, (tuple, list)):
        for item in value:
            walk(item)
    elif isinstance(value, str) and any(c == "\0" or 0xD800 <= ord(c) <= 0xDFFF for c in value):
        raise ValueError


def list_of(row, key, passes):
    values = [value for name, value in row if name == key]
    for value in values:
        if not isinstance(value, list) or not all(map(passes, value)):
            raise Refused("wrong-type")
    if len(values) > 1:
        raise Refused("repeated-key")
    return values[0] if values else None


def named(tag):
    if not isinstance(tag, Number):
        return tag
    if not tag.isascii() or not tag.isdigit() or int(tag) >= len(NAMES):
        raise Refused("unnamed-tag")
    return NAMES[int(tag)]


def expected(line):
    try:
        row = json.loads(line, parse_constant=no_constant, parse_int=Number, parse_float=Number, object_pairs_hook=tuple)
        walk(row)
        if not isinstance(row, tuple):
            return [line, "no-object"]
        words, tags = list_of(row, "tokens", is_text), list_of(row, "tags", lambda v: isinstance(v, str))
        if words is None or tags is None:
            raise Refused("no-key")
        if len(words) != len(tags):
            raise Refused("tag-count")
        for tag in map(named, tags):
            if not tag.strip(WHITE):
                raise Refused("no-tag")
            if any(c in tag for c in " \t\r\n"):
                raise Refused("blank-in-tag")
        if not "".join(words).strip(WHITE):
            raise Refused("empty-text")
        return [line, words, list(map(named, tags))]
    except Refused as reason:
        return [line, str(reason)]
    except ValueError:
        return [line, ""]


BASES = [
    '{"tokens":["EU","rejects","German"],"tags":["B-ORG","O","B-MISC"]}',
    ' { "tags" : [ 1 , 2,0 ] , "id" : 7 , "tokens" : [ "New York" , "" , "\\u00e9\\"\\\\" ] } ',
    '{"tokens":["\u65e5\u672c","\\uD83D\\uDE00","a\\nb"],"tags":["O",3,"B-LOC"],"x":[[],{"tokens":[1]}]}',
    '{"t\\u006fkens":["a"],"tags":["\\u004f"]}',
]
FIXED = [
    '{"tokens":[],"tags":[]}', '{"tokens":["a"],"tags":[]}', '{"tokens":["a"],"tags":["O","O"]}', '{"tokens":["a"]}',
    '{"tokens":"a","tags":["O"]}', '{"tokens":["a"],"tags":"O"}', '{"tokens":[1],"tags":["O"]}',
    '{"tokens":["a"],"tags":[null]}', '{"tokens":["a"],"tags":[true]}', '{"tokens":["a"],"tags":[["O"]]}',
    '{"tokens":["a"],"tags":[4]}', '{"tokens":["a"],"tags":[-1]}', '{"tokens":["a"],"tags":[1.0]}',
    '{"tokens":["a"],"tags":[1e0]}', '{"tokens":["a"],"tags":[18446744073709551616]}', '{"tokens":["a"],"tags":[-0]}',
    '{"tokens":["a"],"tags":["B X"]}', '{"tokens":["a"],"tags":[""]}', '{"tokens":["a"],"tags":["\\u00a0"]}',
    '{"tokens":[" ","\\u3000"],"tags":["O","O"]}', '{"tokens":["",""],"tags":["O","O"]}',
    '{"tokens":["a"],"tokens":["b"],"tags":["O"]}', '{"tokens":["a"],"tags":["O"],"tags":["O"]}',
    '{"tokens":["\\u0000"],"tags":["O"]}', '{"tokens":["\\ud800"],"tags":["O"]}', '{"tokens":["a",],"tags":["O"]}',
    '["tokens","tags"]', "{}", '{"tokens":{"a":"b"},"tags":["O"]}', '{"tokens":["a"],"tags":{"0":"O"}}', "null",
]
INSERTS = ['"', "\\", "[", "]", "{", "}", ",", ":", "0", "1", " ", '"x"', '"O",', "\\t", "\\u00a0", "null", "-", "."]


def mutated(rng):
    line = rng.choice(BASES)
    for _ in range(rng.randrange(1, 3)):
        at = rng.randrange(len(line))
        line = line[:at] + (rng.choice(INSERTS) if rng.random() < 0.7 else "") + line[at + rng.randrange(2) :]
    return line


def main():
    rng = random.Random(31)
    lines = [line for line in BASES + FIXED + [mutated(rng) for _ in range(260)] if line.strip()]
    cases = list(map(expected, lines))
    path = pathlib.Path(__file__).with_name("tagged_jsonl.json")
    path.write_text('{"names":' + json.dumps(NAMES) + ',"cases":[\n' + ",\n".join(map(json.dumps, cases)) + "\n]}\n")
    print(path, len(cases), "cases,", sum(len(case) > 2 for case in cases), "used")


main()
