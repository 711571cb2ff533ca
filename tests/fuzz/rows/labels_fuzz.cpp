// SPDX-License-Identifier: GPL-3.0-or-later
// A row's labels: lists of names by several separators, columns of flags, numbers.
#include "base/text.h"
#include "data/rows/flag_columns.h"
#include "data/rows/label_sets.h"
#include "data/rows/numbers.h"

#include "fuzz/replay.h"

#include <cmath>
#include <set>

using namespace tunedesk;

namespace {

void check_labels(const std::vector<std::string>& labels, std::size_t bytes) {
    std::size_t held = 0;
    for (const std::string& label : labels) {
        if (label.empty() || trimmed(label) != label) throw std::logic_error("a blank, or blanks around");
        held += label.size();
    }
    if (std::set<std::string>(labels.begin(), labels.end()).size() != labels.size())
        throw std::logic_error("a label is listed twice");
    if (held > bytes) throw std::logic_error("labels longer than their field");
    if (data::labels_in(data::label_field(labels), ",") != labels)
        throw std::logic_error("labels are read as others than were written");
}

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const std::string_view field(reinterpret_cast<const char*>(data), size);
    if (find_invalid_utf8(field)) return 0; // no row has such a field
    for (const char* const separator : {",", " ", "", "::", "[", "'", "\n"})
        check_labels(data::labels_in(field, separator), size);
    (void)data::is_set(field);
    if (const auto number = data::decimal_number(field); number && !std::isfinite(*number))
        throw std::logic_error("a number that is none");
    return 0;
}

int read(const std::uint8_t* data, std::size_t size) {
    (void)data::labels_in({reinterpret_cast<const char*>(data), size}, ",");
    return 0;
}

} // namespace

class LabelsFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void lists() { replay("labels", 4000, fuzz_one, {Grammar::json, read}); }
    void texts() { replay("labels", 1000, fuzz_one, {Grammar::text, read}); }
};

QTEST_GUILESS_MAIN(LabelsFuzz)
#include "labels_fuzz.moc"
