// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace tunedesk::data {

/// Growing memory straight from the kernel (anonymous map, huge pages where allowed): never zeroed by us,
/// grown by remapping instead of copying. Throws Error 5101 if memory ends.
class ByteBuffer {
public:
    ByteBuffer() = default;
    ByteBuffer(ByteBuffer&& other) noexcept;
    ByteBuffer& operator=(ByteBuffer&& other) noexcept;
    ~ByteBuffer();

    /// Room for at least `capacity` bytes in all; the contents stay, their address may change.
    void reserve(std::size_t capacity);
    /// Counts `bytes` that the caller wrote at end() as contents.
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
