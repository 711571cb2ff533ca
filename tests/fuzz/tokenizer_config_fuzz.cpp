// SPDX-License-Identifier: GPL-3.0-or-later
// tokenizer_config.json beside a vocabulary, and beside a tokenizer.json.
#include "data/tokenize/tokenizer.h"
#include "format/tokenizer_files.h"

#include "fuzz/replay.h"

using namespace tunedesk;

namespace {

void load(const fs::path& folder) {
    try {
        const data::Tokenizer tokenizer = data::Tokenizer::load(folder);
        std::vector<std::int32_t> ids;
        std::size_t second = 0;
        tokenizer.encode("a good film [MASK]", "x", true, 16, false, ids, second);
        for (const std::int32_t id : ids)
            if (id < 0 || id >= static_cast<std::int32_t>(tokenizer.vocab_size()))
                throw std::logic_error("an id outside the vocabulary");
    } catch (const Error& error) {
        if (error.id() < 4200 || error.id() > 4289) throw;
    }
}

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    constexpr std::string_view vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\ngood\nfilm\n";
    static const std::string tokenizer = fuzz::corpus_of("tokenizer_json").back().second;
    const auto bytes = [](std::string_view text) {
        return reinterpret_cast<const std::uint8_t*>(text.data());
    };
    fuzz::file_with(bytes(vocabulary), vocabulary.size(), "vocabulary/vocab.txt");
    fuzz::file_with(bytes(tokenizer), tokenizer.size(), "json/tokenizer.json");
    for (const char* folder : {"vocabulary/", "json/"}) {
        const fs::path file = fuzz::file_with(data, size, std::string(folder) + "tokenizer_config.json");
        load(file.parent_path());
        (void)format::read_truncation(file.parent_path());
    }
    return 0;
}

} // namespace

class TokenizerConfigFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("tokenizer_config", 1000, fuzz_one, {Grammar::json}); }
};

QTEST_GUILESS_MAIN(TokenizerConfigFuzz)
#include "tokenizer_config_fuzz.moc"
