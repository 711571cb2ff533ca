// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"

#include <string>
#include <vector>

namespace tunedesk::event {

/// A validation row with the model's prediction. Texts are truncated so that many samples fit into an event.
struct PredictionSample {
    std::string text, label, predicted;
    double probability = 0; ///< of the predicted class

    bool is_right() const { return label == predicted; }
    bool operator==(const PredictionSample&) const = default;
};

/// Adds them to an Eval event.
void add_predictions(Event& event, const std::vector<PredictionSample>& samples);

/// The prediction samples of an Eval event; empty if it has none or they are not in this version's form.
std::vector<PredictionSample> predictions_of(const Event& event);

/// Whether an Eval event is of a set of data.extra_validation, which does not influence the choice of the
/// best model.
bool is_extra_validation(const Event& event);

} // namespace tunedesk::event
