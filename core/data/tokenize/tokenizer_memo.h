#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// What words lately became, so that the frequent ones cost one look. Direct-mapped: a word takes the place
/// of another with the same hash, so that memory stays fixed and no text can make it slow. Thread rule: one
/// thread's own.
class WordMemo {
public:
    /// One cache line.
    struct alignas(64) Entry {
        std::array<std::uint64_t, 3> key; ///< the word's bytes, then zeros
        std::uint8_t length = 0;
        std::uint8_t count = 0; ///< of ids; 0: empty
        std::int32_t ids[9];
    };
    static constexpr std::size_t longest_word = sizeof(Entry::key);
    static constexpr std::size_t most_ids = 9;

    /// Forgets the words of another model.
    void serve(std::uint64_t serial) {
        if (serial_ == serial) return;
        entries_.assign(std::size_t{1} << bits, Entry{});
        serial_ = serial;
    }

    /// The word's entry, its count 0 where another word or none is there; null for a word that is too long.
    /// `readable` bytes may be read from the word's begin on; with 16 of them a short word is found faster.
    Entry* find(std::string_view word, std::size_t readable) {
        if (word.size() > longest_word) return nullptr;
        const auto key = word.size() <= 16 && readable >= 16 ? short_key_of(word) : key_of(word);
        Entry& entry = entries_[place_of(key, word.size())];
        if (entry.count > 0 && (entry.key != key || entry.length != word.size())) entry.count = 0;
        return &entry;
    }
    /// Loads the word's place for a find() that comes soon.
    void prefetch(std::string_view word, std::size_t readable) const {
        if (word.size() > longest_word) return;
        const auto key = word.size() <= 16 && readable >= 16 ? short_key_of(word) : key_of(word);
        __builtin_prefetch(&entries_[place_of(key, word.size())]);
    }
    void fill(Entry& entry, std::string_view word, std::span<const std::int32_t> ids) {
        if (ids.empty() || ids.size() > most_ids) return;
        entry.key = key_of(word);
        entry.length = static_cast<std::uint8_t>(word.size());
        entry.count = static_cast<std::uint8_t>(ids.size());
        std::memcpy(entry.ids, ids.data(), ids.size_bytes());
    }

    /// Appends the ids of an entry that is filled.
    static void append(const Entry& entry, std::vector<std::int32_t>& ids) {
        if (entry.count == 1)
            ids.push_back(entry.ids[0]);
        else
            ids.insert(ids.end(), entry.ids, entry.ids + entry.count);
    }

private:
    static constexpr int bits = 16;

    static std::array<std::uint64_t, 3> key_of(std::string_view word) {
        std::array<std::uint64_t, 3> key{};
        std::memcpy(key.data(), word.data(), word.size());
        return key;
    }
    static std::array<std::uint64_t, 3> short_key_of(std::string_view word) {
        if constexpr (std::endian::native != std::endian::little) return key_of(word);
        std::array<std::uint64_t, 3> key{};
        std::memcpy(key.data(), word.data(), 16);
        const auto low_bytes = [](std::size_t count) { // 0 to 8
            return count >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * count) - 1;
        };
        key[0] &= low_bytes(word.size());
        key[1] &= low_bytes(word.size() - std::min<std::size_t>(word.size(), 8));
        return key;
    }
    static std::size_t place_of(const std::array<std::uint64_t, 3>& key, std::size_t length) {
        std::uint64_t hash = key[0] * 0x9E3779B97F4A7C15ull ^ length;
        hash = (hash ^ hash >> 32 ^ key[1]) * 0xD6E8FEB86659FD93ull;
        hash = (hash ^ hash >> 32 ^ key[2]) * 0xA0761D6478BD642Full;
        return static_cast<std::size_t>(hash >> (64 - bits));
    }

    std::vector<Entry> entries_;
    std::uint64_t serial_ = 0;
};

/// A number for a model whose words a memo is to hold.
inline std::uint64_t next_memo_serial() {
    static std::atomic<std::uint64_t> serial{0};
    return ++serial;
}

/// The calling thread's memo, holding words of the model with this serial only.
inline WordMemo& thread_memo(std::uint64_t serial) {
    thread_local WordMemo memo;
    memo.serve(serial);
    return memo;
}

} // namespace tunedesk::data
