// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/ranks/exchange.h"

#include "plan/constants.h"
#include "plan/estimate.h"
#include "plan/memory_plan.h"
#include "preset/schema/placement.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::plan {

namespace {

constexpr double row_value_bytes = 4; // rows are sent in fp32, independent of the compute type

/// Traffic to gather or scatter a tensor once among `ranks` ranks, in that many parts.
Traffic passed_once(double bytes, double parts, double ranks) {
    return {bytes * (ranks - 1) / ranks, parts * (ranks - 1)};
}

Traffic times(const Traffic& traffic, double count) {
    return {traffic.bytes * count, traffic.messages * count};
}

} // namespace

Traffic& Traffic::operator+=(const Traffic& more) {
    bytes += more.bytes;
    messages += more.messages;
    return *this;
}

double Link::seconds(const Traffic& traffic) const {
    return traffic.bytes / bytes_per_second + traffic.messages * message_seconds;
}

Link shared_memory_link() {
    return {host_exchange_bytes_per_second, 0};
}

Link gpu_link() {
    return {gpu_exchange_bytes_per_second, 0};
}

Link network_link(double bits_per_second) {
    return {bits_per_second / 8 / network_byte_overhead, network_message_seconds};
}

Traffic data_traffic(const Preset& preset, const arch::ModelSpec& spec, double ranks) {
    if (ranks <= 1) return {};
    const double stages = std::max(1, preset.parallel.pipeline_stages);
    const double value = size_of(preset.precision.params),
                 all = static_cast<double>(spec.count()) * value / stages,
                 trained = static_cast<double>(trainable_count(spec, preset)) * value / stages,
                 micro_batches = preset.training.gradient_accumulation_steps,
                 blocks = 1 + static_cast<double>(spec.layers.size()) / stages;
    const DividedState divided = divided_by(preset.parallel.strategy);
    const Traffic parameters = passed_once(all, blocks, ranks),
                  gradients = passed_once(trained, blocks, ranks);
    if (divided.parameters) {
        Traffic sent = times(parameters, 2 * micro_batches);
        return sent += times(gradients, micro_batches);
    }
    if (divided.gradients) return times(gradients, micro_batches + 1);
    if (divided.optimizer) return times(gradients, 2);
    const double buckets = std::ceil(trained / (preset.parallel.bucket_mb * (1 << 20)));
    return times(passed_once(trained, std::max(1.0, buckets), ranks), 2);
}

Traffic model_traffic(const Preset& preset, const arch::ModelSpec& spec, double rows) {
    Traffic sent;
    if (spec.layers.empty()) return sent;
    const double stages = std::max(1, preset.parallel.pipeline_stages),
                 slices = std::max(1, preset.parallel.tensor_size),
                 micro_batches = static_cast<double>(micro_batches_of(preset)),
                 bytes = rows * static_cast<double>(spec.layer.width) * row_value_bytes;
    if (stages > 1) { // a stage between two others sends to both
        const double neighbors = stages > 2 ? 2 : 1;
        sent += {micro_batches * neighbors * bytes, micro_batches * neighbors};
    }
    if (slices > 1) {
        const double layers = static_cast<double>(spec.layers.size()) / stages,
                     sums = layers * (checkpoint_interval(preset) > 0 ? 6 : 4);
        sent += times(passed_once(bytes, 1, slices), 2 * sums * micro_batches);
    }
    return sent;
}

} // namespace tunedesk::plan
