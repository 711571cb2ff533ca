#include "data/tokenize/byte_level_bpe.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

namespace tunedesk::data {

namespace {

constexpr std::uint64_t no_pair = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint32_t no_rank = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t no_symbol = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kept_symbols = 1u << 12; ///< of a thread's scratch, for the next word

std::uint64_t pair_of(std::int32_t left, std::int32_t right) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 |
           static_cast<std::uint32_t>(right);
}

} // namespace

/// One token of a word while it is merged; a list over indices, since symbols stay where they are.
struct ByteLevelBpe::Symbol {
    std::int32_t id;
    std::uint32_t end;            ///< byte of the word
    std::uint32_t previous, next; ///< indices, or no_symbol
    std::uint32_t rank;           ///< of the merge with `next`; no_rank: none, or taken into another
    std::int32_t merged;
};

struct ByteLevelBpe::Scratch {
    std::vector<Symbol> symbols;
    /// A heap, lowest first: rank, then index. An entry whose rank is no longer its symbol's is passed over.
    std::vector<std::uint64_t> queue;
};

ByteLevelBpe::ByteLevelBpe(const std::array<std::int32_t, 256>& byte_ids, std::span<const BpeMerge> merges)
    : byte_ids_(byte_ids) {
    const std::size_t size = std::bit_ceil(std::max<std::size_t>(2 * merges.size(), 2));
    slots_.assign(size, Slot{no_pair, no_rank, 0});
    shift_ = 64 - std::countr_zero(size);
    for (std::size_t rank = 0; rank < merges.size(); ++rank) {
        const std::uint64_t pair = pair_of(merges[rank].left, merges[rank].right);
        std::size_t place = place_of(pair);
        while (slots_[place].pair != no_pair && slots_[place].pair != pair)
            place = (place + 1) & (size - 1);
        slots_[place] = {pair, static_cast<std::uint32_t>(rank), merges[rank].merged};
    }
}

std::size_t ByteLevelBpe::place_of(std::uint64_t pair) const {
    std::uint64_t hash = pair * 0x9E3779B97F4A7C15ull;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93ull;
    return static_cast<std::size_t>(hash >> shift_);
}

const ByteLevelBpe::Slot* ByteLevelBpe::find(std::int32_t left, std::int32_t right) const {
    const std::uint64_t pair = pair_of(left, right);
    for (std::size_t place = place_of(pair);; place = (place + 1) & (slots_.size() - 1)) {
        if (slots_[place].pair == pair) return &slots_[place];
        if (slots_[place].pair == no_pair) return nullptr;
    }
}

void ByteLevelBpe::propose(std::uint32_t index, Scratch& scratch) const {
    Symbol& symbol = scratch.symbols[index];
    symbol.rank = no_rank;
    if (symbol.next == no_symbol) return;
    const Slot* const slot = find(symbol.id, scratch.symbols[symbol.next].id);
    if (!slot) return;
    symbol.rank = slot->rank;
    symbol.merged = slot->merged;
    scratch.queue.push_back(static_cast<std::uint64_t>(slot->rank) << 32 | index);
}

void ByteLevelBpe::merge_all(std::string_view word, Scratch& scratch) const {
    auto& [symbols, queue] = scratch;
    symbols.clear();
    queue.clear();
    const auto size = static_cast<std::uint32_t>(word.size());
    for (std::uint32_t i = 0; i < size; ++i) {
        const std::int32_t id = byte_ids_[static_cast<unsigned char>(word[i])];
        if (id == no_token) continue;
        const auto index = static_cast<std::uint32_t>(symbols.size());
        symbols.push_back({id, i + 1, index == 0 ? no_symbol : index - 1, index + 1, no_rank, 0});
    }
    if (symbols.empty()) return;
    symbols.back().next = no_symbol;
    for (std::uint32_t i = 0; i < symbols.size(); ++i)
        propose(i, scratch);
    const auto later = std::greater<std::uint64_t>();
    std::make_heap(queue.begin(), queue.end(), later);
    const auto propose_again = [&, &queue = queue](std::uint32_t index) {
        const std::size_t before = queue.size();
        propose(index, scratch);
        if (queue.size() > before) std::push_heap(queue.begin(), queue.end(), later);
    };
    while (!queue.empty()) {
        const auto rank = static_cast<std::uint32_t>(queue.front() >> 32);
        const auto index = static_cast<std::uint32_t>(queue.front());
        std::pop_heap(queue.begin(), queue.end(), later);
        queue.pop_back();
        Symbol& symbol = symbols[index];
        if (symbol.rank != rank) continue;
        Symbol& taken = symbols[symbol.next];
        symbol.id = symbol.merged;
        symbol.end = taken.end;
        symbol.next = taken.next;
        taken.rank = no_rank;
        if (symbol.next != no_symbol) symbols[symbol.next].previous = index;
        if (symbol.previous != no_symbol) propose_again(symbol.previous);
        propose_again(index);
    }
}

void ByteLevelBpe::tokenize(std::string_view word, std::vector<std::int32_t>& ids,
                            std::vector<std::uint32_t>* ends) const {
    if (word.empty()) return;
    thread_local Scratch scratch;
    merge_all(word, scratch);
    for (std::uint32_t i = scratch.symbols.empty() ? no_symbol : 0; i != no_symbol;
         i = scratch.symbols[i].next) {
        ids.push_back(scratch.symbols[i].id);
        if (ends) ends->push_back(scratch.symbols[i].end);
    }
    if (scratch.symbols.capacity() > kept_symbols) scratch = {};
}

} // namespace tunedesk::data
