// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "preset/interop/interop.h"
#include "preset/schema/schema.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tunedesk::preset {

/// Collects the results of importing a foreign file. Shared by all formats, because DeepSpeed's settings also
/// occur inside the other two.
class Importer {
public:
    /// Sets a key of the preset; where its value is not accepted, the foreign key counts as not mapped.
    void map(const std::string& foreign, const Json& value, const std::string& key, const std::string& result,
             const std::string& note = {});

    /// Lists a foreign key that has no counterpart.
    void skip(const std::string& foreign, const Json& value, const std::string& why);

    /// Lists a foreign key, or each key inside it where it is an object, as not mapped.
    void skip_all(const std::string& foreign, const Json& value, const std::string& why);

    /// "auto" of a foreign key: the preset's own value stands, and the note says which.
    void resolve_auto(const std::string& foreign, const Json& value, const std::string& key);

    bool is_set(const std::string& key) const { return set_.contains(key); }

    /// The current value of a key; its default if it was not set.
    std::string value(const std::string& key) const;

    Imported finish(Format format, const std::string& shown_name);

private:
    Preset preset_;
    std::map<std::string, std::string> set_; ///< our key -> the foreign key that set it
    std::vector<Mapping> mappings_;
};

/// A JSON scalar as the text that set() reads; a list of scalars joined by commas; else its JSON.
std::string plain_text(const Json& value);

/// Whether a value is true, also where it is written "yes", "True" or 1.
bool is_true(const Json& value);

/// Names that a format knows and a preset has no key for, with the reason.
using Reasons = std::vector<std::pair<std::string_view, std::string_view>>;

/// The reason of a name, or the message for an unknown one.
std::string reason_for(std::string_view name, const Reasons& reasons, std::string_view format);

void import_training_arguments(const Json& root, Importer& importer);
void import_accelerate(const Json& root, Importer& importer);
/// `prefix` stands before the names where the settings are part of another file ("deepspeed.").
void import_deepspeed(const Json& root, Importer& importer, const std::string& prefix = {});

} // namespace tunedesk::preset
