// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/token_text.h"

#include "fuzz/replay.h"

using namespace tunedesk;

namespace {

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const data::Tokenizer tokenizer = data::Tokenizer::parse(text, "fuzz");
        const std::size_t limit = tokenizer.vocab_size();
        // The damaged file is a text too, with all its tokens in it.
        for (const bool has_pair : {false, true})
            for (const bool left : {false, true}) {
                std::vector<std::int32_t> ids;
                std::size_t type_one = 0;
                const std::size_t count =
                    tokenizer.encode(text, text.substr(size / 2), has_pair, 80, left, ids, type_one);
                const std::size_t room = std::max<std::size_t>(80, tokenizer.special_tokens(has_pair));
                if (count != ids.size() || count > room || type_one > count)
                    throw std::logic_error("impossible counts");
                data::TokenText words(tokenizer, true);
                for (const std::int32_t id : ids) {
                    if (id < 0 || static_cast<std::size_t>(id) >= limit)
                        throw std::logic_error("an id outside the vocabulary");
                    (void)words.add(id);
                }
            }
        if (!tokenizer.gives_spans()) return 0;
        std::vector<std::int32_t> ids;
        std::vector<data::ByteSpan> spans;
        tokenizer.encode_plain(text, ids, spans);
        if (ids.size() != spans.size()) throw std::logic_error("impossible counts");
        for (const data::ByteSpan& span : spans)
            if (span.begin > span.end || span.end > size) throw std::logic_error("a span outside the text");
    } catch (const Error& error) {
        if (error.id() < 4200 || error.id() > 4202) throw;
    }
    return 0;
}

int read(const std::uint8_t* data, std::size_t size) try {
    (void)data::Tokenizer::parse({reinterpret_cast<const char*>(data), size}, "fuzz");
    return 0;
} catch (const Error&) {
    return 0;
}

} // namespace

class TokenizerJsonFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("tokenizer_json", 3000, fuzz_one, {Grammar::json, read}); }
};

QTEST_GUILESS_MAIN(TokenizerJsonFuzz)
#include "tokenizer_json_fuzz.moc"
