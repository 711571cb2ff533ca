// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/tokenizer_node.h"

#include "base/error.h"
#include "base/phrase.h"
#include "data/tokenize/tokenizer_vocabulary.h"

#include <fmt/format.h>

namespace tunedesk::data {

void other_kind(const std::string& what, const std::string& where) {
    throw Error(ErrorId::tokenizer_unsupported, {what}, where);
}

void damaged_tokenizer(const std::string& what, const std::string& where) {
    throw Error(ErrorId::tokenizer_damaged, {what}, where);
}

TokenizerNode TokenizerNode::at(const char* key) const {
    if (!value_.is_object()) damaged(TUNEDESK_TRANSLATABLE("ErrorDetail", "not an object"));
    const auto found = value_.find(key);
    if (found == value_.end()) damaged(fmt::format("\"{}\" is missing", key));
    return {*found, where_ + "." + key};
}

TokenizerNode TokenizerNode::at(std::size_t index) const {
    if (!value_.is_array() || index >= value_.size())
        damaged(TUNEDESK_TRANSLATABLE("ErrorDetail", "too few elements"));
    return {value_[index], fmt::format("{}[{}]", where_, index)};
}

std::size_t TokenizerNode::array_size() const {
    if (!value_.is_array()) damaged(TUNEDESK_TRANSLATABLE("ErrorDetail", "not a list"));
    return value_.size();
}

const Json& TokenizerNode::object() const {
    if (!value_.is_object()) damaged(TUNEDESK_TRANSLATABLE("ErrorDetail", "not an object"));
    return value_;
}

const std::string& TokenizerNode::text() const {
    if (!value_.is_string()) damaged(TUNEDESK_TRANSLATABLE("ErrorDetail", "not a text"));
    return value_.get_ref<const std::string&>();
}

bool TokenizerNode::flag() const {
    if (!value_.is_boolean()) damaged(TUNEDESK_TRANSLATABLE("ErrorDetail", "neither true nor false"));
    return value_.get<bool>();
}

bool TokenizerNode::flag(const char* key, bool otherwise) const {
    return has(key) && !at(key).is_null() ? at(key).flag() : otherwise;
}

std::uint64_t TokenizerNode::number() const {
    if (!value_.is_number_unsigned()) damaged(TUNEDESK_TRANSLATABLE("ErrorDetail", "not a number from 0"));
    return value_.get<std::uint64_t>();
}

std::int32_t TokenizerNode::id() const {
    const std::uint64_t id = number();
    if (id >= Vocabulary::id_limit) damaged(fmt::format("the id {} is too large", id));
    return static_cast<std::int32_t>(id);
}

} // namespace tunedesk::data
