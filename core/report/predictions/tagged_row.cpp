// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/predictions/tagged_row.h"

#include "base/text.h"
#include "data/tags/tag_map.h"

namespace tunedesk::report {

TaggedRow tagged_row(const PredictionTable& table, std::size_t row) {
    return {table.at(table.tags_[row]), table.at(table.predicted_tags_[row])};
}

std::vector<data::TextEntity> entities_of_row(std::string_view words, std::string_view tags) {
    std::vector<data::ByteSpan> spans;
    for (const std::string_view word : split(words, ' ')) {
        const auto begin = static_cast<std::uint32_t>(word.data() - words.data());
        spans.push_back({begin, begin + static_cast<std::uint32_t>(word.size())});
    }
    std::vector<std::string> names;
    for (const std::string_view tag : split(tags, ' '))
        names.emplace_back(tag);
    if (names.size() != spans.size()) return {};
    const data::EntityTags marks = data::entity_tags(std::move(names));
    const std::vector<std::string_view> views(marks.names.begin(), marks.names.end());
    return data::place_entities(words, spans, data::entities_in(views, marks.scheme));
}

} // namespace tunedesk::report
