// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// What an input costs: the processor's time, and the most memory that was allocated at once. A program that
/// links this counts all of its allocations: by the sanitizer's hooks, else those of operator new.
namespace fuzz::meter {

/// Whether a sanitizer makes everything several times slower.
extern const bool is_sanitized;

/// This process's processor time, in seconds.
double cpu_seconds();

/// From its construction on.
class Cost {
public:
    Cost();
    double seconds() const { return cpu_seconds() - begin_; }
    std::int64_t bytes() const;

private:
    double begin_;
    std::int64_t before_ = 0;
};

} // namespace fuzz::meter
