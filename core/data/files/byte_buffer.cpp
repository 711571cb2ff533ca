// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/files/byte_buffer.h"

#include "base/error.h"
#include "base/files/file.h"
#include "base/text.h"

#include <cerrno>
#include <sys/mman.h>
#include <utility>

namespace tunedesk::data {

namespace {

constexpr std::size_t granule = std::size_t{2} << 20; // one huge page

} // namespace

ByteBuffer::ByteBuffer(ByteBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

ByteBuffer& ByteBuffer::operator=(ByteBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
}

ByteBuffer::~ByteBuffer() {
    if (data_) ::munmap(data_, capacity_);
}

void ByteBuffer::reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    capacity = (capacity + granule - 1) / granule * granule;
    void* map = data_ ? ::mremap(data_, capacity_, capacity, MREMAP_MAYMOVE)
                      : ::mmap(nullptr, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
        throw Error(ErrorId::data_memory_missing, {human_bytes(capacity), errno_text(errno)});
    ::madvise(map, capacity, MADV_HUGEPAGE); // a hint; without it access is only slower
    data_ = static_cast<char*>(map);
    capacity_ = capacity;
}

} // namespace tunedesk::data
