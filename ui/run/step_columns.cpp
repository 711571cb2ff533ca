// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/step_columns.h"

#include "ui/run/run_history.h"

#include <cmath>
#include <map>

namespace tunedesk::ui {

bool may_be_unmeasured(const std::string& name) {
    return name == "grad_norm";
}

StepColumns::StepColumns(const std::vector<std::string>& keys, FigureTable& table) {
    static const std::map<std::string, double StepFigures::*> known = {
        {"epoch", &StepFigures::epoch},
        {"tokens", &StepFigures::tokens},
        {"step_seconds", &StepFigures::step_seconds},
        {"loss", &StepFigures::loss},
        {"accuracy", &StepFigures::accuracy},
        {"rss_bytes", &StepFigures::rss_bytes},
        {"gpu_allocated_bytes", &StepFigures::gpu_allocated_bytes}};
    for (const std::string& key : keys) {
        const auto member = known.find(key);
        members_.push_back(member == known.end() ? nullptr : member->second);
        columns_.push_back(key == "epoch" ? std::nullopt : table.column(key));
        nan_is_missing_.push_back(may_be_unmeasured(key));
    }
}

StepFigures StepColumns::figures(const std::vector<double>& values, double epoch) const {
    StepFigures figures{.epoch = epoch};
    for (std::size_t i = 0; i < members_.size(); ++i)
        if (members_[i]) figures.*members_[i] = values[i];
    return figures;
}

void StepColumns::fill(const std::vector<double>& values, FigureTable& table) const {
    for (std::size_t i = 0; i < columns_.size(); ++i)
        if (columns_[i] && !(nan_is_missing_[i] && std::isnan(values[i]))) table.set(*columns_[i], values[i]);
}

} // namespace tunedesk::ui
