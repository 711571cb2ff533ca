// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstddef>
#include <cstdint>
#include <sys/types.h>

namespace tunedesk::parallel {

/// Memory shared by processes of one machine: an anonymous file that is freed with the last process that maps
/// it. Its pages are reserved at once, so that a lack of memory is an error here and not a signal later.
/// Movable; the address does not change. Thread rule: as plain memory.
class SharedBlock {
public:
    SharedBlock() = default;
    /// New memory of `bytes` zeros. Throws std::system_error if there is not enough memory.
    explicit SharedBlock(std::size_t bytes);
    /// Maps the block that process `pid` of the same user has as its descriptor `fd`. Throws
    /// std::system_error if it cannot be opened or is smaller than `bytes`.
    SharedBlock(pid_t pid, int fd, std::size_t bytes);
    SharedBlock(SharedBlock&& other) noexcept;
    SharedBlock& operator=(SharedBlock&& other) noexcept;
    ~SharedBlock();

    std::byte* data() const { return data_; }
    std::size_t size() const { return size_; }
    int fd() const { return fd_.get(); }
    bool holds(const void* address, std::size_t bytes) const;

private:
    void map(std::size_t bytes);

    FileDescriptor fd_;
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace tunedesk::parallel
