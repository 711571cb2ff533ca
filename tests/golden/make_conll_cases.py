# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes conll_cases.json: CoNLL files, and the sentences that a reader must take from each.

Run as: python tests/golden/make_conll_cases.py
A case has "text" (its bytes as Latin-1), "token" and "tag" (numbers of columns), "comments" where they are said to
be there or not, "rows" ([line, words, tags], tags null where none are read) and "rejected" ([line, reason]).
The reader below is written after the documentation of core/data/tags, in whole lines of Python.
"""

import json
import pathlib
import random
import re

WHITE = set(" \t\n\r\v\f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000") | {chr(c) for c in range(0x2000, 0x200B)}
SCHEME = re.compile(rb"(O|[BIESLU](-.+)?)\Z", re.DOTALL)
NUMBERS = re.compile(rb"[0-9]+[-.][0-9]+\Z")


def lines_of(data):
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return [line[:-1] if line.endswith(b"\r") else line for line in lines]


def ends(line):
    return line.strip(b" \t") == b"" or line.startswith(b"-DOCSTART-")


def fields_of(line, tabs):
    return [field.strip(b" \t") for field in line.split(b"\t")] if tabs else re.findall(rb"[^ \t]+", line)


def blank(text):
    return all(c in WHITE for c in text.decode("utf-8", "replace"))


def fault_of_bytes(lines):
    """The number of the first line with a fault among these."""
    for number, line in enumerate(lines):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            nul = line.find(b"\0")
            return number, "nul-byte" if 0 <= nul < error.start else "not-utf8"
        if b"\0" in line:
            return number, "nul-byte"
    return None


class Reader:
    def __init__(self, data, token, tag, comments):
        self.lines = lines_of(data)
        words = [line for line in self.lines if not ends(line)]
        plain = [line for line in words if not line.startswith(b"#")] or words
        self.tabs = bool(plain) and b"\t" in plain[0]
        counts = {}
        for line in plain[:1000]:
            width = len(fields_of(line, self.tabs))
            counts[width] = counts.get(width, 0) + 1
        self.width = max(sorted(counts), key=counts.get, default=0)
        self.token = token - 1 if token > 0 else self.width + token
        self.tag = tag - 1 if tag > 0 else self.width + tag
        first = fields_of(plain[0], self.tabs)[0] if plain else b""
        self.numbers = self.tabs and self.token > 0 and (first == b"1" or NUMBERS.match(first) is not None)
        begins_marked = bool(words) and words[0].startswith(b"#")
        self.comments = comments if comments is not None else begins_marked and self.like_comment(words[0])

    def like_comment(self, line):
        if not line.startswith(b"#"):
            return False
        fields = fields_of(line, self.tabs)
        if len(fields) != self.width:
            return True
        if 0 <= self.tag < self.width and SCHEME.match(fields[self.tag]):
            return False
        return b"=" in line or line[1:].strip(b" \t").startswith(b"new")

    def word(self, fields):
        """A word and its tag, or the reason why there is none, or None where the line has no word of the sentence."""
        if len(fields) != self.width:
            return "column-count"
        if self.numbers and NUMBERS.match(fields[0]):
            return None
        word, tag = fields[self.token], fields[self.tag]
        if word == b"":
            return "no-word"
        if blank(tag):
            return "no-tag"
        if re.search(rb"[ \t\r\n]", tag):
            return "blank-in-tag"
        return word, tag

    def sentence(self, first, lines):
        fault = fault_of_bytes(lines)
        if fault:
            return "rejected", [first + fault[0], fault[1]]
        words = []
        for number, line in enumerate(lines):
            found = self.word(fields_of(line, self.tabs))
            if isinstance(found, str):
                return "rejected", [first + number, found]
            if found:
                words.append([part.decode() for part in found])
        if not words:
            return None
        if blank(" ".join(word for word, _ in words).encode()):
            return "rejected", [first, "empty-text"]
        return "rows", [first, [word for word, _ in words], [tag for _, tag in words]]

    def read(self):
        result = {"rows": [], "rejected": []}
        begin = None
        for number, line in enumerate([*self.lines, b""]):
            if not ends(line):
                if begin is None and self.comments and self.like_comment(line):
                    continue
                begin = number if begin is None else begin
            elif begin is not None:
                found = self.sentence(begin + 1, self.lines[begin:number])
                if found:
                    result[found[0]].append(found[1])
                begin = None
        return result


CONLL2003 = (b"-DOCSTART- -X- -X- O\n\nEU NNP B-NP B-ORG\nrejects VBZ B-VP O\nGerman JJ B-NP B-MISC\n. . O O\n\n"
             b"Peter NNP B-NP B-PER\nBlackburn NNP I-NP I-PER\n\n# NN B-NP O\n5 CD I-NP O\n")
CONLLU = (b"# newdoc id = a\n# sent_id = 1\n# text = Vamos al mar\n1-2\tV\xc3\xa1monos\t_\t_\n1\tVamos\tVERB\tO\n"
          b"2\tnos\tPRON\tO\n2.1\tx\tX\tO\n3\tal mar\tNOUN\tB-LOC\n\n# sent_id = 2\n1\t10 000\tNUM\tO\n")
MULTICONER = (b"# id 5a-62\tdomain=en\nthe _ _ O\nlibrary _ _ B-Facility\n\n# id 77\tdomain=en\n# _ _ O\ntag _ _ O\n"
              b"of _ _ O\n# _ _ O\n")
TABS = "Straße\tO\nvon\tO\nA. B.\tB-PER\n\u00a0\tO\n\n日本\tB-LOC\n語\tO\n".encode()
CRLF = CONLL2003.replace(b"\n", b"\r\n")
POS = b"# SYM\n1 NUM\n\na DET\ndog NOUN\n"
BASES = [(CONLL2003, 1, -1), (CONLL2003, 1, 4), (CONLL2003, 1, 2), (CONLL2003, 1, -2), (CONLLU, 2, 4), (CONLLU, 2, -1),
         (MULTICONER, 1, 4), (TABS, 1, 2), (TABS, -2, -1), (CRLF, 1, 4), (POS, 1, 2), (CONLL2003, -4, 1)]
FIXED = [
    (b"a O\nb\nc O\n\nd O\n", 1, -1), (b"a O\nb O x\n\nd O\n", 1, -1), (b"a O\n  \t \nb O\n\n\n\n", 1, -1),
    (b"a\tO\nb\t\nc\tO\n\nd\tO", 1, -1), (b"\tO\nb\tO\n\nd\tO\n", 1, -1), (b"a\tB X\n\nd\tO\n", 1, -1),
    (b"a \t O\nb\tO \n", 1, -1), (b"a \xc2\xa0\n\nb O\n", 1, 2), (b"a\t\xc2\xa0\n\nb\tO\n", 1, 2),
    (b"\xc2\xa0\tO\n\nb\tO\n", 1, 2), (b"a O\n\xff O\n\nb O\n", 1, -1), (b"a O\nb\0 O\n\nc O\n", 1, -1),
    (b"-DOCSTART-\nb O\n-DOCSTART- -X-\nc O\n", 1, -1), (b"a-DOCSTART- O\n", 1, -1), (b"# a\n# b\nw O\n", 1, -1),
    (b"a\rb O\r\nc O\r\r\n\nd O\n", 1, -1), (b"w O\n# a comment\n\n# a comment = x\nv O\n", 1, -1),
    (b"1\tw\tO\n1-1\tx\tO\n\n1\tv\tO\n", 1, -1), (b"1\tw\tO\n1-1\tx\tO\n\n1.1\tv\tO\n\n1\tu\tO\n", 2, -1),
    (b"2\tw\tO\n2-3\tx\tO\n\n1\tv\tO\n", 2, -1), (b"#\tO\n\n#\tO\n\n# x = y\tO\n", 1, -1), (b"O O\nB-X B-X\n", 1, -1),
]
INSERTS = [b"\t", b" ", b"\n", b"\n\n", b"\r\n", b"\r", b"#", b"# x = 1\n", b"# x\n", b"-DOCSTART-", b"\0", b"\xff", b"\xc3", b"O",
           b"B-X", b"1-2\t", b"\xc2\xa0", b"\xe3\x80\x80", b"new", b"="]


def mutated(rng):
    data, token, tag = rng.choice(BASES)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(data))
        data = data[:at] + (rng.choice(INSERTS) if rng.random() < 0.7 else b"") + data[at + rng.randrange(2) :]
    return data, token, tag


def main():
    rng = random.Random(19)
    cases = []
    for data, token, tag in BASES + FIXED + [mutated(rng) for _ in range(220)]:
        comments = rng.choice([None, None, None, True, False])
        reader = Reader(data, token, tag, comments)
        if not (0 <= reader.token < reader.width and 0 <= reader.tag < reader.width) or reader.token == reader.tag:
            continue  # the columns are not there: an error of the file
        cases.append({"text": data.decode("latin-1"), "token": token, "tag": tag,
                      **({} if comments is None else {"comments": comments}), **reader.read()})
    path = pathlib.Path(__file__).with_name("conll_cases.json")
    path.write_text("[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "\n]\n")
    print(path, len(cases), "cases,", sum(len(case["rows"]) for case in cases), "rows,",
          sum(len(case["rejected"]) for case in cases), "rejected")


main()
