// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/evaluation.h"

#include "base/text.h"
#include "event/number.h"
#include "task/task.h"

#include <fmt/format.h>

namespace tunedesk::event {

Event evaluation_event(const std::string& split, std::int64_t step, double epoch, const task::Values& metrics,
                       bool best, const std::vector<TextSample>& samples) {
    Event event;
    event.type = Type::Eval;
    event.fields = {{"split", split}, {"step", step}, {"epoch", epoch}};
    for (const auto& [name, value] : metrics)
        event.fields[name] = number_json(value);
    event.fields["best"] = best;
    for (const TextSample& sample : samples)
        event.fields["samples"].push_back({{"prompt", sample.prompt}, {"text", sample.text}});
    return event;
}

std::vector<TextSample> samples_of(const Event& event) {
    std::vector<TextSample> samples;
    const auto found = event.fields.is_object() ? event.fields.find("samples") : event.fields.end();
    if (!event.fields.is_object() || found == event.fields.end() || !found->is_array()) return samples;
    for (const Json& one : *found)
        if (one.is_object() && !one.contains("predicted"))
            samples.push_back({text_field(one, "prompt"), text_field(one, "text")});
    return samples;
}

task::Values metrics_of(const Event& event) {
    task::Values values;
    if (!event.fields.is_object()) return values;
    for (const auto& [name, value] : event.fields.items()) {
        if (name == "step" || name == "epoch" || name == "split" || value.is_boolean()) continue;
        if (const auto number = as_number(value)) values.emplace_back(name, *number);
    }
    return values;
}

std::string metrics_text(const Event& event, const char* separator, bool short_names) {
    constexpr std::size_t most = 2;
    std::string text;
    const task::Values values = metrics_of(event);
    for (std::size_t i = 0; i < std::min(most, values.size()); ++i)
        text += fmt::format("{}{} {:.4f}", i ? separator : "",
                            harmless(short_names ? short_name(values[i].first) : values[i].first),
                            values[i].second);
    return text;
}

std::string short_name(const std::string& metric) {
    for (const task::Task& task : task::tasks())
        if (const task::Metric* found = task.find_metric(metric)) return found->column;
    return metric;
}

} // namespace tunedesk::event
