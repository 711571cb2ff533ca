// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"

#include <string>
#include <vector>

namespace tunedesk::event {

/// A validation row, and what the model makes of it: texts are cut, so that many fit into an event.
struct PredictionSample {
    std::string text, label, predicted;
    double probability = 0; ///< of the predicted class

    bool is_right() const { return label == predicted; }
    bool operator==(const PredictionSample&) const = default;
};

/// Adds them to an Eval event.
void add_predictions(Event& event, const std::vector<PredictionSample>& samples);

/// Those of an Eval event; none where it has none, or others than this version writes.
std::vector<PredictionSample> predictions_of(const Event& event);

/// Whether an Eval event is of one of the sets that are evaluated beside validation, which decide nothing.
bool is_extra_validation(const Event& event);

} // namespace tunedesk::event
