// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/onnx/onnx_graph.h"

#include "arch/merged_weights.h"
#include "base/text.h"
#include "format/number_conversion.h"

#include <cstring>
#include <fmt/ranges.h>

namespace tunedesk::arch {

namespace {

template <class Number>
std::vector<std::byte> bytes_of_numbers(const std::vector<Number>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(Number));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

} // namespace

std::string OnnxGraph::add(const char* type, std::vector<std::string> inputs, Attributes attributes) {
    const std::string base = scope_ + "/" + type;
    std::string output = base;
    for (int i = 1; !outputs_.insert(output).second; ++i)
        output = fmt::format("{}_{}", base, i);
    model.nodes.push_back({type, std::move(inputs), output, std::move(attributes)});
    return output;
}

void OnnxGraph::add_output(const std::string& output, const char* type, std::vector<std::string> inputs) {
    model.nodes.push_back({type, std::move(inputs), output, {}});
}

std::string OnnxGraph::number(float value) {
    std::string name = "/number_" + shortest(value);
    if (is_new(name))
        model.tensors.push_back(
            {name, format::OnnxType::f32, {}, [value] { return bytes_of_numbers(std::vector{value}); }});
    return name;
}

std::string OnnxGraph::add_wholes(const std::string& name, std::vector<std::int64_t> shape,
                                  const std::vector<std::int64_t>& values) {
    if (is_new(name))
        model.tensors.push_back(
            {name, format::OnnxType::i64, std::move(shape), [values] { return bytes_of_numbers(values); }});
    return name;
}

std::string OnnxGraph::whole(std::int64_t value) {
    return add_wholes(fmt::format("/whole_{}", value), {}, {value});
}

std::string OnnxGraph::wholes(const std::vector<std::int64_t>& values) {
    return add_wholes(fmt::format("/wholes_{}", fmt::join(values, "_")),
                      {static_cast<std::int64_t>(values.size())}, values);
}

std::string OnnxGraph::parameter(const ParameterSpec& parameter, bool turned) {
    const std::string name = parameter.name + (turned ? ".transposed" : "");
    if (!is_new(name)) return name;
    const std::string stored = stored_name(weights_, parameter, prefix_);
    std::vector<std::int64_t> shape = parameter.shape;
    if (turned) std::swap(shape.front(), shape.back());
    model.tensors.push_back(
        {name, format::OnnxType::f32, std::move(shape), [weights = &weights_, stored, turned] {
             const format::TensorInfo& info = weights->info(stored);
             std::vector<float> values = format::to_floats(weights->data(stored), info.dtype);
             if (turned) values = format::transposed(values, static_cast<std::size_t>(info.shape.front()));
             return bytes_of_numbers(values);
         }});
    return name;
}

} // namespace tunedesk::arch
