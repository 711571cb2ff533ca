// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/shared_memory/shared_block.h"

#include "base/host_figures.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace tunedesk::parallel {

namespace {

[[noreturn]] void fail(int number, const char* what) {
    throw std::system_error(number, std::generic_category(), what);
}

/// The kernel reserves memory page by page, and kills processes instead of failing.
bool is_available(std::size_t bytes) {
    const std::optional<HostFigures> host = read_host_figures();
    return !host || bytes <= host->memory_total - host->memory_used;
}

} // namespace

SharedBlock::SharedBlock(std::size_t bytes) : fd_(::memfd_create("tunedesk", MFD_CLOEXEC)) {
    if (!fd_) fail(errno, "memfd_create");
    if (!is_available(bytes)) fail(ENOMEM, "reserving shared memory");
    if (const int error = ::posix_fallocate(fd_.get(), 0, static_cast<off_t>(bytes)); error != 0)
        fail(error, "reserving shared memory");
    map(bytes);
}

SharedBlock::SharedBlock(pid_t pid, int fd, std::size_t bytes)
    : fd_(::open(fmt::format("/proc/{}/fd/{}", pid, fd).c_str(), O_RDWR | O_CLOEXEC)) {
    if (!fd_) fail(errno, "opening shared memory");
    struct stat status {};
    if (::fstat(fd_.get(), &status) != 0) fail(errno, "opening shared memory");
    if (!S_ISREG(status.st_mode) || static_cast<std::size_t>(status.st_size) < bytes)
        fail(EINVAL, "opening shared memory");
    map(bytes);
}

void SharedBlock::map(std::size_t bytes) {
    void* const mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd_.get(), 0);
    if (mapped == MAP_FAILED) fail(errno, "mapping shared memory");
    data_ = static_cast<std::byte*>(mapped);
    size_ = bytes;
}

SharedBlock::SharedBlock(SharedBlock&& other) noexcept
    : fd_(std::move(other.fd_)), data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

SharedBlock& SharedBlock::operator=(SharedBlock&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
}

SharedBlock::~SharedBlock() {
    if (data_) ::munmap(data_, size_);
}

bool SharedBlock::holds(const void* address, std::size_t bytes) const {
    const auto* const begin = static_cast<const std::byte*>(address);
    const std::less_equal<const std::byte*> not_after;
    return data_ && bytes <= size_ && not_after(data_, begin) && not_after(begin + bytes, data_ + size_);
}

} // namespace tunedesk::parallel
