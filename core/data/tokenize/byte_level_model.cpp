#include "data/tokenize/byte_level_model.h"

#include "base/text.h"
#include "data/pretokenize/words.h"
#include "data/unicode/byte_alphabet.h"
#include "data/unicode/composition.h"
#include "data/unicode/unicode.h"

namespace tunedesk::data {

/// What the pattern splits. Valid while the text it was made of and this are there.
struct ByteLevelModel::Prepared {
    std::string_view text;       ///< as it was given
    std::string storage;         ///< its changed form; empty where nothing changes
    std::vector<ByteSpan> spans; ///< of the character that each byte of `storage` belongs to

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
        note(begin, position); // the first character's covers the space before it too
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

const WordMemo::Entry* ByteLevelModel::look_up(std::string_view word, std::size_t readable, WordMemo& memo,
                                               std::vector<std::int32_t>& ids) const {
    WordMemo::Entry* const entry = memo.find(word, readable);
    if (entry && entry->count > 0) return entry;
    const std::size_t begin = ids.size();
    encode_word(word, ids, nullptr);
    if (entry) memo.fill(*entry, word, std::span(ids).subspan(begin));
    return nullptr;
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
    WordMemo& memo = thread_memo(serial_);
    const std::string_view whole = prepared.view();
    Words words(whole, splitters_);
    for (TextRange word; !sink.full() && words.next(word);) {
        const auto* const entry = look_up(whole.substr(word.begin, word.end - word.begin),
                                          whole.size() - word.begin, memo, sink.ids);
        if (entry) WordMemo::append(*entry, sink.ids);
    }
}

void ByteLevelModel::encode_normal(std::string_view text, std::size_t offset, bool, TokenSink& sink) const {
    encode(text, offset, sink);
}

std::size_t ByteLevelModel::count(std::string_view text, std::size_t) const {
    const Prepared prepared = prepare(text, 0, false, add_prefix_space_);
    thread_local std::vector<std::int32_t> ids;
    WordMemo& memo = thread_memo(serial_);
    const std::string_view whole = prepared.view();
    Words words(whole, splitters_);
    std::size_t count = 0;
    for (TextRange word; words.next(word);) {
        ids.clear();
        const auto* const entry =
            look_up(whole.substr(word.begin, word.end - word.begin), whole.size() - word.begin, memo, ids);
        count += entry ? entry->count : ids.size();
    }
    return count;
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
