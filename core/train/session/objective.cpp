#include "train/session/objective.h"

#include "base/text.h"
#include "plan/data_specs.h"

#include <algorithm>

namespace tunedesk::train {

namespace {

/// Weights of the classes: none, balanced as scikit-learn's ("balanced": samples / (classes * count)), or a
/// list.
std::vector<float> class_weights(const Preset& preset, const Datasets& sets) {
    const std::string& text = preset.training.class_weights;
    const std::size_t classes = sets.labels.names.size();
    std::vector<float> weights;
    if (text == "none" || text.empty()) return weights;
    if (text == "balanced") {
        std::vector<double> counts(classes);
        for (const std::int32_t label : sets.train.labels)
            ++counts[static_cast<std::size_t>(label)];
        for (const double count : counts)
            weights.push_back(static_cast<float>(static_cast<double>(sets.train.size()) /
                                                 (static_cast<double>(classes) * std::max(1.0, count))));
    } else {
        plan::require_weights_fit(preset, classes);
        for (const std::string_view part : split(text, ','))
            weights.push_back(std::stof(std::string(part)));
    }
    return weights;
}

} // namespace

std::unique_ptr<model::Objective> make_objective(const Preset& preset, const Datasets& sets,
                                                 const model::Placement& placement) {
    return std::make_unique<model::Classification>(placement, class_weights(preset, sets),
                                                   preset.training.label_smoothing_factor,
                                                   sets.labels.names.size(), sets.train.labels);
}

} // namespace tunedesk::train
