// SPDX-License-Identifier: GPL-3.0-or-later
// A folder with vocab.json and merges.txt: {"FILE": its object, or its lines}.
#include "base/json.h"
#include "data/tokenize/tokenizer.h"

#include "fuzz/replay.h"

#include <set>

using namespace tunedesk;

namespace {

constexpr const char* names[] = {
    "merges.txt",        "vocab.json", "tokenizer_config.json", "special_tokens_map.json",
    "added_tokens.json", "config.json"};

/// What a folder whose files can be read may be refused with.
const std::set<ErrorId> refusals = {ErrorId::tokenizer_damaged,        ErrorId::tokenizer_unsupported,
                                    ErrorId::tokenizer_missing,        ErrorId::special_tokens_split,
                                    ErrorId::added_tokens_undescribed, ErrorId::added_tokens_reordered};
std::set<ErrorId> seen;

/// A text as it is, a list of texts as lines, anything else as JSON.
std::string contents(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    std::string text;
    if (!value.is_array()) return value.dump(-1, ' ', false, Json::error_handler_t::replace);
    for (const Json& line : value)
        text += (line.is_string() ? line.get<std::string>() : std::string()) + "\n";
    return text;
}

/// The folder; empty where the input describes none.
fs::path written(const std::uint8_t* data, std::size_t size) {
    Json files;
    try {
        files = parse_json({reinterpret_cast<const char*>(data), size}, "fuzz", ErrorId::file_unreadable);
    } catch (const Error&) {
        return {};
    }
    fs::path file;
    for (const char* const name : names) {
        const bool given = files.is_object() && files.contains(name);
        const std::string text = given ? contents(files[name]) : std::string();
        file = fuzz::file_with(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                               std::string("merges/") + name);
        if (!given) fs::remove(file);
    }
    return file.parent_path();
}

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const fs::path folder = written(data, size);
    if (folder.empty()) return 0;
    try {
        const data::Tokenizer tokenizer = data::Tokenizer::load(folder);
        std::vector<std::int32_t> ids;
        std::size_t second = 0;
        tokenizer.encode("ab abc<x> <mask>\xF0\x9F\x98\x80", "a<q>", true, 16, false, ids, second);
        for (const std::int32_t id : ids)
            if (id < 0 || id >= static_cast<std::int32_t>(tokenizer.vocab_size()))
                throw std::logic_error("an id outside the vocabulary");
    } catch (const Error& error) {
        const auto id = static_cast<ErrorId>(error.id());
        if (!refusals.contains(id)) throw;
        seen.insert(id);
    }
    return 0;
}

} // namespace

class MergesFolderFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() {
        replay("merges_folder", 1000, fuzz_one, {Grammar::json});
        for (const ErrorId id :
             {ErrorId::tokenizer_damaged, ErrorId::tokenizer_unsupported, ErrorId::tokenizer_missing})
            QVERIFY2(seen.contains(id), std::to_string(static_cast<int>(id)).c_str());
    }
};

QTEST_GUILESS_MAIN(MergesFolderFuzz)
#include "merges_folder_fuzz.moc"
