// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/tensor_slice.h"

#include "arch/model_spec.h"

namespace tunedesk::arch {

namespace {

/// By what a linear layer or a table is divided.
enum class DividedBy { nothing, outputs, inputs, words };

DividedBy division_of_layer(Role role, bool has_word_head) {
    switch (role) {
    case Role::query:
    case Role::key:
    case Role::value:
    case Role::query_key_value:
    case Role::gate:
    case Role::up:
        return DividedBy::outputs;
    case Role::attention_output:
    case Role::down:
        return DividedBy::inputs;
    case Role::word:
        return DividedBy::words;
    case Role::classifier:
        return has_word_head ? DividedBy::words : DividedBy::nothing;
    default:
        return DividedBy::nothing;
    }
}

/// The dimension that is divided; nothing of a parameter that every slice holds whole.
std::optional<std::size_t> divided_dimension(const ModelSpec& spec, const ParameterSpec& parameter) {
    const bool is_adapter = parameter.role == Role::adapter_down || parameter.role == Role::adapter_up;
    const Role role = is_adapter ? parameter.adapted : parameter.role;
    switch (division_of_layer(role, spec.has_word_head())) {
    case DividedBy::outputs:
        if (parameter.role == Role::adapter_down) return std::nullopt;
        return parameter.transposed ? 1 : 0;
    case DividedBy::inputs:
        if (parameter.role == Role::adapter_up || parameter.is_bias) return std::nullopt;
        return parameter.transposed ? 0 : 1;
    case DividedBy::words:
        if (is_adapter) return std::nullopt;
        return 0;
    case DividedBy::nothing:
        break;
    }
    return std::nullopt;
}

std::int64_t sections_of(const ParameterSpec& parameter) {
    const bool is_fused = parameter.role == Role::query_key_value ||
                          (parameter.role == Role::adapter_up && parameter.adapted == Role::query_key_value);
    return is_fused ? 3 : 1;
}

/// The shape of boxes stored one below another.
std::vector<std::int64_t> shape_of(const TensorPart& part) {
    std::vector<std::int64_t> shape = part.boxes.front().extent;
    shape[0] *= static_cast<std::int64_t>(part.boxes.size());
    return shape;
}

void slice_block(const ModelSpec& spec, const TensorSlice& slice, BlockSpec& block) {
    for (ParameterSpec& parameter : block.parameters) {
        TensorPart part = part_of(spec, parameter, slice);
        if (part.is_whole()) continue;
        parameter.shape = shape_of(part);
        parameter.part = std::move(part);
    }
}

} // namespace

TensorPart part_of(const ModelSpec& spec, const ParameterSpec& parameter, const TensorSlice& slice) {
    TensorPart part{.whole = parameter.shape};
    const std::optional<std::size_t> dimension = divided_dimension(spec, parameter);
    if (slice.is_whole() || !dimension) return part;
    const std::int64_t sections = sections_of(parameter), each = parameter.shape[*dimension] / sections,
                       first = each * slice.rank / slice.size, last = each * (slice.rank + 1) / slice.size;
    for (std::int64_t section = 0; section < sections; ++section) {
        format::Box box = format::Box::whole(parameter.shape);
        box.offset[*dimension] = section * each + first;
        box.extent[*dimension] = last - first;
        part.boxes.push_back(std::move(box));
    }
    return part;
}

ModelSpec sliced(const ModelSpec& spec, const TensorSlice& slice) {
    ModelSpec own = spec;
    if (slice.is_whole()) return own;
    slice_block(spec, slice, own.embeddings);
    for (BlockSpec& layer : own.layers)
        slice_block(spec, slice, layer);
    slice_block(spec, slice, own.head);
    own.layer.heads /= slice.size;
    own.layer.key_value_heads /= slice.size;
    own.layer.intermediate /= slice.size;
    own.layer.slice = slice;
    return own;
}

std::optional<UndividedSize> size_that_no_slice_divides(const ModelSpec& spec, int slices) {
    const UndividedSize sizes[] = {{"num_attention_heads", spec.layer.heads},
                                   {"num_key_value_heads", spec.layer.key_value_heads},
                                   {"intermediate_size", spec.layer.intermediate}};
    for (const UndividedSize& size : sizes)
        if (size.value % slices != 0) return size;
    const ParameterSpec* words = spec.embeddings.find(Role::word);
    if (words && words->shape[0] < slices) return UndividedSize{"vocab_size", words->shape[0]};
    return std::nullopt;
}

} // namespace tunedesk::arch
