// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace tunedesk::image {

/// Decoded pictures in memory, up to a limit. Pictures are never evicted: an epoch reads every image once, in
/// a different order each time, so that all pictures are equally likely to be needed. Thread rule: any number
/// of threads.
class DecodedCache {
public:
    DecodedCache(std::size_t images, std::uint64_t max_bytes) : pictures_(images), max_bytes_(max_bytes) {}

    /// The picture, or null if it is not cached.
    std::shared_ptr<const Picture> find(std::size_t number) const;
    /// Caches the picture if there is room.
    void keep(std::size_t number, std::shared_ptr<const Picture> picture);
    std::uint64_t bytes() const;

private:
    mutable std::mutex guard_;
    std::vector<std::shared_ptr<const Picture>> pictures_;
    std::uint64_t max_bytes_, bytes_ = 0;
};

} // namespace tunedesk::image
