// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>

namespace tunedesk::memory {

/// Allocates large blocks of tensors outside the process's own pages, such as in memory shared by several
/// processes. Thread rule: any thread.
class BlockProvider {
public:
    virtual ~BlockProvider() = default;
    /// Allocates page-aligned memory; null if there is not enough.
    virtual void* take(std::size_t bytes) = 0;
    /// Frees a block of take().
    virtual void give(void* block) = 0;
};

/// In this scope, large host blocks that this thread allocates come from `source` and keep it alive; blocks
/// that it cannot provide, and all blocks if it is null, come from the process's own pages. Has an effect
/// only after install() (meter.h).
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
