// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/sentencepiece/sentencepiece_model.h"

#include "base/text.h"
#include "data/pretokenize/words.h"
#include "data/unicode/unicode.h"

namespace tunedesk::data {

namespace {

bool is_one_character(std::string_view text) {
    std::size_t end = 0;
    return !text.empty() && (unicode::next(text, end), end == text.size());
}

/// The mark that the settings replace spaces by.
std::string mark_of(const SentencePieceSettings& settings) {
    if (settings.metaspace) return settings.metaspace->replacement;
    for (const TextStep& step : settings.normalizer)
        if (step.pattern == " " && is_one_character(step.content)) return step.content;
    return Metaspace{}.replacement;
}

bool cuts_each(const SentencePieceSettings& settings) {
    return settings.metaspace && settings.metaspace->splits;
}

/// Whether the only normalization is replacing spaces by marks, optionally with one more at the beginning.
bool only_writes_marks(const SentencePieceSettings& settings, const std::string& mark) {
    const auto& steps = settings.normalizer;
    if (!settings.splitters.empty() || settings.ignore_merges || mark == " ") return false;
    if (settings.metaspace) return steps.empty();
    const auto writes_mark = [&](const TextStep& step) {
        return step.pattern == " " && step.content == mark;
    };
    if (steps.size() == 1) return writes_mark(steps[0]);
    return steps.size() == 2 && steps[0].pattern.empty() && steps[0].content == mark && writes_mark(steps[1]);
}

} // namespace

SentencePieceModel::SentencePieceModel(const SentencePieceSettings& settings,
                                       std::span<const VocabularyPiece> vocab)
    : SpaceMarkModel(settings.decoding), mark_(mark_of(settings)),
      is_simple_(only_writes_marks(settings, mark_)), normalizer_(settings.normalizer),
      metaspace_(settings.metaspace), splitters_(settings.splitters),
      bpe_(settings.fallback, settings.merges, vocab),
      cuts_(settings.fallback, settings.merges, vocab, mark_, is_simple_, cuts_each(settings)) {
    if (settings.ignore_merges)
        for (const VocabularyPiece& piece : vocab)
            whole_words_.emplace(piece.text, piece.id);
    if (cuts_each(settings))
        splitters_.insert(splitters_.begin(),
                          SplitRule{Separator(mark_), SplitBehavior::merged_with_next, false});
}

void SentencePieceModel::encode_whole(std::string_view part, std::vector<std::int32_t>& ids) const {
    if (!is_simple_ || part.find(' ') == std::string_view::npos) return bpe_.tokenize(part, ids);
    std::string marked;
    for (const char c : part)
        if (c == ' ')
            marked += mark_;
        else
            marked += c;
    bpe_.tokenize(marked, ids);
}

void SentencePieceModel::encode_part(std::string_view part, std::size_t readable, WordMemo& memo,
                                     std::vector<std::int32_t>& ids) const {
    memo.append(part, readable, ids, [&] {
        std::size_t end = cuts_.end_of_part(part, 0);
        if (end == part.size()) return encode_whole(part, ids);
        for (std::size_t begin = 0; begin < part.size(); begin = end) {
            // A word and adjacent signs are frequent separately.
            end = cuts_.end_of_part(part, begin);
            encode_part(part.substr(begin, end - begin), readable - begin, memo, ids);
        }
    });
}

void SentencePieceModel::encode_simply(std::string_view text, bool has_prefix, TokenSink& sink) const {
    std::string storage;
    if (find_invalid_utf8(text)) {
        storage = AlignedText(text, 0, false).take_text();
        text = storage;
    }
    WordMemo& memo = word_memo();
    const auto end_from = [&](std::size_t begin) {
        return begin < text.size() ? cuts_.end_of_word(text, begin, WordMemo::longest_word) : begin;
    };
    std::size_t begin = 0, end = end_from(0);
    while (begin < text.size() && !sink.full()) {
        const std::size_t next_end = end_from(end);
        memo.prefetch(text.substr(end, next_end - end), text.size() - end);
        const std::string_view part = text.substr(begin, end - begin);
        if (begin == 0 && has_prefix) {
            const std::string prefixed = ' ' + std::string(part);
            encode_part(prefixed, prefixed.size(), memo, sink.ids);
        } else {
            encode_part(part, text.size() - begin, memo, sink.ids);
        }
        begin = end;
        end = next_end;
    }
}

void SentencePieceModel::encode_word(const AlignedText& text, TextRange word, TokenSink& sink) const {
    const std::string_view whole = std::string_view(text.text()).substr(word.begin, word.end - word.begin);
    if (const auto found = whole_words_.find(whole); found != whole_words_.end()) {
        sink.ids.push_back(found->second);
        if (sink.spans) sink.spans->push_back(text.origin(word.begin, word.end));
        return;
    }
    WordMemo& memo = word_memo();
    std::vector<std::uint32_t> ends;
    // of the next token; it follows the previous one even if bytes are omitted
    std::size_t first = word.begin;
    for (std::size_t begin = 0; begin < whole.size() && !sink.full();) {
        const std::size_t end = cuts_.end_of_part(whole, begin);
        const std::string_view part = whole.substr(begin, end - begin);
        if (!sink.spans) {
            encode_part(part, whole.size() - begin, memo, sink.ids);
        } else {
            ends.clear();
            bpe_.tokenize(part, sink.ids, &ends);
            const std::size_t base = first;
            for (const std::uint32_t token_end : ends) {
                sink.spans->push_back(text.origin(first, base + token_end));
                first = base + token_end;
            }
        }
        begin = end;
    }
}

void SentencePieceModel::encode_aligned(AlignedText& text, bool begins_row, TokenSink& sink) const {
    if (metaspace_) {
        const bool has_prefix = metaspace_->precedes(text.text(), begins_row);
        text.replace(" ", mark_);
        if (has_prefix) text.prepend(mark_);
    }
    Words words(text.text(), splitters_);
    for (TextRange word; !sink.full() && words.next(word);)
        encode_word(text, word, sink);
}

void SentencePieceModel::encode(std::string_view text, std::size_t offset, TokenSink& sink) const {
    if (!sink.spans && is_simple_) {
        const bool has_prefix =
            metaspace_ ? metaspace_->precedes(text, offset == 0) : normalizer_.size() == 2;
        return encode_simply(text, has_prefix, sink);
    }
    AlignedText aligned(text, offset, sink.spans != nullptr);
    for (const TextStep& step : normalizer_)
        aligned.apply(step);
    encode_aligned(aligned, offset == 0, sink);
}

void SentencePieceModel::encode_normal(std::string_view text, std::size_t offset, bool begins_row,
                                       TokenSink& sink) const {
    if (!sink.spans && is_simple_)
        return encode_simply(text, metaspace_ && metaspace_->precedes(text, begins_row), sink);
    AlignedText aligned(text, offset, sink.spans != nullptr);
    encode_aligned(aligned, begins_row, sink);
}

void SentencePieceModel::normal_form(std::string_view text, std::size_t offset, bool wants_origins,
                                     NormalText& normal) const {
    normal.text = text;
    if (normalizer_.empty()) return;
    // The origin shows whether a part begins the row.
    const bool asks_begin = metaspace_ && metaspace_->prepend == Metaspace::Prepend::first;
    AlignedText aligned(text, offset, wants_origins || asks_begin);
    for (const TextStep& step : normalizer_)
        aligned.apply(step);
    normal.storage = aligned.take_text();
    normal.origins = aligned.take_origins();
    normal.text = normal.storage;
}

} // namespace tunedesk::data
