// SPDX-License-Identifier: GPL-3.0-or-later
// Files of tagged words, CoNLL and JSONL: every sentence counted, words that are parts of their text, a tag
// each; entities of any tags.
#include "base/text.h"
#include "data/rows/jsonl.h"
#include "data/tags/conll.h"
#include "data/tags/tag_map.h"
#include "data/tags/text_entities.h"

#include "fuzz/replay.h"

#include <stdexcept>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

TableSpec spec_for(std::size_t size) {
    TableSpec spec;
    spec.text_column = "tokens";
    spec.label_column = size % 5 == 0 ? "" : "tags";
    spec.label_optional = size % 3 == 0;
    spec.tags = TagColumns{.token_column = size % 7 == 0 ? 2 : 1, .tag_names = {"O", "B-X", "I-X"}};
    if (size % 2) spec.tags->comments = size % 4 == 1;
    return spec;
}

void check_words(std::string_view text, std::span<const ByteSpan> words) {
    std::size_t next = 0;
    for (const ByteSpan& word : words) {
        if (word.begin != next || word.end < word.begin || word.end > text.size())
            throw std::logic_error("words that are not side by side");
        if (word.end < text.size() && text[word.end] != ' ') throw std::logic_error("no blank behind a word");
        next = word.end + std::size_t{1};
    }
    if (next != text.size() + 1) throw std::logic_error("text behind the last word");
}

void check_tags(const Table::Row& row, std::span<const ByteSpan> words) {
    const std::vector<std::string_view> tags = tags_of(row);
    if (tags.size() != words.size()) throw std::logic_error("tags are lost");
    SchemeFinder finder;
    finder.add(tags);
    for (const TagScheme scheme : {TagScheme::iob1, TagScheme::iob2, TagScheme::iobes, TagScheme::bilou}) {
        const std::vector<Entity> entities = entities_in(tags, scheme);
        for (const auto& found : {entities, strict_entities_in(tags, scheme)})
            for (const TextEntity& entity : place_entities(row.text, words, found))
                if (entity.begin > entity.end || entity.type.empty())
                    throw std::logic_error("an entity of nothing");
        if (finder.found() == scheme && entities_in(split(row.label, ' '), scheme) != entities)
            throw std::logic_error("other entities");
    }
}

void check_rows(const RowSink& sink) {
    for (const Table::Row& row : sink.rows) {
        const auto words = sink.words.of(row.words);
        check_words(row.text, words);
        if (find_invalid_utf8(row.text) || row.text.find('\0') != std::string_view::npos)
            throw std::logic_error("a bad text was used");
        if (sink.has_label) check_tags(row, words);
    }
    for (const Rejected& row : sink.rejected)
        if (row.line == 0 || row.column == 0 || sentence(row.fault).empty())
            throw std::logic_error("no place");
}

using ReadRows = void (*)(std::string_view, const TableSpec&, const std::string&, RowSink&);

int read_rows(const std::uint8_t* data, std::size_t size, ReadRows read) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    RowSink sink(text, false);
    try {
        read(text, spec_for(size), "fuzz", sink);
    } catch (const Error& error) {
        const bool may_lack_line_ends =
            text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos;
        if (may_lack_line_ends && error.is(ErrorId::data_unreadable)) return 0;
        if (!error.is(ErrorId::column_missing) && !error.is(ErrorId::column_misspelled)) throw;
        return 0;
    }
    check_rows(sink);
    return 0;
}

int conll_one(const std::uint8_t* data, std::size_t size) {
    return read_rows(data, size, read_conll);
}

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const ByteSpan& word : words_in(text))
        if (word.end <= word.begin || word.end > size) throw std::logic_error("a word of nothing");
    read_rows(data, size, read_jsonl);
    return conll_one(data, size);
}

template <ReadRows read>
int reader(const std::uint8_t* data, std::size_t size) try {
    RowSink sink({reinterpret_cast<const char*>(data), size}, false);
    TableSpec spec;
    spec.tags.emplace();
    spec.text_column = "tokens";
    spec.label_column = "tags";
    read({reinterpret_cast<const char*>(data), size}, spec, "fuzz", sink);
    return 0;
} catch (const Error&) {
    return 0;
}

} // namespace

class TagsFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 37, 49
    void conll() { replay("conll", 4000, fuzz_one, {Grammar::text, reader<read_conll>}); }
    void lists() { replay("tagged_jsonl", 4000, fuzz_one, {Grammar::json_lines, reader<read_jsonl>}); }
};

QTEST_GUILESS_MAIN(TagsFuzz)
#include "tags_fuzz.moc"
