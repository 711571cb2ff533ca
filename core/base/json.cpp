// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"

#include "base/error.h"
#include "base/json_object.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace tunedesk {

namespace {

std::string position(std::string_view text, std::size_t byte, const std::string& where) {
    byte = std::min(byte, text.size());
    const std::string_view before = text.substr(0, byte);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column = start == std::string_view::npos ? byte : byte - start - 1;
    return fmt::format("{}:{}:{}", where, line, column);
}

/// Builds the value while the text is read. Objects are appended to, never searched: looking each key up in
/// an ordered object takes quadratic time, which an untrusted file must not get. Duplicates are found by
/// sorting an object's keys where it ends.
class Builder {
public:
    Builder(Json& root, int max_depth) : root_(root), max_depth_(max_depth) {}

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(Json::number_integer_t value) { return add(value); }
    bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
    bool number_float(Json::number_float_t value, const std::string&) { return add(value); }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(Json::binary_t&) { return false; }
    bool key(std::string& name) {
        key_ = std::move(name);
        return true;
    }
    bool start_object(std::size_t) { return open(Json::object()); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_array() {
        open_.pop_back();
        return true;
    }
    bool end_object() {
        std::vector<std::string_view> keys;
        for (const auto& [name, value] : members(*open_.back()))
            keys.push_back(name);
        std::sort(keys.begin(), keys.end());
        if (const auto twice = std::adjacent_find(keys.begin(), keys.end()); twice != keys.end())
            return refuse(fmt::format("duplicate key \"{}\"", shortened(*twice)));
        open_.pop_back();
        return true;
    }
    bool parse_error(std::size_t byte, const std::string&, const nlohmann::json::exception& error) {
        position_ = byte;
        return refuse(error.what());
    }

    const std::string& refusal() const { return refusal_; }
    std::optional<std::size_t> position() const { return position_; }

private:
    using Members = std::vector<std::pair<const std::string, Json>>;
    static Members& members(Json& object) { return object.get_ref<Json::object_t&>(); }

    bool refuse(std::string reason) {
        refusal_ = std::move(reason);
        return false;
    }
    template <typename T>
    bool add(T&& value) {
        place(std::forward<T>(value));
        return true;
    }
    template <typename T>
    Json& place(T&& value) {
        if (open_.empty()) return root_ = Json(std::forward<T>(value));
        if (open_.back()->is_array()) return open_.back()->emplace_back(std::forward<T>(value));
        append_member(*open_.back(), std::move(key_), std::forward<T>(value));
        return members(*open_.back()).back().second;
    }
    bool open(Json container) {
        if (static_cast<int>(open_.size()) >= max_depth_)
            return refuse(fmt::format("nested deeper than {}", max_depth_));
        open_.push_back(&place(std::move(container)));
        return true;
    }

    Json& root_;
    int max_depth_;
    std::string key_, refusal_;
    std::optional<std::size_t> position_;
    std::vector<Json*> open_; ///< stays valid: only the innermost container grows
};

} // namespace

Json parse_json(std::string_view text, const std::string& where, ErrorId error_id, JsonLimits limits) {
    if (text.size() > limits.max_bytes)
        throw Error(error_id, {fmt::format("invalid JSON: larger than {} bytes", limits.max_bytes)}, where);
    // The parser takes a NUL for the end and would not look at what follows.
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
        throw Error(error_id, {"invalid JSON: a NUL character"}, position(text, nul + 1, where));
    Json value;
    Builder builder(value, limits.max_depth);
    if (Json::sax_parse(text.begin(), text.end(), &builder)) return value;
    std::string reason = builder.refusal();
    if (!builder.position()) throw Error(error_id, {"invalid JSON: " + reason}, where);
    for (const char* prefix : {"parse error", "[json.exception"})
        if (const std::size_t at = reason.find(prefix); at != std::string::npos && at > 0)
            reason.erase(0, at);
    throw Error(error_id, {"invalid JSON: " + shortened(reason, 300)},
                position(text, *builder.position(), where));
}

std::string text_field(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::int64_t whole_field(const Json& object, const char* name, std::int64_t otherwise) {
    const auto found = object.find(name);
    return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : otherwise;
}

} // namespace tunedesk
