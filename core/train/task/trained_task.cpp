// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/task/trained_task.h"

#include "base/error.h"

#include <numeric>

namespace tunedesk::train {

namespace {

struct TrainedKind {
    task::Kind kind;
    const TrainedTask& (*task)();
};

constexpr TrainedKind trained_kinds[] = {
    {task::Kind::text_classification, classification},
    {task::Kind::image_classification, classification},
    {task::Kind::multi_label, multi_label},
    {task::Kind::regression, regression},
    {task::Kind::language_modeling, language_modeling},
    {task::Kind::chat, language_modeling},
    {task::Kind::token_classification, token_classification},
    {task::Kind::sentence_embedding, sentence_embedding},
};

} // namespace

const TrainedTask& trained_task(task::Kind kind) {
    for (const TrainedKind& each : trained_kinds)
        if (each.kind == kind) return each.task();
    throw Error(ErrorId::task_unsupported, {task::task_of(kind).name});
}

double mean_loss(const Evaluation& evaluation) {
    return std::accumulate(evaluation.losses.begin(), evaluation.losses.end(), 0.0) /
           static_cast<double>(evaluation.losses.size());
}

} // namespace tunedesk::train
