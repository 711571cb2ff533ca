// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/operations.h"

#include "model/host/decoder_operations.h"
#include "model/host/functions.h"
#include "model/host/small_operations.h"

#include <cstdlib>
#include <string_view>

namespace tunedesk::model {

const Operations& fused_operations() {
    static const Operations operations{.name = "fused",
                                       .device = OperandDevice::host,
                                       .dropout_source = DropoutSource::counters,
                                       .batch_form = BatchForm::host,
                                       .begin = [](const Pass&, at::Device, int) {}, // no random numbers
                                       .embed = embed,
                                       .self_attention = self_attention,
                                       .linear_residual_norm = linear_residual_norm,
                                       .feed_forward = feed_forward,
                                       .linear = host_linear,
                                       .linears = host_linears,
                                       .activated_product = host_activated_product,
                                       .select = host_select,
                                       .attention = host_attention,
                                       .bias_dropout_residual = host_bias_dropout_residual,
                                       .norm = host_norm,
                                       .activation = host_activation,
                                       .gated = host_gated,
                                       .rotate = host_rotate,
                                       .embedding = host_embedding,
                                       .drop = drop_rows,
                                       .classify = classify,
                                       .cross_entropy = cross_entropy,
                                       .linear_cross_entropy = host_linear_cross_entropy};
    return operations;
}

Placement placement_on(at::Device device, at::ScalarType compute, at::ScalarType params) {
    const char* wanted = std::getenv("TUNEDESK_OPERATIONS");
    const bool aten = !device.is_cpu() || (wanted && std::string_view(wanted) == "aten");
    return {device, aten ? &aten_operations() : &fused_operations(), compute, params};
}

} // namespace tunedesk::model
