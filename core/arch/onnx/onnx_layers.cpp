// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/onnx/onnx_layers.h"

#include <cmath>
#include <fmt/format.h>

namespace tunedesk::arch {

namespace {

using Permutation = std::vector<std::int64_t>;

/// x / 2 (1 + erf(x / sqrt 2)); operator set 17 has no Gelu.
std::string exact_gelu(OnnxGraph& graph, const std::string& x) {
    const std::string erf =
        graph.add("Erf", {graph.add("Div", {x, graph.number(static_cast<float>(M_SQRT2))})});
    const std::string twice = graph.add("Mul", {x, graph.add("Add", {erf, graph.number(1)})});
    return graph.add("Mul", {twice, graph.number(0.5f)});
}

/// x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
std::string tanh_gelu(OnnxGraph& graph, const std::string& x) {
    const std::string cube = graph.add("Mul", {x, graph.add("Mul", {x, x})});
    const std::string sum = graph.add("Add", {x, graph.add("Mul", {cube, graph.number(0.044715f)})});
    const std::string tanh =
        graph.add("Tanh", {graph.add("Mul", {sum, graph.number(static_cast<float>(std::sqrt(M_2_PI)))})});
    const std::string twice = graph.add("Mul", {x, graph.add("Add", {tanh, graph.number(1)})});
    return graph.add("Mul", {twice, graph.number(0.5f)});
}

/// [batch, rows, width] as [batch, heads, ..] in the order of `permutation`.
std::string in_heads(OnnxGraph& graph, const LayerKind& kind, const std::string& x, Permutation permutation) {
    const std::string heads =
        graph.add("Reshape", {x, graph.wholes({0, 0, kind.heads, kind.head_width})}); // 0: as it is
    return graph.add("Transpose", {heads}, {{"perm", std::move(permutation)}});
}

std::string attention(OnnxGraph& graph, const LayerKind& kind, const BlockSpec& block, const std::string& x,
                      const std::string& mask) {
    const auto scale = static_cast<float>(1 / std::sqrt(static_cast<double>(kind.head_width)));
    const std::string query =
        graph.add("Mul", {onnx_linear(graph, block, Role::query, x), graph.number(scale)});
    const std::string queries = in_heads(graph, kind, query, {0, 2, 1, 3}),
                      keys = in_heads(graph, kind, onnx_linear(graph, block, Role::key, x), {0, 2, 3, 1}),
                      values = in_heads(graph, kind, onnx_linear(graph, block, Role::value, x), {0, 2, 1, 3});
    std::string scores = graph.add("MatMul", {queries, keys});
    if (!mask.empty()) scores = graph.add("Add", {scores, mask});
    const std::string shares = graph.add("Softmax", {scores}, {{"axis", std::int64_t{-1}}});
    const std::string context =
        graph.add("Transpose", {graph.add("MatMul", {shares, values})}, {{"perm", Permutation{0, 2, 1, 3}}});
    const std::string rows =
        graph.add("Reshape", {context, graph.wholes({0, 0, kind.heads * kind.head_width})});
    return onnx_linear(graph, block, Role::attention_output, rows);
}

std::string feed_forward(OnnxGraph& graph, const LayerKind& kind, const BlockSpec& block,
                         const std::string& x) {
    const std::string up = onnx_linear(graph, block, Role::up, x);
    return onnx_linear(graph, block, Role::down, onnx_activation(graph, kind.activation, up));
}

} // namespace

std::string onnx_linear(OnnxGraph& graph, const BlockSpec& block, Role role, const std::string& x) {
    const ParameterSpec &weight = *block.find(role), *bias = block.find(role, true);
    const std::string product = graph.add("MatMul", {x, graph.parameter(weight, !weight.transposed)});
    return bias ? graph.add("Add", {product, graph.parameter(*bias)}) : product;
}

std::string onnx_norm(OnnxGraph& graph, const BlockSpec& block, Role role, double eps, const std::string& x) {
    const ParameterSpec *weight = block.find(role), *bias = block.find(role, true);
    if (!weight) return x;
    return graph.add("LayerNormalization", {x, graph.parameter(*weight), graph.parameter(*bias)},
                     {{"axis", std::int64_t{-1}}, {"epsilon", static_cast<float>(eps)}});
}

std::string onnx_activation(OnnxGraph& graph, Activation activation, const std::string& x) {
    switch (activation) {
    case Activation::relu:
        return graph.add("Relu", {x});
    case Activation::tanh:
        return graph.add("Tanh", {x});
    case Activation::silu:
        return graph.add("Mul", {x, graph.add("Sigmoid", {x})});
    case Activation::gelu_tanh:
        return tanh_gelu(graph, x);
    case Activation::gelu:
        break;
    }
    return exact_gelu(graph, x);
}

std::string onnx_layer(OnnxGraph& graph, const ModelSpec& spec, std::size_t index, const std::string& hidden,
                       const std::string& mask) {
    const BlockSpec& block = spec.layers[index];
    const LayerKind& kind = spec.layer;
    const bool before = kind.norm_place == NormPlace::before;
    const std::string scope = fmt::format("/layer.{}", index);
    const auto norm = [&](Role role, const std::string& x) {
        return onnx_norm(graph, block, role, spec.norm_eps, x);
    };
    graph.enter(scope + "/attention");
    const std::string attended =
        attention(graph, kind, block, before ? norm(Role::attention_norm, hidden) : hidden, mask);
    std::string middle = graph.add("Add", {attended, hidden});
    if (!before) middle = norm(Role::attention_norm, middle);
    graph.enter(scope + "/feed_forward");
    const std::string transformed =
        feed_forward(graph, kind, block, before ? norm(Role::output_norm, middle) : middle);
    const std::string sum = graph.add("Add", {transformed, middle});
    return before ? sum : norm(Role::output_norm, sum);
}

} // namespace tunedesk::arch
