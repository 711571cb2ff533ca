// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/cache/token_cache.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/host_figures.h"
#include "data/cache/cache_file.h"
#include "data/chat/encoded_conversation.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <fmt/format.h>
#include <thread>
#include <utility>

namespace tunedesk::data {

/// Token ids of many rows, in a mapped file or in memory.
struct TokenizedSet::Data {
    std::span<const std::uint64_t> offsets;  ///< rows + 1, in ids
    std::span<const std::uint32_t> type_one; ///< rows
    std::span<const std::int32_t> ids;
    std::span<const std::uint8_t> learned; ///< one per id, or empty
    std::uint64_t truncated = 0;
    std::string key;

    std::optional<CacheFile> file; ///< or, without a cache file:
    std::vector<std::uint64_t> own_offsets;
    std::vector<std::uint32_t> own_type_one;
    std::vector<std::int32_t> own_ids;
    std::vector<std::uint8_t> own_learned;
};

fs::path token_cache_folder() {
    return cache_home() / "tokens";
}

std::size_t TokenizedSet::size() const {
    return data_->type_one.size();
}

std::span<const std::int32_t> TokenizedSet::ids(std::size_t row) const {
    const auto& offsets = data_->offsets;
    return data_->ids.subspan(offsets[row], offsets[row + 1] - offsets[row]);
}

std::span<const std::int32_t> TokenizedSet::all_ids() const {
    return data_->ids;
}

std::uint32_t TokenizedSet::type_one(std::size_t row) const {
    return data_->type_one[row];
}

std::span<const std::uint8_t> TokenizedSet::learned(std::size_t row) const {
    if (data_->learned.empty()) return {};
    const auto& offsets = data_->offsets;
    return data_->learned.subspan(offsets[row], offsets[row + 1] - offsets[row]);
}

std::uint32_t TokenizedSet::answer_tokens(std::size_t row) const {
    const std::span<const std::uint8_t> all = learned(row);
    const auto behind = all.subspan(std::min<std::size_t>(1, all.size()));
    return static_cast<std::uint32_t>(std::ranges::count(behind, 1));
}

std::uint32_t TokenizedSet::length(std::size_t row) const {
    return static_cast<std::uint32_t>(ids(row).size());
}

std::uint64_t TokenizedSet::truncated() const {
    return data_->truncated;
}

std::uint64_t TokenizedSet::tokens() const {
    return data_->ids.size();
}

const std::string& TokenizedSet::key() const {
    return data_->key;
}

std::size_t encode_ended(std::string_view text, const std::string& ending, const Tokenizer& tokenizer,
                         std::vector<std::int32_t>& ids) {
    std::vector<ByteSpan> spans;
    const std::size_t before = ids.size();
    tokenizer.encode_plain(std::string(text) + ending, ids, spans);
    return ids.size() - before;
}

TokenizedSet::TokenizedSet(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
TokenizedSet::TokenizedSet(TokenizedSet&&) noexcept = default;
TokenizedSet& TokenizedSet::operator=(TokenizedSet&&) noexcept = default;
TokenizedSet::~TokenizedSet() = default;

namespace {

constexpr std::size_t tokenized_together = 128;
/// Longest wait for another process that makes the same file, before making it too.
constexpr double patience_seconds = 120;

/// Hash of everything that determines the ids, including the texts themselves, so that a different label
/// column or an additional bad row uses the same file.
std::string key_of(std::span<const Table::Row> rows, const Tokenizer& tokenizer, const TokenizeSpec& spec) {
    ContentHash hash;
    hash.update(fmt::format("2 {} {} {} {} {} ", tokenizer.identity(), spec.max_length, spec.truncate_left,
                            spec.has_pair, rows.size()));
    const auto add = [&](std::string_view text) {
        const std::uint64_t size = text.size();
        hash.update({reinterpret_cast<const char*>(&size), sizeof size}).update(text);
    };
    if (spec.ending) add(*spec.ending);
    if (spec.windows.is_on()) add(fmt::format("windows {} {}", spec.windows.stride, spec.windows.most));
    if (spec.chat) add(spec.chat->identity());
    for (const Table::Row& row : rows) {
        add(row.text);
        if (spec.has_pair || spec.chat) add(row.pair);
        if (spec.chat) add(row.label);
    }
    return hash.hex();
}

using Data = TokenizedSet::Data;

/// Validates ids and lengths for a tokenizer: checksums protect against damage, not against untrusted files.
bool are_of(const Data& data, std::size_t vocab_size) {
    for (std::size_t row = 0; row < data.type_one.size(); ++row)
        if (data.type_one[row] > data.offsets[row + 1] - data.offsets[row]) return false;
    const auto limit = static_cast<std::uint32_t>(vocab_size); // a negative id is a large unsigned one
    return std::all_of(data.ids.begin(), data.ids.end(),
                       [&](std::int32_t id) { return static_cast<std::uint32_t>(id) < limit; });
}

/// Opens the cache file `name` as the ids of `rows` rows; null if it is missing or invalid.
std::shared_ptr<const Data> open_tokens(const CacheName& name, std::size_t rows, std::size_t vocab_size,
                                        bool of_conversations) {
    auto data = std::make_shared<Data>();
    data->file = CacheFile::open(name);
    if (!data->file || data->file->number(0) != rows) return nullptr;
    data->truncated = data->file->number(1);
    data->offsets = data->file->section<std::uint64_t>(0);
    data->type_one = data->file->section<std::uint32_t>(1);
    data->ids = data->file->section<std::int32_t>(2);
    if (of_conversations) data->learned = data->file->section<std::uint8_t>(3);
    data->key = name.key;
    const bool sound = data->learned.size() == (of_conversations ? data->ids.size() : 0) &&
                       data->offsets.size() == rows + 1 && data->type_one.size() == rows &&
                       data->offsets.front() == 0 && data->offsets.back() == data->ids.size() &&
                       std::is_sorted(data->offsets.begin(), data->offsets.end()) &&
                       are_of(*data, vocab_size);
    return sound ? data : nullptr;
}

/// Tokenizes blocks of rows, which threads take one after the other.
class Maker {
public:
    Maker(std::span<const Table::Row> rows, const Tokenizer& tokenizer, const TokenizeSpec& spec)
        : rows_(rows), tokenizer_(tokenizer), spec_(spec), frame_(tokenizer.row_frame()),
          blocks_((rows.size() + tokenized_together - 1) / tokenized_together) {
        type_one_.resize(rows.size());
        offsets_.resize(rows.size() + 1);
        if (spec.chat) learned_.resize(blocks_.size());
    }

    void make(const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
        auto threads = static_cast<std::size_t>(spec_.threads > 0 ? spec_.threads : usable_cores());
        threads = std::min(threads, blocks_.size());
        {
            std::vector<std::jthread> helpers;
            for (std::size_t i = 1; i < threads; ++i)
                helpers.emplace_back([this] { work([](std::uint64_t) {}); });
            work([&](std::uint64_t done) {
                if (progress) progress(done, rows_.size());
            });
        }
        if (fault_) std::rethrow_exception(fault_);
        if (progress) progress(rows_.size(), rows_.size());
        // Converts lengths to the positions of rows.
        std::uint64_t offset = 0;
        for (std::uint64_t& length : offsets_)
            offset += std::exchange(length, offset);
    }

    bool write(const CacheName& name) const {
        const std::uint64_t numbers[] = {type_one_.size(), truncated_};
        CachePieces ids;
        for (const auto& block : blocks_)
            ids.push_back(bytes_of(block));
        std::vector<CachePieces> sections{{bytes_of(offsets_)}, {bytes_of(type_one_)}, std::move(ids)};
        if (spec_.chat) {
            CachePieces& learned = sections.emplace_back();
            for (const auto& block : learned_)
                learned.push_back(bytes_of(block));
        }
        return write_cache_file(name, numbers, sections);
    }

    std::shared_ptr<const Data> in_memory(const std::string& key) {
        auto data = std::make_shared<Data>();
        data->own_ids.reserve(offsets_.back());
        for (auto& block : blocks_) {
            data->own_ids.insert(data->own_ids.end(), block.begin(), block.end());
            block = {};
        }
        for (const auto& block : learned_)
            data->own_learned.insert(data->own_learned.end(), block.begin(), block.end());
        data->learned = data->own_learned;
        data->own_offsets = std::move(offsets_);
        data->own_type_one = std::move(type_one_);
        data->offsets = data->own_offsets;
        data->type_one = data->own_type_one;
        data->ids = data->own_ids;
        data->truncated = truncated_;
        data->key = key;
        return data;
    }

private:
    void work(const std::function<void(std::uint64_t)>& report) {
        try {
            for (std::size_t block; (block = next_block_++) < blocks_.size();) {
                tokenize_block(block);
                report(done_ += std::min(tokenized_together, rows_.size() - block * tokenized_together));
            }
        } catch (...) {
            next_block_ = blocks_.size();
            if (!faulty_.exchange(true)) fault_ = std::current_exception();
        }
    }

    void tokenize_block(std::size_t block) {
        const std::size_t first = block * tokenized_together;
        const std::size_t last = std::min(first + tokenized_together, rows_.size());
        std::vector<std::int32_t>& ids = blocks_[block];
        std::uint64_t cut_rows = 0;
        for (std::size_t i = first; i < last; ++i) {
            const Table::Row& row = rows_[i];
            std::size_t type_one = 0;
            bool cut = false;
            if (spec_.chat) {
                offsets_[i] = encode_conversation(row, ids, learned_[block], cut);
                cut_rows += cut;
                continue;
            }
            if (spec_.ending && tokenizer_.gives_spans()) {
                offsets_[i] = encode_ended(row.text, *spec_.ending, tokenizer_, ids);
                continue;
            }
            if (spec_.windows.is_on()) {
                offsets_[i] = encode_windows(row.text, ids, cut);
                cut_rows += cut;
                continue;
            }
            offsets_[i] = tokenizer_.encode(row.text, row.pair, spec_.has_pair,
                                            static_cast<std::size_t>(spec_.max_length), spec_.truncate_left,
                                            ids, type_one, &cut);
            type_one_[i] = static_cast<std::uint32_t>(type_one);
            cut_rows += cut;
        }
        truncated_ += cut_rows;
    }

    std::uint64_t encode_windows(std::string_view text, std::vector<std::int32_t>& ids, bool& cut) const {
        std::vector<std::int32_t> row;
        std::size_t type_one = 0;
        const std::size_t before = ids.size(), most = spec_.windows.longest_row(frame_specials());
        tokenizer_.encode(text, {}, false, most, spec_.truncate_left, row, type_one, &cut);
        spec_.windows.divide(row, frame_, ids);
        return ids.size() - before;
    }

    std::size_t frame_specials() const { return frame_.before.size() + frame_.behind.size(); }

    std::uint64_t encode_conversation(const Table::Row& row, std::vector<std::int32_t>& ids,
                                      std::vector<std::uint8_t>& learned, bool& cut) const {
        EncodedConversation encoded = encode(conversation_of(row), /*asks=*/false, *spec_.chat, tokenizer_);
        const auto most = static_cast<std::size_t>(spec_.max_length);
        cut = encoded.ids.size() > most;
        const std::size_t count = std::min(encoded.ids.size(), most);
        ids.insert(ids.end(), encoded.ids.begin(), encoded.ids.begin() + static_cast<std::ptrdiff_t>(count));
        learned.insert(learned.end(), encoded.learned.begin(),
                       encoded.learned.begin() + static_cast<std::ptrdiff_t>(count));
        return count;
    }

    const std::span<const Table::Row> rows_;
    const Tokenizer& tokenizer_;
    const TokenizeSpec& spec_;
    const RowFrame frame_;
    std::vector<std::vector<std::int32_t>> blocks_;
    std::vector<std::vector<std::uint8_t>> learned_; ///< by block, for conversations
    std::vector<std::uint64_t> offsets_;             ///< first the rows' lengths, then their positions
    std::vector<std::uint32_t> type_one_;
    std::atomic<std::size_t> next_block_ = 0;
    std::atomic<std::uint64_t> done_ = 0, truncated_ = 0;
    std::atomic<bool> faulty_ = false;
    std::exception_ptr fault_;
};

} // namespace

std::vector<Table::Row> single_texts(const Table& table, bool negatives) {
    std::vector<Table::Row> texts;
    texts.reserve(table.rows().size() * (negatives ? 3 : 2));
    for (const Table::Row& row : table.rows()) {
        texts.push_back({row.text, {}, {}, row.line});
        texts.push_back({row.pair, {}, {}, row.line});
        if (negatives) texts.push_back({row.negative, {}, {}, row.line});
    }
    return texts;
}

TokenizedSet tokenize(std::span<const Table::Row> rows, const Tokenizer& tokenizer, const TokenizeSpec& spec,
                      const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
    const std::size_t specials = tokenizer.special_tokens(spec.has_pair);
    if (spec.max_length < 1 || static_cast<std::size_t>(spec.max_length) < specials)
        throw Error(ErrorId::max_length_too_small,
                    {fmt::to_string(spec.max_length), fmt::to_string(specials), fmt::to_string(specials + 1)},
                    "max_length");
    if (spec.windows.is_on() && tokenizer.type_count(false) > 1)
        throw Error(ErrorId::tokenizer_unsupported, {"windows of type id 1 (data.stride)"}, "tokenizer");
    Maker maker(rows, tokenizer, spec);
    const std::string key = key_of(rows, tokenizer, spec);
    if (spec.cache_folder.empty()) {
        maker.make(progress);
        return TokenizedSet(maker.in_memory(key));
    }
    const CacheName name{spec.cache_folder, key, "tokens"};
    const auto open = [&] {
        return open_tokens(name, rows.size(), tokenizer.vocab_size(), spec.chat != nullptr);
    };
    if (auto data = open()) return TokenizedSet(std::move(data));

    MakerLock lock(name);
    lock.wait(patience_seconds);
    if (auto data = open()) return TokenizedSet(std::move(data)); // another process has made it meanwhile
    maker.make(progress);
    if (maker.write(name))
        if (auto data = open()) {
            evict_cache_files(spec.cache_folder, spec.cache_limit);
            return TokenizedSet(std::move(data));
        }
    return TokenizedSet(maker.in_memory(key));
}

} // namespace tunedesk::data
