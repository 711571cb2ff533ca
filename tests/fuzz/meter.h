// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// The cost of an input: processor time and peak of allocated memory. A program that links this counts all of
/// its allocations: by the sanitizer's hooks, else by operator new.
namespace fuzz::meter {

/// Whether a sanitizer slows the program down several times.
extern const bool is_sanitized;

/// This process's processor time, in seconds.
double cpu_seconds();

/// Measures from its construction on.
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
