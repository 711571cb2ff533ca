// SPDX-License-Identifier: GPL-3.0-or-later
#include "image.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tunedesk::appimage {

namespace {

// make_appimage.sh replaces the contents of this section. Volatile, since the compiler must not read the
// zeros.
__attribute__((section(".image_digest"), used)) volatile const char stamp[32] = {'0'};

/// The first fields of a SquashFS 4.0 superblock.
struct Superblock {
    char magic[4];
    char skipped[36];
    std::uint64_t bytes_used;
};
static_assert(sizeof(Superblock) == 48);

void read_all(int file, void* into, std::size_t size, std::uint64_t at, const char* what) {
    auto* bytes = static_cast<char*>(into);
    for (std::size_t done = 0; done < size;) {
        const ssize_t n = ::pread(file, bytes + done, size - done, static_cast<off_t>(at + done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) throw DamagedImage(std::string("this file is damaged: ") + what + " cannot be read");
        done += static_cast<std::size_t>(n);
    }
}

/// The end of an ELF file's sections, and of the table that lists them.
std::uint64_t elf_end(int file) {
    Elf64_Ehdr header;
    read_all(file, &header, sizeof header, 0, "its header");
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_shentsize != sizeof(Elf64_Shdr))
        throw DamagedImage("this file is not a 64-bit ELF program");
    std::vector<Elf64_Shdr> sections(header.e_shnum);
    const std::size_t table = sections.size() * sizeof(Elf64_Shdr);
    read_all(file, sections.data(), table, header.e_shoff, "its table of sections");
    std::uint64_t end = header.e_shoff + table;
    for (const Elf64_Shdr& section : sections)
        if (section.sh_type != SHT_NOBITS) end = std::max(end, section.sh_offset + section.sh_size);
    return end;
}

} // namespace

std::string stamped_digest() {
    std::string digest(sizeof stamp, '0');
    for (std::size_t at = 0; at < sizeof stamp; ++at)
        digest[at] = stamp[at];
    if (!std::all_of(digest.begin(), digest.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }))
        throw DamagedImage("this program names no image");
    return digest;
}

Image::Image(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (file_ < 0) throw std::runtime_error(path + " cannot be read: " + std::strerror(errno));
    try {
        offset_ = elf_end(file_);
        Superblock block;
        const off_t end = ::lseek(file_, 0, SEEK_END);
        if (end < 0 || static_cast<std::uint64_t>(end) < offset_ + sizeof block)
            throw DamagedImage("this file is truncated: it ends before the image; download it again");
        read_all(file_, &block, sizeof block, offset_, "the image");
        if (std::memcmp(block.magic, "hsqs", 4) != 0) throw DamagedImage("this program has no image");
        if (static_cast<std::uint64_t>(end) - offset_ < block.bytes_used)
            throw DamagedImage(
                "this file is truncated: " +
                std::to_string(block.bytes_used - (static_cast<std::uint64_t>(end) - offset_)) +
                " bytes are missing; download it again");
    } catch (...) {
        ::close(file_);
        throw;
    }
}

Image::~Image() {
    ::close(file_);
}

void Image::require_undamaged() const {
    XXH3_state_t* state = XXH3_createState();
    if (!state) throw std::runtime_error("no memory is left");
    XXH3_128bits_reset(state);
    std::vector<char> buffer(std::size_t{1} << 20);
    ssize_t n = 0;
    for (std::uint64_t at = offset_;; at += static_cast<std::uint64_t>(n)) {
        do
            n = ::pread(file_, buffer.data(), buffer.size(), static_cast<off_t>(at));
        while (n < 0 && errno == EINTR);
        if (n <= 0) break;
        XXH3_128bits_update(state, buffer.data(), static_cast<std::size_t>(n));
    }
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state));
    XXH3_freeState(state);
    std::string digest;
    for (const unsigned char byte : canonical.digest)
        for (const int digit : {byte >> 4, byte & 15})
            digest += "0123456789abcdef"[digit];
    if (n < 0 || digest != stamped_digest())
        throw DamagedImage(
            "this file is damaged: its contents are not those it was made of; download it again");
}

} // namespace tunedesk::appimage
