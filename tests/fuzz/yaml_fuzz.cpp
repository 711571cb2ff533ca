// SPDX-License-Identifier: GPL-3.0-or-later
// YAML to preset, and the files of other tools to preset: nothing but PresetError and Errors of imports,
// every mistake with its place, and what is accepted is written and read back the same.
#include "preset/interop/interop.h"
#include "preset/schema/schema.h"
#include "preset/yaml/load.h"

#include "fuzz/replay.h"

#include <stdexcept>
#include <string>

using namespace tunedesk;

namespace {

/// A place inside the text: "fuzz:LINE:COLUMN" with at most as many lines as there are.
bool is_place(const std::string& place, const std::string& text) {
    if (!place.starts_with("fuzz:")) return false;
    const auto colon = place.find(':', 5);
    if (colon == std::string::npos) return false;
    const auto line = preset::read_number(place.substr(5, colon - 5));
    const auto column = preset::read_number(place.substr(colon + 1));
    const auto lines = static_cast<double>(std::count(text.begin(), text.end(), '\n')) + 1;
    return line && column && *line >= 1 && *line <= lines && *column >= 1;
}

void check_preset(const Preset& read) {
    const std::string written = preset::to_yaml(read);
    const auto again = preset::parse_draft(written, "again", "/");
    const auto changes = preset::differences(read, again.loaded.preset);
    if (!changes.empty()) throw std::logic_error("written and read back differently: " + changes[0]);
    if (read.name.find('/') != std::string::npos || read.name.starts_with("."))
        throw std::logic_error("a name that leads elsewhere: " + read.name);
}

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    // The folder does not exist, so that `extends:` reaches no file of this machine by a relative path.
    const auto draft = preset::parse_draft(text, "fuzz", "/nonexistent/folder");
    for (const preset::Problem& problem : draft.problems)
        // With extends: the place may be in the other file.
        if (problem.what.is_empty() ||
            (!is_place(problem.place, text) && text.find("extends") == std::string::npos))
            throw std::logic_error("a mistake without place: " + problem.place + ": " +
                                   sentence(problem.what));
    check_preset(draft.loaded.preset);
    try {
        const auto imported = preset::import_preset(text, "fuzz");
        const auto read = preset::parse_draft(imported.yaml, "imported", "/");
        for (const preset::Mapping& mapping : imported.mappings)
            if (mapping.key.empty() && mapping.note.empty())
                throw std::logic_error("no reason: " + mapping.foreign);
        check_preset(read.loaded.preset);
    } catch (const Error& error) {
        if (!error.is(ErrorId::import_format_unknown) && !error.is(ErrorId::import_unreadable) &&
            !error.is(ErrorId::preset_invalid))
            throw;
    }
    return 0;
}

int read(const std::uint8_t* data, std::size_t size) {
    (void)preset::parse_draft({reinterpret_cast<const char*>(data), size}, "fuzz", "/nonexistent/folder");
    return 0;
}

} // namespace

class YamlFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 34, 49
    void corpus() { replay("yaml", 3000, fuzz_one, {Grammar::yaml, read}); }
};

QTEST_GUILESS_MAIN(YamlFuzz)
#include "yaml_fuzz.moc"
