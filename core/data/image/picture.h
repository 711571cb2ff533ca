// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace tunedesk::image {

/// A rectangle of pixels: [x, x + width) by [y, y + height).
struct Box {
    int x = 0, y = 0, width = 0, height = 0;
    bool operator==(const Box&) const = default;
};

/// Part of a Picture, which must outlive it. A value.
class PictureView {
public:
    int width() const { return width_; }
    int height() const { return height_; }
    /// 3 * width bytes: red, green, blue. One byte after them is readable.
    const std::uint8_t* row(int y) const { return first_ + static_cast<std::ptrdiff_t>(y) * stride_; }
    /// Bytes from row to row.
    std::ptrdiff_t stride() const { return stride_; }
    /// `box` must be inside.
    PictureView part(const Box& box) const {
        return {row(box.y) + std::ptrdiff_t{3} * box.x, box.width, box.height, stride_};
    }

private:
    friend class Picture;
    PictureView(const std::uint8_t* first, int width, int height, std::ptrdiff_t stride)
        : first_(first), width_(width), height_(height), stride_(stride) {}

    const std::uint8_t* first_;
    int width_, height_;
    std::ptrdiff_t stride_;
};

/// 8-bit RGB, rows from the top, interleaved, without padding. Owns its pixels; movable, copied only
/// explicitly. Thread rule: const members from any thread.
class Picture {
public:
    /// No pixels.
    Picture() = default;
    /// The pixels are uninitialized. Both numbers are positive and their product is at most 2^31 / 3.
    Picture(int width, int height)
        : width_(width), height_(height),
          pixels_(std::make_unique_for_overwrite<std::uint8_t[]>(bytes() + 1)) {} // see PictureView::row

    int width() const { return width_; }
    int height() const { return height_; }
    std::size_t bytes() const {
        return std::size_t{3} * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
    }
    std::uint8_t* row(int y) { return pixels_.get() + offset(y); }
    const std::uint8_t* row(int y) const { return pixels_.get() + offset(y); }
    std::span<std::uint8_t> pixels() { return {pixels_.get(), bytes()}; }
    std::span<const std::uint8_t> pixels() const { return {pixels_.get(), bytes()}; }
    PictureView view() const { return {pixels_.get(), width_, height_, std::ptrdiff_t{3} * width_}; }

private:
    std::size_t offset(int y) const {
        return std::size_t{3} * static_cast<std::size_t>(width_) * static_cast<std::size_t>(y);
    }

    int width_ = 0, height_ = 0;
    std::unique_ptr<std::uint8_t[]> pixels_;
};

} // namespace tunedesk::image
