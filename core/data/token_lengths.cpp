#include "data/token_lengths.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace tunedesk::data {

namespace {

constexpr std::size_t block_rows = 256;

} // namespace

std::vector<std::uint32_t> token_lengths(const Table& table, const Tokenizer& tokenizer, bool has_pair,
                                         int threads,
                                         const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
    const auto& rows = table.rows();
    std::vector<std::uint32_t> lengths(rows.size());
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure;
    std::mutex failing;
    const auto work = [&](bool reports) {
        std::vector<std::int32_t> ids;
        std::size_t type_one = 0;
        try {
            for (;;) {
                const std::size_t begin = next.fetch_add(block_rows);
                if (begin >= rows.size()) return;
                const std::size_t end = std::min(begin + block_rows, rows.size());
                for (std::size_t row = begin; row < end; ++row) {
                    ids.clear();
                    lengths[row] = static_cast<std::uint32_t>(tokenizer.encode(
                        rows[row].text, rows[row].pair, has_pair, longest_row, false, ids, type_one));
                }
                if (reports && progress) progress(end, rows.size());
            }
        } catch (...) {
            const std::scoped_lock lock(failing);
            failure = std::current_exception();
            next = rows.size();
        }
    };
    {
        const unsigned wanted =
            threads > 0 ? static_cast<unsigned>(threads) : std::max(1u, std::thread::hardware_concurrency());
        std::vector<std::jthread> helpers;
        for (unsigned i = 1; i < wanted && i * block_rows < rows.size(); ++i)
            helpers.emplace_back(work, false);
        work(true);
    }
    if (failure) std::rethrow_exception(failure);
    return lengths;
}

} // namespace tunedesk::data
