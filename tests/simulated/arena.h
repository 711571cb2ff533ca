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

/// The memory of a device, or the pinned memory of the host. It is mapped twice: at addresses that tensors
/// have, where the host may not touch a device's, and at addresses for kernels. Of pinned memory, whole
/// blocks and pages are guarded while a job that uses them is under way. Thread rule: under the lock of
/// streams.h.
class Arena {
public:
    enum class Kind { device, pinned };

    /// `capacity`: what take() gives out at most, in bytes.
    Arena(Kind kind, std::size_t capacity, const char* name);

    bool is_pinned() const { return kind_ == Kind::pinned; }
    bool holds(const void* data) const;
    std::size_t offset_of(const void* data) const;
    /// The same byte as kernels see it.
    char* kernel_address(const void* data) const;

    /// A block for work of `stream`; null where it does not fit. Blocks of a graph's pool (not 0) go to that
    /// pool alone. A block that jobs of other streams still use is not given out.
    void* take(std::size_t bytes, int stream, int pool);
    /// Gives the block at `data` back, which other streams may still use up to the jobs that they have now.
    void give(void* data);
    /// From here on this block is used by another stream too.
    void share(const void* data, int stream);
    void dissolve_pool(int pool);

    /// Enters what a job does and returns what conflicts with it: an access of which `before` knows nothing.
    std::optional<std::string> access(const Use& use, const Job& job, const char* operation,
                                      const Clock& before);
    /// Drops accesses of jobs that are known to be done, and opens their pinned pages.
    void settle(const Clock& known);
    /// Guards the pinned pages that jobs under way use.
    void guard();

    /// Whose memory the address is, for a message.
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
        std::size_t asked = 0; ///< bytes, as the allocation asked
        bool used = false;
        int stream = -1, pool = 0;
        std::set<int> others;     ///< further streams that use it
        std::vector<Job> pending; ///< freed, but these jobs must be done first
    };

    std::size_t granule() const;
    bool is_idle(const Block& block) const;
    void merge(std::map<std::size_t, Block>::iterator block);
    std::string conflict(const Use& use, const Job& job, const char* operation, const Access& other) const;

    Kind kind_;
    std::string name_;
    std::size_t capacity_, size_;
    char* host_ = nullptr;   ///< the addresses of tensors
    char* kernel_ = nullptr; ///< the same bytes for kernels
    std::map<std::size_t, Block> blocks_;
    std::list<Access> accesses_;
    std::size_t allocated_ = 0, peak_ = 0;
};

} // namespace tunedesk::simulated
