// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/word_head.h"

#include "arch/layer_costs.h"
#include "arch/word_logits.h"
#include "plan/constants.h"
#include "preset/schema/state_bytes.h"
#include "task/task.h"

#include <algorithm>

namespace tunedesk::plan {

namespace {

/// The head's weight.
const arch::ParameterSpec& weight_of(const arch::ModelSpec& spec) {
    return spec.tied_head ? *spec.embeddings.find(arch::Role::word) : *spec.head.find(arch::Role::classifier);
}

/// A table shared with the embeddings is frozen with them.
bool is_trained(const Preset& preset, const arch::ModelSpec& spec) {
    return weight_of(spec).trained && (!spec.tied_head || preset.model.train == Preset::Train::all);
}

} // namespace

WordHead::WordHead(const Preset& preset, const arch::ModelSpec& spec, bool cuda) {
    if (!task::task_of(preset.task).has_words()) return;
    const arch::ParameterSpec& weight = weight_of(spec);
    const bool trained = is_trained(preset, spec);
    words_ = static_cast<double>(weight.shape[0]);
    width_ = static_cast<double>(weight.shape[1]);
    elements_ = words_ * width_;
    chunk_ = static_cast<double>(
        arch::chunk_rows_of(weight.shape[0], cuda ? arch::device_chunk_logits : arch::host_chunk_logits));
    const double product = size_of(preset.precision.compute);
    const arch::TokenValues kept = arch::kept_by_word_head(spec);
    kept_ = kept.hidden * 4 + kept.products * product + kept.statistics * 4;
    const double rounded = product < 4 ? product : 0;
    const double gradient = trained ? 4 : 0;
    const bool is_fp16 = preset.precision.compute == Preset::Compute::fp16;
    if (cuda) { // separate exponentials, and a gradient and its rounded copy at the same time
        beside_product_ = rounded;
        beside_loss_ = 4;
        beside_gradient_ = 2 * rounded;
        forward_copies_ = product < size_of(preset.precision.params) ? product : 0;
        backward_copies_ = gradient + std::max(forward_copies_, trained ? rounded : 0.0);
    } else { // all in the logits' memory; rounded gradients are packed for their products
        beside_gradient_ = rounded;
        forward_copies_ = is_fp16 ? widened_table : product;
        backward_copies_ = gradient + (is_fp16 && trained ? widened_gradient : forward_copies_);
    }
}

double WordHead::rows_at_once(double rows) const {
    return std::min(rows, chunk_);
}

double WordHead::forward(double rows) const {
    const double logits = rows_at_once(rows) * words_;
    return logits * 4 +
           std::max(logits * beside_product_ + elements_ * forward_copies_, logits * beside_loss_);
}

double WordHead::backward(double rows) const {
    return rows_at_once(rows) * words_ * (4 + beside_gradient_) + elements_ * backward_copies_ +
           rows * width_ * 4;
}

} // namespace tunedesk::plan
