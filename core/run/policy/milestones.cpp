#include "run/policy/milestones.h"

#include <fmt/format.h>

namespace tunedesk::run {

void Milestones::take(const event::Event& event) {
    using event::Type;
    const auto step = [&] { return static_cast<std::int64_t>(event::number(event.fields, "step", 0)); };
    if (event.type == Type::Started || event.type == Type::Resumed) started_training = true;
    if (event.type == Type::Step) metrics_step = step();
    if (event.type == Type::CheckpointSaved) checkpoint_step = step();
    if (event.type == Type::Finished) finished = true;
}

std::string Milestones::kept(bool resumed) const {
    std::string text = checkpoint_step ? fmt::format("checkpoint of step {}", *checkpoint_step)
                       : resumed       ? "the last committed checkpoint, if there was one"
                                       : "no checkpoint yet";
    if (metrics_step) text += fmt::format(", metrics to step {}", *metrics_step);
    return text;
}

} // namespace tunedesk::run
