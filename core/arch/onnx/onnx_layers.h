// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/onnx/onnx_graph.h"

namespace tunedesk::arch {

/// A linear layer of the block; its output.
std::string onnx_linear(OnnxGraph& graph, const BlockSpec& block, Role role, const std::string& x);

/// A norm of the block over the last dimension; `x` itself where the block has none.
std::string onnx_norm(OnnxGraph& graph, const BlockSpec& block, Role role, double eps, const std::string& x);

std::string onnx_activation(OnnxGraph& graph, Activation activation, const std::string& x);

/// Layer `index` of the model, hidden [batch, rows, width]. `mask`: what is added to the attention's scores,
/// [batch, 1, 1, rows]; empty if all rows are seen.
std::string onnx_layer(OnnxGraph& graph, const ModelSpec& spec, std::size_t index, const std::string& hidden,
                       const std::string& mask);

} // namespace tunedesk::arch
