// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/activity.h"
#include "base/host_figures.h"
#include "data/files/in_parallel.h"
#include "data/rows/labels.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <fmt/format.h>
#include <xxhash.h>

namespace tunedesk::data {

namespace {

std::uint64_t hash_of(const Table::Row& row) {
    const std::uint64_t text = XXH3_64bits(row.text.data(), row.text.size());
    return row.pair.empty() ? text : XXH3_64bits_withSeed(row.pair.data(), row.pair.size(), text);
}

/// A hash index of the distinct rows of a table. Open addressing over row numbers: one allocation, at most
/// half full.
class RowIndex {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    explicit RowIndex(const std::vector<Table::Row>& rows)
        : rows_(rows), slots_(std::bit_ceil(rows.size() * 2 + 2)), mask_(slots_.size() - 1) {
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            if (i % 4096 == 0) activity::touch();
            const std::uint64_t hash = hash_of(rows[i]);
            std::size_t at = hash & mask_;
            while (slots_[at].row != 0 && !holds(slots_[at], hash, rows[i]))
                at = (at + 1) & mask_;
            if (slots_[at].row == 0) slots_[at] = {hash, i + 1}; // of equal rows the first is kept
        }
    }
    /// The first row that equals this one; `none` if there is none.
    std::uint32_t find(const Table::Row& row) const {
        const std::uint64_t hash = hash_of(row);
        for (std::size_t at = hash & mask_; slots_[at].row != 0; at = (at + 1) & mask_)
            if (holds(slots_[at], hash, row)) return slots_[at].row - 1;
        return none;
    }

private:
    struct Slot {
        std::uint64_t hash = 0;
        std::uint32_t row = 0; ///< from 1; 0: empty slot
    };
    bool holds(const Slot& slot, std::uint64_t hash, const Table::Row& row) const {
        const Table::Row& held = rows_[slot.row - 1];
        return slot.hash == hash && held.text == row.text && held.pair == row.pair;
    }

    const std::vector<Table::Row>& rows_;
    std::vector<Slot> slots_;
    std::size_t mask_;
};

constexpr std::size_t hashed_together = 4096;

/// For each row of `b` the first equal row of `a`, or `none`; the smaller table is indexed, the larger one
/// scanned on all cores.
std::vector<std::uint32_t> twins_in(const std::vector<Table::Row>& a, const std::vector<Table::Row>& b) {
    std::vector<std::uint32_t> twins(b.size(), RowIndex::none);
    const bool small_b = b.size() <= a.size();
    const RowIndex index(small_b ? b : a);
    const auto& walked = small_b ? a : b;
    // For each distinct row of b: the first equal row of a.
    std::vector<std::atomic<std::uint32_t>> firsts(small_b ? b.size() : 0);
    for (auto& first : firsts)
        first.store(RowIndex::none, std::memory_order_relaxed);
    for_each_in_parallel(
        (walked.size() + hashed_together - 1) / hashed_together, usable_cores(), [&](std::size_t block) {
            activity::touch();
            const std::size_t end = std::min((block + 1) * hashed_together, walked.size());
            for (std::size_t i = block * hashed_together; i < end; ++i) {
                const std::uint32_t found = index.find(walked[i]);
                if (!small_b) {
                    twins[i] = found;
                } else if (found != RowIndex::none) {
                    std::uint32_t held = firsts[found].load(std::memory_order_relaxed);
                    while (i < held && !firsts[found].compare_exchange_weak(
                                           held, static_cast<std::uint32_t>(i), std::memory_order_relaxed))
                        ;
                }
            }
        });
    for (std::size_t i = 0; i < firsts.size(); ++i)
        twins[i] = firsts[index.find(b[i])].load(std::memory_order_relaxed);
    return twins;
}

void add(Duplicates& duplicates, const Table& a, std::uint32_t row_of_a, const Table& b,
         std::uint32_t row_of_b) {
    constexpr std::size_t listed = 5, most_twins = 1000;
    ++duplicates.count;
    if (duplicates.twins.size() < most_twins)
        duplicates.twins.push_back({b.rows()[row_of_b].line, a.rows()[row_of_a].line});
    if (duplicates.places.size() < listed)
        duplicates.places.push_back(fmt::format("{}:{} = {}:{}", b.path().filename().string(),
                                                b.rows()[row_of_b].line, a.path().filename().string(),
                                                a.rows()[row_of_a].line));
}

} // namespace

Duplicates find_duplicates(const Table& a, const Table& b) {
    const std::vector<std::uint32_t> twins = twins_in(a.rows(), b.rows());
    Duplicates duplicates;
    for (std::uint32_t i = 0; i < twins.size(); ++i)
        if (twins[i] != RowIndex::none) add(duplicates, a, twins[i], b, i);
    return duplicates;
}

Duplicates find_duplicates(const Table& a, RowNumbers of_a, const Table& b, RowNumbers of_b) {
    if (!of_a && !of_b) return find_duplicates(a, b);
    if (of_b && of_b->empty()) return {};
    const RowIndex index(a.rows());
    std::vector<std::uint32_t> first_like(a.rows().size(), RowIndex::none); // by the first of equal rows
    const auto see_a = [&](std::uint32_t row) {
        if (std::uint32_t& first = first_like[index.find(a.rows()[row])]; first == RowIndex::none)
            first = row;
    };
    Duplicates duplicates;
    const auto see_b = [&](std::uint32_t row) {
        const std::uint32_t equal = index.find(b.rows()[row]);
        if (equal != RowIndex::none && first_like[equal] != RowIndex::none)
            add(duplicates, a, first_like[equal], b, row);
    };
    const auto each = [](const Table& table, const RowNumbers& rows, auto see) {
        if (rows)
            std::for_each(rows->begin(), rows->end(), see);
        else
            for (std::uint32_t row = 0; row < table.rows().size(); ++row)
                see(row);
    };
    each(a, of_a, see_a);
    each(b, of_b, see_b);
    return duplicates;
}

} // namespace tunedesk::data
