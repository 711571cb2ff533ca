// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/phrase.h"
#include "preset/schema/schema.h"

#include <string>
#include <vector>

namespace tunedesk::preset {

/// A path value of a preset made absolute: $NAME and ${NAME} become environment variables, $$ a dollar, ~ at
/// its beginning the home folder, and a relative path counts from `folder`. An address stays as it is: who
/// opens it says that it is none.
struct ExpandedPath {
    std::string path;
    Phrase problem; ///< empty if it went well
};
ExpandedPath expand_path(const std::string& text, const fs::path& folder);

/// The same of a key's value, where names on the hub are no paths, unless a file or folder below `folder` has
/// that name: a model's in model.path stays as it is; one of a data set in a key that is_of_rows() becomes
/// the file of its rows, and stays as it is where that is not downloaded. Of a list each item for itself.
ExpandedPath expand_path(const Key& key, const std::string& text, const fs::path& folder);

/// The paths in a key's value: of a list each, else the value itself; none of a key that holds no paths.
std::vector<std::string> paths_of(const Key& key, const std::string& value);

/// The text that expand_path() reads back as this path; of a file of a data set's rows, their name and
/// commit. Of a key's value each path of a list.
std::string escape_path(const std::string& path);
std::string escape_path(const Key& key, const std::string& value);

} // namespace tunedesk::preset
