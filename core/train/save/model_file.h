// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/checkpoint.h"
#include "model/network.h"

#include <optional>
#include <vector>

namespace tunedesk::train {

/// Writes the weights of best/ or final/: model.safetensors, or with adapters PEFT's file of the trained
/// parameters. Saved parameters are appended one by one, whole; about 4 MB of them are buffered. Calls throw
/// Error 5001.
class ModelFileWriter {
public:
    ModelFileWriter(const fs::path& folder, const model::Network& network, std::int64_t step);

    /// The next saved parameter in the model's order, on the device or the host.
    void append(const at::Tensor& value);
    format::Manifest::Entry finish();

private:
    const fs::path path_;
    const std::vector<format::TensorView> tensors_;
    format::SafetensorsWriter writer_;
    std::vector<at::Tensor> pending_;
    std::uint64_t pending_bytes_ = 0;
};

/// A file that a ModelFileWriter wrote into the folder.
struct ModelFile {
    fs::path path;
    bool has_adapters = false;

    /// The step in the file's metadata; std::nullopt if it has none. Throws what format::SafetensorsFile
    /// throws.
    std::optional<std::int64_t> step() const;
    std::string name_of(const std::string& parameter) const;
};

/// Finds the weights file in a folder; std::nullopt if there is none.
std::optional<ModelFile> find_model_file(const fs::path& folder);

/// The step of a folder's weights; std::nullopt if they cannot be read.
std::optional<std::int64_t> step_of_model(const fs::path& folder);

} // namespace tunedesk::train
