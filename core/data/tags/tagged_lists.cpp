// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tags/tagged_lists.h"

#include "data/files/shown.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace tunedesk::data {

namespace {

using JsonKind = JsonScanner::Kind;

/// Lists the elements of an array that has already been scanned; `elements` is overwritten.
void list_elements(std::string_view array, std::vector<JsonScanner::Value>& elements) {
    elements.clear();
    JsonScanner scanner(array);
    (void)scanner.take('[');
    while (scanner.peek() != ']') {
        JsonScanner::Value element;
        if (!scanner.value(element)) return;
        elements.push_back(element);
        if (scanner.peek() == ',') (void)scanner.take(',');
    }
}

/// Whether `passes` holds for all elements.
template <class Passes>
bool all_elements(std::string_view array, Passes passes) {
    std::vector<JsonScanner::Value> elements;
    list_elements(array, elements);
    return std::ranges::all_of(elements, passes, &JsonScanner::Value::kind);
}

std::string_view unescaped(const JsonScanner::Value& string, std::string& storage) {
    if (!string.escaped) return string.raw;
    storage.resize(string.raw.size());
    storage.resize(unescape_json(string.raw, storage.data()));
    return storage;
}

} // namespace

bool TaggedLists::are_words(std::string_view array) {
    return all_elements(array, [](JsonKind kind) { return kind == JsonKind::string; });
}

bool TaggedLists::are_tags(std::string_view array) {
    return all_elements(array,
                        [](JsonKind kind) { return kind == JsonKind::string || kind == JsonKind::number; });
}

std::optional<std::string_view> TaggedLists::tag_of(const JsonScanner::Value& element) {
    if (element.kind == JsonKind::string) return unescaped(element, tag_);
    std::uint32_t number = 0;
    const char* const last = element.raw.data() + element.raw.size();
    const auto [end, status] = std::from_chars(element.raw.data(), last, number);
    if (status != std::errc() || end != last || number >= tag_names_.size()) return std::nullopt;
    return tag_names_[number];
}

void TaggedLists::use(const char* begin, const char* end, std::string_view words,
                      std::optional<std::string_view> tags) {
    list_elements(words, words_);
    if (tags) list_elements(*tags, tags_);
    if (tags && words_.size() != tags_.size())
        return sink_.reject(
            begin, tags->data(),
            {RowFault::Kind::tag_count, {fmt::to_string(words_.size()), fmt::to_string(tags_.size())}});
    row_.begin();
    for (std::size_t i = 0; i < words_.size(); ++i) {
        const std::string_view word = unescaped(words_[i], word_);
        if (!tags) {
            row_.add(word, {});
            continue;
        }
        const auto tag = tag_of(tags_[i]);
        const char* const place = tags_[i].raw.data();
        if (!tag) return sink_.reject(begin, place, {RowFault::Kind::unnamed_tag, {shown(tags_[i].raw)}});
        if (auto fault = fault_of_tag(word, *tag)) return sink_.reject(begin, place, std::move(*fault));
        row_.add(word, *tag);
    }
    row_.use(begin, end, tags.has_value());
}

} // namespace tunedesk::data
