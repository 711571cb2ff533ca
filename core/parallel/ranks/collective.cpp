// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/ranks/collective.h"

#include "base/phrase.h"

#include <iterator>

namespace tunedesk::parallel {

namespace {

constexpr const char* op_names[] = {
    TUNEDESK_TRANSLATABLE("Collective", "sum"),        TUNEDESK_TRANSLATABLE("Collective", "broadcast"),
    TUNEDESK_TRANSLATABLE("Collective", "lead"),       TUNEDESK_TRANSLATABLE("Collective", "gather"),
    TUNEDESK_TRANSLATABLE("Collective", "all-gather"), TUNEDESK_TRANSLATABLE("Collective", "reduce-scatter"),
    TUNEDESK_TRANSLATABLE("Collective", "message"),
};
static_assert(std::size(op_names) == collective_ops);

constexpr const char* purpose_names[] = {
    TUNEDESK_TRANSLATABLE("Collective", "token cache"),
    TUNEDESK_TRANSLATABLE("Collective", "list of devices"),
    TUNEDESK_TRANSLATABLE("Collective", "feature cache"),
    TUNEDESK_TRANSLATABLE("Collective", "choice of the checkpoint"),
    TUNEDESK_TRANSLATABLE("Collective", "comparison of weights"),
    TUNEDESK_TRANSLATABLE("Collective", "copy of the weights"),
    TUNEDESK_TRANSLATABLE("Collective", "gradient sum"),
    TUNEDESK_TRANSLATABLE("Collective", "control exchange"),
    TUNEDESK_TRANSLATABLE("Collective", "loss sum"),
    TUNEDESK_TRANSLATABLE("Collective", "step figures"),
    TUNEDESK_TRANSLATABLE("Collective", "evaluation"),
    TUNEDESK_TRANSLATABLE("Collective", "save"),
    TUNEDESK_TRANSLATABLE("Collective", "run totals"),
    TUNEDESK_TRANSLATABLE("Collective", "parameter gather"),
    TUNEDESK_TRANSLATABLE("Collective", "parameter spread"),
    TUNEDESK_TRANSLATABLE("Collective", "norm sum"),
    TUNEDESK_TRANSLATABLE("Collective", "row sum"),
    TUNEDESK_TRANSLATABLE("Collective", "counts of samples"),
    TUNEDESK_TRANSLATABLE("Collective", "embedding gather"),
    TUNEDESK_TRANSLATABLE("Collective", "embedding gradient"),
    TUNEDESK_TRANSLATABLE("Collective", "hidden rows"),
    TUNEDESK_TRANSLATABLE("Collective", "gradient of hidden rows"),
    TUNEDESK_TRANSLATABLE("Collective", "export of parameters"),
    TUNEDESK_TRANSLATABLE("Collective", "tied table"),
    TUNEDESK_TRANSLATABLE("Collective", "gradient of the tied table"),
    TUNEDESK_TRANSLATABLE("Collective", "products of slices"),
    TUNEDESK_TRANSLATABLE("Collective", "gradients of slices"),
    TUNEDESK_TRANSLATABLE("Collective", "losses of slices"),
};
static_assert(std::size(purpose_names) == purposes);

} // namespace

const char* name_of(CollectiveOp op) {
    return op_names[static_cast<std::size_t>(op)];
}

const char* name_of(Purpose purpose) {
    return purpose_names[static_cast<std::size_t>(purpose)];
}

} // namespace tunedesk::parallel
