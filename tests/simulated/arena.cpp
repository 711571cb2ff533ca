// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/arena.h"

#include "simulated/streams.h"
#include "simulated/verdict.h"

#include <algorithm>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace tunedesk::simulated {

namespace {

constexpr std::size_t page = 4096, alignment = 512;

std::size_t rounded(std::size_t bytes, std::size_t to) {
    return (bytes + to - 1) / to * to;
}

char* map_memory(int descriptor, std::size_t size, int protection) {
    void* mapped = ::mmap(nullptr, size, protection, MAP_SHARED, descriptor, 0);
    if (mapped == MAP_FAILED) end_process("its memory cannot be mapped");
    return static_cast<char*>(mapped);
}

} // namespace

Arena::Arena(Kind kind, std::size_t capacity, const char* name)
    : kind_(kind), name_(name), capacity_(capacity),
      size_(rounded(2 * capacity, page)) { // with room for gaps, and for what is freed but still in use
    const int descriptor = ::memfd_create(name, MFD_CLOEXEC);
    if (descriptor < 0 || ::ftruncate(descriptor, static_cast<off_t>(size_)) != 0)
        end_process("its memory cannot be made");
    host_ = map_memory(descriptor, size_, is_pinned() ? PROT_READ | PROT_WRITE : PROT_NONE);
    kernel_ = map_memory(descriptor, size_, PROT_READ | PROT_WRITE);
    ::close(descriptor);
    blocks_[0].size = size_;
}

bool Arena::holds(const void* data) const {
    return data >= host_ && data < host_ + size_;
}

std::size_t Arena::offset_of(const void* data) const {
    return static_cast<std::size_t>(static_cast<const char*>(data) - host_);
}

char* Arena::kernel_address(const void* data) const {
    return kernel_ + offset_of(data);
}

std::size_t Arena::granule() const {
    return is_pinned() ? page : alignment;
}

bool Arena::is_idle(const Block& block) const {
    return std::ranges::all_of(block.pending, is_done);
}

void* Arena::take(std::size_t bytes, int stream, int pool) {
    const std::size_t need = rounded(std::max<std::size_t>(bytes, 1), granule());
    if (bytes > capacity_ - std::min(allocated_, capacity_)) return nullptr;
    for (auto& [offset, block] : blocks_) { // the first that fits
        if (block.used || block.size < need || (block.pool != 0 && block.pool != pool) || !is_idle(block))
            continue;
        for (const Job& job : block.pending)
            accesses_.remove_if([&](const Access& access) {
                return access.job.stream == job.stream && access.job.number <= job.number &&
                       access.from < offset + block.size && access.to > offset;
            });
        if (block.size > need) {
            Block rest;
            rest.offset = offset + need;
            rest.size = block.size - need;
            rest.pool = block.pool;
            rest.pending = block.pending;
            blocks_.emplace(rest.offset, std::move(rest));
            block.size = need;
        }
        block.used = true;
        block.asked = bytes;
        block.stream = stream;
        block.pool = pool;
        block.pending.clear();
        block.others.clear();
        allocated_ += bytes;
        peak_ = std::max(peak_, allocated_);
        return host_ + offset;
    }
    return nullptr;
}

void Arena::give(void* data) {
    const auto found = blocks_.find(offset_of(data));
    if (found == blocks_.end() || !found->second.used) end_process("a block is given back twice");
    Block& block = found->second;
    allocated_ -= block.asked;
    block.used = false;
    if (is_pinned()) // as LibTorch's: not given out again before the copies are done
        for (const Access& access : accesses_)
            if (access.from < block.offset + block.size && access.to > block.offset)
                block.others.insert(access.job.stream);
    for (const int stream : block.others)
        block.pending.push_back(last_job(stream));
    merge(found);
}

void Arena::merge(std::map<std::size_t, Block>::iterator block) {
    const auto merges = [](const Block& one, const Block& other) {
        return !one.used && !other.used && one.pool == other.pool && one.pending.empty() &&
               other.pending.empty();
    };
    if (const auto next = std::next(block); next != blocks_.end() && merges(block->second, next->second)) {
        block->second.size += next->second.size;
        blocks_.erase(next);
    }
    if (block == blocks_.begin()) return;
    if (const auto before = std::prev(block); merges(before->second, block->second)) {
        before->second.size += block->second.size;
        blocks_.erase(block);
    }
}

void Arena::share(const void* data, int stream) {
    const auto found = blocks_.find(offset_of(data));
    if (found != blocks_.end() && stream != found->second.stream) found->second.others.insert(stream);
}

void Arena::dissolve_pool(int pool) {
    for (auto& [offset, block] : blocks_)
        if (block.pool == pool) block.pool = 0;
}

std::string Arena::conflict(const Use& use, const Job& job, const char* operation,
                            const Access& other) const {
    return fmt::format("a race for {}: {} on stream {} {} what {} on stream {} {}, and nothing orders them",
                       name_, operation, job.stream, use.writes ? "writes" : "reads", other.operation,
                       other.job.stream, other.writes ? "writes" : "reads");
}

std::optional<std::string> Arena::access(const Use& use, const Job& job, const char* operation,
                                         const Clock& before) {
    const std::size_t from = offset_of(use.data), to = from + use.bytes;
    std::optional<std::string> found;
    for (auto it = accesses_.begin(); it != accesses_.end();) {
        const Access& other = *it;
        const bool meets = other.from < to && other.to > from;
        const bool ordered = before.knows(other.job);
        if (meets && !ordered && (other.writes || use.writes)) found = conflict(use, job, operation, other);
        // One that comes before this and within it says no more; what is pinned stays guarded by it.
        const bool covered = meets && ordered && from <= other.from && to >= other.to &&
                             (use.writes || !other.writes) &&
                             (!is_pinned() || other.job.stream == job.stream);
        it = covered ? accesses_.erase(it) : std::next(it);
    }
    accesses_.push_back({job, use.writes, from, to, operation});
    return found;
}

void Arena::settle(const Clock& known) {
    const auto gone = accesses_.remove_if([&](const Access& access) { return known.knows(access.job); });
    if (gone > 0) guard();
}

void Arena::guard() {
    if (!is_pinned()) return;
    for (const auto& [offset, block] : blocks_)
        if (block.used) ::mprotect(host_ + offset, block.size, PROT_READ | PROT_WRITE);
    for (const bool writes : {false, true})
        for (const Access& access : accesses_) {
            if (access.writes != writes) continue;
            const Block& block = std::prev(blocks_.upper_bound(access.from))->second;
            const bool whole = access.from <= block.offset && access.to >= block.offset + block.asked;
            const std::size_t from = whole ? block.offset : rounded(access.from, page);
            const std::size_t to = whole ? block.offset + block.size : access.to / page * page;
            if (from < to) ::mprotect(host_ + from, to - from, writes ? PROT_NONE : PROT_READ);
        }
}

std::string Arena::describe(const void* data) const {
    const std::size_t offset = offset_of(data);
    const Block& block = std::prev(blocks_.upper_bound(offset))->second;
    std::string text = fmt::format("{}, byte {} of a {} block of {} bytes", name_, offset - block.offset,
                                   block.used ? "used" : "free", block.asked);
    for (const Access& access : accesses_)
        if (access.from < block.offset + block.size && access.to > block.offset)
            return fmt::format("{} that {} on stream {} {}", text, access.operation, access.job.stream,
                               access.writes ? "writes" : "reads");
    return text;
}

} // namespace tunedesk::simulated
