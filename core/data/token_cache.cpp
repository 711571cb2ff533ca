#include "data/token_cache.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "data/token_cache_file.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace tunedesk::data {

struct TokenizedSet::Data {
    std::shared_ptr<const TokenRows> rows;
};

std::size_t TokenizedSet::size() const {
    return data_->rows->type_one.size();
}

std::span<const std::int32_t> TokenizedSet::ids(std::size_t row) const {
    const auto& offsets = data_->rows->offsets;
    return data_->rows->ids.subspan(offsets[row], offsets[row + 1] - offsets[row]);
}

std::uint32_t TokenizedSet::type_one(std::size_t row) const {
    return data_->rows->type_one[row];
}

std::uint32_t TokenizedSet::length(std::size_t row) const {
    return static_cast<std::uint32_t>(ids(row).size());
}

std::uint64_t TokenizedSet::truncated() const {
    return data_->rows->truncated;
}

std::uint64_t TokenizedSet::tokens() const {
    return data_->rows->ids.size();
}

TokenizedSet::TokenizedSet(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
TokenizedSet::TokenizedSet(TokenizedSet&&) noexcept = default;
TokenizedSet& TokenizedSet::operator=(TokenizedSet&&) noexcept = default;
TokenizedSet::~TokenizedSet() = default;

namespace {

constexpr std::size_t block_rows = 128;
/// How long to wait for another process that makes the same file, before making it too.
constexpr double patience_seconds = 120;

/// Everything that decides the ids, the texts themselves included: so another label column, or a bad row
/// more, finds the same file.
std::string key_of(const Table& table, const Tokenizer& tokenizer, const TokenizeSpec& spec) {
    ContentHash hash;
    hash.update(fmt::format("1 {} {} {} {} {} ", tokenizer.identity(), spec.max_length, spec.truncate_left,
                            spec.has_pair, table.rows().size()));
    const auto add = [&](std::string_view text) {
        const std::uint64_t size = text.size();
        hash.update({reinterpret_cast<const char*>(&size), sizeof size}).update(text);
    };
    for (const Table::Row& row : table.rows()) {
        add(row.text);
        if (spec.has_pair) add(row.pair);
    }
    return hash.hex();
}

/// Held by the one process that makes a file, so that the ranks of a run do not all do the same work. Only a
/// courtesy: without it the file is still made safely.
class MakerLock {
public:
    explicit MakerLock(fs::path path) : path_(std::move(path)) {}
    ~MakerLock() {
        if (held_) ::unlink(path_.c_str());
    }
    MakerLock(const MakerLock&) = delete;
    MakerLock& operator=(const MakerLock&) = delete;

    /// False while another process holds it; true too where the file system cannot lock.
    bool try_lock() {
        fd_ = FileDescriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
        if (!fd_) return true;
        held_ = ::flock(fd_.get(), LOCK_EX | LOCK_NB) == 0;
        return held_ || errno != EWOULDBLOCK;
    }

private:
    fs::path path_;
    FileDescriptor fd_;
    bool held_ = false;
};

/// Tokenizes in blocks of rows that threads take one after the other.
class Maker {
public:
    Maker(const Table& table, const Tokenizer& tokenizer, const TokenizeSpec& spec)
        : table_(table), tokenizer_(tokenizer), spec_(spec),
          blocks_((table.rows().size() + block_rows - 1) / block_rows) {
        tables_.type_one.resize(table.rows().size());
        tables_.offsets.resize(table.rows().size() + 1);
    }

    void make(const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
        const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
        std::size_t threads = spec_.threads > 0 ? static_cast<std::size_t>(spec_.threads) : cores;
        threads = std::min(threads, blocks_.size());
        {
            std::vector<std::jthread> helpers;
            for (std::size_t i = 1; i < threads; ++i)
                helpers.emplace_back([this] { work([](std::uint64_t) {}); });
            work([&](std::uint64_t done) {
                if (progress) progress(done, table_.rows().size());
            });
        }
        if (fault_) std::rethrow_exception(fault_);
        if (progress) progress(table_.rows().size(), table_.rows().size());
        // The lengths become the places where the rows begin.
        std::uint64_t offset = 0;
        for (std::uint64_t& length : tables_.offsets)
            offset += std::exchange(length, offset);
        tables_.truncated = truncated_;
    }

    const TokenTables& tables() const { return tables_; }
    std::span<const std::vector<std::int32_t>> blocks() const { return blocks_; }

    std::shared_ptr<const TokenRows> in_memory() {
        auto rows = std::make_shared<TokenRows>();
        rows->own_ids.reserve(tables_.offsets.back());
        for (auto& block : blocks_) {
            rows->own_ids.insert(rows->own_ids.end(), block.begin(), block.end());
            block = {};
        }
        rows->own_offsets = std::move(tables_.offsets);
        rows->own_type_one = std::move(tables_.type_one);
        rows->offsets = rows->own_offsets;
        rows->type_one = rows->own_type_one;
        rows->ids = rows->own_ids;
        rows->truncated = tables_.truncated;
        return rows;
    }

private:
    void work(const std::function<void(std::uint64_t)>& report) {
        try {
            for (std::size_t block; (block = next_block_++) < blocks_.size();) {
                tokenize_block(block);
                report(done_ += std::min(block_rows, table_.rows().size() - block * block_rows));
            }
        } catch (...) {
            next_block_ = blocks_.size();
            if (!faulty_.exchange(true)) fault_ = std::current_exception();
        }
    }

    void tokenize_block(std::size_t block) {
        const std::size_t first = block * block_rows;
        const std::size_t last = std::min(first + block_rows, table_.rows().size());
        std::vector<std::int32_t>& ids = blocks_[block];
        std::uint64_t cut_rows = 0;
        for (std::size_t i = first; i < last; ++i) {
            const Table::Row& row = table_.rows()[i];
            std::size_t type_one = 0;
            bool cut = false;
            tables_.offsets[i] = tokenizer_.encode(row.text, row.pair, spec_.has_pair,
                                                   static_cast<std::size_t>(spec_.max_length),
                                                   spec_.truncate_left, ids, type_one, &cut);
            tables_.type_one[i] = static_cast<std::uint32_t>(type_one);
            cut_rows += cut;
        }
        truncated_ += cut_rows;
    }

    const Table& table_;
    const Tokenizer& tokenizer_;
    const TokenizeSpec& spec_;
    std::vector<std::vector<std::int32_t>> blocks_;
    TokenTables tables_;
    std::atomic<std::size_t> next_block_ = 0;
    std::atomic<std::uint64_t> done_ = 0, truncated_ = 0;
    std::atomic<bool> faulty_ = false;
    std::exception_ptr fault_;
};

} // namespace

TokenizedSet tokenize(const Table& table, const Tokenizer& tokenizer, const TokenizeSpec& spec,
                      const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
    const std::size_t specials = tokenizer.special_tokens(spec.has_pair);
    if (spec.max_length < 1 || static_cast<std::size_t>(spec.max_length) < specials)
        throw Error(2251, fmt::format("{} tokens do not hold the {} special ones", spec.max_length, specials),
                    "max_length", fmt::format("set it to {} or more", specials + 1));
    const auto set_of = [](std::shared_ptr<const TokenRows> rows) {
        return TokenizedSet(std::make_shared<TokenizedSet::Data>(TokenizedSet::Data{std::move(rows)}));
    };
    Maker maker(table, tokenizer, spec);
    if (spec.cache_folder.empty()) {
        maker.make(progress);
        return set_of(maker.in_memory());
    }
    const std::string key = key_of(table, tokenizer, spec);
    const fs::path path = spec.cache_folder / (key + ".tokens");
    const auto open = [&] { return open_token_file(path, key, table.rows().size()); };
    if (auto rows = open()) return set_of(std::move(rows));

    std::error_code failed;
    fs::create_directories(spec.cache_folder, failed);
    MakerLock lock(spec.cache_folder / (key + ".lock"));
    const double give_up = monotonic_seconds() + patience_seconds;
    while (!lock.try_lock() && monotonic_seconds() < give_up)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (auto rows = open()) return set_of(std::move(rows)); // made meanwhile
    maker.make(progress);
    if (write_token_file(path, key, maker.tables(), maker.blocks()))
        if (auto rows = open()) return set_of(std::move(rows));
    return set_of(maker.in_memory());
}

} // namespace tunedesk::data
