// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/source/zip_directory.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::image {

namespace {

constexpr std::uint32_t end_mark = 0x06054b50, end64_mark = 0x06064b50, locator_mark = 0x07064b50,
                        entry_mark = 0x02014b50;
constexpr std::size_t end_bytes = 22, end64_bytes = 56, locator_bytes = 20, record_head_bytes = 46;
constexpr std::uint32_t in_zip64 = 0xFFFFFFFF;
constexpr std::uint64_t most_directory = std::uint64_t{1} << 30;

constexpr const char* damaged = TUNEDESK_TRANSLATABLE("ErrorDetail", "it is damaged");

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
        value |= std::uint64_t{static_cast<std::uint8_t>(bytes[at + i])} << (8 * i);
    return value;
}

/// The end record's offset in the file's last bytes: its comment extends to the end.
std::optional<std::size_t> find_end(std::string_view tail) {
    if (tail.size() < end_bytes) return std::nullopt;
    for (std::size_t at = tail.size() - end_bytes + 1; at-- > 0;)
        if (zip_u32(tail, at) == end_mark && at + end_bytes + zip_u16(tail, at + 20) == tail.size())
            return at;
    return std::nullopt;
}

/// The numbers in the Zip64 end record, which a locator before `end` refers to.
ZipDirectory find_end64(const RandomAccessFile& file, std::uint64_t end) {
    const std::string where = file.path().string();
    if (end < locator_bytes) refuse_archive(damaged, where);
    const std::string locator = file.read_at(end - locator_bytes, locator_bytes);
    if (locator.size() < locator_bytes || zip_u32(locator, 0) != locator_mark) refuse_archive(damaged, where);
    const std::uint64_t at = zip_u64(locator, 8);
    if (at > end - locator_bytes || end - locator_bytes - at < end64_bytes) refuse_archive(damaged, where);
    const std::string record = file.read_at(at, end64_bytes);
    if (record.size() < end64_bytes || zip_u32(record, 0) != end64_mark) refuse_archive(damaged, where);
    return {zip_u64(record, 48), zip_u64(record, 40), zip_u64(record, 32)};
}

/// Reads the 64-bit values of an extra field for those that did not fit, in order.
void read_zip64(std::string_view extra, ZipEntry& entry, const std::string& where) {
    while (extra.size() >= 4) {
        const std::uint16_t id = zip_u16(extra, 0);
        const std::size_t size = zip_u16(extra, 2);
        if (extra.size() < 4 + size) break;
        std::string_view values = extra.substr(4, size);
        extra.remove_prefix(4 + size);
        if (id != 1) continue;
        for (std::uint64_t* value : {&entry.bytes, &entry.packed_bytes, &entry.header}) {
            if (*value != in_zip64) continue;
            if (values.size() < 8) refuse_archive(damaged, where);
            *value = zip_u64(values, 0);
            values.remove_prefix(8);
        }
        return;
    }
}

bool leads_out(std::string_view name) {
    if (name.starts_with("/") || name.find('\\') != std::string_view::npos ||
        name.find('\0') != std::string_view::npos || (name.size() > 1 && name[1] == ':'))
        return true;
    return std::ranges::any_of(split(name, '/'), [](std::string_view part) { return part == ".."; });
}

bool is_link(std::string_view record) {
    constexpr std::uint32_t unix_host = 3, type_bits = 0170000, link_type = 0120000;
    return zip_u16(record, 4) >> 8 == unix_host && (zip_u32(record, 38) >> 16 & type_bits) == link_type;
}

} // namespace

std::uint16_t zip_u16(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint16_t>(number(bytes, at, 2));
}
std::uint32_t zip_u32(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint32_t>(number(bytes, at, 4));
}
std::uint64_t zip_u64(std::string_view bytes, std::size_t at) {
    return number(bytes, at, 8);
}

void refuse_archive(std::string what, const std::string& where) {
    throw Error(ErrorId::image_archive_refused, {std::move(what)}, where);
}

ZipDirectory find_zip_directory(const RandomAccessFile& file) {
    const std::string where = file.path().string();
    constexpr std::size_t longest_tail = end_bytes + 0xFFFF;
    const std::size_t tail_bytes = std::min<std::uint64_t>(file.size(), longest_tail);
    const std::string tail = file.read_at(file.size() - tail_bytes, tail_bytes);
    const auto at = find_end(tail);
    if (!at)
        refuse_archive(TUNEDESK_TRANSLATABLE("ErrorDetail", "it is not a zip archive, or is truncated"),
                       where);
    const std::string_view end = std::string_view(tail).substr(*at);
    const std::uint64_t end_offset = file.size() - tail_bytes + *at;
    if (zip_u16(end, 4) != 0 && zip_u16(end, 4) != 0xFFFF)
        refuse_archive(TUNEDESK_TRANSLATABLE("ErrorDetail", "it is one part of a split archive"), where);
    ZipDirectory directory{zip_u32(end, 16), zip_u32(end, 12), zip_u16(end, 10)};
    if (directory.offset == in_zip64 || directory.bytes == in_zip64 || directory.entries == 0xFFFF)
        directory = find_end64(file, end_offset);
    if (directory.bytes > end_offset || directory.offset > end_offset - directory.bytes)
        refuse_archive(damaged, where);
    if (directory.bytes > most_directory || directory.entries > directory.bytes / record_head_bytes)
        refuse_archive(damaged, where);
    return directory;
}

std::optional<ZipEntry> take_zip_entry(std::string_view& directory, const std::string& where) {
    if (directory.size() < record_head_bytes || zip_u32(directory, 0) != entry_mark)
        refuse_archive(damaged, where);
    const std::string_view record = directory;
    const std::size_t name_bytes = zip_u16(record, 28), extra_bytes = zip_u16(record, 30);
    const std::size_t all = record_head_bytes + name_bytes + extra_bytes + zip_u16(record, 32);
    if (all > directory.size()) refuse_archive(damaged, where);
    directory.remove_prefix(all);
    ZipEntry entry{std::string(record.substr(record_head_bytes, name_bytes)),
                   zip_u32(record, 42),
                   zip_u32(record, 20),
                   zip_u32(record, 24),
                   zip_u32(record, 16),
                   zip_u16(record, 10) == 8};
    read_zip64(record.substr(record_head_bytes + name_bytes, extra_bytes), entry, where);
    if (entry.name.empty() || leads_out(entry.name))
        refuse_archive(fmt::format("it holds {}, which leads out of it", shortened(entry.name)), where);
    if (is_link(record))
        refuse_archive(fmt::format("{} is a link or no plain file", shortened(entry.name)), where);
    if (zip_u16(record, 8) & 1)
        refuse_archive(TUNEDESK_TRANSLATABLE("ErrorDetail", "it is encrypted"), where);
    if (entry.name.ends_with('/')) return std::nullopt;
    if (!entry.deflated && zip_u16(record, 10) != 0)
        refuse_archive(fmt::format("{} is packed by a method other than deflate", shortened(entry.name)),
                       where);
    if (!entry.deflated && entry.packed_bytes != entry.bytes) refuse_archive(damaged, where);
    return entry;
}

} // namespace tunedesk::image
