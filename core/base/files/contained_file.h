// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <string_view>

namespace tunedesk {

/// Whether `name` is a file name without folders: UTF-8 of at most 255 bytes, not only dots, without bytes
/// that are invalid in a path.
bool is_plain_file_name(std::string_view name);

/// FOLDER/NAME, or FOLDER/SUBFOLDER/NAME, if it is a regular file that resolves to a path inside the folder,
/// or inside the `blobs` of a Hugging Face hub cache if the folder is one of its snapshots. Throws Error 4311
/// for a name that is not plain, 4312 if there is no such file, 4313 if it resolves outside, 4317 (FAULTS
/// 33).
fs::path contained_file(const fs::path& folder, const std::string& name, const std::string& subfolder = {});

} // namespace tunedesk
