// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::report {

/// A field of a CSV text, by its position.
struct CsvField {
    std::size_t offset = 0; ///< start of its contents, after an opening quote
    std::size_t length = 0; ///< in the text, before unescaping
    bool doubled = false;   ///< contains doubled quotes

    std::string_view raw(std::string_view text) const { return text.substr(offset, length); }
    std::string value(std::string_view text) const;
};

/// Iterates over the records of a CSV text written by this project or Lightning (RFC 4180; LF or CRLF),
/// without copying fields. An unclosed quote extends to the end of the text. User data is read by
/// data/rows/table.h instead, which is stricter and reports reasons.
class CsvRecords {
public:
    explicit CsvRecords(std::string_view text) : text_(text) {}

    /// Reads the next record that is not an empty line; false at the end. Fields of a record after the first
    /// 16,384 are ignored.
    bool next(std::vector<CsvField>& fields);
    /// Line on which the last record of next() begins, from 1.
    std::uint64_t line() const { return record_line_; }
    std::size_t offset() const { return at_; }

private:
    CsvField field();

    std::string_view text_;
    std::size_t at_ = 0;
    std::uint64_t line_ = 1, record_line_ = 0;
};

} // namespace tunedesk::report
