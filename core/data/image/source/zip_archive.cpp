// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/source/zip_archive.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/phrase.h"
#include "base/text.h"
#include "data/image/source/zip_directory.h"

#include <algorithm>
#include <fmt/format.h>
#include <zlib.h>

namespace tunedesk::image {

namespace {

constexpr std::uint32_t local_mark = 0x04034b50;
constexpr std::size_t local_bytes = 30;
constexpr std::size_t usual_extra = 64;    ///< of a local header, so that one call reads all data of a file
constexpr std::uint64_t most_ratio = 1032; ///< of deflate

[[noreturn]] void fail_entry(const std::string& where) {
    throw Error(ErrorId::image_unreadable,
                {TUNEDESK_TRANSLATABLE("ErrorDetail", "its data in the archive is damaged")}, where);
}

/// Decompresses to exactly `bytes` bytes.
std::string inflated(std::string_view packed, std::size_t bytes, const std::string& where) {
    std::string text(bytes, '\0');
    z_stream stream{};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(bytes);
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    const int status = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    if (status != Z_STREAM_END || stream.avail_out != 0) fail_entry(where);
    return text;
}

} // namespace

ZipArchive::ZipArchive(const fs::path& path) : file_(path) {
    read_directory();
}

void ZipArchive::read_directory() {
    const std::string where = file_.path().string();
    const ZipDirectory place = find_zip_directory(file_);
    const std::string bytes = file_.read_at(place.offset, place.bytes);
    hash_ = content_hash(bytes);
    std::string_view rest = bytes;
    entries_.reserve(place.entries);
    for (std::uint64_t i = 0; i < place.entries; ++i)
        if (auto entry = take_zip_entry(rest, where)) entries_.push_back(std::move(*entry));
    check_places(place.offset);
    std::ranges::sort(entries_, {}, &ZipEntry::name);
    const auto twin = std::ranges::adjacent_find(entries_, {}, &ZipEntry::name);
    if (twin != entries_.end())
        refuse_archive(fmt::format("{} is there twice", shortened(twin->name)), where);
}

/// Files that share bytes would let a small archive decompress to any size.
void ZipArchive::check_places(std::uint64_t directory) const {
    std::vector<const ZipEntry*> by_place;
    for (const ZipEntry& entry : entries_)
        by_place.push_back(&entry);
    std::ranges::sort(by_place, {}, &ZipEntry::header);
    for (std::size_t i = 0; i < by_place.size(); ++i) {
        const ZipEntry& entry = *by_place[i];
        const std::uint64_t end = i + 1 < by_place.size() ? by_place[i + 1]->header : directory;
        const std::uint64_t head = local_bytes + entry.name.size();
        if (entry.header > end || end - entry.header < head || end - entry.header - head < entry.packed_bytes)
            refuse_archive(fmt::format("{} overlaps what follows it", shortened(entry.name)),
                           file_.path().string());
    }
}

std::string ZipArchive::read(const ZipEntry& entry, std::uint64_t most_bytes) const {
    const std::string where = file_.path().string() + ": " + entry.name;
    if (entry.bytes > most_bytes || entry.packed_bytes > most_bytes)
        refuse_archive(fmt::format("the entry is larger than {}", human_bytes(most_bytes)), where);
    if (entry.deflated && entry.bytes / most_ratio > entry.packed_bytes) fail_entry(where);
    std::string bytes = file_.read_at(entry.header, local_bytes + entry.name.size() + usual_extra +
                                                        static_cast<std::size_t>(entry.packed_bytes));
    if (bytes.size() < local_bytes || zip_u32(bytes, 0) != local_mark) fail_entry(where);
    const std::size_t head = local_bytes + zip_u16(bytes, 26) + zip_u16(bytes, 28);
    const std::size_t all = head + static_cast<std::size_t>(entry.packed_bytes);
    if (bytes.size() < all) bytes += file_.read_at(entry.header + bytes.size(), all - bytes.size());
    if (bytes.size() < all) fail_entry(where);
    const std::string_view packed = std::string_view(bytes).substr(head, entry.packed_bytes);
    std::string text = entry.deflated ? inflated(packed, entry.bytes, where) : std::string(packed);
    if (::crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()) != entry.crc)
        fail_entry(where);
    return text;
}

} // namespace tunedesk::image
