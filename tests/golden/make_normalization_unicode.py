# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes core/data/unicode/normalization_exceptions.h: the code points for which the tables behind the normalizers
NFKD, StripAccents and Precompiled of `tokenizers` 0.22.2 answer otherwise than libutf8proc 2.8 (Unicode 15.0), and the
consonants and linkers of rule GB9c, which libutf8proc lacks. Every answer is taken from the running library.
Run as `python tests/golden/make_normalization_unicode.py`; libutf8proc must be installed."""

import ctypes
import json

from tokenizers import Tokenizer
from tokenizers.normalizers import NFKD, StripAccents

from charsmap import charsmap
from unicode_tables import CODE_POINTS, COMPATIBLE, DECOMPOSE, category, decomposed, utf8proc, write_header

utf8proc.utf8proc_grapheme_break.restype = ctypes.c_bool
ACUTE, GRAVE, ZWJ, VIRAMA, KA, TM = "\u0301", "\u0302", "\u200d", "\u094d", "\u0915", "\u2122"
# The values of the table `grapheme`.
OTHER, CONTROL, EXTEND, SPACING_MARK, PREPEND, PICTOGRAPHIC = range(6)


def precompiled(rules):
    tokenizer = Tokenizer.from_str(json.dumps({
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "pre_tokenizer": None,
        "post_processor": None, "decoder": None, "normalizer": {"type": "Precompiled", "precompiled_charsmap": charsmap(rules)},
        "model": {"type": "Unigram", "vocab": [["<unk>", 0.0]], "unk_id": 0, "byte_fallback": False}}))
    return tokenizer.normalizer.normalize_str


def breaks(before, behind):
    return utf8proc.utf8proc_grapheme_break(before, behind)


def utf8proc_class(c):
    """By how libutf8proc breaks around it."""
    if breaks(c, 0x301):
        return CONTROL
    if not breaks(ord("a"), c):
        return EXTEND  # or a spacing mark: they differ in nothing that is asked here
    if not breaks(c, ord("a")):
        return PREPEND
    return PICTOGRAPHIC if not breaks(c, 0x200d) and not breaks_after_joiner(c) else OTHER


def breaks_after_joiner(c):
    state = ctypes.c_int32(0)
    stateful = utf8proc.utf8proc_grapheme_break_stateful
    stateful.restype = ctypes.c_bool
    stateful(c, 0x200d, ctypes.byref(state))
    return stateful(0x200d, 0x2122, ctypes.byref(state))


def main():
    nfkd, strip = NFKD().normalize_str, StripAccents().normalize_str
    letter, mark, sign, ka = (precompiled({key: "#"}) for key in ("a", ACUTE, TM, KA))
    compatible, marks, grapheme, conjunct = {}, {}, {}, {}
    for c in CODE_POINTS:
        ch = chr(c)
        if nfkd(ch) != decomposed(ch, DECOMPOSE | COMPATIBLE):
            assert nfkd(ch) == ch, hex(c)
            compatible[c] = 0
        if (strip(ch) == "") != (category(c)[0] == "M"):
            marks[c] = int(strip(ch) == "")
        # A cluster of less than six bytes becomes what its shortest beginning in the map becomes, and loses the rest.
        theirs = OTHER
        if ch in "\r\n" or mark(ch + ACUTE + GRAVE) == ch + "#":
            theirs = CONTROL
        elif letter("a" + ch) == "#":
            theirs = EXTEND
        elif len(ch.encode()) > 2 and letter(ch + "a" + ACUTE) == ch + "#" + ACUTE:
            theirs = PREPEND
        elif sign(ch + ZWJ + TM + ACUTE) == sign(ch) + ZWJ + "#" + ACUTE:
            theirs = PICTOGRAPHIC
        if theirs != utf8proc_class(c) and not (len(ch.encode()) == 2 and utf8proc_class(c) == PREPEND):
            grapheme[c] = theirs
        if theirs == OTHER and ka(ch + VIRAMA + KA + ACUTE) == ka(ch) + VIRAMA + "#" + ACUTE:
            conjunct[c] = 1
        elif theirs == EXTEND and ka(KA + ch + KA + ACUTE) == ka(KA) + ch + "#" + ACUTE:
            conjunct[c] = 2
        elif theirs == EXTEND and ka(KA + VIRAMA + ch + KA + ACUTE) != "#" + VIRAMA + ch + "#" + ACUTE:
            conjunct[c] = 3
    tables = [("combining_mark", "Category M, as StripAccents has it.", marks),
              ("compatible_decomposition", "Code points without a compatibility decomposition.", compatible),
              ("grapheme", "Of clusters: 0 other, 1 control, 2 extends the one before, 4 belongs to the one behind, "
                           "5 pictographic.", grapheme),
              ("conjunct", "Of rule GB9c: 1 consonants, 2 linkers, 3 marks that end a conjunct.", conjunct)]
    write_header("normalization_exceptions.h", "make_normalization_unicode.py", [
        '#include "data/unicode/unicode_exceptions.h"', "", "namespace tunedesk::data::exceptions {", ""], tables)


main()
