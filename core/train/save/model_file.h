// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/checkpoint.h"
#include "model/network.h"

#include <optional>
#include <vector>

namespace tunedesk::train {

/// Writes the weights of best/ or final/: model.safetensors, or with adapters PEFT's file of what is trained.
/// The whole parameters that are saved are given one after another; of those that are given about 4 MB stay
/// in memory. Calls throw Error 5001.
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

    /// Throws what format::SafetensorsFile throws. `step`: std::nullopt if its metadata has none.
    std::optional<std::int64_t> step() const;
    std::string name_of(const std::string& parameter) const;
};

/// std::nullopt if there is none.
std::optional<ModelFile> find_model_file(const fs::path& folder);

/// The step of a folder's weights; std::nullopt if they cannot be read.
std::optional<std::int64_t> step_of_model(const fs::path& folder);

} // namespace tunedesk::train
