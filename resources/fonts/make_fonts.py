#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the window's faces from Inter as Debian packages it (fonts-inter; SIL Open Font License 1.1).

usage: make_fonts.py FOLDER_OF_INTER_OTF        needs fontTools

Two changes: only the letters of Latin, Greek and Cyrillic, digits and common signs are kept, and digits take their
tabular shape by default, as Qt 6.4 cannot ask for an OpenType feature. The family is renamed, so that an Inter of
the system is never taken for it.
"""

import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

FAMILY = "TuneDesk Sans"
RANGES = [
    (0x20, 0x17F), (0x192, 0x192), (0x2B0, 0x2DD), (0x370, 0x3FF), (0x400, 0x45F), (0x490, 0x491),
    (0x1E9E, 0x1E9E), (0x2000, 0x206F), (0x2070, 0x209F), (0x20AC, 0x20AC), (0x2100, 0x214F), (0x2190, 0x21FF),
    (0x2200, 0x22FF), (0x2300, 0x2328), (0x25A0, 0x25FF), (0x2605, 0x2606), (0x2713, 0x2717),
]


def make(source: pathlib.Path, style: str, target: pathlib.Path) -> None:
    font = TTFont(source)
    substitutions = {}
    gsub = font["GSUB"].table
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for table in gsub.LookupList.Lookup[index].SubTable:
                    table = getattr(table, "ExtSubTable", table)
                    substitutions.update(table.mapping)
    kept = {code for low, high in RANGES for code in range(low, high + 1)}
    for table in font["cmap"].tables:
        for code, glyph in list(table.cmap.items()):
            # A space stays as narrow as it is.
            if code != 0x20 and glyph in substitutions:
                table.cmap[code] = substitutions[glyph]
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl"]
    options.name_IDs = ["*"]
    options.hinting = False
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=kept)
    subsetter.subset(font)
    for record in list(font["name"].names):
        if record.nameID in (16, 17, 21, 22, 25):
            font["name"].removeNames(nameID=record.nameID)
    for number, text in ((1, FAMILY), (2, style), (3, f"{FAMILY} {style}"), (4, f"{FAMILY} {style}"),
                         (6, f"{FAMILY.replace(' ', '')}-{style}"), (16, FAMILY), (17, style)):
        font["name"].setName(text, number, 3, 1, 0x409)
        font["name"].setName(text, number, 1, 0, 0)
    top = font["CFF "].cff
    top.fontNames = [f"{FAMILY.replace(' ', '')}-{style}"]
    top.topDictIndex[0].FamilyName = FAMILY
    top.topDictIndex[0].FullName = f"{FAMILY} {style}"
    if style == "SemiBold":  # then Qt does not embolden it where bold letters are asked for
        font["OS/2"].fsSelection = font["OS/2"].fsSelection & ~0x40 | 0x20
        font["head"].macStyle |= 1
    digits = [font.getBestCmap()[ord(digit)] for digit in "0123456789"]
    widths = [font["hmtx"][digit][0] for digit in digits]
    assert max(widths) - min(widths) <= 8, widths  # of 2816 units: rounded when the weights were made
    for digit in digits:
        font["hmtx"][digit] = (max(widths), font["hmtx"][digit][1])
    font.save(target)
    print(target.name, target.stat().st_size)


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    here = pathlib.Path(__file__).parent
    for style in ("Regular", "Medium", "SemiBold"):
        make(folder / f"Inter-{style}.otf", style, here / f"TuneDeskSans-{style}.otf")


if __name__ == "__main__":
    main()
