// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/cache/token_lengths.h"

#include "base/host_figures.h"
#include "data/chat/encoded_conversation.h"
#include "data/files/in_parallel.h"

#include <algorithm>
#include <thread>

namespace tunedesk::data {

namespace {

constexpr std::size_t counted_together = 256;

} // namespace

std::vector<std::uint32_t> token_lengths(std::span<const Table::Row> rows, const Tokenizer& tokenizer,
                                         const TokenizeSpec& spec,
                                         const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
    std::vector<std::uint32_t> lengths(rows.size());
    const auto length_of = [&](const Table::Row& row) {
        if (spec.ending && tokenizer.gives_spans()) {
            std::vector<std::int32_t> ids;
            return encode_ended(row.text, *spec.ending, tokenizer, ids);
        }
        if (spec.chat) return encode(conversation_of(row), false, *spec.chat, tokenizer).ids.size();
        return tokenizer.length(row.text, row.pair, spec.has_pair);
    };
    const auto caller = std::this_thread::get_id();
    const auto count = [&](std::size_t block) {
        const std::size_t end = std::min((block + 1) * counted_together, rows.size());
        for (std::size_t row = block * counted_together; row < end; ++row)
            lengths[row] = static_cast<std::uint32_t>(std::min(length_of(rows[row]), longest_row));
        if (progress && std::this_thread::get_id() == caller) progress(end, rows.size());
    };
    for_each_in_parallel((rows.size() + counted_together - 1) / counted_together,
                         spec.threads > 0 ? spec.threads : usable_cores(), count);
    return lengths;
}

} // namespace tunedesk::data
