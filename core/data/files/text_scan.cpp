// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/files/text_scan.h"

#include "base/text.h"
#include "data/files/in_parallel.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace tunedesk::data {

namespace {

constexpr std::size_t block_bytes = 64; // a constant count, which compilers vectorize

struct BlockBits {
    bool ascii, zero, carriage_return;
};

BlockBits look(const char* bytes) {
    unsigned char any = 0, zero = 0, carriage_return = 0;
    for (std::size_t i = 0; i < block_bytes; ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        any |= byte;
        zero |= static_cast<unsigned char>(byte == 0 ? 0xFF : 0);
        carriage_return |= static_cast<unsigned char>(byte == '\r' ? 0xFF : 0);
    }
    return {any < 0x80, zero != 0, carriage_return != 0};
}

} // namespace

TextScan scan_text(std::string_view text) {
    TextScan scan;
    std::size_t i = 0;
    while (text.size() - i >= block_bytes) {
        const BlockBits bits = look(text.data() + i);
        scan.carriage_returns |= bits.carriage_return;
        if (bits.ascii && !bits.zero) {
            i += block_bytes;
            continue;
        }
        // To the end of this block and of a sequence that crosses it.
        std::size_t end = i + block_bytes;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80 &&
               end < i + block_bytes + 3)
            ++end;
        if (const auto fault = find_text_fault(text.substr(i, end - i))) {
            scan.first_fault = i + fault->offset;
            i = end;
            break;
        }
        i = end;
    }
    const std::string_view rest = text.substr(i);
    scan.carriage_returns = scan.carriage_returns || rest.find('\r') != std::string_view::npos;
    if (scan.first_fault == std::string_view::npos)
        if (const auto fault = find_text_fault(rest)) scan.first_fault = i + fault->offset;
    return scan;
}

TextScan scan_text(std::string_view text, int threads) {
    constexpr std::size_t piece = std::size_t{4} << 20;
    const std::size_t pieces = (text.size() + piece - 1) / piece;
    // A piece begins at a possible character boundary; an invalid sequence there is invalid in the whole text
    // too.
    const auto begin_of = [&](std::size_t number) {
        std::size_t at = std::min(number * piece, text.size());
        for (int i = 0; i < 3 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
             ++i)
            ++at;
        return at;
    };
    std::vector<TextScan> scans(pieces);
    for_each_in_parallel(pieces, threads, [&](std::size_t number) {
        const std::size_t begin = begin_of(number);
        scans[number] = scan_text(text.substr(begin, begin_of(number + 1) - begin));
        if (scans[number].first_fault != std::string_view::npos) scans[number].first_fault += begin;
    });
    TextScan whole;
    for (const TextScan& scan : scans) {
        whole.carriage_returns = whole.carriage_returns || scan.carriage_returns;
        whole.first_fault = std::min(whole.first_fault, scan.first_fault);
    }
    return whole;
}

std::optional<TextFault> find_text_fault(std::string_view text) {
    const std::size_t zero = text.find('\0');
    const auto invalid = find_invalid_utf8(text.substr(0, zero));
    if (invalid) return TextFault{*invalid, false};
    if (zero != std::string_view::npos) return TextFault{zero, true};
    return std::nullopt;
}

const char* wide_encoding(std::string_view text) {
    using namespace std::string_view_literals;
    if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return "UTF-16";
    const std::size_t sample = std::min<std::size_t>(text.size(), 4096) / 2;
    std::size_t zeros[2] = {0, 0};
    for (std::size_t i = 0; i < 2 * sample; ++i)
        zeros[i % 2] += text[i] == 0;
    if (sample < 2) return nullptr;
    const bool wide = (zeros[0] * 10 >= sample * 7 && zeros[1] * 10 < sample) ||
                      (zeros[1] * 10 >= sample * 7 && zeros[0] * 10 < sample);
    return wide ? "UTF-16" : nullptr;
}

std::uint64_t LineCounter::line(std::size_t offset) {
    const char* at = text_.data() + at_;
    const char* const to = text_.data() + offset;
    if (!lone_cr_) {
        while (at < to) {
            const void* found = std::memchr(at, '\n', static_cast<std::size_t>(to - at));
            if (!found) break;
            ++line_;
            at = static_cast<const char*>(found) + 1;
        }
    } else {
        for (; at < to; ++at) // a CR counts if the next byte is not LF
            line_ += *at == '\n' || (*at == '\r' && (at + 1 == text_.data() + text_.size() || at[1] != '\n'));
    }
    at_ = std::max(at_, offset);
    return line_;
}

std::uint64_t LineCounter::column(std::size_t offset) const {
    std::size_t start = offset;
    while (start > 0 && text_[start - 1] != '\n' && !(lone_cr_ && text_[start - 1] == '\r'))
        --start;
    const auto characters = std::count_if(text_.begin() + static_cast<std::ptrdiff_t>(start),
                                          text_.begin() + static_cast<std::ptrdiff_t>(offset), [](char c) {
                                              return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
                                          });
    return 1 + static_cast<std::uint64_t>(characters);
}

} // namespace tunedesk::data
