#include "data/cache/token_lengths.h"

#include "base/host_figures.h"
#include "data/files/in_parallel.h"

#include <algorithm>
#include <thread>

namespace tunedesk::data {

namespace {

constexpr std::size_t counted_together = 256;

} // namespace

std::vector<std::uint32_t> token_lengths(const Table& table, const Tokenizer& tokenizer, bool has_pair,
                                         int threads,
                                         const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
    const auto& rows = table.rows();
    std::vector<std::uint32_t> lengths(rows.size());
    const auto caller = std::this_thread::get_id();
    const auto count = [&](std::size_t block) {
        const std::size_t end = std::min((block + 1) * counted_together, rows.size());
        for (std::size_t row = block * counted_together; row < end; ++row)
            lengths[row] = static_cast<std::uint32_t>(
                std::min(tokenizer.length(rows[row].text, rows[row].pair, has_pair), longest_row));
        if (progress && std::this_thread::get_id() == caller) progress(end, rows.size());
    };
    for_each_in_parallel((rows.size() + counted_together - 1) / counted_together,
                         threads > 0 ? threads : usable_cores(), count);
    return lengths;
}

} // namespace tunedesk::data
