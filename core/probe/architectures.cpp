// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/architectures.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>

namespace tunedesk::probe {

namespace {

/// A file's bytes, as they are read.
class Mapped {
public:
    explicit Mapped(const fs::path& path) {
        const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        struct stat status {};
        if (!file || ::fstat(file.get(), &status) != 0 || status.st_size <= 0) return;
        size_ = static_cast<std::size_t>(status.st_size);
        void* start = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.get(), 0);
        if (start != MAP_FAILED) start_ = static_cast<const char*>(start);
    }
    ~Mapped() {
        if (start_) ::munmap(const_cast<char*>(start_), size_);
    }
    Mapped(const Mapped&) = delete;
    Mapped& operator=(const Mapped&) = delete;

    std::string_view bytes() const { return start_ ? std::string_view(start_, size_) : std::string_view(); }

private:
    const char* start_ = nullptr;
    std::size_t size_ = 0;
};

template <class T>
std::optional<T> read_at(std::string_view bytes, std::uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

std::string_view part(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
    if (offset > bytes.size() || bytes.size() - offset < size) return {};
    return bytes.substr(offset, size);
}

std::string_view section_named(std::string_view file, std::string_view wanted) {
    const auto header = read_at<Elf64_Ehdr>(file, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return {};
    const auto section = [&](std::uint64_t i) {
        return read_at<Elf64_Shdr>(file, header->e_shoff + i * header->e_shentsize);
    };
    const auto names = section(header->e_shstrndx);
    if (!names) return {};
    const std::string_view texts = part(file, names->sh_offset, names->sh_size);
    for (std::uint16_t i = 0; i < header->e_shnum; ++i) {
        const auto one = section(i);
        if (!one || one->sh_name >= texts.size()) continue;
        const std::string_view rest = texts.substr(one->sh_name);
        if (rest.substr(0, rest.find('\0')) == wanted) return part(file, one->sh_offset, one->sh_size);
    }
    return {};
}

/// The headers of a group of device programs and of one program, up to the fields that determine positions.
struct GroupHeader {
    std::uint32_t magic;
    std::uint16_t version, header_bytes;
    std::uint64_t bytes;
};
struct ProgramHeader {
    std::uint16_t kind, version;
    std::uint32_t header_bytes;
    std::uint64_t bytes;
    std::uint32_t not_read[3];
    std::uint32_t architecture;
};
constexpr std::uint32_t group_magic = 0xBA55ED50;
constexpr std::uint16_t machine_code = 2;

} // namespace

std::vector<int> architectures_in(const fs::path& library) {
    const Mapped file(library);
    const std::string_view programs = section_named(file.bytes(), ".nv_fatbin");
    std::map<int, int> found;
    for (std::uint64_t at = 0; at < programs.size();) {
        const auto group = read_at<GroupHeader>(programs, at);
        if (!group || group->magic != group_magic) {
            at += 8; // filling between groups
            continue;
        }
        const std::string_view all = part(programs, at + group->header_bytes, group->bytes);
        for (std::uint64_t of = 0; const auto one = read_at<ProgramHeader>(all, of);) {
            if (one->kind == machine_code) ++found[static_cast<int>(one->architecture)];
            if (one->header_bytes + one->bytes == 0 || one->bytes > all.size()) break;
            of += one->header_bytes + one->bytes;
        }
        at += group->header_bytes + std::max<std::uint64_t>(all.size(), 8);
    }
    int most = 0;
    for (const auto& [architecture, count] : found)
        most = std::max(most, count);
    std::vector<int> built;
    for (const auto& [architecture, count] : found)
        if (2 * count >= most) built.push_back(architecture);
    return built;
}

} // namespace tunedesk::probe
