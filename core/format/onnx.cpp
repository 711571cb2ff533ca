// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/onnx.h"

#include "base/error.h"
#include "base/files/streamed_file.h"
#include "base/protobuf.h"

#include <algorithm>
#include <bit>
#include <fmt/ranges.h>
#include <optional>

namespace tunedesk::format {

namespace {

static_assert(std::endian::native == std::endian::little);

// Field numbers of the messages in onnx.proto.
namespace model_field {
constexpr std::uint32_t ir_version = 1, producer_name = 2, graph = 7, opset_import = 8, metadata_props = 14;
}
namespace graph_field {
constexpr std::uint32_t node = 1, name = 2, initializer = 5, input = 11, output = 12;
}
namespace node_field {
constexpr std::uint32_t input = 1, output = 2, name = 3, op_type = 4, attribute = 5;
}
namespace attribute_field {
constexpr std::uint32_t name = 1, f = 2, i = 3, ints = 8, type = 20;
}
namespace tensor_field {
constexpr std::uint32_t dims = 1, data_type = 2, name = 8, raw_data = 9, external_data = 13,
                        data_location = 14;
}

constexpr std::int64_t ir_version = 8; // that of operator set 17
constexpr std::int64_t external = 1;   // TensorProto.DataLocation
// Small tensors are stored in the model's file; others begin at page boundaries of the data file, so that
// readers can map them.
constexpr std::uint64_t least_external_bytes = 1024, page_bytes = 4096;

using protobuf::put_bytes;
using protobuf::put_size;
using protobuf::put_whole;

/// StringStringEntryProto
std::string text_pair(const std::string& key, const std::string& value) {
    std::string out;
    put_bytes(out, 1, key);
    put_bytes(out, 2, value);
    return out;
}

std::string attribute_message(const std::string& name, const OnnxAttribute& value) {
    std::string out;
    put_bytes(out, attribute_field::name, name);
    if (const auto* number = std::get_if<float>(&value)) {
        protobuf::put_key(out, attribute_field::f, protobuf::Kind::fixed32);
        protobuf::put_fixed(out, std::bit_cast<std::uint32_t>(*number));
        put_whole(out, attribute_field::type, 1);
    } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        put_whole(out, attribute_field::i, *whole);
        put_whole(out, attribute_field::type, 2);
    } else {
        for (const std::int64_t one : std::get<std::vector<std::int64_t>>(value))
            put_whole(out, attribute_field::ints, one);
        put_whole(out, attribute_field::type, 7);
    }
    return out;
}

std::string node_message(const OnnxNode& node) {
    std::string out;
    for (const std::string& input : node.inputs)
        put_bytes(out, node_field::input, input);
    put_bytes(out, node_field::output, node.output);
    put_bytes(out, node_field::name, node.output);
    put_bytes(out, node_field::op_type, node.type);
    for (const auto& [name, value] : node.attributes)
        put_bytes(out, node_field::attribute, attribute_message(name, value));
    return out;
}

/// ValueInfoProto, with its TypeProto and TensorShapeProto.
std::string value_message(const OnnxValue& value) {
    std::string shape;
    for (const auto& extent : value.shape) {
        std::string dimension;
        if (const auto* number = std::get_if<std::int64_t>(&extent))
            put_whole(dimension, 1, *number);
        else
            put_bytes(dimension, 2, std::get<std::string>(extent));
        put_bytes(shape, 1, dimension);
    }
    std::string tensor, type, out;
    put_whole(tensor, 1, static_cast<std::int64_t>(value.type));
    put_bytes(tensor, 2, shape);
    put_bytes(type, 1, tensor);
    put_bytes(out, 1, value.name);
    put_bytes(out, 2, type);
    return out;
}

std::uint64_t bytes_of(const OnnxTensor& tensor) {
    std::uint64_t count = tensor.type == OnnxType::i64 ? 8 : 4;
    for (const std::int64_t extent : tensor.shape)
        count *= static_cast<std::uint64_t>(extent);
    return count;
}

/// The location of a tensor's values.
struct PlacedTensor {
    const OnnxTensor& tensor;
    std::optional<std::uint64_t> offset; ///< in the data file; std::nullopt if stored in the model's file
};

std::vector<PlacedTensor> placed(const std::vector<OnnxTensor>& tensors, std::uint64_t most_bytes) {
    std::uint64_t all = 0, end = 0;
    for (const OnnxTensor& tensor : tensors)
        all += bytes_of(tensor);
    std::vector<PlacedTensor> places;
    for (const OnnxTensor& tensor : tensors) {
        PlacedTensor place{tensor, {}};
        if (all > most_bytes && bytes_of(tensor) >= least_external_bytes) {
            place.offset = (end + page_bytes - 1) / page_bytes * page_bytes;
            end = *place.offset + bytes_of(tensor);
        }
        places.push_back(place);
    }
    return places;
}

/// The tensor's message up to its values, if these are part of it.
std::string tensor_head(const PlacedTensor& place, const std::string& data_name) {
    const OnnxTensor& tensor = place.tensor;
    std::string out;
    for (const std::int64_t extent : tensor.shape)
        put_whole(out, tensor_field::dims, extent);
    put_whole(out, tensor_field::data_type, static_cast<std::int64_t>(tensor.type));
    put_bytes(out, tensor_field::name, tensor.name);
    if (!place.offset) {
        put_size(out, tensor_field::raw_data, bytes_of(tensor));
        return out;
    }
    const auto add = [&](const char* key, const std::string& value) {
        put_bytes(out, tensor_field::external_data, text_pair(key, value));
    };
    add("location", data_name);
    add("offset", fmt::to_string(*place.offset));
    add("length", fmt::to_string(bytes_of(tensor)));
    put_whole(out, tensor_field::data_location, external);
    return out;
}

std::vector<std::byte> values_of(const OnnxTensor& tensor) {
    std::vector<std::byte> values = tensor.values();
    if (values.size() != bytes_of(tensor))
        throw Error(
            ErrorId::weight_shape_mismatch,
            {fmt::format("{} bytes", values.size()), fmt::format("{}", fmt::join(tensor.shape, ", "))},
            tensor.name);
    return values;
}

std::string_view as_text(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void write_data(const fs::path& path, const std::vector<PlacedTensor>& places) {
    StreamedFile file(path);
    std::uint64_t end = 0;
    for (const PlacedTensor& place : places) {
        if (!place.offset) continue;
        file.write(std::string(*place.offset - end, '\0'));
        file.write(as_text(values_of(place.tensor)));
        end = *place.offset + bytes_of(place.tensor);
    }
    file.close();
}

/// The part of the model's message before the graph.
std::string model_head(const OnnxModel& model) {
    std::string out, opset;
    put_whole(out, model_field::ir_version, ir_version);
    put_bytes(out, model_field::producer_name, "TuneDesk");
    put_bytes(opset, 1, ""); // the default domain
    put_whole(opset, 2, onnx_opset);
    put_bytes(out, model_field::opset_import, opset);
    for (const auto& [key, value] : model.metadata)
        put_bytes(out, model_field::metadata_props, text_pair(key, value));
    return out;
}

void write_model_file(const fs::path& path, const OnnxModel& model, const std::vector<PlacedTensor>& places) {
    std::string front, back;
    for (const OnnxNode& node : model.nodes)
        put_bytes(front, graph_field::node, node_message(node));
    put_bytes(front, graph_field::name, model.name);
    for (const OnnxValue& value : model.inputs)
        put_bytes(back, graph_field::input, value_message(value));
    for (const OnnxValue& value : model.outputs)
        put_bytes(back, graph_field::output, value_message(value));
    std::vector<std::string> heads; // of the tensors' fields
    std::uint64_t size = front.size() + back.size();
    for (const PlacedTensor& place : places) {
        const std::string head = tensor_head(place, onnx_data_path(path).filename().string());
        const std::uint64_t own = place.offset ? 0 : bytes_of(place.tensor);
        std::string field;
        put_size(field, graph_field::initializer, head.size() + own);
        heads.push_back(field + head);
        size += heads.back().size() + own;
    }
    std::string head = model_head(model);
    put_size(head, model_field::graph, size);
    StreamedFile file(path);
    file.write(head);
    file.write(front);
    for (std::size_t i = 0; i < places.size(); ++i) {
        file.write(heads[i]);
        if (!places[i].offset) file.write(as_text(values_of(places[i].tensor)));
    }
    file.write(back);
    file.close();
}

} // namespace

fs::path onnx_data_path(const fs::path& path) {
    return path.string() + ".data";
}

void write_onnx(const fs::path& path, const OnnxModel& model, std::uint64_t most_bytes) {
    const std::vector<PlacedTensor> places = placed(model.tensors, most_bytes);
    const bool has_data =
        std::ranges::any_of(places, [](const auto& place) { return place.offset.has_value(); });
    if (has_data) write_data(onnx_data_path(path), places);
    try {
        write_model_file(path, model, places);
    } catch (const Error&) {
        std::error_code ignored;
        if (has_data) fs::remove(onnx_data_path(path), ignored);
        throw;
    }
}

} // namespace tunedesk::format
