// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulated/order.h"

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tunedesk::simulated {

/// Bytes that a job reads or writes.
struct Use {
    const void* data = nullptr;
    std::size_t bytes = 0;
    bool writes = false;
};

/// The memory of a device, or the pinned host memory. It is mapped twice: at the addresses of tensors, where
/// the host cannot access a device's memory, and at addresses for kernels. For pinned memory, whole blocks
/// and pages are protected while a job that uses them is running. Thread rule: with the lock of streams.h.
class Arena {
public:
    enum class Kind { device, pinned };

    /// `capacity`: the most bytes that take() allocates.
    Arena(Kind kind, std::size_t capacity, const char* name);

    bool is_pinned() const { return kind_ == Kind::pinned; }
    bool holds(const void* data) const;
    std::size_t offset_of(const void* data) const;
    /// The address of the same byte for kernels.
    char* kernel_address(const void* data) const;

    /// Allocates a block for work on `stream`; null if there is not enough. Blocks of a graph's pool (not 0)
    /// are only reused in that pool. A block that jobs of other streams still use is not reused.
    void* take(std::size_t bytes, int stream, int pool);
    /// Frees the block at `data`, which pending jobs of other streams may still use.
    void give(void* data);
    /// Marks a block as used by another stream too.
    void share(const void* data, int stream);
    void dissolve_pool(int pool);

    /// Records the accesses of a job and returns a conflict: an access that `before` does not cover.
    std::optional<std::string> access(const Use& use, const Job& job, const char* operation,
                                      const Clock& before);
    /// Removes accesses of jobs that are known to be done, and unprotects their pinned pages.
    void settle(const Clock& known);
    /// Protects the pinned pages that running jobs use.
    void guard();

    /// Describes the owner of an address, for a message.
    std::string describe(const void* data) const;

    std::size_t capacity() const { return capacity_; }
    std::size_t allocated() const { return allocated_; }
    std::size_t peak() const { return peak_; }
    void reset_peak() { peak_ = allocated_; }

private:
    struct Access {
        Job job;
        bool writes;
        std::size_t from, to;
        const char* operation;
    };
    struct Block {
        std::size_t offset = 0, size = 0;
        std::size_t asked = 0; ///< requested size in bytes
        bool used = false;
        int stream = -1, pool = 0;
        std::set<int> others;     ///< other streams that use it
        std::vector<Job> pending; ///< the block is freed, but these jobs must complete first
    };

    std::size_t granule() const;
    bool is_idle(const Block& block) const;
    void merge(std::map<std::size_t, Block>::iterator block);
    std::string conflict(const Use& use, const Job& job, const char* operation, const Access& other) const;

    Kind kind_;
    std::string name_;
    std::size_t capacity_, size_;
    char* host_ = nullptr;   ///< addresses of tensors
    char* kernel_ = nullptr; ///< addresses of the same bytes for kernels
    std::map<std::size_t, Block> blocks_;
    std::list<Access> accesses_;
    std::size_t allocated_ = 0, peak_ = 0;
};

} // namespace tunedesk::simulated
