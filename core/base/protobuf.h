// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Writes the wire format of Protocol Buffers field by field, appending to a string.
namespace tunedesk::protobuf {

enum class Kind : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

inline void put_varint(std::string& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        out += static_cast<char>(value | 0x80);
    out += static_cast<char>(value);
}

/// Writes the key of a field: number << 3 | kind.
inline void put_key(std::string& out, std::uint32_t field, Kind kind) {
    put_varint(out, field << 3 | static_cast<std::uint32_t>(kind));
}

/// Writes a fixed-width number, little endian.
template <typename Unsigned>
void put_fixed(std::string& out, Unsigned value) {
    for (std::size_t i = 0; i < sizeof value; ++i)
        out += static_cast<char>(value >> (8 * i) & 0xFF);
}

inline void put_whole(std::string& out, std::uint32_t field, std::int64_t value) {
    put_key(out, field, Kind::varint);
    put_varint(out, static_cast<std::uint64_t>(value));
}

/// Writes the key and length of a field of `size` bytes, which the caller appends.
inline void put_size(std::string& out, std::uint32_t field, std::uint64_t size) {
    put_key(out, field, Kind::bytes);
    put_varint(out, size);
}

/// Writes a string, bytes or a nested message.
inline void put_bytes(std::string& out, std::uint32_t field, std::string_view value) {
    put_size(out, field, value.size());
    out += value;
}

} // namespace tunedesk::protobuf
