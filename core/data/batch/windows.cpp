// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/batch/windows.h"

#include <algorithm>

namespace tunedesk::data {

Windows Windows::of_stream(std::uint64_t tokens, std::uint64_t columns, std::uint64_t length) {
    Windows windows;
    windows.tokens_ = tokens;
    windows.columns_ = columns;
    windows.length_ = length;
    return windows;
}

Windows Windows::of_documents(std::span<const std::uint64_t> tokens, std::uint64_t length) {
    Windows windows;
    std::uint64_t begin = 0;
    for (const std::uint64_t of_document : tokens) {
        // The last token is only a target.
        for (std::uint64_t place = 0; place + 1 < of_document; place += length)
            windows.listed_.push_back(
                {begin + place, static_cast<std::uint32_t>(std::min(length, of_document - 1 - place))});
        begin += of_document;
    }
    return windows;
}

std::uint64_t Windows::of_column() const {
    return columns_ == 0 ? 0 : std::max<std::uint64_t>(1, tokens_ / columns_) - 1;
}

std::uint64_t Windows::count() const {
    return listed_.size() + columns_ * ((of_column() + length_ - 1) / length_);
}

Windows::Window Windows::at(std::uint64_t number) const {
    if (!listed_.empty()) return listed_[number];
    const std::uint64_t place = number / columns_ * length_;
    return {number % columns_ * (of_column() + 1) + place,
            static_cast<std::uint32_t>(std::min(length_, of_column() - place))};
}

std::uint64_t Windows::targets() const {
    std::uint64_t sum = columns_ * of_column();
    for (const Window& window : listed_)
        sum += window.length;
    return sum;
}

} // namespace tunedesk::data
