// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/block_pattern.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <random>
#include <utility>

namespace tunedesk::arch {

namespace {

/// numpy.random.RandomState's permutations.
class NumpyRandom {
public:
    explicit NumpyRandom(std::uint32_t seed) : engine_(seed) {}

    void shuffle(std::vector<std::int32_t>& values) {
        for (auto i = static_cast<std::uint32_t>(values.size()); i-- > 1;)
            std::swap(values[i], values[up_to(i)]);
    }

private:
    /// From 0 to `last`: the engine's lowest bits, drawn again where they are larger.
    std::uint32_t up_to(std::uint32_t last) {
        std::uint32_t mask = last;
        for (int shift = 1; shift < 32; shift *= 2)
            mask |= mask >> shift;
        std::uint32_t value;
        do
            value = static_cast<std::uint32_t>(engine_()) & mask;
        while (value > last);
        return value;
    }

    std::mt19937 engine_;
};

/// Lengths whose random blocks are drawn for the model's longest sequence, head after head, among the blocks
/// of the first 1,024 tokens.
constexpr std::int64_t early_plans[] = {1024, 3072, 4096}, early_tokens = 1024;

/// The blocks that a row of an early plan may draw, of `all` blocks. `last` is the last that may be drawn.
/// Bounds are transformers' own: near the end of the sequence they leave neighbours in, which then count
/// twice.
std::vector<std::int32_t> early_candidates(std::int32_t row, std::int32_t all, std::int32_t last) {
    // Candidates are the blocks 1 to all - 2, cut into two ranges of [begin, end) by their number less one.
    std::int32_t begin = 0, gap_begin = last, gap_end = last;
    if (row <= 2) {
        begin = row + 1;
    } else if (row < all - 3) {
        gap_begin = std::min(row - 2, last);
        gap_end = row + 1;
    }
    std::vector<std::int32_t> blocks;
    for (std::int32_t i = begin; i < std::min(last, all - 2); ++i)
        if (i < gap_begin || i >= gap_end) blocks.push_back(i + 1);
    return blocks;
}

/// The candidates of any other plan: the first 5 + 2 * random_blocks blocks, without the row's neighbours and
/// those that every row sees.
bool may_draw(std::int32_t row, std::int32_t block, std::int32_t drawn) {
    if (block >= row - 1 && block <= row + 1) return false;
    if (block == 0 || block == drawn - 1) return false;
    if (row == 1 && block == drawn - 2) return false;
    return row != drawn - 2 || block != 1;
}

/// The random blocks of a sequence's rows, one row of a head after another.
class Drawn {
public:
    Drawn(const BlockPattern& pattern, std::int32_t heads, std::int32_t blocks, bool training)
        : blocks_(blocks), count_(static_cast<std::int32_t>(pattern.random_blocks)),
          drawn_(static_cast<std::size_t>(heads * (blocks - 2) * count_), training ? -1 : 0) {}

    /// The first of what is permuted; one alone is taken as often as there is room.
    void keep(std::int32_t head, std::int32_t row, const std::vector<std::int32_t>& permuted) {
        const auto to = drawn_.begin() + (head * (blocks_ - 2) + row - 1) * count_;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count_) && !permuted.empty(); ++i) {
            const std::int32_t block = permuted.size() == 1  ? permuted.front()
                                       : i < permuted.size() ? permuted[i]
                                                             : -1;
            to[static_cast<std::ptrdiff_t>(i)] = block < blocks_ ? block : -1;
        }
    }
    std::vector<std::int32_t> take() { return std::move(drawn_); }

private:
    std::int32_t blocks_, count_;
    std::vector<std::int32_t> drawn_;
};

void draw_early(const BlockPattern& pattern, NumpyRandom& random, std::int32_t heads, std::int32_t blocks,
                Drawn& drawn) {
    const std::int64_t size = pattern.block_size;
    const std::int32_t all = std::max(blocks, static_cast<std::int32_t>(pattern.positions / size));
    const std::int32_t last =
        (early_tokens > 2 * size ? static_cast<std::int32_t>(early_tokens / size) : all) - 1;
    for (std::int32_t head = 0; head < heads; ++head)
        for (std::int32_t row = 1; row < all - 1; ++row) {
            std::vector<std::int32_t> candidates = early_candidates(row, all, last);
            random.shuffle(candidates);
            if (row < blocks - 1) drawn.keep(head, row, candidates);
        }
}

void draw(const BlockPattern& pattern, NumpyRandom& random, std::int32_t heads, std::int32_t blocks,
          Drawn& drawn) {
    const auto candidates = static_cast<std::int32_t>(5 + 2 * pattern.random_blocks);
    std::vector<std::int32_t> permuted(static_cast<std::size_t>(candidates)), allowed;
    for (std::int32_t row = 1; row < blocks - 1; ++row)
        for (std::int32_t head = 0; head < heads; ++head) {
            std::iota(permuted.begin(), permuted.end(), 0);
            random.shuffle(permuted);
            allowed.clear();
            std::ranges::copy_if(permuted, std::back_inserter(allowed),
                                 [&](std::int32_t block) { return may_draw(row, block, candidates); });
            drawn.keep(head, row, allowed);
        }
}

} // namespace

double BlockPattern::pairs(std::int64_t tokens) const {
    if (!applies_to(tokens)) return static_cast<double>(tokens) * static_cast<double>(tokens);
    const auto blocks = static_cast<double>(blocks_of(tokens)), size = static_cast<double>(block_size),
               random = static_cast<double>(random_blocks);
    const double of_blocks = 2 * blocks + 2 * (4 + random) + (blocks - 4) * (5 + random);
    return of_blocks * size * size;
}

std::vector<std::int32_t> random_blocks(const BlockPattern& pattern, std::uint32_t layer, std::int32_t heads,
                                        std::int32_t blocks, bool training) {
    Drawn drawn(pattern, heads, blocks, training);
    if (!training) return drawn.take();
    NumpyRandom random(layer);
    const bool early = std::ranges::find(early_plans, blocks * pattern.block_size) != std::end(early_plans);
    (early ? draw_early : draw)(pattern, random, heads, blocks, drawn);
    return drawn.take();
}

std::vector<std::int32_t> seen_blocks(std::int32_t query, std::int32_t blocks,
                                      std::span<const std::int32_t> random) {
    std::vector<std::int32_t> seen;
    if (query == 0 || query == blocks - 1) {
        seen.resize(static_cast<std::size_t>(blocks));
        std::iota(seen.begin(), seen.end(), 0);
        return seen;
    }
    seen = {0, query, blocks - 1};
    if (query > 1) seen.push_back(query - 1);
    if (query < blocks - 2) seen.push_back(query + 1);
    std::ranges::copy_if(random, std::back_inserter(seen), [](std::int32_t block) { return block >= 0; });
    std::ranges::sort(seen);
    return seen;
}

} // namespace tunedesk::arch
