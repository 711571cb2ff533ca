// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "long_tests.h"

namespace tunedesk::data {

/// Whether tests of all code points include the block of 4,096 that begins here. Of the first two planes all
/// are included except blocks that contain only the same ideographs, Hangul or gaps as their neighbors; of
/// the other planes one block of each kind: ideographs, unassigned, tags, private use. TUNEDESK_LONG_TESTS
/// includes both ends of each plane, tests/bench/bpe_rows.py all.
inline bool is_compared(char32_t first) {
    const unsigned block = first >> 12, place = block & 0xF;
    if (test::takes_every_case()) return block < 0x20 || place == 0 || place == 0xF;
    if (block < 0x20)
        return !((block >= 0x5 && block <= 0x8) || block == 0xC || block == 0x15 || block == 0x19 ||
                 block == 0x1A);
    return block == 0x20 || block == 0x2F || block == 0x30 || block == 0x40 || block == 0xE0 ||
           block == 0xF0 || block == 0x10F;
}

} // namespace tunedesk::data
