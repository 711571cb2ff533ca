// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>

namespace tunedesk::test {

/// Number of seeds or rounds of a test: `usual` or, with TUNEDESK_LONG_TESTS set, `many`.
inline int rounds(int usual, int many) {
    return std::getenv("TUNEDESK_LONG_TESTS") ? many : usual;
}

/// Whether a test also runs the cases whose parts are all covered by other cases.
inline bool takes_every_case() {
    return rounds(0, 1) > 0;
}

} // namespace tunedesk::test
