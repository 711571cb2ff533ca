// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/source/image_source.h"

#include <span>

/// The kinds of sources behind open_image_source(). Each throws its errors.
namespace tunedesk::image {

std::unique_ptr<ImageSource> open_folder(const fs::path& folder);
/// Combines archives; for an archive called train, ... the name is the split of its images without one.
std::unique_ptr<ImageSource> open_zips(std::span<const fs::path> archives);
std::unique_ptr<ImageSource> open_cifar(std::span<const fs::path> files);
/// `files`: those with images.
std::unique_ptr<ImageSource> open_idx(std::span<const fs::path> files);
std::unique_ptr<ImageSource> open_table(const fs::path& table, const ImageSourceSpec& spec);

/// data_batch_N.bin, test_batch.bin.
bool is_cifar_name(std::string_view name);
/// …-images-idx3-ubyte, or with a dot for the second dash, with or without .gz.
bool is_idx_name(std::string_view name);

} // namespace tunedesk::image
