// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/predictions/csv_records.h"

#include <algorithm>

namespace tunedesk::report {

namespace {
constexpr std::size_t most_fields = 16384;
}

std::string CsvField::value(std::string_view text) const {
    std::string value(raw(text));
    if (!doubled) return value;
    std::size_t out = 0;
    for (std::size_t in = 0; in < value.size(); ++in) {
        value[out++] = value[in];
        if (value[in] == '"' && in + 1 < value.size() && value[in + 1] == '"') ++in;
    }
    value.resize(out);
    return value;
}

CsvField CsvRecords::field() {
    if (at_ < text_.size() && text_[at_] == '"') {
        CsvField quoted{at_ + 1, 0, false};
        std::size_t close = at_ + 1;
        for (;;) {
            close = text_.find('"', close);
            if (close == std::string_view::npos || close + 1 >= text_.size() || text_[close + 1] != '"')
                break;
            quoted.doubled = true;
            close += 2;
        }
        close = std::min(close, text_.size());
        quoted.length = close - quoted.offset;
        line_ +=
            static_cast<std::uint64_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(quoted.offset),
                                                  text_.begin() + static_cast<std::ptrdiff_t>(close), '\n'));
        at_ = std::min(text_.find_first_of(",\r\n", close), text_.size());
        return quoted;
    }
    const std::size_t end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
    const CsvField plain{at_, end - at_, false};
    at_ = end;
    return plain;
}

bool CsvRecords::next(std::vector<CsvField>& fields) {
    fields.clear();
    while (at_ < text_.size() && (text_[at_] == '\n' || text_[at_] == '\r'))
        line_ += text_[at_++] == '\n';
    if (at_ >= text_.size()) return false;
    record_line_ = line_;
    for (;;) {
        const CsvField read = field();
        if (fields.size() < most_fields) fields.push_back(read);
        if (at_ >= text_.size() || text_[at_] != ',') break;
        ++at_;
    }
    return true;
}

} // namespace tunedesk::report
