// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>

namespace tunedesk::test {

/// How many seeds or rounds a test takes: `usual`, or, with TUNEDESK_LONG_TESTS set, `many`.
inline int rounds(int usual, int many) {
    return std::getenv("TUNEDESK_LONG_TESTS") ? many : usual;
}

/// Whether a test takes also the cases whose every part another one has.
inline bool takes_every_case() {
    return rounds(0, 1) > 0;
}

} // namespace tunedesk::test
