// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of other tools: TrainingArguments and DeepSpeed as JSON, accelerate as YAML.
#include "preset/interop/interop.h"
#include "preset/yaml/load.h"

#include "fuzz/replay.h"

using namespace tunedesk;

namespace {

int import(const std::uint8_t* data, std::size_t size) {
    try {
        (void)preset::import_preset({reinterpret_cast<const char*>(data), size}, "fuzz");
    } catch (const Error& error) {
        if (!error.is(ErrorId::import_format_unknown) && !error.is(ErrorId::import_unreadable) &&
            !error.is(ErrorId::preset_invalid))
            throw;
    }
    return 0;
}

/// What an import writes is a preset again.
int fuzz_one(const std::uint8_t* data, std::size_t size) {
    try {
        const auto imported = preset::import_preset({reinterpret_cast<const char*>(data), size}, "fuzz");
        const auto read = preset::parse_draft(imported.yaml, "imported", "/nonexistent");
        for (const preset::Mapping& mapping : imported.mappings)
            if (mapping.key.empty() && mapping.note.empty())
                throw std::logic_error("no reason: " + mapping.foreign);
        const std::string written = preset::to_yaml(read.loaded.preset);
        const auto again = preset::parse_draft(written, "again", "/nonexistent");
        if (!preset::differences(read.loaded.preset, again.loaded.preset).empty())
            throw std::logic_error("written and read back differently");
    } catch (const Error& error) {
        if (!error.is(ErrorId::import_format_unknown) && !error.is(ErrorId::import_unreadable) &&
            !error.is(ErrorId::preset_invalid))
            throw;
    }
    return 0;
}

} // namespace

class ImportFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void json() { replay("import_json", 3000, fuzz_one, {Grammar::json, import}); }
    void yaml() { replay("import_yaml", 2000, fuzz_one, {Grammar::yaml, import}); }
};

QTEST_GUILESS_MAIN(ImportFuzz)
#include "import_fuzz.moc"
