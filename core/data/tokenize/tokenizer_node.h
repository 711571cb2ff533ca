// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <cstdint>
#include <string>

namespace tunedesk::data {

/// Throws Error 4202 for a valid but unsupported tokenizer; `what` is the difference.
[[noreturn]] void other_kind(const std::string& what, const std::string& where);
/// Throws Error 4201 for a damaged tokenizer.
[[noreturn]] void damaged_tokenizer(const std::string& what, const std::string& where);

/// A value in a tokenizer's file, with its path for errors. Every access throws Error 4201 if the value has
/// another type. Refers to the value, which must outlive it.
class TokenizerNode {
public:
    TokenizerNode(const Json& value, std::string where) : value_(value), where_(std::move(where)) {}

    [[noreturn]] void damaged(const std::string& what) const { damaged_tokenizer(what, where_); }
    bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
    bool is_null() const { return value_.is_null(); }
    bool is_text() const { return value_.is_string(); }
    TokenizerNode at(const char* key) const;
    TokenizerNode at(std::size_t index) const;
    std::size_t array_size() const;
    const Json& object() const;
    const std::string& text() const;
    bool flag() const;
    /// The boolean at this key; `otherwise` if it is missing or null.
    bool flag(const char* key, bool otherwise) const;
    std::uint64_t number() const;
    std::int32_t id() const;
    std::string type() const { return has("type") ? at("type").text() : "of no name"; }
    const Json& json() const { return value_; }
    const std::string& where() const { return where_; }

private:
    const Json& value_;
    std::string where_;
};

} // namespace tunedesk::data
