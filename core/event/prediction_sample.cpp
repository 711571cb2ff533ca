// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/prediction_sample.h"

#include "base/text.h"
#include "event/number.h"

#include <algorithm>
#include <iterator>

namespace tunedesk::event {

namespace {

constexpr std::size_t longest_sample_text = 400, longest_sample_label = 100;

} // namespace

void add_predictions(Event& event, const std::vector<PredictionSample>& samples) {
    for (const PredictionSample& sample : samples)
        event.fields["samples"].push_back({{"text", shortened(sample.text, longest_sample_text)},
                                           {"label", shortened(sample.label, longest_sample_label)},
                                           {"predicted", shortened(sample.predicted, longest_sample_label)},
                                           {"probability", number_json(sample.probability)}});
}

std::vector<PredictionSample> predictions_of(const Event& event) {
    std::vector<PredictionSample> samples;
    if (!event.fields.is_object()) return samples;
    const auto found = event.fields.find("samples");
    if (found == event.fields.end() || !found->is_array()) return samples;
    for (const Json& one : *found)
        if (one.is_object() && one.contains("predicted"))
            samples.push_back({text_field(one, "text"), text_field(one, "label"),
                               text_field(one, "predicted"), number_field(one, "probability").value_or(0)});
    return samples;
}

bool is_extra_validation(const Event& event) {
    const std::string split = text_field(event.fields, "split");
    constexpr const char* own[] = {"", "val", "validation", "test"};
    return event.type == Type::Eval && std::ranges::find(own, split) == std::end(own);
}

} // namespace tunedesk::event
