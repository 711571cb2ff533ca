// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace tunedesk::data {

/// Growing memory from the kernel (anonymous map, huge pages if allowed): not zeroed explicitly, and grown by
/// remapping instead of copying. Throws Error 5101 if memory is exhausted.
class ByteBuffer {
public:
    ByteBuffer() = default;
    ByteBuffer(ByteBuffer&& other) noexcept;
    ByteBuffer& operator=(ByteBuffer&& other) noexcept;
    ~ByteBuffer();

    /// Ensures a capacity of at least `capacity` bytes; keeps the contents, but may change their address.
    void reserve(std::size_t capacity);
    /// Adds `bytes` that the caller wrote at end() to the contents.
    void commit(std::size_t bytes) { size_ += bytes; }
    char* end() { return data_ + size_; }
    std::size_t room() const { return capacity_ - size_; }
    std::size_t size() const { return size_; }
    std::string_view text() const { return {data_, size_}; }
    std::span<char> contents() { return {data_, size_}; }

private:
    char* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

} // namespace tunedesk::data
