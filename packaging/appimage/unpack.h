// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "image.h"

#include <cstdint>
#include <string>

namespace tunedesk::appimage {

/// Bytes of all files of the image, unpacked.
std::uint64_t unpacked_size(const Image& image);

/// Unpacks the image as a new folder of this name: whole, or not at all. Throws DamagedImage, or
/// std::runtime_error where the folder is there, or its file system has too little space or lets no program
/// run.
void unpack(const Image& image, const std::string& folder);

/// Removes what ended starts have left of `folder` half unpacked; the caller holds the lock of its place.
void remove_unfinished(const std::string& folder);

} // namespace tunedesk::appimage
