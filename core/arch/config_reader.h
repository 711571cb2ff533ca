// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <cstdint>
#include <initializer_list>
#include <string>

namespace tunedesk::arch {

struct ModelConfig;

/// Typed and range-checked reads of one config.json. Throws Error 4321 with file and key for a
/// wrong type or range, 4322 for an unsupported value. A key that is missing or null has the given
/// default.
class ConfigReader {
public:
    /// `json` and `where` must outlive the reader.
    ConfigReader(const Json& json, const std::string& where) : json_(json), where_(where) {}

    /// The value of the first of the names that is present and not null, or null; the later names
    /// are aliases.
    const Json* find(std::initializer_list<const char*> names);
    std::int64_t integer(std::initializer_list<const char*> names, std::int64_t otherwise, std::int64_t low,
                         std::int64_t high);
    double number(std::initializer_list<const char*> names, double otherwise, double low, double below);
    bool flag(const char* name, bool otherwise);
    std::string text(std::initializer_list<const char*> names, std::string otherwise);
    /// The name of an activation that the kernels implement.
    std::string activation(const char* name, const char* otherwise = "gelu");
    /// Rejects a setting that would change what the model computes: any value except `supported`.
    void only(const char* name, const Json& supported);
    /// Throws an error for the key that was read last.
    [[noreturn]] void fail(const std::string& what, ErrorId id = ErrorId::config_value_invalid) const;

    const std::string& where() const { return where_; }

    /// A value as messages show it.
    static std::string shown(const Json& value);

private:
    const Json& json_;
    const std::string& where_;
    std::string key_;
};

/// Reads the keys of BERT's config.json, which most families share.
void read_bert_keys(ConfigReader& reader, ModelConfig& config);

} // namespace tunedesk::arch
