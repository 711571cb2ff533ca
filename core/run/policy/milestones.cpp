// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/milestones.h"

namespace tunedesk::run {

void Milestones::take(const event::Event& event) {
    using event::Type;
    const auto step = [&] { return static_cast<std::int64_t>(event::number(event.fields, "step", 0)); };
    if (event.type == Type::Started || event.type == Type::Resumed) started_training = true;
    if (event.type == Type::Step) kept.metrics_step = step();
    if (event.type == Type::CheckpointSaved) kept.checkpoint_step = step();
    if (event.type == Type::Finished) finished = true;
}

} // namespace tunedesk::run
