// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/merged_weights.h"

#include "base/error.h"
#include "format/number_conversion.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace tunedesk::arch {

namespace {

/// A parameter of the model and where its numbers are.
struct Source {
    const ParameterSpec* parameter = nullptr;
    std::string name;     ///< in the weights
    std::string down, up; ///< of its adapter; empty without one
};

std::vector<Source> sources_of(const ModelSpec& spec, const format::ModelWeights& weights) {
    std::vector<Source> sources;
    for (const BlockSpec* block : spec.blocks())
        for (const ParameterSpec& parameter : block->parameters) {
            if (is_adapter(parameter.name)) continue;
            Source source{&parameter, stored_name(weights, parameter, spec.prefix), {}, {}};
            for (const ParameterSpec& adapter : block->parameters)
                if (is_adapter(adapter.name) &&
                    adapter.name.starts_with(layer_name(parameter.name) + ".lora_") && parameter.is_product())
                    (adapter.role == Role::adapter_down ? source.down : source.up) = adapter.name;
            sources.push_back(std::move(source));
        }
    return sources;
}

/// values [outputs, inputs] (transposed: [inputs, outputs]) += scale B A.
void add_product(std::vector<float>& values, const ParameterSpec& parameter, const std::vector<float>& down,
                 const std::vector<float>& up, std::size_t rank, double scale) {
    const auto rows = static_cast<std::size_t>(parameter.shape[0]),
               columns = static_cast<std::size_t>(parameter.shape[1]);
    const std::size_t inputs = parameter.transposed ? rows : columns;
    std::vector<double> sums(columns);
    for (std::size_t row = 0; row < rows; ++row) {
        std::fill(sums.begin(), sums.end(), 0.0);
        for (std::size_t k = 0; k < rank; ++k) {
            const double left = parameter.transposed ? down[k * inputs + row] : up[row * rank + k];
            for (std::size_t column = 0; column < columns; ++column)
                sums[column] +=
                    left * (parameter.transposed ? up[column * rank + k] : down[k * inputs + column]);
        }
        for (std::size_t column = 0; column < columns; ++column)
            values[row * columns + column] += static_cast<float>(scale * sums[column]);
    }
}

} // namespace

std::string stored_name(const format::ModelWeights& weights, const ParameterSpec& parameter,
                        const std::string& prefix) {
    std::vector<std::string> names{parameter.name};
    if (parameter.name.starts_with(prefix)) names.push_back(parameter.name.substr(prefix.size()));
    names.push_back(prefix + parameter.name);
    const auto name = std::ranges::find_if(names, [&](const auto& one) { return weights.contains(one); });
    if (name == names.end()) throw Error(ErrorId::weights_incomplete, {}, parameter.name);
    const std::vector<std::int64_t>& shape = weights.info(*name).shape;
    if (shape != parameter.shape)
        throw Error(
            ErrorId::weight_shape_mismatch,
            {fmt::format("{}", fmt::join(shape, ", ")), fmt::format("{}", fmt::join(parameter.shape, ", "))},
            *name);
    return *name;
}

void write_merged(const ModelSpec& spec, const format::ModelWeights& weights, const fs::path& path) {
    const std::vector<Source> sources = sources_of(spec, weights);
    std::vector<format::TensorView> views;
    for (const Source& source : sources)
        views.push_back(
            {source.parameter->name, weights.info(source.name).dtype, source.parameter->shape, {}});
    format::SafetensorsWriter writer(path, views, {{"format", "pt"}});
    for (const Source& source : sources) {
        const format::DType type = weights.info(source.name).dtype;
        if (source.down.empty()) {
            writer.append(weights.data(source.name));
            continue;
        }
        const auto numbers = [&](const std::string& name) {
            return format::to_floats(weights.data(name), weights.info(name).dtype);
        };
        std::vector<float> values = numbers(source.name);
        add_product(values, *source.parameter, numbers(source.down), numbers(source.up),
                    static_cast<std::size_t>(spec.lora.rank), spec.lora.scale());
        const std::vector<std::byte> merged = format::from_floats(values, type);
        writer.append(merged);
        writer.flush();
    }
    writer.finish();
}

} // namespace tunedesk::arch
