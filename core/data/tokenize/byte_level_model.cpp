// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/byte_level_model.h"

#include "base/text.h"
#include "data/pretokenize/words.h"
#include "data/unicode/byte_alphabet.h"
#include "data/unicode/composition.h"
#include "data/unicode/unicode.h"

namespace tunedesk::data {

/// A text prepared for the pattern. Valid as long as the original text and this object.
struct ByteLevelModel::Prepared {
    std::string_view text;       ///< the original text
    std::string storage;         ///< the changed text; empty if nothing changed
    std::vector<ByteSpan> spans; ///< for each byte of `storage` the span of its character

    std::string_view view() const { return storage.empty() ? text : std::string_view(storage); }
};

ByteLevelModel::ByteLevelModel(const ByteLevelSettings& settings, std::span<const VocabularyPiece> vocab)
    : bpe_(settings.byte_ids, settings.merges), add_prefix_space_(settings.add_prefix_space),
      composes_(settings.composes), spaces_words_(add_prefix_space_ || !settings.is_sequence),
      splitters_(settings.splitters) {
    if (!settings.ignore_merges) return;
    for (const VocabularyPiece& piece : vocab)
        if (auto bytes = byte_alphabet::bytes_of(piece.text))
            whole_words_.emplace(std::move(*bytes), piece.id);
}

ByteLevelModel::Prepared ByteLevelModel::prepare(std::string_view text, std::size_t offset, bool with_spans,
                                                 bool wants_space) const {
    Prepared prepared{text, {}, {}};
    if (composes_ && !unicode::is_surely_composed(text)) {
        unicode::Composed composed = unicode::composed(text, offset);
        prepared.storage = std::move(composed.text);
        for (const unicode::Composed::Origin& origin : composed.origins)
            prepared.spans.push_back({origin.begin, origin.end});
        if (wants_space && !prepared.storage.starts_with(' ')) {
            prepared.storage.insert(0, 1, ' ');
            prepared.spans.insert(prepared.spans.begin(), prepared.spans.front());
        }
        return prepared;
    }
    const bool prefix = wants_space && !text.empty() && text[0] != ' ';
    const bool valid = !with_spans && !find_invalid_utf8(text);
    if (valid && !prefix) return prepared;
    if (prefix) prepared.storage += ' ';
    if (valid) {
        prepared.storage += text;
        return prepared;
    }
    const auto note = [&](std::size_t begin, std::size_t end) {
        const ByteSpan span{static_cast<std::uint32_t>(offset + begin),
                            static_cast<std::uint32_t>(offset + end)};
        if (with_spans) prepared.spans.resize(prepared.storage.size(), span);
    };
    for (std::size_t position = 0; position < text.size();) {
        const std::size_t begin = position;
        unicode::append(prepared.storage, unicode::next(text, position));
        note(begin, position); // the first character's span includes the inserted space
    }
    return prepared;
}

void ByteLevelModel::encode_word(std::string_view word, std::vector<std::int32_t>& ids,
                                 std::vector<std::uint32_t>* ends) const {
    if (!whole_words_.empty()) {
        if (const auto whole = whole_words_.find(word); whole != whole_words_.end()) {
            ids.push_back(whole->second);
            if (ends) ends->push_back(static_cast<std::uint32_t>(word.size()));
            return;
        }
    }
    bpe_.tokenize(word, ids, ends);
}

void ByteLevelModel::encode_with_spans(const Prepared& prepared, TokenSink& sink) const {
    const std::string_view text = prepared.view();
    std::vector<std::uint32_t> ends;
    Words words(text, splitters_);
    for (TextRange word; !sink.full() && words.next(word);) {
        ends.clear();
        encode_word(text.substr(word.begin, word.end - word.begin), sink.ids, &ends);
        std::size_t first = word.begin;
        for (const std::uint32_t token_end : ends) {
            const std::size_t last = word.begin + token_end - 1;
            sink.spans->push_back({prepared.spans[first].begin, prepared.spans[last].end});
            first = last + 1;
        }
    }
}

void ByteLevelModel::encode(std::string_view text, std::size_t offset, TokenSink& sink) const {
    const Prepared prepared = prepare(text, offset, sink.spans != nullptr, asks_space(sink));
    if (sink.spans) return encode_with_spans(prepared, sink);
    encode_words(prepared.view(), sink);
}

void ByteLevelModel::encode_words(std::string_view text, TokenSink& sink) const {
    WordMemo& memo = thread_memo(serial_);
    Words words(text, splitters_);
    TextRange range, next;
    for (bool is_left = words.next(range); is_left && !sink.full(); range = next) {
        is_left = words.next(next);
        if (is_left) memo.prefetch(text.substr(next.begin, next.end - next.begin), text.size() - next.begin);
        const std::string_view word = text.substr(range.begin, range.end - range.begin);
        memo.append(word, text.size() - range.begin, sink.ids, [&] { encode_word(word, sink.ids, nullptr); });
    }
}

void ByteLevelModel::encode_normal(std::string_view text, std::size_t offset, bool, TokenSink& sink) const {
    encode(text, offset, sink);
}

std::size_t ByteLevelModel::count(std::string_view text, std::size_t) const {
    const Prepared prepared = prepare(text, 0, false, add_prefix_space_);
    thread_local std::vector<std::int32_t> ids;
    ids.clear();
    TokenSink sink{ids};
    encode_words(prepared.view(), sink);
    return ids.size();
}

void ByteLevelModel::normal_form(std::string_view text, std::size_t offset, bool, NormalText& normal) const {
    normal.text = text;
    if (!composes_ || unicode::is_surely_composed(text)) return;
    unicode::Composed composed = unicode::composed(text, offset);
    normal.storage = std::move(composed.text);
    normal.text = normal.storage;
    for (const unicode::Composed::Origin& origin : composed.origins)
        normal.origins.push_back({origin.begin, origin.end});
}

std::string ByteLevelModel::bytes_of(std::string_view token) const {
    return byte_alphabet::bytes_of(token).value_or(std::string(token));
}

} // namespace tunedesk::data
