// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/bpe_merges.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace tunedesk::data {

namespace {

constexpr std::uint64_t no_pair = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kept_symbols = 1u << 12; ///< size of a thread's scratch memory kept for the next word

std::uint64_t pair_of(std::int32_t left, std::int32_t right) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 |
           static_cast<std::uint32_t>(right);
}

} // namespace

void BpeWord::take(std::vector<std::int32_t>& ids, std::vector<std::uint32_t>* ends) const {
    for (std::uint32_t i = symbols_.empty() ? none : 0; i != none; i = symbols_[i].next) {
        ids.push_back(symbols_[i].id);
        if (ends) ends->push_back(symbols_[i].end);
    }
}

void BpeWord::shrink() {
    if (symbols_.capacity() > kept_symbols) *this = {};
}

BpeMerges::BpeMerges(std::span<const BpeMerge> merges) {
    const std::size_t size = std::bit_ceil(std::max<std::size_t>(2 * merges.size(), 2));
    slots_.assign(size, Slot{no_pair, BpeWord::none, 0});
    shift_ = 64 - std::countr_zero(size);
    for (std::size_t rank = 0; rank < merges.size(); ++rank) {
        const std::uint64_t pair = pair_of(merges[rank].left, merges[rank].right);
        std::size_t place = place_of(pair);
        while (slots_[place].pair != no_pair && slots_[place].pair != pair)
            place = (place + 1) & (size - 1);
        slots_[place] = {pair, static_cast<std::uint32_t>(rank), merges[rank].merged};
    }
}

std::size_t BpeMerges::place_of(std::uint64_t pair) const {
    std::uint64_t hash = pair * 0x9E3779B97F4A7C15ull;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93ull;
    return static_cast<std::size_t>(hash >> shift_);
}

const BpeMerges::Slot* BpeMerges::find(std::int32_t left, std::int32_t right) const {
    const std::uint64_t pair = pair_of(left, right);
    for (std::size_t place = place_of(pair);; place = (place + 1) & (slots_.size() - 1)) {
        if (slots_[place].pair == pair) return &slots_[place];
        if (slots_[place].pair == no_pair) return nullptr;
    }
}

void BpeMerges::propose(std::uint32_t index, BpeWord& word) const {
    BpeWord::Symbol& symbol = word.symbols_[index];
    symbol.rank = BpeWord::none;
    if (symbol.next == BpeWord::none) return;
    const Slot* const slot = find(symbol.id, word.symbols_[symbol.next].id);
    if (!slot) return;
    symbol.rank = slot->rank;
    symbol.merged = slot->merged;
    word.queue_.push_back(static_cast<std::uint64_t>(slot->rank) << 32 | index);
}

void BpeMerges::apply(BpeWord& word) const {
    auto& symbols = word.symbols_;
    auto& queue = word.queue_;
    if (symbols.empty()) return;
    symbols.back().next = BpeWord::none;
    for (std::uint32_t i = 0; i < symbols.size(); ++i)
        propose(i, word);
    const auto later = std::greater<std::uint64_t>();
    std::make_heap(queue.begin(), queue.end(), later);
    const auto propose_again = [&](std::uint32_t index) {
        const std::size_t before = queue.size();
        propose(index, word);
        if (queue.size() > before) std::push_heap(queue.begin(), queue.end(), later);
    };
    while (!queue.empty()) {
        const auto rank = static_cast<std::uint32_t>(queue.front() >> 32);
        const auto index = static_cast<std::uint32_t>(queue.front());
        std::pop_heap(queue.begin(), queue.end(), later);
        queue.pop_back();
        BpeWord::Symbol& symbol = symbols[index];
        if (symbol.rank != rank) continue;
        BpeWord::Symbol& taken = symbols[symbol.next];
        symbol.id = symbol.merged;
        symbol.end = taken.end;
        symbol.next = taken.next;
        taken.rank = BpeWord::none;
        if (symbol.next != BpeWord::none) symbols[symbol.next].previous = index;
        if (symbol.previous != BpeWord::none) propose_again(symbol.previous);
        propose_again(index);
    }
}

} // namespace tunedesk::data
