// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"
#include "preset/yaml/load.h"
#include "preset/yaml/yaml_tree.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::preset {

/// One key that a document or --set gives a value.
struct Assignment {
    const Key* key = nullptr;
    std::string text;
    std::string place;   ///< file:line:column of the value, or "--set KEY"
    std::string written; ///< the name as it stands there, perhaps an alias
};

/// One preset file as written: its assignments in order and what it extends.
struct Document {
    std::vector<Assignment> assignments;
    std::string extends; ///< as written, may be empty
    std::string extends_place;
};

/// Reads one document's keys against the schema. Unknown keys, keys given twice (also through an alias),
/// wrong shapes and an unknown schema version become problems; values are not read yet.
Document read_document(const Node& root, const std::string& shown_name, std::vector<Problem>& problems);

/// Reads "key=value" of --set.
std::optional<Assignment> read_set(const std::string& text, std::vector<Problem>& problems);

/// "did you mean ...?" for a key that is not in the schema, or the remedy for one that cannot be.
Phrase unknown_key(const std::string& dotted);

} // namespace tunedesk::preset
