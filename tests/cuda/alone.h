// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tunedesk::test {

/// The team of a GPU's kernel body on the host, with a single thread that does all parts.
struct Alone {
    int member() const { return 0; }
    int size() const { return 1; }
    float sum(float one) const { return one; }
    float most(float one) const { return one; }
    Alone part() const { return {}; }
    int part_number() const { return 0; }
    int parts() const { return 1; }
    void settle() const {}
};

} // namespace tunedesk::test
