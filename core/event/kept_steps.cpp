// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/kept_steps.h"

namespace tunedesk::event {

Phrase phrase_of(const KeptSteps& kept) {
    const bool metrics = kept.metrics_step.has_value();
    std::vector<std::string> values;
    if (kept.checkpoint_step) values.push_back(std::to_string(*kept.checkpoint_step));
    if (metrics) values.push_back(std::to_string(*kept.metrics_step));
    using enum PhraseId;
    const PhraseId id = kept.checkpoint_step    ? metrics ? kept_checkpoint_metrics : kept_checkpoint
                        : kept.may_have_earlier ? metrics ? kept_earlier_metrics : kept_earlier
                        : metrics               ? kept_metrics
                                                : kept_nothing;
    return Phrase(id, std::move(values));
}

Json to_json(const KeptSteps& kept) {
    const auto number = [](std::optional<std::int64_t> step) { return step ? Json(*step) : Json(); };
    return Json{{"checkpoint_step", number(kept.checkpoint_step)},
                {"metrics_step", number(kept.metrics_step)},
                {"may_have_earlier", kept.may_have_earlier}};
}

std::optional<KeptSteps> kept_steps_of(const Json& object) {
    const auto steps = object.find("kept_steps");
    if (steps == object.end() || !steps->is_object()) return std::nullopt;
    const auto number = [&](const char* name) -> std::optional<std::int64_t> {
        const auto found = steps->find(name);
        if (found == steps->end() || !found->is_number_integer()) return std::nullopt;
        return found->get<std::int64_t>();
    };
    const auto earlier = steps->find("may_have_earlier");
    return KeptSteps{number("checkpoint_step"), number("metrics_step"),
                     earlier != steps->end() && earlier->is_boolean() && earlier->get<bool>()};
}

} // namespace tunedesk::event
