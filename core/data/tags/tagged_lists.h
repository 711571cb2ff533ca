// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/json_scanner.h"
#include "data/tags/word_row.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// Reads rows with two JSON lists: words and tags.
class TaggedLists {
public:
    TaggedLists(const TagColumns& columns, RowSink& sink)
        : tag_names_(columns.tag_names), sink_(sink), row_(sink) {}

    /// Whether a scanned array holds only strings, as required for words; tags may also be numbers.
    static bool are_words(std::string_view array);
    static bool are_tags(std::string_view array);

    /// Uses the row [begin, end) or rejects it: for lists of different lengths, a number without a name, and
    /// what WordRow rejects. `words` and `tags` must satisfy are_words() and are_tags(); tags std::nullopt:
    /// not read.
    void use(const char* begin, const char* end, std::string_view words,
             std::optional<std::string_view> tags);

private:
    /// The tag of an element; std::nullopt for a number without a name.
    std::optional<std::string_view> tag_of(const JsonScanner::Value& element);

    std::vector<std::string> tag_names_;
    RowSink& sink_;
    WordRow row_;
    std::vector<JsonScanner::Value> words_, tags_;
    std::string word_, tag_; ///< without escapes
};

} // namespace tunedesk::data
