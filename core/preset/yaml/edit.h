// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace tunedesk::preset {

/// A change of a text: `removed` bytes from `offset` on become `inserted`.
struct TextEdit {
    std::size_t offset = 0, removed = 0;
    std::string inserted;

    bool changes() const { return removed > 0 || !inserted.empty(); }
};

std::string edited(const std::string& text, const TextEdit& edit);

/// The edit that gives a key of a preset's text another value, as set() reads it; paths as the text writes
/// them, $VARIABLES included. Where the text has the key, also under another tool's name, the value's bytes
/// change and nothing else: comments, quotes, { }, line breaks stay. Else the key is added in its section, in
/// the schema's order; what the text extends is left alone. A wrong value is written like any other: the
/// draft then has the problem.
///
/// The result has been read back: it differs in that key alone. Throws Error 2106 if that cannot be had (a
/// text that is no YAML, a value that an alias shares with another key, a line break in the value).
TextEdit edit_value(const std::string& text, const Key& key, std::string_view value);

/// The edit that takes a key out, with its line and a section that it leaves empty, so that the value of what
/// the text extends or the default holds again. No change where the text does not have it.
TextEdit edit_removal(const std::string& text, const Key& key);

} // namespace tunedesk::preset
