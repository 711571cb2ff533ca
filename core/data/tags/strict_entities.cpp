// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tags/tag_scheme.h"

#include <algorithm>

namespace tunedesk::data {

namespace {

/// Two adjacent tags by their letters, and whether their types must be equal.
struct TagPattern {
    enum class Types { any, same, different };
    std::string_view before, letter;
    Types types = Types::any;
};

using Types = TagPattern::Types;

/// The rules of a scheme in seqeval's scheme.py.
struct SchemeRules {
    std::string_view letters;
    std::vector<TagPattern> begins, continues, ends;
};

const SchemeRules& rules_of(TagScheme scheme) {
    static const SchemeRules iob1{"IOB",
                                  {{"OB", "I"}, {"I", "I", Types::different}, {"IB", "B", Types::same}},
                                  {{"BI", "I", Types::same}},
                                  {{"I", "I", Types::different},
                                   {"I", "OB"},
                                   {"B", "O"},
                                   {"B", "I", Types::different},
                                   {"B", "B", Types::same}}};
    static const SchemeRules iob2{
        "IOB", {{"IOB", "B"}}, {{"BI", "I", Types::same}}, {{"BI", "OB"}, {"BI", "I", Types::different}}};
    static const SchemeRules iobes{
        "IOBES", {{"IOBES", "BS"}}, {{"BI", "IE", Types::same}}, {{"SE", "IOBES"}}};
    static const SchemeRules bilou{
        "BILOU", {{"BILOU", "BU"}}, {{"BI", "IL", Types::same}}, {{"UL", "BILOU"}}};
    switch (scheme) {
    case TagScheme::iob1:
        return iob1;
    case TagScheme::iob2:
        return iob2;
    case TagScheme::iobes:
        return iobes;
    case TagScheme::bilou:
        break;
    }
    return bilou;
}

struct StrictTag {
    char letter = 'O';
    std::string_view type = "_";
};

/// The type is the text after the letter, without surrounding "-"; unlike type_of(), but as in seqeval.
StrictTag strict_tag(std::string_view tag, const SchemeRules& rules) {
    if (tag.empty() || rules.letters.find(tag[0]) == std::string_view::npos) return {};
    std::string_view type = tag.substr(1);
    while (type.starts_with('-'))
        type.remove_prefix(1);
    while (type.ends_with('-'))
        type.remove_suffix(1);
    return {tag[0], type.empty() ? "_" : type};
}

bool matches(const std::vector<TagPattern>& patterns, const StrictTag& before, const StrictTag& tag) {
    return std::ranges::any_of(patterns, [&](const TagPattern& pattern) {
        if (pattern.before.find(before.letter) == std::string_view::npos ||
            pattern.letter.find(tag.letter) == std::string_view::npos)
            return false;
        return pattern.types == Types::any || (before.type == tag.type) == (pattern.types == Types::same);
    });
}

} // namespace

std::vector<Entity> strict_entities_in(std::span<const std::string_view> tags, TagScheme scheme) {
    const SchemeRules& rules = rules_of(scheme);
    const auto tag_at = [&](std::size_t i) {
        return i < tags.size() ? strict_tag(tags[i], rules) : StrictTag();
    };
    std::vector<Entity> entities;
    StrictTag before;
    for (std::size_t i = 0; i < tags.size();) {
        const StrictTag first = tag_at(i);
        std::size_t end = i + 1;
        if (matches(rules.begins, before, first)) {
            while (end < tags.size() && matches(rules.continues, tag_at(end - 1), tag_at(end)))
                ++end;
            if (matches(rules.ends, tag_at(end - 1), tag_at(end))) entities.push_back({first.type, i, end});
        }
        before = tag_at(end - 1);
        i = end;
    }
    return entities;
}

} // namespace tunedesk::data
