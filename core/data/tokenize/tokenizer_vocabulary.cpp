// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/tokenizer_vocabulary.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::data {

namespace {

constexpr std::size_t special_limit = 64; ///< tokens of a template

} // namespace

void Vocabulary::reserve(std::size_t count) {
    pieces_.reserve(count);
    index_.reserve(count);
}

bool Vocabulary::add(const std::string& text, std::int32_t id) {
    bytes_ += text.size();
    if (text.size() > token_limit || bytes_ > total_limit) return false;
    size_ = std::max(size_, id + 1);
    const auto [found, is_new] = index_.emplace(text, pieces_.size());
    if (is_new)
        pieces_.push_back({text, id});
    else
        pieces_[found->second].id = id;
    return true;
}

void Vocabulary::read(const TokenizerNode& tokens) {
    reserve(tokens.object().size());
    for (const auto& [text, id] : tokens.object().items()) {
        if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= id_limit)
            tokens.damaged(fmt::format("\"{}\" has no id from 0 below {}", text, id_limit));
        if (!add(text, id.get<std::int32_t>()))
            tokens.damaged(
                fmt::format("the vocabulary is too large, or a token longer than {} bytes", token_limit));
    }
}

std::optional<std::int32_t> Vocabulary::repeated_id() const {
    std::vector<bool> seen(static_cast<std::size_t>(size_));
    for (const VocabularyPiece& piece : pieces_) {
        if (seen[static_cast<std::size_t>(piece.id)]) return piece.id;
        seen[static_cast<std::size_t>(piece.id)] = true;
    }
    return std::nullopt;
}

std::optional<std::int32_t> Vocabulary::find(const std::string& text) const {
    if (const auto token = added_.find(text); token != added_.end()) return token->second.id;
    if (const auto found = index_.find(text); found != index_.end()) return pieces_[found->second].id;
    return std::nullopt;
}

namespace {

bool same_flags(const AddedToken& a, const AddedToken& b) {
    return a.single_word == b.single_word && a.lstrip == b.lstrip && a.rstrip == b.rstrip &&
           a.normalized == b.normalized && a.special == b.special;
}

} // namespace

std::string Vocabulary::add_configured(const AddedToken& token, std::vector<AddedToken>& added) {
    const auto found = added_.find(token.content);
    if (found == added_.end()) return add_token(token, added);
    if (found->second.special || same_flags(found->second, token)) return "";
    added.push_back(token);
    added.back().id = found->second.id;
    return "";
}

std::string Vocabulary::add_token(AddedToken token, std::vector<AddedToken>& added) {
    if (token.content.empty()) return "";
    bytes_ += token.content.size();
    if (token.content.size() > token_limit || bytes_ > total_limit) return "the added token is too long";
    if (const auto found = added_.find(token.content); found != added_.end())
        return same_flags(found->second, token) ? "" : fmt::format("\"{}\" is added twice", token.content);
    if (!next_id_) next_id_ = static_cast<std::int32_t>(pieces_.size());
    const auto id = find(token.content);
    token.id = id ? *id : (*next_id_)++;
    if (static_cast<std::uint64_t>(token.id) >= id_limit) return "too many added tokens";
    size_ = std::max(size_, token.id + 1);
    added_.emplace(token.content, token);
    added.push_back(std::move(token));
    return "";
}

std::vector<VocabularyPiece> Vocabulary::take() {
    index_.clear();
    return std::move(pieces_);
}

void finish(TokenizerFile& file, Vocabulary& vocabulary, const std::string& where) {
    file.vocab_size = vocabulary.size();
    for (const auto* parts : {&file.single, &file.pair}) {
        int texts[2] = {}, last_type = 0;
        std::size_t specials = 0;
        for (const TemplatePart& part : *parts) {
            if (part.kind != TemplatePart::Kind::special)
                ++texts[part.kind == TemplatePart::Kind::second_text];
            specials += part.ids.size();
            for (const std::int32_t id : part.ids)
                if (id >= file.vocab_size)
                    damaged_tokenizer(fmt::format("the vocabulary lacks id {}", id), where);
            if (part.type_id < last_type) other_kind("type ids that are not zeros and then ones", where);
            last_type = part.type_id;
        }
        if (texts[0] != 1 || texts[1] != (parts == &file.pair ? 1 : 0) || specials > special_limit)
            other_kind("a template that does not hold each text once", where);
    }
    file.pad_id = vocabulary.find("[PAD]").value_or(file.pad_id);
    file.vocab = vocabulary.take();
}

} // namespace tunedesk::data
