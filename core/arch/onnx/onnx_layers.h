// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/onnx/onnx_graph.h"

namespace tunedesk::arch {

/// Adds a linear layer of the block; returns the name of its output.
std::string onnx_linear(OnnxGraph& graph, const BlockSpec& block, Role role, const std::string& x);

/// Adds a norm of the block over the last dimension; returns `x` itself if the block has none.
std::string onnx_norm(OnnxGraph& graph, const BlockSpec& block, Role role, double eps, const std::string& x);

std::string onnx_activation(OnnxGraph& graph, Activation activation, const std::string& x);

/// Adds layer `index` of the model; hidden [batch, rows, width]. `mask`: the value added to the
/// attention scores, [batch, 1, 1, rows]; empty if all rows are attended to.
std::string onnx_layer(OnnxGraph& graph, const ModelSpec& spec, std::size_t index, const std::string& hidden,
                       const std::string& mask);

} // namespace tunedesk::arch
