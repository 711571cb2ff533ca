// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/pretokenize/splitter_file.h"

#include <fmt/format.h>

namespace tunedesk::data {

namespace {

constexpr std::size_t longest_separator = 64;

SplitBehavior read_behavior(const TokenizerNode& node) {
    constexpr std::pair<const char*, SplitBehavior> behaviors[] = {
        {"Isolated", SplitBehavior::isolated},
        {"Removed", SplitBehavior::removed},
        {"MergedWithPrevious", SplitBehavior::merged_with_previous},
        {"MergedWithNext", SplitBehavior::merged_with_next},
        {"Contiguous", SplitBehavior::contiguous}};
    for (const auto& [name, behavior] : behaviors)
        if (node.text() == name) return behavior;
    node.damaged("an unknown behavior");
}

Splitter read_split(const TokenizerNode& node) {
    SplitRule rule{Separator(Separator::WordRuns{}), read_behavior(node.at("behavior")),
                   node.flag("invert", false)};
    const TokenizerNode pattern = node.at("pattern");
    if (pattern.has("Regex")) {
        const std::string& text = pattern.at("Regex").text();
        const auto known = pattern_of(text);
        // independent of what is matched
        if (known && rule.behavior == SplitBehavior::isolated) return *known;
        rule.separator = Separator(std::make_shared<const RegularExpression>(text, pattern.where()));
        return rule;
    }
    const std::string& text = pattern.at("String").text();
    if (text.empty() || text.size() > longest_separator)
        pattern.damaged(fmt::format("a separator that is not of 1 to {} bytes", longest_separator));
    rule.separator = Separator(text);
    return rule;
}

} // namespace

bool is_splitter(const std::string& type) {
    for (const char* known : {"Split", "Digits", "Punctuation", "Whitespace", "WhitespaceSplit"})
        if (type == known) return true;
    return false;
}

Splitter read_splitter(const TokenizerNode& node) {
    const std::string type = node.type();
    if (type == "Split") return read_split(node);
    if (type == "Digits")
        return node.flag("individual_digits", false) ? WordPattern::every_digit : WordPattern::digits;
    if (type == "Punctuation")
        return SplitRule{Separator(Separator::Class::punctuation),
                         node.has("behavior") ? read_behavior(node.at("behavior")) : SplitBehavior::isolated,
                         false};
    if (type == "Whitespace")
        return SplitRule{Separator(Separator::WordRuns{}), SplitBehavior::removed, true};
    if (type == "WhitespaceSplit")
        return SplitRule{Separator(Separator::Class::white_space), SplitBehavior::removed, false};
    other_kind("pre-tokenizer " + type, node.where());
}

} // namespace tunedesk::data
