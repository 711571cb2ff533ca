// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>

namespace tunedesk::memory {

/// Memory for large blocks of tensors from elsewhere than the process's own pages: from what several
/// processes share. Thread rule: any thread.
class BlockProvider {
public:
    virtual ~BlockProvider() = default;
    /// Aligned to a page; null if there is not enough.
    virtual void* take(std::size_t bytes) = 0;
    /// A block of take().
    virtual void give(void* block) = 0;
};

/// The large blocks that this thread allocates on the host meanwhile come from `provider`, and keep it alive;
/// those that it refuses, and all where it is null, from the process's own pages. Only where the meter counts
/// (install()).
class InBlocksOf {
public:
    explicit InBlocksOf(std::shared_ptr<BlockProvider> source);
    ~InBlocksOf();
    InBlocksOf(const InBlocksOf&) = delete;
    InBlocksOf& operator=(const InBlocksOf&) = delete;

private:
    const std::shared_ptr<BlockProvider> source_;
    const std::shared_ptr<BlockProvider>* const before_;
};

} // namespace tunedesk::memory
