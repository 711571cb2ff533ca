// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::report {

/// A field of a CSV text, where it stands there.
struct CsvField {
    std::size_t offset = 0; ///< of its contents: after an opening quote
    std::size_t length = 0; ///< in the text
    bool doubled = false;   ///< holds doubled quotes

    std::string_view raw(std::string_view text) const { return text.substr(offset, length); }
    std::string value(std::string_view text) const;
};

/// Walks over the records of a CSV text as this project and Lightning write it (RFC 4180; LF or CRLF), field
/// by field, without copying any. A quote that is never closed takes the rest of the text. Data of users is
/// read by data/rows/table.h instead, which is stricter and gives reasons.
class CsvRecords {
public:
    explicit CsvRecords(std::string_view text) : text_(text) {}

    /// The next record that is not an empty line; false at the end. Of a record of more than 16,384 fields
    /// the rest is left out.
    bool next(std::vector<CsvField>& fields);
    /// Line on which the record that next() gave begins, from 1.
    std::uint64_t line() const { return record_line_; }
    std::size_t offset() const { return at_; }

private:
    CsvField field();

    std::string_view text_;
    std::size_t at_ = 0;
    std::uint64_t line_ = 1, record_line_ = 0;
};

} // namespace tunedesk::report
