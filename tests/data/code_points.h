// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "long_tests.h"

namespace tunedesk::data {

/// Whether tests of all code points compare the block of 4,096 that begins here. All of the first two planes
/// are but blocks of nothing else than the ideographs, Hangul or gaps of their neighbors; of the other planes
/// one block of each kind is: ideographs, none, tags, private use. TUNEDESK_LONG_TESTS takes both ends of
/// each plane, tests/bench/bpe_rows.py all.
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
