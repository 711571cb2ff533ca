// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/shared_memory/exchange.h"

#include <algorithm>
#include <cstring>
#include <unistd.h>
#include <utility>

namespace tunedesk::parallel {

namespace {

constexpr std::uint64_t cache_line = 64;

std::uint64_t rounded_up(std::uint64_t number, std::uint64_t multiple) {
    return (number + multiple - 1) / multiple * multiple;
}

std::uint64_t meeting_bytes(int ranks) {
    return rounded_up(Meeting::bytes_for(ranks), 4096);
}

} // namespace

std::size_t Exchange::chunk_bytes(int ranks) {
    // Two halves with N slots and a result each: at most 24 MiB in total.
    return rounded_up(std::min<std::uint64_t>(1 << 20, (8 << 20) / static_cast<std::uint64_t>(ranks)), 4096);
}

std::size_t Exchange::staging_bytes(int ranks) {
    return meeting_bytes(ranks) + 2 * (static_cast<std::size_t>(ranks) + 1) * chunk_bytes(ranks);
}

Exchange::Exchange(SharedBlock staging, int rank, int ranks, std::chrono::milliseconds timeout)
    : staging_(std::move(staging)), meeting_(staging_.data(), rank, ranks, timeout),
      chunk_(chunk_bytes(ranks)) {}

std::byte* Exchange::slot(int rank, std::uint32_t turn) const {
    const std::uint64_t place =
        (turn % 2) * static_cast<std::uint64_t>(ranks() + 1) + static_cast<std::uint64_t>(rank);
    return staging_.data() + meeting_bytes(ranks()) + place * chunk_;
}

std::byte* Exchange::result(std::uint32_t turn) const {
    return slot(ranks(), turn);
}

std::byte* Exchange::add_block(std::size_t bytes) {
    SharedBlock block(bytes);
    std::byte* const data = block.data();
    const std::lock_guard lock(mutex_);
    blocks_.emplace(data, OwnBlock{std::move(block), ++next_number_});
    return data;
}

void Exchange::remove_block(const std::byte* data) {
    const std::lock_guard lock(mutex_);
    blocks_.erase(data);
}

SharedCall Exchange::located(SharedCall call, const void* data, std::uint64_t bytes) const {
    const std::lock_guard lock(mutex_);
    const auto after = blocks_.upper_bound(static_cast<const std::byte*>(data));
    if (after == blocks_.begin()) return call;
    const OwnBlock& own = std::prev(after)->second;
    if (!own.block.holds(data, bytes)) return call;
    call.block_fd = own.block.fd();
    call.block_number = own.number;
    call.block_bytes = own.block.size();
    call.offset = static_cast<std::uint64_t>(static_cast<const std::byte*>(data) - own.block.data());
    return call;
}

bool Exchange::all_in_blocks() const {
    for (int rank = 0; rank < ranks(); ++rank)
        if (meeting_.call_of(rank).block_fd < 0) return false;
    return true;
}

std::byte* Exchange::place_of(int rank, std::byte* mine) {
    if (rank == this->rank()) return mine;
    const SharedCall& call = meeting_.call_of(rank);
    const auto key = std::pair(rank, call.block_number);
    auto found = others_.find(key);
    if (found == others_.end())
        found = others_
                    .emplace(key, SharedBlock(meeting_.pid_of(rank), call.block_fd,
                                              static_cast<std::size_t>(call.block_bytes)))
                    .first;
    return found->second.data() + call.offset;
}

Exchange::Range Exchange::slice_of(int rank, std::uint64_t bytes) const {
    const auto count = static_cast<std::uint64_t>(ranks()), place = static_cast<std::uint64_t>(rank);
    const std::uint64_t size = rounded_up((bytes + count - 1) / count, cache_line);
    return {std::min(place * size, bytes), std::min((place + 1) * size, bytes)};
}

void Exchange::all_reduce(std::byte* data, std::uint64_t bytes, ElementType type, Reduce reduce) {
    meeting_.begin(located({.op = SharedCall::Op::all_reduce,
                            .element = static_cast<std::uint32_t>(type),
                            .reduce = static_cast<std::uint32_t>(reduce),
                            .bytes = bytes},
                           data, bytes));
    if (bytes == 0) return;
    if (all_in_blocks())
        all_reduce_in_place(data, bytes, type, reduce);
    else
        all_reduce_staged(data, bytes, type, reduce);
}

/// Each rank reads a slice of all tensors and writes its sum to all of them.
void Exchange::all_reduce_in_place(std::byte* data, std::uint64_t bytes, ElementType type, Reduce reduce) {
    const Range slice = slice_of(rank(), bytes);
    std::vector<std::byte*> places;
    for (int other = 0; other < ranks(); ++other)
        places.push_back(place_of(other, data) + slice.begin);
    const std::vector<const std::byte*> from(places.begin(), places.end());
    reduce_into(type, reduce, from, places, slice.size() / size_of(type));
    meeting_.wait_for_all();
}

/// The same in chunks of the staging area. While chunk k is summed, the ranks copy chunk k + 1 in and chunk k
/// - 1 out of the other half: one wait per chunk.
void Exchange::all_reduce_staged(std::byte* data, std::uint64_t bytes, ElementType type, Reduce reduce) {
    const auto chunk_at = [&](std::uint64_t begin) { return Range{begin, std::min(begin + chunk_, bytes)}; };
    /// Copies the slices for other ranks.
    const auto copy_in = [&](const Range& chunk, std::uint32_t turn) {
        for (int other = 0; other < ranks(); ++other) {
            const Range slice = slice_of(other, chunk.size());
            if (other != rank())
                std::memcpy(slot(rank(), turn) + slice.begin, data + chunk.begin + slice.begin, slice.size());
        }
    };
    const auto sum = [&](const Range& chunk, std::uint32_t turn) {
        const Range slice = slice_of(rank(), chunk.size());
        std::byte* const mine = data + chunk.begin + slice.begin;
        std::vector<const std::byte*> from;
        for (int other = 0; other < ranks(); ++other)
            from.push_back(other == rank() ? mine : slot(other, turn) + slice.begin);
        std::byte* const to[] = {mine, result(turn) + slice.begin};
        reduce_into(type, reduce, from, to, slice.size() / size_of(type));
    };
    const auto copy_out = [&](const Range& chunk, std::uint32_t turn) {
        for (int other = 0; other < ranks(); ++other) {
            const Range slice = slice_of(other, chunk.size());
            if (other != rank())
                std::memcpy(data + chunk.begin + slice.begin, result(turn) + slice.begin, slice.size());
        }
    };
    copy_in(chunk_at(0), turn_);
    meeting_.wait_for_all();
    for (std::uint64_t begin = 0; begin < bytes; begin += chunk_) {
        if (begin > 0) copy_out(chunk_at(begin - chunk_), turn_ - 1);
        sum(chunk_at(begin), turn_);
        if (begin + chunk_ < bytes) copy_in(chunk_at(begin + chunk_), turn_ + 1);
        ++turn_;
        meeting_.wait_for_all();
    }
    copy_out(chunk_at((bytes - 1) / chunk_ * chunk_), turn_ - 1);
}

void Exchange::all_gather(const std::byte* input, std::uint64_t bytes, std::byte* output) {
    meeting_.begin(located({.op = SharedCall::Op::all_gather, .bytes = bytes}, input, bytes));
    if (bytes == 0) return;
    const auto place = [&](int other) { return output + static_cast<std::uint64_t>(other) * bytes; };
    if (input != place(rank())) std::memmove(place(rank()), input, bytes);
    if (all_in_blocks()) {
        for (int other = 0; other < ranks(); ++other)
            if (other != rank()) std::memcpy(place(other), place_of(other, nullptr), bytes);
        return meeting_.wait_for_all();
    }
    const auto copy_in = [&](std::uint64_t begin, std::uint32_t turn) {
        std::memcpy(slot(rank(), turn), input + begin, std::min(chunk_, bytes - begin));
    };
    copy_in(0, turn_);
    for (std::uint64_t begin = 0; begin < bytes; begin += chunk_) {
        meeting_.wait_for_all();
        if (begin + chunk_ < bytes) copy_in(begin + chunk_, turn_ + 1);
        for (int other = 0; other < ranks(); ++other)
            if (other != rank())
                std::memcpy(place(other) + begin, slot(other, turn_), std::min(chunk_, bytes - begin));
        ++turn_;
    }
}

void Exchange::reduce_scatter(const std::byte* input, std::byte* output, std::uint64_t bytes,
                              ElementType type, Reduce reduce) {
    const auto count = static_cast<std::uint64_t>(ranks());
    meeting_.begin(located({.op = SharedCall::Op::reduce_scatter,
                            .element = static_cast<std::uint32_t>(type),
                            .reduce = static_cast<std::uint32_t>(reduce),
                            .bytes = bytes},
                           input, count * bytes));
    if (bytes == 0) return;
    const std::uint64_t own = static_cast<std::uint64_t>(rank()) * bytes;
    std::vector<const std::byte*> from(count);
    std::byte* to[] = {output};
    if (all_in_blocks()) {
        for (int other = 0; other < ranks(); ++other)
            from[static_cast<std::size_t>(other)] =
                (other == rank() ? input : place_of(other, nullptr)) + own;
        reduce_into(type, reduce, from, to, bytes / size_of(type));
        return meeting_.wait_for_all();
    }
    // A slot has one piece per rank.
    const std::uint64_t piece = chunk_ / count / cache_line * cache_line;
    const auto size_at = [&](std::uint64_t begin) { return std::min(piece, bytes - begin); };
    const auto copy_in = [&](std::uint64_t begin, std::uint32_t turn) {
        for (std::uint64_t other = 0; other < count; ++other)
            if (other != static_cast<std::uint64_t>(rank()))
                std::memcpy(slot(rank(), turn) + other * piece, input + other * bytes + begin,
                            size_at(begin));
    };
    copy_in(0, turn_);
    for (std::uint64_t begin = 0; begin < bytes; begin += piece) {
        meeting_.wait_for_all();
        if (begin + piece < bytes) copy_in(begin + piece, turn_ + 1);
        for (int other = 0; other < ranks(); ++other)
            from[static_cast<std::size_t>(other)] =
                other == rank() ? input + own + begin
                                : slot(other, turn_) + static_cast<std::uint64_t>(rank()) * piece;
        to[0] = output + begin;
        reduce_into(type, reduce, from, to, size_at(begin) / size_of(type));
        ++turn_;
    }
}

void Exchange::broadcast(std::byte* data, std::uint64_t bytes, int root) {
    meeting_.begin({.op = SharedCall::Op::broadcast, .root = root, .bytes = bytes});
    if (bytes == 0) return;
    const auto copy_in = [&](std::uint64_t begin, std::uint32_t turn) {
        if (rank() == root) std::memcpy(slot(root, turn), data + begin, std::min(chunk_, bytes - begin));
    };
    copy_in(0, turn_);
    for (std::uint64_t begin = 0; begin < bytes; begin += chunk_) {
        meeting_.wait_for_all();
        if (begin + chunk_ < bytes) copy_in(begin + chunk_, turn_ + 1);
        if (rank() != root) std::memcpy(data + begin, slot(root, turn_), std::min(chunk_, bytes - begin));
        ++turn_;
    }
}

void Exchange::barrier() {
    meeting_.begin({.op = SharedCall::Op::barrier});
}

} // namespace tunedesk::parallel
