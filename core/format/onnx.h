// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tunedesk::format {

/// Types of tensors, as TensorProto numbers them.
enum class OnnxType : std::uint8_t { f32 = 1, i64 = 7 };

using OnnxAttribute = std::variant<std::int64_t, float, std::vector<std::int64_t>>;

/// An operation of the default domain with one output, after which it is named.
struct OnnxNode {
    std::string type; ///< "MatMul"
    std::vector<std::string> inputs;
    std::string output;
    std::vector<std::pair<std::string, OnnxAttribute>> attributes;
};

/// An input or an output of the graph. Its extents are numbers, or names of those that a caller chooses.
struct OnnxValue {
    std::string name;
    OnnxType type = OnnxType::f32;
    std::vector<std::variant<std::int64_t, std::string>> shape;
};

/// A tensor of the file, row-major.
struct OnnxTensor {
    std::string name;
    OnnxType type = OnnxType::f32;
    std::vector<std::int64_t> shape;
    std::function<std::vector<std::byte>()> values; ///< made when they are written: one tensor at a time
};

struct OnnxModel {
    std::string name; ///< of the graph
    std::vector<OnnxValue> inputs, outputs;
    std::vector<OnnxTensor> tensors;
    std::vector<OnnxNode> nodes; ///< in an order in which they can be computed
    std::vector<std::pair<std::string, std::string>> metadata;
};

/// The operator set that models are written in.
inline constexpr std::int64_t onnx_opset = 17;
/// Protocol Buffers end at 2 GiB; some room is left for what is not tensors.
inline constexpr std::uint64_t most_onnx_bytes = 2'000'000'000;

/// The path of the tensors of a model that exceeds the size limit of one file: FILE.onnx.data in the same
/// folder.
fs::path onnx_data_path(const fs::path& path);

/// Writes an ONNX file, atomically, and where its tensors have more than `most_bytes` in all these into
/// onnx_data_path(), first. Throws Error 5001 on a full or failing disk, 4330 for a tensor whose values are
/// not of its shape.
void write_onnx(const fs::path& path, const OnnxModel& model, std::uint64_t most_bytes = most_onnx_bytes);

} // namespace tunedesk::format
