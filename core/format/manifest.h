// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/checkpoint.h"

#include <string>

namespace tunedesk::format {

inline constexpr const char* manifest_name = "manifest.json";
inline constexpr std::size_t max_manifest_bytes = 4u << 20;

/// The text of a manifest, with a digest over its entries. parse_manifest() reads it back.
std::string manifest_text(const Manifest& manifest);

/// Entries of one writer among several, for the one that writes the manifest. parse_entries() reads the text
/// back; throws Error 4401 if it is none.
std::string entries_text(const std::vector<Manifest::Entry>& entries);
std::vector<Manifest::Entry> parse_entries(std::string_view text, const std::string& where);

} // namespace tunedesk::format
