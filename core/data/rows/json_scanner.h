// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/row_fault.h"

#include <string_view>

namespace tunedesk::data {

/// Scans one line of JSON (RFC 8259) without building values, allocation or recursion. After a failed check
/// fault() and at() return the reason and the position. The text must be valid UTF-8.
class JsonScanner {
public:
    enum class Kind { string, number, boolean, null, object, array };
    struct Value {
        Kind kind = Kind::null;
        std::string_view raw; ///< strings: without the quotes, escapes as written
        bool escaped = false; ///< the string has escapes
    };

    explicit JsonScanner(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}

    /// The next byte after white space, or '\0' at the end.
    char peek();
    /// Consumes `c` after white space, or fails.
    bool take(char c);
    bool string(Value& value);
    /// Scans any value; objects and arrays to their end.
    bool value(Value& value);
    /// Whether only white space is left; fails otherwise.
    bool finished();

    const char* at() const { return at_; }
    RowFault::Kind fault() const { return fault_; }

private:
    bool fail(RowFault::Kind fault);
    bool escape();
    bool hex4(unsigned& unit);
    bool number(Value& value);
    bool word(std::string_view text);
    bool scalar(Value& value);
    bool nested();

    const char* at_;
    const char* end_;
    RowFault::Kind fault_ = RowFault::Kind::other;
};

/// Writes the value of a scanned string to `out`, which has room for its raw size; returns the number of
/// bytes written.
std::size_t unescape_json(std::string_view raw, char* out);

} // namespace tunedesk::data
