// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/json_scanner.h"

#include <cstring>

namespace tunedesk::data {

namespace {

constexpr int max_depth = 64;

bool digit(char c) {
    return c >= '0' && c <= '9';
}

int hex_digit(char c) {
    if (digit(c)) return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

unsigned unit_at(const char* digits) {
    unsigned unit = 0;
    for (int i = 0; i < 4; ++i)
        unit = unit * 16 + static_cast<unsigned>(hex_digit(digits[i]));
    return unit;
}

char* write_utf8(unsigned code, char* out) {
    const auto put = [&](unsigned byte) { *out++ = static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | code >> 6);
        put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    }
    return out;
}

} // namespace

bool JsonScanner::fail(RowFault::Kind fault) {
    fault_ = fault;
    return false;
}

char JsonScanner::peek() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n'))
        ++at_;
    return at_ < end_ ? *at_ : '\0';
}

bool JsonScanner::take(char c) {
    if (peek() != c || at_ == end_) {
        switch (c) {
        case '{':
            return fail(RowFault::Kind::no_object);
        case ':':
            return fail(RowFault::Kind::no_colon);
        default:
            return fail(RowFault::Kind::no_comma);
        }
    }
    ++at_;
    return true;
}

bool JsonScanner::finished() {
    if (peek() == '\0' && at_ == end_) return true;
    return fail(RowFault::Kind::trailing_text);
}

bool JsonScanner::hex4(unsigned& unit) {
    for (int i = 0; i < 4; ++i)
        if (end_ - at_ <= i || hex_digit(at_[i]) < 0) return fail(RowFault::Kind::hex_digits);
    unit = unit_at(at_);
    at_ += 4;
    return true;
}

bool JsonScanner::escape() {
    const char c = at_ < end_ ? *at_++ : '\0';
    if (c != 'u') return (c && std::strchr("\"\\/bfnrt", c)) || fail(RowFault::Kind::escape);
    unsigned unit = 0;
    if (!hex4(unit)) return false;
    if (unit == 0) return fail(RowFault::Kind::nul_escape);
    if (unit < 0xD800 || unit > 0xDFFF) return true;
    unsigned low = 0;
    if (unit > 0xDBFF || end_ - at_ < 2 || at_[0] != '\\' || at_[1] != 'u')
        return fail(RowFault::Kind::surrogate);
    at_ += 2;
    if (!hex4(low)) return false;
    return (low >= 0xDC00 && low <= 0xDFFF) || fail(RowFault::Kind::surrogate);
}

bool JsonScanner::string(Value& value) {
    if (peek() != '"') return fail(RowFault::Kind::no_string);
    const char* const begin = ++at_;
    value.kind = Kind::string;
    value.escaped = false;
    while (at_ < end_) {
        const auto byte = static_cast<unsigned char>(*at_);
        if (byte == '"') {
            value.raw = {begin, static_cast<std::size_t>(at_ - begin)};
            ++at_;
            return true;
        }
        if (byte < 0x20) return fail(RowFault::Kind::control_character);
        ++at_;
        if (byte == '\\') {
            value.escaped = true;
            if (!escape()) return false;
        }
    }
    return fail(RowFault::Kind::open_string);
}

bool JsonScanner::number(Value& value) {
    const char* const begin = at_;
    const auto digits = [&] {
        const char* const first = at_;
        while (at_ < end_ && digit(*at_))
            ++at_;
        return at_ > first;
    };
    const auto is = [&](char c) { return at_ < end_ && *at_ == c; };
    if (is('-')) ++at_;
    if (is('0'))
        ++at_;
    else if (!digits())
        return fail(RowFault::Kind::no_value);
    if (is('.')) {
        ++at_;
        if (!digits()) return fail(RowFault::Kind::number_point);
    }
    if (is('e') || is('E')) {
        ++at_;
        if (is('+') || is('-')) ++at_;
        if (!digits()) return fail(RowFault::Kind::number_exponent);
    }
    value.kind = Kind::number;
    value.raw = {begin, static_cast<std::size_t>(at_ - begin)};
    return true;
}

bool JsonScanner::word(std::string_view text) {
    if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(text))
        return fail(RowFault::Kind::no_value);
    at_ += text.size();
    return true;
}

bool JsonScanner::scalar(Value& value) {
    const char* const begin = at_;
    switch (peek()) {
    case '"':
        return string(value);
    case 't':
    case 'f':
        value.kind = Kind::boolean;
        value.raw = *at_ == 't' ? "true" : "false";
        return word(value.raw);
    case 'n':
        value.kind = Kind::null;
        value.raw = {begin, 0};
        return word("null");
    default:
        return number(value);
    }
}

bool JsonScanner::value(Value& value) {
    const char c = peek();
    if (c != '{' && c != '[') return scalar(value);
    const char* const begin = at_;
    if (!nested()) return false;
    value.kind = c == '{' ? Kind::object : Kind::array;
    value.raw = {begin, static_cast<std::size_t>(at_ - begin)};
    return true;
}

bool JsonScanner::nested() {
    char open[max_depth];
    int depth = 0;
    Value ignored;
    for (;;) {
        // Before a value: opening brackets, unless they are closed immediately.
        const char c = peek();
        bool closed = false;
        if (c == '{' || c == '[') {
            // The row's own object is level one.
            if (depth == max_depth - 1) return fail(RowFault::Kind::deep_nesting);
            open[depth++] = c;
            ++at_;
            if (peek() == (c == '{' ? '}' : ']')) {
                ++at_;
                --depth;
                closed = true;
            }
        } else {
            if (!scalar(ignored)) return false;
            closed = true;
        }
        // After a value: closing brackets, then a comma.
        while (closed && depth > 0 && peek() == (open[depth - 1] == '{' ? '}' : ']')) {
            ++at_;
            --depth;
        }
        if (depth == 0) return true;
        if (closed && !take(',')) return false;
        if (open[depth - 1] == '{' && (!string(ignored) || !take(':'))) return false;
    }
}

std::size_t unescape_json(std::string_view raw, char* out) {
    char* const start = out;
    for (const char* in = raw.data(), *end = in + raw.size(); in < end; ++in) {
        if (*in != '\\') {
            *out++ = *in;
            continue;
        }
        switch (*++in) {
        case 'b':
            *out++ = '\b';
            break;
        case 'f':
            *out++ = '\f';
            break;
        case 'n':
            *out++ = '\n';
            break;
        case 'r':
            *out++ = '\r';
            break;
        case 't':
            *out++ = '\t';
            break;
        case 'u': {
            unsigned code = unit_at(in + 1);
            in += 4;
            if (code >= 0xD800 && code <= 0xDBFF) {
                code = 0x10000 + ((code - 0xD800) << 10) + (unit_at(in + 3) - 0xDC00);
                in += 6;
            }
            out = write_utf8(code, out);
            break;
        }
        default:
            *out++ = *in;
            break;
        }
    }
    return static_cast<std::size_t>(out - start);
}

} // namespace tunedesk::data
