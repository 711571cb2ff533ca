// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/unigram/unigram_model.h"

#include "data/pretokenize/words.h"
#include "data/unicode/byte_scan.h"

namespace tunedesk::data {

UnigramModel::UnigramModel(const UnigramSettings& settings, std::span<const VocabularyPiece> vocab)
    : SpaceMarkModel(settings.decoding), steps_(settings.steps), splitters_(settings.splitters),
      later_splitters_(settings.later_splitters), metaspace_(settings.metaspace),
      mark_(metaspace_ ? metaspace_->replacement : std::string()),
      is_simple_(metaspace_ && metaspace_->splits && later_splitters_.empty()),
      asks_begin_(metaspace_ && metaspace_->prepend == Metaspace::Prepend::first), pieces_(settings, vocab) {
    if (metaspace_ && metaspace_->splits)
        later_splitters_.insert(later_splitters_.begin(),
                                SplitRule{Separator(mark_), SplitBehavior::merged_with_next, false});
}

AlignedText UnigramModel::normal_text(std::string_view text, std::size_t offset, bool is_aligned) const {
    const bool asks_origin = asks_begin_ && !steps_.surely_keep_begin(text);
    AlignedText aligned(text, offset, is_aligned || asks_origin);
    steps_.apply(aligned);
    return aligned;
}

std::size_t UnigramModel::find_mark(std::string_view text, std::size_t from, std::size_t end) const {
    while ((from = find_either(text, from, end, ' ', mark_[0])) < end) {
        if (text[from] == ' ' || text.substr(from).starts_with(mark_)) return from;
        ++from;
    }
    return end;
}

void UnigramModel::encode_word(std::string_view word, std::size_t readable, WordMemo& memo,
                               std::vector<std::int32_t>& ids) const {
    memo.append(word, readable, ids, [&] {
        if (metaspace_ && word[0] == ' ')
            pieces_.tokenize(mark_ + std::string(word.substr(1)), ids);
        else
            pieces_.tokenize(word, ids);
    });
}

void UnigramModel::encode_simply(std::string_view text, TextRange part, bool has_mark,
                                 TokenSink& sink) const {
    WordMemo& memo = word_memo();
    std::size_t begin = part.begin, end = find_mark(text, begin + 1, part.end);
    if (has_mark && begin > 0 && text[begin - 1] == ' ') {
        --begin; // the space at which the part was split represents the mark
    } else if (has_mark) {
        const std::string marked = ' ' + std::string(text.substr(begin, end - begin));
        encode_word(marked, marked.size(), memo, sink.ids);
        if (end == part.end) return;
        begin = end;
        end = find_mark(text, begin + 1, part.end);
    }
    while (begin < part.end && !sink.full()) {
        const std::size_t next_end = end < part.end ? find_mark(text, end + 1, part.end) : end;
        memo.prefetch(text.substr(end, next_end - end), text.size() - end);
        encode_word(text.substr(begin, end - begin), text.size() - begin, memo, sink.ids);
        begin = end;
        end = next_end;
    }
}

void UnigramModel::encode_part(std::string_view text, TextRange part, bool has_mark, TokenSink& sink) const {
    if (is_simple_) return encode_simply(text, part, has_mark, sink);
    std::string marked;
    if (has_mark) marked += mark_;
    for (const char c : text.substr(part.begin, part.end - part.begin))
        if (metaspace_ && c == ' ')
            marked += mark_;
        else
            marked += c;
    WordMemo& memo = word_memo();
    Words words(marked, later_splitters_);
    for (TextRange word; !sink.full() && words.next(word);)
        encode_word(std::string_view(marked).substr(word.begin, word.end - word.begin),
                    marked.size() - word.begin, memo, sink.ids);
}

void UnigramModel::encode_aligned(AlignedText part, bool has_mark, TokenSink& sink) const {
    if (metaspace_) part.replace(" ", mark_);
    if (has_mark) part.prepend(mark_);
    std::vector<ByteSpan> spans;
    Words words(part.text(), later_splitters_);
    for (TextRange word; !sink.full() && words.next(word);) {
        spans.clear();
        pieces_.tokenize(std::string_view(part.text()).substr(word.begin, word.end - word.begin), sink.ids,
                         &spans);
        for (const ByteSpan& span : spans)
            sink.spans->push_back(part.origin(word.begin + span.begin, word.begin + span.end));
    }
}

void UnigramModel::encode_parts(const AlignedText& text, bool begins_row, TokenSink& sink) const {
    const std::string_view whole = text.text();
    Words parts(whole, splitters_);
    for (TextRange part; !sink.full() && parts.next(part);) {
        const bool begins =
            part.begin == 0 ? begins_row : text.is_aligned() && text.origin(part.begin, part.end).begin == 0;
        const bool has_mark =
            metaspace_ && metaspace_->precedes(whole.substr(part.begin, part.end - part.begin), begins);
        if (sink.spans)
            encode_aligned(AlignedText(text, part.begin, part.end), has_mark, sink);
        else
            encode_part(whole, part, has_mark, sink);
    }
}

void UnigramModel::encode(std::string_view text, std::size_t offset, TokenSink& sink) const {
    const AlignedText normal = normal_text(text, offset, sink.spans != nullptr);
    if (normal.text().empty()) return;
    encode_parts(normal, normal.is_aligned() ? normal.origin(0, 1).begin == 0 : offset == 0, sink);
}

void UnigramModel::encode_normal(std::string_view text, std::size_t offset, bool begins_row,
                                 TokenSink& sink) const {
    encode_parts(AlignedText(text, offset, sink.spans != nullptr), begins_row, sink);
}

void UnigramModel::normal_form(std::string_view text, std::size_t offset, bool wants_origins,
                               NormalText& normal) const {
    normal.text = text;
    if (steps_.empty()) return;
    AlignedText aligned = normal_text(text, offset, wants_origins);
    normal.storage = aligned.take_text();
    normal.origins = aligned.take_origins();
    normal.text = normal.storage;
}

} // namespace tunedesk::data
