// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/table.h"
#include "data/tags/word_tokens.h"

namespace tunedesk::data {

struct TagEncoding {
    int max_length = 512;
    bool truncate_left = false;
    int threads = 0; ///< 0: all cores
};

/// The rows of a table of words as tokens, in memory. From a file to a batch and back: read_table() with
/// TableSpec::tags; scheme_of() the training table and in_scheme() of each to IOB2; make_tag_map() and
/// tag_ids(); encode_tagged(). report::EntityJudge compares predicted ids with `labels`; first_of_words() and
/// entities_of_ids() give the entities that they mark in a row's text. Row i is row i of the table. A value;
/// read-only once made.
struct TaggedSet {
    RowLists<std::int32_t> ids;
    RowLists<std::int32_t> words;  ///< for each id the index of its word, or outside_words
    RowLists<std::int32_t> labels; ///< for each id its tag's id, or ignored_label; empty without tags
    std::vector<std::uint32_t> type_one;
    std::uint64_t truncated = 0;    ///< rows truncated by max_length
    std::uint64_t hidden_words = 0; ///< words without a token: they have neither loss nor prediction

    std::size_t size() const { return ids.size(); }
    std::uint64_t tokens() const { return ids.values().size(); }
};

/// Tokenizes a table of words with all threads. `tags`: tag_ids() of the table; null: without labels. Throws
/// Error 2251 if max_length is smaller than the number of special tokens.
TaggedSet encode_tagged(const Table& table, const Tokenizer& tokenizer, const RowLists<std::int32_t>* tags,
                        const TagEncoding& encoding);

} // namespace tunedesk::data
