#pragma once

#include "format/checkpoint.h"

#include <string>

namespace tunedesk::format {

inline constexpr const char* manifest_name = "manifest.json";
inline constexpr std::size_t max_manifest_bytes = 4u << 20;

/// The text of a manifest, with a digest over its entries. parse_manifest() reads it back.
std::string manifest_text(const Manifest& manifest);

} // namespace tunedesk::format
