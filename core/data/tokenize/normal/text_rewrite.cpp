// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/normal/text_rewrite.h"

#include "base/error.h"
#include "data/unicode/unicode.h"

namespace tunedesk::data {

namespace {

std::ptrdiff_t count_characters(std::string_view text) {
    std::ptrdiff_t count = 0;
    for (const char byte : text)
        count += (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
    return count;
}

} // namespace

void TextRewrite::begin_change() {
    if (is_changed_) return;
    is_changed_ = true;
    text_.reserve(old_bytes_ + old_bytes_ / 8);
    text_ += kept_;
}

void TextRewrite::keep(std::string_view characters) {
    if (!is_aligned_ && !is_changed_) {
        kept_ = {kept_.empty() ? characters.data() : kept_.data(), kept_.size() + characters.size()};
        return;
    }
    text_ += characters;
    if (!is_aligned_) return;
    for (std::size_t position = 0; position < characters.size();)
        changes_.push_back({unicode::next(characters, position), 0});
}

void TextRewrite::add_ascii(std::string_view characters) {
    begin_change();
    text_ += characters;
    if (!is_aligned_) return;
    for (const char character : characters)
        changes_.push_back({static_cast<char32_t>(character), 0});
}

void TextRewrite::add(char32_t point, int change) {
    begin_change();
    if (point < 0x80)
        text_ += static_cast<char>(point);
    else
        unicode::append(text_, point);
    if (is_aligned_) changes_.push_back({point, change});
}

void TextRewrite::replace(std::string_view replaced, std::string_view content) {
    begin_change();
    text_ += content;
    if (text_.size() > most_bytes_)
        throw Error(ErrorId::tokenizer_damaged, {"its replacements lengthen a text more than 16 times"},
                    "normalizer");
    if (!is_aligned_) return;
    const std::ptrdiff_t old_count = count_characters(replaced);
    std::ptrdiff_t count = 0;
    for (std::size_t position = 0; position < content.size(); ++count)
        changes_.push_back({unicode::next(content, position), count < old_count ? 0 : 1});
    // `tokenizers` does not count characters removed before the first one.
    if (count < old_count && !changes_.empty()) changes_.back().change -= static_cast<int>(old_count - count);
}

void TextRewrite::remove() {
    begin_change();
    if (!is_aligned_) return;
    if (changes_.empty())
        ++removed_first_;
    else
        --changes_.back().change;
}

} // namespace tunedesk::data
