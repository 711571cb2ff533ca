// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/tracking/wandb_log.h"

#include "base/protobuf.h"

#include <algorithm>
#include <cstdint>
#include <zlib.h>

namespace tunedesk::report {

namespace {

constexpr std::size_t log_block_bytes = 32 * 1024, log_head_bytes = 7; // checksum, length, type

enum class LogPart : std::uint8_t { full = 1, first = 2, middle = 3, last = 4 };

void put_log_part(std::string& out, LogPart type, std::string_view part) {
    std::string checked(1, static_cast<char>(type));
    checked += part;
    const auto checksum =
        ::crc32_z(0, reinterpret_cast<const Bytef*>(checked.data()), checked.size()); // of type and data
    protobuf::put_fixed(out, static_cast<std::uint32_t>(checksum));
    protobuf::put_fixed(out, static_cast<std::uint16_t>(part.size()));
    out += checked;
}

} // namespace

WandbLog::WandbLog() : bytes_(":W&B") {
    protobuf::put_fixed(bytes_, std::uint16_t{0xBEE1}); // the format's mark
    bytes_ += '\0';                                     // its version
}

void WandbLog::add(std::string_view record) {
    bool is_first = true;
    do {
        std::size_t room = log_block_bytes - bytes_.size() % log_block_bytes;
        if (room < log_head_bytes) {
            bytes_.append(room, '\0');
            room = log_block_bytes;
        }
        const std::string_view part = record.substr(0, std::min(record.size(), room - log_head_bytes));
        record.remove_prefix(part.size());
        if (record.empty())
            put_log_part(bytes_, is_first ? LogPart::full : LogPart::last, part);
        else
            put_log_part(bytes_, is_first ? LogPart::first : LogPart::middle, part);
        is_first = false;
    } while (!record.empty());
}

} // namespace tunedesk::report
