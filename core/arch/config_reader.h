// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <cstdint>
#include <initializer_list>
#include <string>

namespace tunedesk::arch {

struct ModelConfig;

/// Typed and ranged reads of one config.json. Throws Error 4321 with file and key for a wrong type or range,
/// 4322 for what is not supported. A key that is missing or null has the value given for it.
class ConfigReader {
public:
    /// Both must outlive it.
    ConfigReader(const Json& json, const std::string& where) : json_(json), where_(where) {}

    /// The first of the names that is there and not null; the later ones are aliases.
    const Json* find(std::initializer_list<const char*> names);
    std::int64_t integer(std::initializer_list<const char*> names, std::int64_t otherwise, std::int64_t low,
                         std::int64_t high);
    double number(std::initializer_list<const char*> names, double otherwise, double low, double below);
    bool flag(const char* name, bool otherwise);
    std::string text(std::initializer_list<const char*> names, std::string otherwise);
    /// The name of an activation that the kernels have.
    std::string activation(const char* name, const char* otherwise = "gelu");
    /// Refuses a setting that would change what the model computes.
    void only(const char* name, const Json& supported);
    /// Of the key that was read last.
    [[noreturn]] void fail(const std::string& what, ErrorId id = ErrorId::config_value_invalid) const;

    const std::string& where() const { return where_; }

    /// A value in a message.
    static std::string shown(const Json& value);

private:
    const Json& json_;
    const std::string& where_;
    std::string key_;
};

/// The keys of BERT's config.json, which most families have taken over.
void read_bert_keys(ConfigReader& reader, ModelConfig& config);

} // namespace tunedesk::arch
