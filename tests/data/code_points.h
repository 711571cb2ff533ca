// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tunedesk::data {

/// Whether tests of all code points compare the block of 4,096 that begins here: of the planes from 2 on,
/// which have ideographs or hardly anything, the first and the last alone. tests/bench/bpe_rows.py compares
/// all.
inline bool is_compared(char32_t first) {
    const unsigned place = first & 0xF000;
    return first < 0x20000 || place == 0 || place == 0xF000;
}

} // namespace tunedesk::data
