// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "data/code_points.h"
#include "data/tokenize/tokenizer.h"
#include "data/unicode/unicode.h"

#include <QTest>
#include <utility>
#include <zlib.h>

/// Shared by the tests of tokenizers with spans: comparison with rows of golden files.
namespace tunedesk::data {

using Ids = std::vector<std::int32_t>;

struct Row {
    Ids ids;
    std::vector<ByteSpan> spans;
    std::size_t type_one = 0;

    /// begin, end, begin, end, ...
    Ids flat_spans() const {
        Ids flat;
        for (const ByteSpan& span : spans)
            flat.insert(flat.end(),
                        {static_cast<std::int32_t>(span.begin), static_cast<std::int32_t>(span.end)});
        return flat;
    }
};

inline Row encode(const Tokenizer& tokenizer, std::string_view text, std::size_t max_length = 1u << 24) {
    Row row;
    tokenizer.encode_with_spans(text, {}, false, max_length, false, row.ids, row.spans, row.type_one);
    return row;
}

inline Ids ids_of(const Tokenizer& tokenizer, std::string_view text, std::size_t max_length = 1u << 24) {
    Ids ids;
    std::size_t type_one = 0;
    tokenizer.encode(text, {}, false, max_length, false, ids, type_one);
    return ids;
}

/// Checks a row of make_byte_level_bpe.py's cases(): text, pair, limit, side, ids, ones, spans.
inline void check_row(const Tokenizer& tokenizer, const Json& row) {
    const bool has_pair = !row[1].is_null();
    const std::string text = row[0], pair = has_pair ? row[1].get<std::string>() : "";
    Row actual;
    tokenizer.encode_with_spans(text, pair, has_pair, row[2], row[3], actual.ids, actual.spans,
                                actual.type_one);
    QVERIFY2(Json(actual.ids) == row[4] && actual.type_one == row[5],
             (row.dump() + " but " + Json(actual.ids).dump()).c_str());
    QVERIFY2(Json(actual.flat_spans()) == row[6],
             (row.dump() + " but spans " + Json(actual.flat_spans()).dump()).c_str());
    Ids again, untruncated;
    std::size_t type_one = 0;
    tokenizer.encode(text, pair, has_pair, row[2], row[3], again, type_one);
    QCOMPARE(again, actual.ids);
    QCOMPARE(type_one, actual.type_one);
    tokenizer.encode(text, pair, has_pair, 1u << 20, false, untruncated, type_one);
    QCOMPARE(tokenizer.length(text, pair, has_pair), untruncated.size());
}

inline void add_crc(unsigned long& crc, const Ids& numbers) {
    crc = crc32(crc, reinterpret_cast<const unsigned char*>(numbers.data()),
                static_cast<unsigned>(numbers.size() * sizeof(std::int32_t)));
}

/// The pattern with each % replaced by a code point.
inline std::string text_with(const std::string& pattern, char32_t code_point) {
    std::string text;
    for (const char byte : pattern)
        if (byte == '%')
            unicode::append(text, code_point);
        else
            text += byte;
    return text;
}

/// Calls numbers(text) for code points in the pattern, and compares the CRC-32 of the results per block of
/// 4,096 with those of make_byte_level_bpe.py's code_points().
template <typename Numbers>
void check_blocks(const Json& blocks, Numbers numbers) {
    const std::string pattern = blocks.at("pattern");
    char32_t first = 0;
    for (const Json& expected : blocks.at("crc")) {
        const char32_t begin = std::exchange(first, first + 4096);
        if (!is_compared(begin)) continue;
        unsigned long crc = 0;
        for (char32_t c = begin; c < first; ++c)
            if (c < 0xD800 || c >= 0xE000) add_crc(crc, numbers(text_with(pattern, c)));
        QVERIFY2(crc == expected.get<unsigned long>(),
                 qPrintable(QString("code points from U+%1").arg(static_cast<unsigned>(begin), 4, 16)));
    }
    QCOMPARE(static_cast<unsigned>(first), 0x110000u);
}

inline void check_code_points(const Tokenizer& tokenizer, const Json& blocks) {
    check_blocks(blocks, [&](const std::string& text) {
        const Row row = encode(tokenizer, text);
        Ids numbers = row.ids;
        const Ids spans = row.flat_spans();
        numbers.insert(numbers.end(), spans.begin(), spans.end());
        return numbers;
    });
}

} // namespace tunedesk::data
