// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/checkpoint.h"
#include "format/safetensors.h"

#include <algorithm>
#include <string>

// Small saves that are made as a run's are.

namespace tunedesk::test {

inline std::vector<format::Manifest::Entry> fill_step(const fs::path& folder, std::int64_t step,
                                                      std::size_t bytes) {
    const std::vector<std::uint8_t> values(bytes, static_cast<std::uint8_t>(step));
    const std::vector<format::TensorView> tensors{
        {"w", format::DType::U8, {static_cast<std::int64_t>(bytes)}, std::as_bytes(std::span(values))}};
    std::vector<format::Manifest::Entry> entries;
    const fs::path weights = folder / "model.safetensors";
    const std::string hash = format::write_safetensors(weights, tensors, {{"format", "pt"}});
    entries.push_back({"model.safetensors", fs::file_size(weights), hash, format::whole_pieces(tensors)});
    entries.push_back(format::write_entry(folder, "state.json", "{\"step\":" + std::to_string(step) + "}"));
    return entries;
}

/// The step that a folder holds, after verifying it whole. Throws what verify_folder() throws.
inline std::int64_t step_in(const fs::path& folder) {
    format::verify_folder(folder);
    const std::string state = read_file(folder / "state.json", ErrorId::checkpoint_file_unreadable);
    return std::stoll(state.substr(state.find(':') + 1));
}

} // namespace tunedesk::test
