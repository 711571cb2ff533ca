// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"
#include "preset/yaml/load.h"

#include <QString>
#include <map>
#include <string>

namespace tunedesk::ui {

/// The parsed text of a preset, created after every edit on another thread.
struct ParsedPreset {
    preset::Draft draft;
    std::map<std::string, std::string> written; ///< dotted key -> its value as the text has it
    std::map<std::string, int> line_of;         ///< dotted key -> the line of its value, from 1
    std::string extends;                        ///< as written, "" without
    Preset base;                                ///< the values of keys that the text does not set
    bool readable = false;                      ///< false: the text cannot be parsed as a preset

    /// A problem of a file named by a key, valid while the key's value is unchanged. Added by a form, not by
    /// parsing.
    struct FileProblem {
        std::string value, what;
    };
    std::map<std::string, FileProblem> file_problems;

    /// The value that a form shows: as written, else the effective one.
    std::string shown(const preset::Key& key) const;
    bool is_written(const preset::Key& key) const { return written.contains(key.dotted()); }
    /// Whether the text changes the key's value.
    bool differs(const preset::Key& key) const;
    /// The problems of a key and its file in the window's language, one per line; "" if there are none.
    /// Includes problems under other tools' names of the key.
    QString problems_of(const preset::Key& key) const;
};

/// The key that a problem or an assignment names, also by another tool's name, or null.
const preset::Key* key_of(const std::string& dotted);

/// Reads the text of `file`, which need not be saved; relative paths count from the file's folder.
ParsedPreset read_preset(const std::string& text, const fs::path& file);

/// The line (from 1) of a problem's place if that is in `file`, else 0.
int line_in(const fs::path& file, const std::string& place);

} // namespace tunedesk::ui
