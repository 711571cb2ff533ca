# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes core/data/unicode/unicode_exceptions.h: the code points for which the Unicode tables inside `tokenizers`
0.22.2 answer otherwise than libutf8proc 2.8 (Unicode 15.0). Every answer is taken from the running library.
Run as `python tests/golden/make_unicode.py`; libutf8proc must be installed."""

from tokenizers import AddedToken, Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import NFD, BertNormalizer, Lowercase
from tokenizers.pre_tokenizers import BertPreTokenizer, ByteLevel

from unicode_tables import CODE_POINTS, category, decomposed, utf8proc, write_header

WHITE_SPACE = {*range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F,
               0x205F, 0x3000}
OTHER_ALPHABETIC = {0x200C, 0x200D, *range(0x24B6, 0x24EA), *range(0x1F130, 0x1F14A),
                    *range(0x1F150, 0x1F16A), *range(0x1F170, 0x1F18A)}
# One mark of each combining class that both sides know.
MARKS = [0x334, 0x93C, 0x3099, 0x94D, *range(0x5B0, 0x5BA), 0x5BB, 0x5BC, 0x5BD, 0x5BF, 0x5C1, 0x5C2, 0xFB1E,
         *range(0x64B, 0x653), 0x670, 0x711, 0xC55, 0xC56, 0xE38, 0xE48, 0xEB8, 0xEC8, 0xF71, 0xF72, 0xF74,
         0x321, 0x1DCE, 0x31B, 0x316, 0x59A, 0x302E, 0x1D16D, 0x5AE, 0x301, 0x315, 0x35C, 0x35D, 0x345]


def normalizer(**on):
    off = dict(clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    return BertNormalizer(**{**off, **on}).normalize_str


def main():
    clean, strip = normalizer(clean_text=True), normalizer(strip_accents=True)
    nfd, lower, split = NFD().normalize_str, Lowercase().normalize_str, BertPreTokenizer().pre_tokenize_str
    words = Tokenizer(WordPiece({"[UNK]": 0, "zqz": 1}, unk_token="[UNK]"))
    words.add_tokens([AddedToken("zqz", single_word=True, normalized=False)])

    pattern = ByteLevel(add_prefix_space=False).pre_tokenize_str
    control, mark, punctuation, lowered, starters, whole, word = {}, {}, {}, {}, {}, {}, {}
    letter, number = {}, {}
    for c in CODE_POINTS:
        ch, cat = chr(c), category(c)
        cleaned, parts = clean(ch), [part for part, _ in split("a" + ch + "a")]
        removed = cleaned == "" and c not in (0, 0xFFFD)
        if removed != (cat in ("Cc", "Cf", "Co") and c not in (0, 9, 10, 13)):
            control[c] = int(removed)
        if cleaned != "":
            assert (cleaned == " ") == (c in WHITE_SPACE)
        assert (parts == ["a", "a"]) == (c in WHITE_SPACE)
        # A character that goes into one word with a letter, or with a number, is of its kind.
        for table, beside, kind in (letter, "a", "L"), (number, "1", "N"):
            if (len(pattern(beside + ch)) == 1) != (cat[0] == kind):
                table[c] = int(cat[0] != kind)
        assert all(len(pattern(beside + ch)) == 2 for beside in "a1!") == (c in WHITE_SPACE)
        if (parts == ["a", ch, "a"]) != (cat[0] == "P" or (c < 128 and cat[0] == "S")):
            punctuation[c] = int(parts == ["a", ch, "a"])
        if nfd(ch) == ch:
            if (strip(ch) == "") != (cat == "Mn"):
                mark[c] = int(strip(ch) == "")
            if decomposed(ch) != ch:
                whole[c] = 0
        else:
            assert nfd(ch) == decomposed(ch)
        if lower(ch) != chr(utf8proc.utf8proc_tolower(c)):
            if len(lower(ch)) == 1:
                lowered[c] = ord(lower(ch)) - c
            else:
                assert c == 0x130 and lower(ch) == "i\u0307"
        if cat[0] == "M" or nfd(ch) != ch or cat == "Cn":
            pairs = [pair for m in MARKS for pair in ("a" + chr(m) + ch, "a" + ch + chr(m))]
            if any(nfd(pair) != decomposed(pair) for pair in pairs):
                assert all(nfd(pair) == pair for pair in pairs), hex(c)
                starters[c] = 0
        mine = (cat[0] in "LM" or cat in ("Nd", "Nl", "Pc") or c in OTHER_ALPHABETIC)
        actual = words.encode("zqz" + ch).ids[0] != 1
        if actual != mine:
            word[c] = int(actual)

    tables = [("control", "Removed by clean_text (categories Cc, Cf, Co).", control),
              ("nonspacing_mark", "Category Mn.", mark),
              ("punctuation", "Category P, or an ASCII symbol.", punctuation),
              ("letter", r"`\p{L}` of GPT-2's pattern.", letter),
              ("number", r"`\p{N}` of GPT-2's pattern.", number),
              ("word_character", r"`\w` of the regular expressions beside single-word tokens.", word),
              ("lower_case", "What to add to get the lower case.", lowered),
              ("combining_class", "Canonical combining class.", starters),
              ("decomposition", "Code points without a canonical decomposition.", whole)]
    write_header("unicode_exceptions.h", "make_unicode.py", [
        "#include <cstdint>", "", "namespace tunedesk::data::exceptions {", "",
        "/// Code points first..last answer `value`.",
        "struct Range {", "    char32_t first, last;", "    std::int32_t value;", "};", ""], tables)


main()
