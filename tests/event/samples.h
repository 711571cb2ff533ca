// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"

#include <cmath>
#include <string>

namespace tunedesk::event {

inline Event make_event(Type type, Json fields) {
    Event event;
    event.type = type;
    event.rank = 0;
    event.rank_seq = 1;
    event.t = 1795246757.25;
    event.fields = std::move(fields);
    return event;
}

/// A Step with figures that need all their digits.
inline Event step_at(std::int64_t step) {
    StepEvent figures;
    figures.step = step;
    figures.epoch = static_cast<double>(step) / 30;
    figures.loss = 2.0 / std::sqrt(static_cast<double>(step) + 1);
    figures.accuracy = 1 - 1 / static_cast<double>(step + 2);
    figures.learning_rate = 5e-5 / static_cast<double>(step);
    figures.grad_norm = step % 2 ? std::sqrt(static_cast<double>(step)) : std::nan("");
    figures.samples = 12;
    figures.tokens = 3011;
    figures.step_seconds = 0.125;
    figures.rss_bytes = 1u << 30;
    Event event = to_event(figures);
    event.rank = 0;
    event.t = 1795246757.25 + static_cast<double>(step);
    return event;
}

inline Event eval_at(std::int64_t step, const std::string& split) {
    return make_event(Type::Eval, Json{{"split", split},
                                       {"step", step},
                                       {"epoch", static_cast<double>(step) / 30},
                                       {"loss", 1.0 / (static_cast<double>(step) + 3)},
                                       {"accuracy", 0.8125},
                                       {"macro_f1", 2.0 / 3},
                                       {"best", true}});
}

inline Event resumed_from(std::int64_t step) {
    return make_event(Type::Resumed,
                      Json{{"from_step", step}, {"from_epoch", 0}, {"from_samples", 12 * step}});
}

} // namespace tunedesk::event
