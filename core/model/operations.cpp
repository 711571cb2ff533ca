#include "model/operations.h"

#include "model/functions.h"

#include <cstdlib>
#include <string_view>

namespace tunedesk::model {

const Operations& fused_operations() {
    static const Operations operations{"fused",
                                       OperandDevice::host,
                                       DropoutSource::counters,
                                       BatchForm::host,
                                       [](const Pass&, at::Device, int) {}, // nothing is drawn
                                       embed,
                                       self_attention,
                                       linear_residual_norm,
                                       feed_forward,
                                       drop_rows,
                                       classify,
                                       cross_entropy};
    return operations;
}

Placement placement_on(at::Device device, at::ScalarType compute, at::ScalarType params) {
    const char* wanted = std::getenv("TUNEDESK_OPERATIONS");
    const bool aten = !device.is_cpu() || (wanted && std::string_view(wanted) == "aten");
    return {device, aten ? &aten_operations() : &fused_operations(), compute, params};
}

} // namespace tunedesk::model
