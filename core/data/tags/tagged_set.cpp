// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tags/tagged_set.h"

#include "base/error.h"
#include "base/host_figures.h"
#include "data/files/in_parallel.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::data {

namespace {

constexpr std::size_t rows_at_once = 256; ///< per thread, so that the set is not in memory twice

} // namespace

TaggedSet encode_tagged(const Table& table, const Tokenizer& tokenizer, const RowLists<std::int32_t>* tags,
                        const TagEncoding& encoding) {
    const std::size_t specials = tokenizer.special_tokens(false);
    if (encoding.max_length < 1 || static_cast<std::size_t>(encoding.max_length) < specials)
        throw Error(
            ErrorId::max_length_too_small,
            {fmt::to_string(encoding.max_length), fmt::to_string(specials), fmt::to_string(specials + 1)},
            "max_length");
    const int threads = encoding.threads > 0 ? encoding.threads : usable_cores();
    const std::vector<Table::Row>& rows = table.rows();
    const std::size_t block = rows_at_once * static_cast<std::size_t>(threads);
    TaggedSet set;
    std::vector<WordTokens> encoded;
    for (std::size_t first = 0; first < rows.size(); first += block) {
        encoded.assign(std::min(block, rows.size() - first), {});
        for_each_in_parallel(encoded.size(), threads, [&](std::size_t i) {
            const Table::Row& row = rows[first + i];
            encoded[i] = encode_words(tokenizer, row.text, table.words_of(row),
                                      static_cast<std::size_t>(encoding.max_length), encoding.truncate_left);
        });
        for (std::size_t i = 0; i < encoded.size(); ++i) {
            const WordTokens& tokens = encoded[i];
            set.ids.add(tokens.ids);
            set.words.add(tokens.words);
            if (tags) set.labels.add(align_tags(tokens.words, tags->of(first + i)));
            set.type_one.push_back(static_cast<std::uint32_t>(tokens.type_one));
            set.truncated += tokens.is_cut;
            set.hidden_words += tokens.hidden_words;
        }
    }
    return set;
}

} // namespace tunedesk::data
