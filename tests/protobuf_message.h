// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk {

/// A parsed Protocol Buffers message: the values of each field, numbers as text.
class Message {
public:
    explicit Message(std::string_view bytes) {
        for (std::size_t at = 0; at < bytes.size();) {
            const std::uint64_t key = varint(bytes, at);
            std::string value;
            if ((key & 7) == 0) {
                value = std::to_string(static_cast<std::int64_t>(varint(bytes, at)));
            } else {
                const std::uint64_t size = (key & 7) == 2 ? varint(bytes, at) : 4;
                if (size > bytes.size() - at) qFatal("a field ends behind its message");
                value = bytes.substr(at, size);
                at += size;
            }
            fields_[key >> 3].push_back(std::move(value));
        }
    }
    std::vector<std::string> all(std::uint64_t field) const {
        const auto found = fields_.find(field);
        return found == fields_.end() ? std::vector<std::string>() : found->second;
    }
    std::string one(std::uint64_t field) const {
        const auto values = all(field);
        return values.empty() ? std::string() : values.front();
    }
    Message message(std::uint64_t field) const { return Message(one(field)); }

private:
    static std::uint64_t varint(std::string_view bytes, std::size_t& at) {
        std::uint64_t value = 0;
        for (int shift = 0; at < bytes.size(); shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes[at++]);
            value |= std::uint64_t{byte & 0x7Fu} << shift;
            if (byte < 0x80) return value;
        }
        qFatal("a number ends behind its message");
    }

    std::map<std::uint64_t, std::vector<std::string>> fields_;
};

} // namespace tunedesk
