// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/normal/normal_step_file.h"

#include "data/tokenize/normal/base64.h"

#include <fmt/format.h>

namespace tunedesk::data {

namespace {

constexpr std::size_t most_parts = 16, longest_step_text = 64;

const std::string& short_step_text(const TokenizerNode& node) {
    if (node.text().size() > longest_step_text)
        node.damaged(fmt::format("a text of more than {} bytes", longest_step_text));
    return node.text();
}

NormalStep read_expression_step(const TokenizerNode& node) {
    const TokenizerNode pattern = node.at("pattern").at("Regex");
    const std::string& content = short_step_text(node.at("content"));
    if (pattern.text() == " {2,}") return normal::SpaceRuns{content};
    auto expression = std::make_shared<const RegularExpression>(pattern.text(), pattern.where());
    MatchBudget budget(0);
    if (expression->find("", 0, budget))
        other_kind("a normalizer that replaces what matches an empty text", pattern.where());
    return normal::ReplaceExpression{std::move(expression), content};
}

NormalStep read_charsmap(const TokenizerNode& node) {
    const TokenizerNode text = node.at("precompiled_charsmap");
    const auto bytes = bytes_of_base64(text.text());
    if (!bytes) text.damaged("not base64");
    auto map = Charsmap::of(*bytes);
    if (!map) text.damaged("not a map of characters");
    return std::make_shared<const Charsmap>(std::move(*map));
}

} // namespace

void for_each_part(const TokenizerNode& node, const char* list,
                   const std::function<void(const TokenizerNode&)>& read) {
    if (node.is_null()) return;
    if (node.type() != "Sequence") return read(node);
    const TokenizerNode parts = node.at(list);
    if (parts.array_size() > most_parts) other_kind(fmt::format("{} of many parts", list), node.where());
    for (std::size_t i = 0; i < parts.array_size(); ++i)
        read(parts.at(i));
}

TextStep read_text_step(const TokenizerNode& node) {
    if (node.type() == "Prepend") return {{}, short_step_text(node.at("prepend"))};
    const TokenizerNode pattern = node.at("pattern");
    if (!pattern.has("String"))
        other_kind("a normalizer that replaces a regular expression", pattern.where());
    const std::string& text = short_step_text(pattern.at("String"));
    if (text.empty()) pattern.damaged("an empty pattern");
    return {text, short_step_text(node.at("content"))};
}

NormalStep read_normal_step(const TokenizerNode& node, const std::string& kind) {
    const std::string type = node.type();
    if (type == "Replace" && node.at("pattern").has("Regex")) return read_expression_step(node);
    if (type == "Precompiled") return read_charsmap(node);
    if (type == "Strip") return normal::Strip{node.flag("strip_left", true), node.flag("strip_right", true)};
    if (type == "Lowercase") return normal::Lowercase{};
    if (type == "StripAccents") return normal::StripAccents{};
    if (type == "Nmt") return normal::Nmt{};
    if (type == "NFC") return unicode::NormalForm::nfc;
    if (type == "NFD") return unicode::NormalForm::nfd;
    if (type == "NFKC") return unicode::NormalForm::nfkc;
    if (type == "NFKD") return unicode::NormalForm::nfkd;
    if (type != "Prepend" && type != "Replace") other_kind(kind + " with normalizer " + type, node.where());
    return read_text_step(node);
}

} // namespace tunedesk::data
