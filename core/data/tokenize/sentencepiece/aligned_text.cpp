#include "data/tokenize/sentencepiece/aligned_text.h"

#include "base/error.h"
#include "base/text.h"
#include "data/unicode/unicode.h"

namespace tunedesk::data {

AlignedText::AlignedText(std::string_view original, std::size_t offset, bool is_aligned)
    : is_aligned_(is_aligned), most_bytes_(16 * original.size() + (64u << 10)) {
    if (!is_aligned && !find_invalid_utf8(original)) {
        text_ = original;
        return;
    }
    text_.reserve(original.size() + original.size() / 2);
    for (std::size_t position = 0; position < original.size();) {
        const std::size_t begin = position;
        unicode::append(text_, unicode::next(original, position));
        if (is_aligned)
            origins_.resize(text_.size(), {static_cast<std::uint32_t>(offset + begin),
                                           static_cast<std::uint32_t>(offset + position)});
    }
}

void AlignedText::apply(const TextStep& step) {
    step.pattern.empty() ? prepend(step.content) : replace(step.pattern, step.content);
}

void AlignedText::prepend(std::string_view prefix) {
    if (text_.empty()) return;
    if (is_aligned_) origins_.insert(origins_.begin(), prefix.size(), ByteSpan(origins_.front()));
    text_.insert(0, prefix);
}

void AlignedText::replace(std::string_view pattern, std::string_view content) {
    std::size_t found = text_.find(pattern);
    if (found == std::string::npos) return;
    std::string text;
    std::vector<ByteSpan> origins;
    text.reserve(text_.size() + text_.size() / 2);
    std::size_t from = 0;
    const auto copy_until = [&](std::size_t end) {
        text.append(text_, from, end - from);
        if (is_aligned_)
            origins.insert(origins.end(), origins_.begin() + static_cast<std::ptrdiff_t>(from),
                           origins_.begin() + static_cast<std::ptrdiff_t>(end));
    };
    for (; found != std::string::npos; found = text_.find(pattern, from)) {
        copy_until(found);
        from = found + pattern.size();
        text += content;
        if (text.size() > most_bytes_)
            throw Error(ErrorId::tokenizer_damaged, {"its replacements lengthen a text more than 16 times"},
                        "normalizer");
        if (is_aligned_) origins.resize(text.size(), origins_[from - 1]);
    }
    copy_until(text_.size());
    text_ = std::move(text);
    origins_ = std::move(origins);
}

} // namespace tunedesk::data
