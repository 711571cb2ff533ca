// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <array>
#include <string>

namespace tunedesk::format {

/// How a model's images become its inputs, as Hugging Face's preprocessor_config.json says it.
struct ImageProcessor {
    enum class Filter { bilinear, bicubic };
    Filter filter = Filter::bilinear;
    /// Factor of the model's size to which the shorter side is resized, before a center crop; 0: both sides
    /// are resized without a crop.
    double shorter_side = 0;
    /// Per channel, for values from 0 to 1: (value - mean) / deviation.
    std::array<float, 3> mean{0.5F, 0.5F, 0.5F}, deviation{0.5F, 0.5F, 0.5F};
};

inline constexpr const char* image_processor_name = "preprocessor_config.json";

/// Reads FOLDER/preprocessor_config.json; without one ViT's defaults. Throws Error 4321 or 4322, with file
/// and key, for what cannot be or is not supported, 4320 for a file that is no JSON.
ImageProcessor read_image_processor(const fs::path& folder);

/// The text of a preprocessor_config.json: the folder's own, or ViT's defaults, for images of `size` pixels a
/// side.
std::string image_processor_text(const fs::path& folder, int size);

} // namespace tunedesk::format
