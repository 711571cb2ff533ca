// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "task/metric.h"

#include <string>
#include <vector>

namespace tunedesk::event {

/// A prompt and the text that a language model generates from it.
struct TextSample {
    std::string prompt, text;
};

/// Makes an Eval event with the results on `split` ("val", "test"), every metric under its name. `epoch` is
/// fractional; `best`: the model is the best so far.
Event evaluation_event(const std::string& split, std::int64_t step, double epoch, const task::Values& metrics,
                       bool best, const std::vector<TextSample>& samples = {});

/// The metrics of an Eval event in the event's order: the loss, the task's main metric, then the others.
task::Values metrics_of(const Event& event);

/// The text samples of an Eval event; empty if it has none or they are not in this version's form.
std::vector<TextSample> samples_of(const Event& event);

/// The first two metrics with `separator` between them: "loss 0.4123, accuracy 0.8326". Short names are those
/// of metrics.csv's columns ("acc").
std::string metrics_text(const Event& event, const char* separator, bool short_names);

/// A metric's column in metrics.csv, which is also its short name; the name itself where no task has it.
std::string short_name(const std::string& metric);

} // namespace tunedesk::event
