#include "data/labels.h"

#include <bit>
#include <fmt/format.h>
#include <xxhash.h>

namespace tunedesk::data {

namespace {

std::uint64_t hash_of(const Table::Row& row) {
    const std::uint64_t text = XXH3_64bits(row.text.data(), row.text.size());
    return row.pair.empty() ? text : XXH3_64bits_withSeed(row.pair.data(), row.pair.size(), text);
}

/// Open addressing over row numbers: one allocation, at most half full.
class RowIndex {
public:
    explicit RowIndex(const std::vector<Table::Row>& rows)
        : rows_(rows), slots_(std::bit_ceil(rows.size() * 2 + 2)), mask_(slots_.size() - 1) {
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            const std::uint64_t hash = hash_of(rows[i]);
            std::size_t at = hash & mask_;
            while (slots_[at].row != 0 && !holds(slots_[at], hash, rows[i]))
                at = (at + 1) & mask_;
            if (slots_[at].row == 0) slots_[at] = {hash, i + 1}; // of equal rows the first stays
        }
    }
    const Table::Row* find(const Table::Row& row) const {
        const std::uint64_t hash = hash_of(row);
        for (std::size_t at = hash & mask_; slots_[at].row != 0; at = (at + 1) & mask_)
            if (holds(slots_[at], hash, row)) return &rows_[slots_[at].row - 1];
        return nullptr;
    }

private:
    struct Slot {
        std::uint64_t hash = 0;
        std::uint32_t row = 0; ///< from 1; 0 is free
    };
    bool holds(const Slot& slot, std::uint64_t hash, const Table::Row& row) const {
        const Table::Row& held = rows_[slot.row - 1];
        return slot.hash == hash && held.text == row.text && held.pair == row.pair;
    }

    const std::vector<Table::Row>& rows_;
    std::vector<Slot> slots_;
    std::size_t mask_;
};

} // namespace

Duplicates find_duplicates(const Table& a, const Table& b) {
    constexpr std::size_t listed = 5;
    const RowIndex index(a.rows());
    Duplicates duplicates;
    for (const Table::Row& row : b.rows()) {
        const Table::Row* const twin = index.find(row);
        if (!twin) continue;
        ++duplicates.count;
        if (duplicates.places.size() < listed)
            duplicates.places.push_back(fmt::format("{}:{} = {}:{}", b.path().filename().string(), row.line,
                                                    a.path().filename().string(), twin->line));
    }
    return duplicates;
}

} // namespace tunedesk::data
