// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "data/cache/token_cache.h"

#include <fstream>
#include <string>
#include <vector>

// Rows and a tokenizer for the tests of the token cache.

namespace tunedesk::test {

inline const char* const words[] = {"The",   "film",      "good.",  "bad", "unplayable",
                                    "[SEP]", "caf\u00e9", "great!", "123"};

inline void write_rows(const fs::path& path, int count) {
    std::ofstream out(path);
    out << "text,label,other\n";
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k <= i % 40; ++k)
            out << words[(i * 7 + k * k) % 9] << ' ';
        out << ',' << i % 2 << ",second text " << i << '\n';
    }
}

inline data::Tokenizer small_tokenizer(const char* variant = "uncased") {
    const fs::path path = fs::path(TUNEDESK_SOURCE_DIR) / "tests/golden/tokenizer_cases.json";
    const Json all =
        parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
    return data::Tokenizer::parse(all.at(variant).at("tokenizer").dump(), variant);
}

/// The first difference between the set and the expected rows, or "".
inline std::string difference(const data::TokenizedSet& set, const data::Table& table,
                              const data::Tokenizer& tokenizer, const data::TokenizeSpec& spec) {
    if (set.size() != table.rows().size()) return "size";
    std::uint64_t tokens = 0, truncated = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
        std::vector<std::int32_t> ids, whole;
        std::size_t type_one = 0, ignored = 0;
        const data::Table::Row& row = table.rows()[i];
        tokenizer.encode(row.text, row.pair, spec.has_pair, static_cast<std::size_t>(spec.max_length),
                         spec.truncate_left, ids, type_one);
        tokenizer.encode(row.text, row.pair, spec.has_pair, 1u << 20, false, whole, ignored);
        if (!std::equal(ids.begin(), ids.end(), set.ids(i).begin(), set.ids(i).end()) ||
            set.type_one(i) != type_one || set.length(i) != ids.size())
            return "row " + std::to_string(i);
        tokens += ids.size();
        truncated += ids.size() < whole.size();
    }
    if (set.tokens() != tokens) return "tokens";
    return set.truncated() == truncated ? "" : "truncated";
}

/// The child process of the tests: makes the cache below `folder` and checks the result. Returns 0 on
/// success.
inline int make_cache_below(const fs::path& folder) {
    const data::Table table = data::read_table(folder / "rows.csv", {});
    const data::Tokenizer tokenizer = small_tokenizer();
    data::TokenizeSpec spec;
    spec.max_length = 16;
    spec.cache_folder = folder / "cache";
    return difference(tokenize(table, tokenizer, spec), table, tokenizer, spec).empty() ? 0 : 9;
}

} // namespace tunedesk::test
