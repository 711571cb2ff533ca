// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace tunedesk::data {

/// A cache of the ids of recent words, so that frequent words need one lookup. A word has two possible slots,
/// and replaces the older entry, so that memory is fixed and no text can degrade it. Thread rule: one per
/// thread.
class WordMemo {
public:
    static constexpr std::size_t longest_word = 24; ///< bytes; longer words are not cached

    /// Clears the cache if it holds the words of another model.
    void serve(std::uint64_t serial) {
        if (serial_ == serial) return;
        pairs_.assign(std::size_t{1} << pair_bits, Pair{});
        long_words_.assign(std::size_t{1} << long_bits, LongWord{});
        serial_ = serial;
    }

    /// The word's ids, valid until the next call; empty if it is not stored. `readable` bytes may be read
    /// from the word's begin on; with 16 of them a short word is found faster.
    std::span<const std::int32_t> find(std::string_view word, std::size_t readable) {
        if (word.size() > longest_word) return {};
        if (word.size() <= longest_short) {
            const ShortKey key = short_key_of(word, readable);
            Pair& pair = pairs_[place_of(key)];
            if (pair.recent.holds(key)) return pair.recent.known_ids();
            if (pair.earlier.holds(key)) {
                std::swap(pair.recent, pair.earlier);
                return pair.recent.known_ids();
            }
        }
        const LongKey key = long_key_of(word);
        const LongWord& found = long_words_[place_of(key, word.size())];
        if (found.key != key || found.length != word.size()) return {};
        return {found.ids, found.count};
    }
    /// Prefetches the word's slot for a find() that follows.
    void prefetch(std::string_view word, std::size_t readable) const {
        if (word.size() <= longest_short) __builtin_prefetch(&pairs_[place_of(short_key_of(word, readable))]);
    }
    /// Stores the ids of a word that find() did not find, if there are few.
    void add(std::string_view word, std::span<const std::int32_t> ids) {
        if (ids.empty() || word.size() > longest_word) return;
        if (word.size() <= longest_short && ids.size() <= std::size(ShortWord{}.ids)) {
            const ShortKey key = short_key_of(word, word.size());
            Pair& pair = pairs_[place_of(key)];
            pair.earlier = pair.recent;
            pair.recent.key = {key.low, key.high | ids.size() << ShortWord::count_shift};
            std::ranges::copy(ids, pair.recent.ids);
        } else if (ids.size() <= std::size(LongWord{}.ids)) {
            LongWord entry;
            entry.key = long_key_of(word);
            entry.length = static_cast<std::uint8_t>(word.size());
            entry.count = static_cast<std::uint8_t>(ids.size());
            std::ranges::copy(ids, entry.ids);
            long_words_[place_of(entry.key, word.size())] = entry;
        }
    }

    /// Appends the ids of a word: those cached, or those that make() appends, which are then cached.
    template <typename Make>
    void append(std::string_view word, std::size_t readable, std::vector<std::int32_t>& ids, Make make) {
        if (const std::span<const std::int32_t> known = find(word, readable); known.size() == 1) {
            ids.push_back(known[0]);
        } else if (!known.empty()) {
            ids.insert(ids.end(), known.begin(), known.end());
        } else {
            const std::size_t before = ids.size();
            make();
            add(word, std::span(ids).subspan(before));
        }
    }

private:
    static constexpr int pair_bits = 16, long_bits = 13;
    /// Longest word whose bytes and length fit into a key; only on little-endian machines.
    static constexpr std::size_t longest_short = std::endian::native == std::endian::little ? 15 : 0;

    /// A word's bytes, padded with zeros; the last byte is its length.
    struct ShortKey {
        std::uint64_t low, high;
    };
    struct ShortWord {
        static constexpr int length_shift = 56, count_shift = 60;
        ShortKey key; ///< the number of ids is stored above the length; 0: empty
        std::int32_t ids[4];

        bool holds(const ShortKey& other) const {
            return ((key.low ^ other.low) | ((key.high ^ other.high) << 4)) == 0;
        }
        std::span<const std::int32_t> known_ids() const { return {ids, key.high >> count_shift}; }
    };
    /// One cache line.
    struct alignas(64) Pair {
        ShortWord recent, earlier;
    };

    using LongKey = std::array<std::uint64_t, 3>; ///< the word's bytes, padded with zeros
    struct alignas(64) LongWord {
        LongKey key{};
        std::uint8_t length = 0, count = 0;
        std::int32_t ids[9];
    };

    static ShortKey short_key_of(std::string_view word, std::size_t readable) {
        std::uint64_t bytes[2] = {};
        if (readable >= sizeof(bytes)) {
            const auto low_bytes = [](std::size_t count) { // 0 to 8
                return count >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * count) - 1;
            };
            std::memcpy(bytes, word.data(), sizeof(bytes));
            bytes[0] &= low_bytes(word.size());
            bytes[1] &= low_bytes(word.size() - std::min<std::size_t>(word.size(), 8));
        } else {
            std::memcpy(bytes, word.data(), word.size());
        }
        return {bytes[0], bytes[1] | std::uint64_t{word.size()} << ShortWord::length_shift};
    }
    static LongKey long_key_of(std::string_view word) {
        LongKey key{};
        std::memcpy(key.data(), word.data(), word.size());
        return key;
    }
    static std::size_t place_of(const ShortKey& key) {
        std::uint64_t hash = key.low * 0x9E3779B97F4A7C15ull;
        hash = (hash ^ hash >> 32 ^ key.high) * 0xD6E8FEB86659FD93ull;
        return static_cast<std::size_t>(hash >> (64 - pair_bits));
    }
    static std::size_t place_of(const LongKey& key, std::size_t length) {
        std::uint64_t hash = key[0] * 0x9E3779B97F4A7C15ull ^ length;
        hash = (hash ^ hash >> 32 ^ key[1]) * 0xD6E8FEB86659FD93ull;
        hash = (hash ^ hash >> 32 ^ key[2]) * 0xA0761D6478BD642Full;
        return static_cast<std::size_t>(hash >> (64 - long_bits));
    }

    std::vector<Pair> pairs_;
    std::vector<LongWord> long_words_;
    std::uint64_t serial_ = 0;
};

/// A unique number for a model whose words a memo caches.
inline std::uint64_t next_memo_serial() {
    static std::atomic<std::uint64_t> serial{0};
    return ++serial;
}

/// The calling thread's memo, which caches only words of the model with this serial.
inline WordMemo& thread_memo(std::uint64_t serial) {
    thread_local WordMemo memo;
    memo.serve(serial);
    return memo;
}

} // namespace tunedesk::data
