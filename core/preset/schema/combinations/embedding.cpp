// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/combinations/combination_row.h"

namespace tunedesk::preset {

namespace {

using P = Preset;

bool is_embedding(const Preset& preset) {
    return task::task_of(preset.task).embeds();
}

bool is_scored(const Preset& preset) {
    return !preset.data.score_column.empty();
}

/// Whether an evaluation of the preset's rows lacks the metric that is to choose the best model.
bool lacks_monitor(const Preset& preset) {
    const task::Metric* metric = task::task_of(preset.task).monitored(preset.checkpoint.monitor);
    if (!metric || preset.evaluation.strategy == P::EvalStrategy::no) return false;
    switch (metric->rows) {
    case task::Metric::Rows::all:
        return false;
    case task::Metric::Rows::scored:
        return !is_scored(preset);
    case task::Metric::Rows::unscored:
        return is_scored(preset);
    case task::Metric::Rows::triplets:
        return is_scored(preset) || preset.data.negative_column.empty();
    }
    return false;
}

Rows refused_embeddings() {
    return {
        refused(
            "data.text_pair_column", "task",
            [](const P& p) { return is_embedding(p) && p.data.text_pair_column.empty(); },
            PhraseId::column_empty),
        refused(
            "data.negative_column", "data.score_column",
            [](const P& p) { return is_embedding(p) && is_scored(p) && !p.data.negative_column.empty(); },
            PhraseId::negative_with_score),
        refused(
            "model.train", "task",
            [](const P& p) { return is_embedding(p) && p.model.train == P::Train::features; },
            PhraseId::features_without_head),
        refused(
            "precision.static_graph", "task",
            [](const P& p) { return is_embedding(p) && p.precision.static_graph; }, PhraseId::graph_of_pairs),
        refused(
            "checkpoint.monitor", "data.score_column data.negative_column",
            [](const P& p) { return is_embedding(p) && lacks_monitor(p); },
            [](const P& p) { return Phrase(PhraseId::monitor_of_other_rows, {p.checkpoint.monitor}); }),
    };
}

} // namespace

/// Rules for texts that are compared by their embeddings.
Rows embedding_combinations() {
    Rows rows = refused_embeddings();
    const auto is_other = [](const Preset& preset) { return !is_embedding(preset); };
    rows.push_back(not_used("data.negative_column data.score_column model.pooling", is_other,
                            used_with("task: sentence-embedding")));
    rows.push_back(not_used(
        "training.similarity_scale", [](const P& p) { return !is_embedding(p) || is_scored(p); },
        used_with("task: sentence-embedding without data.score_column")));
    return rows;
}

} // namespace tunedesk::preset
