// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/phrase.h"
#include "preset/schema/schema.h"

#include <string>

namespace tunedesk::preset {

/// A path value of a preset made absolute: $NAME and ${NAME} become environment variables, $$ a dollar, and a
/// relative path counts from `folder`.
struct ExpandedPath {
    std::string path;
    Phrase problem; ///< empty where it went well
};
ExpandedPath expand_path(const std::string& text, const fs::path& folder);

/// The same of a key's value, where the name of a model on the hub stays as it is: model.path that has the
/// form ORG/NAME and is no file or folder below `folder`.
ExpandedPath expand_path(const Key& key, const std::string& text, const fs::path& folder);

/// The text that expand_path() reads back as this path.
std::string escape_path(const std::string& path);

} // namespace tunedesk::preset
