// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/wordpiece_model.h"

#include "data/files/byte_class.h"
#include "data/unicode/unicode.h"

namespace tunedesk::data {

WordPieceModel::WordPieceModel(Normalizer::Options options, WordPiece pieces)
    : normalizer_(options), pieces_(std::move(pieces)) {
    std::vector<std::int32_t> ids;
    for (char c = '!'; c < 0x7F; ++c)
        if (class_of(c) == ByteClass::punctuation) {
            ids.clear();
            pieces_.tokenize({&c, 1}, ids);
            punctuation_id_[static_cast<int>(c)] = ids[0];
        }
}

void WordPieceModel::encode_words(std::string_view text, std::vector<std::int32_t>& ids) const {
    std::size_t word = 0;
    const auto end_word = [&](std::size_t end) {
        if (end > word) pieces_.tokenize(text.substr(word, end - word), ids);
    };
    for (std::size_t position = 0; position < text.size();) {
        const std::size_t start = position;
        const char32_t c = unicode::next(text, position);
        const bool punctuation = unicode::is_punctuation(c);
        if (!punctuation && !unicode::is_white_space(c)) continue;
        end_word(start);
        if (punctuation) pieces_.tokenize(text.substr(start, position - start), ids);
        word = position;
    }
    end_word(text.size());
}

void WordPieceModel::encode_run(std::string_view run, std::size_t readable, WordMemo& memo,
                                std::vector<std::int32_t>& ids) const {
    memo.append(run, readable, ids, [&] {
        thread_local std::string normal;
        normal.clear();
        normalizer_.normalize(run, normal);
        encode_words(normal, ids);
    });
}

template <typename Mark, typename Run>
void WordPieceModel::walk(std::string_view text, Mark mark, Run run) const {
    for (std::size_t position = 0; position < text.size();) {
        switch (class_of(text[position])) {
        case ByteClass::space:
            ++position;
            continue;
        case ByteClass::punctuation:
            // Independent of its neighbors: it is not a mark and ends a run of marks.
            if (!mark(text[position++])) return;
            continue;
        default:
            break;
        }
        const std::size_t begin = position;
        position += letters_at(text.substr(begin));
        while (position < text.size() && class_of(text[position]) >= ByteClass::word)
            ++position;
        if (!run(text.substr(begin, position - begin), text.size() - begin)) return;
    }
}

void WordPieceModel::encode(std::string_view text, std::size_t, TokenSink& sink) const {
    if (sink.full()) return;
    WordMemo& memo = thread_memo(serial_);
    walk(
        text,
        [&](char c) {
            sink.ids.push_back(punctuation_id_[static_cast<int>(c)]);
            return !sink.full();
        },
        [&](std::string_view run, std::size_t readable) {
            encode_run(run, readable, memo, sink.ids);
            return !sink.full();
        });
}

void WordPieceModel::encode_normal(std::string_view text, std::size_t, bool, TokenSink& sink) const {
    encode_words(text, sink.ids);
}

std::size_t WordPieceModel::count(std::string_view text, std::size_t) const {
    thread_local std::vector<std::int32_t> ids;
    WordMemo& memo = thread_memo(serial_);
    std::size_t count = 0;
    walk(
        text,
        [&](char) {
            ++count;
            return true;
        },
        [&](std::string_view run, std::size_t readable) {
            ids.clear();
            encode_run(run, readable, memo, ids);
            count += ids.size();
            return true;
        });
    return count;
}

void WordPieceModel::normal_form(std::string_view text, std::size_t, bool, NormalText& normal) const {
    normal.storage.clear();
    normalizer_.normalize(text, normal.storage);
    normal.text = normal.storage;
}

} // namespace tunedesk::data
