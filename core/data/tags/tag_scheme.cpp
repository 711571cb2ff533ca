// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tags/tag_scheme.h"

#include <algorithm>
#include <set>

namespace tunedesk::data {

namespace {

constexpr std::string_view no_type = "_";

char letter_of(std::string_view tag, TagScheme scheme) {
    const char letter = tag.empty() ? 'O' : tag.front();
    if (scheme != TagScheme::bilou) return letter;
    return letter == 'L' ? 'E' : letter == 'U' ? 'S' : letter;
}

bool is_one_of(char letter, std::string_view letters) {
    return letters.find(letter) != std::string_view::npos;
}

/// The parts of a tag, as in seqeval.
struct TagParts {
    char letter = 'O';
    std::string_view type;

    bool is_outside() const { return letter == 'O' || letter == '.'; }
};

/// Whether an entity ends between two tags.
bool ends_between(const TagParts& before, const TagParts& tag) {
    if (is_one_of(before.letter, "ES")) return true;
    if (is_one_of(before.letter, "BI") && is_one_of(tag.letter, "BSO")) return true;
    return !before.is_outside() && before.type != tag.type;
}

/// Whether an entity begins at the second tag.
bool begins_at(const TagParts& before, const TagParts& tag) {
    if (is_one_of(tag.letter, "BS")) return true;
    if (is_one_of(before.letter, "ESO") && is_one_of(tag.letter, "EI")) return true;
    return !tag.is_outside() && before.type != tag.type;
}

} // namespace

const char* name_of(TagScheme scheme) {
    switch (scheme) {
    case TagScheme::iob1:
        return "IOB1";
    case TagScheme::iob2:
        return "IOB2";
    case TagScheme::iobes:
        return "IOBES";
    case TagScheme::bilou:
        break;
    }
    return "BILOU";
}

bool has_scheme_form(std::string_view tag) {
    if (tag == "O") return true;
    return !tag.empty() && is_one_of(tag[0], "BIESLU") &&
           (tag.size() == 1 || (tag[1] == '-' && tag.size() > 2));
}

std::string_view type_of(std::string_view tag) {
    std::size_t begin = std::min<std::size_t>(tag.size(), 1);
    while (begin < tag.size() && (static_cast<unsigned char>(tag[begin]) & 0xC0) == 0x80)
        ++begin; // the first character is always the letter
    const std::size_t mark = tag.find('-', begin);
    const std::string_view type = tag.substr(mark == std::string_view::npos ? begin : mark + 1);
    return type.empty() ? no_type : type;
}

std::vector<Entity> entities_in(std::span<const std::string_view> tags, TagScheme scheme) {
    std::vector<Entity> entities;
    TagParts before;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= tags.size(); ++i) {
        const std::string_view text = i < tags.size() ? tags[i] : std::string_view("O");
        const TagParts tag{letter_of(text, scheme), type_of(text)};
        if (ends_between(before, tag)) entities.push_back({before.type, begin, i});
        if (begins_at(before, tag)) begin = i;
        before = tag;
    }
    return entities;
}

std::vector<std::string> tags_for(std::span<const Entity> entities, std::size_t words, TagScheme scheme) {
    std::vector<std::string> tags(words, "O");
    const bool marks_ends = scheme == TagScheme::iobes || scheme == TagScheme::bilou;
    const char last = scheme == TagScheme::bilou ? 'L' : 'E', single = scheme == TagScheme::bilou ? 'U' : 'S';
    for (std::size_t k = 0; k < entities.size(); ++k) {
        const Entity& entity = entities[k];
        const bool is_behind_equal =
            k > 0 && entities[k - 1].end == entity.begin && entities[k - 1].type == entity.type;
        for (std::size_t i = entity.begin; i < entity.end; ++i) {
            char letter = 'I';
            if (i == entity.begin && (scheme != TagScheme::iob1 || is_behind_equal)) letter = 'B';
            if (marks_ends && i + 1 == entity.end) letter = i == entity.begin ? single : last;
            tags[i] = letter;
            if (entity.type != no_type) tags[i].append("-").append(entity.type);
        }
    }
    return tags;
}

void SchemeFinder::add(std::span<const std::string_view> tags) {
    TagParts before;
    for (const std::string_view text : tags) {
        has_other_ = has_other_ || !has_scheme_form(text);
        const TagParts tag{letter_of(text, TagScheme::iob2), type_of(text)};
        has_entity_ = has_entity_ || tag.letter != 'O';
        has_iobes_ = has_iobes_ || is_one_of(tag.letter, "ES");
        has_bilou_ = has_bilou_ || is_one_of(tag.letter, "LU");
        const bool continues = !before.is_outside() && before.type == tag.type;
        not_of_iob1_ += tag.letter == 'B' && !continues;
        not_of_iob2_ += tag.letter == 'I' && !continues;
        before = tag;
    }
}

std::optional<TagScheme> SchemeFinder::found() const {
    if (has_other_ || !has_entity_ || (has_iobes_ && has_bilou_)) return std::nullopt;
    if (has_iobes_) return TagScheme::iobes;
    if (has_bilou_) return TagScheme::bilou;
    return not_of_iob1_ < not_of_iob2_ ? TagScheme::iob1 : TagScheme::iob2;
}

std::vector<std::string> entity_types(std::span<const std::string> tags) {
    std::set<std::string_view> types;
    for (const std::string& tag : tags)
        if (tag != "O") types.insert(type_of(tag));
    return {types.begin(), types.end()};
}

} // namespace tunedesk::data
