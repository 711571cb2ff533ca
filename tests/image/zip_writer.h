// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>
#include <zlib.h>

/// Writes zip archives, including invalid ones.
class ZipWriter {
public:
    struct Options {
        bool deflate = false;
        std::uint16_t flags = 0;
        std::uint32_t attributes = 0;    ///< external attributes, as written on Unix
        int method = -1;                 ///< -1: determined by `deflate`
        std::int64_t claimed_bytes = -1; ///< -1: the actual size
        std::int64_t header = -1;        ///< offset of another local header; -1: its own
        bool zip64 = false;
    };

    void add(const std::string& name, const std::string& bytes) { add(name, bytes, Options{}); }
    void add(const std::string& name, const std::string& bytes, const Options& options) {
        const std::string data = options.deflate ? deflated(bytes) : bytes;
        const auto crc = static_cast<std::uint32_t>(
            ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
        const auto claimed = static_cast<std::uint64_t>(
            options.claimed_bytes < 0 ? static_cast<std::int64_t>(bytes.size()) : options.claimed_bytes);
        const int method = options.method >= 0 ? options.method : options.deflate ? 8 : 0;
        const std::uint64_t header =
            options.header < 0 ? file_.size() : static_cast<std::uint64_t>(options.header);
        const auto fixed = [&] {
            return number(20, 2) + number(options.flags, 2) + number(static_cast<std::uint64_t>(method), 2) +
                   number(0, 4) + number(crc, 4);
        };
        file_ += number(0x04034b50, 4) + fixed() + number(data.size(), 4) + number(claimed, 4) +
                 number(name.size(), 2) + number(4, 2) + name + number(0x7777, 2) + number(0, 2) + data;
        const std::string extra = options.zip64 ? number(1, 2) + number(24, 2) + number(claimed, 8) +
                                                      number(data.size(), 8) + number(header, 8)
                                                : std::string();
        const auto shown = [&](std::uint64_t value) { return number(options.zip64 ? 0xFFFFFFFF : value, 4); };
        directory_ += number(0x02014b50, 4) + number(3 << 8 | 20, 2) + fixed() + shown(data.size()) +
                      shown(claimed) + number(name.size(), 2) + number(extra.size(), 2) + number(0, 2) +
                      number(0, 4) + number(options.attributes, 4) + shown(header) + name + extra;
        ++count_;
    }
    /// The archive; with `zip64` it has a Zip64 end record.
    std::string bytes(bool zip64 = false, const std::string& comment = {}) const {
        std::string all = file_ + directory_;
        if (zip64) {
            const std::uint64_t at = all.size();
            all += number(0x06064b50, 4) + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 8) +
                   number(count_, 8) + number(count_, 8) + number(directory_.size(), 8) +
                   number(file_.size(), 8);
            all += number(0x07064b50, 4) + number(0, 4) + number(at, 8) + number(1, 4);
        }
        const auto shown = [&](std::uint64_t value, std::size_t size) {
            return number(zip64 ? ~std::uint64_t{0} : value, size);
        };
        return all + number(0x06054b50, 4) + number(0, 4) + shown(count_, 2) + shown(count_, 2) +
               shown(directory_.size(), 4) + shown(file_.size(), 4) + number(comment.size(), 2) + comment;
    }

private:
    static std::string number(std::uint64_t value, std::size_t size) {
        std::string text;
        for (std::size_t i = 0; i < size; ++i)
            text += static_cast<char>(value >> (8 * i));
        return text;
    }
    static std::string deflated(const std::string& bytes) {
        z_stream stream{};
        deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
        std::vector<char> out(deflateBound(&stream, bytes.size()));
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        stream.avail_in = static_cast<uInt>(bytes.size());
        stream.next_out = reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = static_cast<uInt>(out.size());
        deflate(&stream, Z_FINISH);
        const std::string packed(out.data(), stream.total_out);
        deflateEnd(&stream);
        return packed;
    }

    std::string file_, directory_;
    std::uint64_t count_ = 0;
};
