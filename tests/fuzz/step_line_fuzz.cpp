// SPDX-License-Identifier: GPL-3.0-or-later
// The quick reader of step lines against the full one: what it reads, parse_event() reads as the same
// numbers.
#include "base/text.h"
#include "event/event.h"
#include "event/journal/step_line.h"

#include "fuzz/replay.h"

#include <cmath>

using namespace tunedesk;
using namespace tunedesk::event;

namespace {

[[noreturn]] void wrong(const std::string& what, std::string_view line) {
    throw std::logic_error(what + ": " + std::string(line));
}

/// A zero's sign aside: as a whole number it has none.
bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

void compare(const StepLineReader::Line& quick, const std::vector<std::string>& keys, std::string_view line) {
    Event full;
    try {
        full = parse_event(line);
    } catch (const Error& error) {
        wrong("read quickly, but refused: " + error.message(), line);
    }
    if (full.type != Type::Step || full.rank != quick.rank || full.seq != quick.seq ||
        full.rank_seq != quick.rank_seq || !same(full.t, quick.t))
        wrong("another event", line);
    const auto step = full.fields.find("step");
    if (step == full.fields.end() || !step->is_number_integer() || *step != quick.step)
        wrong("another step", line);
    if (full.fields.size() != keys.size() + 1 || keys.size() != quick.values.size())
        wrong("other fields", line);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const double none = -12345.6789;
        if (!same(number(full.fields, keys[i].c_str(), none), quick.values[i]))
            wrong("another " + keys[i], line);
    }
}

/// One reader for all lines, as for a journal: it learns each layout from the first line of its kind.
int fuzz_one(const std::uint8_t* data, std::size_t size) {
    StepLineReader reader;
    StepLineReader::Line quick;
    for (const std::string_view line : split({reinterpret_cast<const char*>(data), size}, '\n'))
        if (reader.read(line, quick)) compare(quick, reader.keys(), line);
    return 0;
}

int read(const std::uint8_t* data, std::size_t size) {
    StepLineReader reader;
    StepLineReader::Line quick;
    std::string_view text(reinterpret_cast<const char*>(data), size);
    for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1))
        reader.read(text.substr(0, end), quick);
    return 0;
}

} // namespace

class StepLineFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("step_line", 20'000, fuzz_one, {Grammar::json_lines, read}); }
};

QTEST_GUILESS_MAIN(StepLineFuzz)
#include "step_line_fuzz.moc"
