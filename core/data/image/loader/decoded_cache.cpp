// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/loader/decoded_cache.h"

#include <utility>

namespace tunedesk::image {

std::shared_ptr<const Picture> DecodedCache::find(std::size_t number) const {
    const std::scoped_lock lock(guard_);
    return pictures_[number];
}

void DecodedCache::keep(std::size_t number, std::shared_ptr<const Picture> picture) {
    const std::scoped_lock lock(guard_);
    if (pictures_[number] || picture->bytes() > max_bytes_ - bytes_) return;
    bytes_ += picture->bytes();
    pictures_[number] = std::move(picture);
}

std::uint64_t DecodedCache::bytes() const {
    const std::scoped_lock lock(guard_);
    return bytes_;
}

} // namespace tunedesk::image
