// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "format/safetensors.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tunedesk::format {

/// A value of a GGUF file's metadata.
using GgufValue = std::variant<bool, std::uint32_t, float, std::string, std::vector<std::string>,
                               std::vector<std::int32_t>>;

/// In the order in which they are written.
using GgufMetadata = std::vector<std::pair<std::string, GgufValue>>;

/// A tensor of a GGUF file: F32, F16 or BF16, row-major.
struct GgufTensor {
    std::string name;
    DType dtype = DType::F32;
    std::vector<std::int64_t> shape;                ///< in the order of safetensors; reversed in the file
    std::function<std::vector<std::byte>()> values; ///< called when written, one tensor at a time
};

/// Writes a GGUF file of version 3 (the format of ggml and llama.cpp), little endian, tensors at multiples of
/// 32 bytes; atomically. Throws Error 5001 on a full or failing disk, 4332 for a tensor of another type.
void write_gguf(const fs::path& path, const GgufMetadata& metadata, const std::vector<GgufTensor>& tensors);

} // namespace tunedesk::format
