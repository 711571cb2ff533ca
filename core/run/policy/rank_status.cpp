// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/rank_status.h"

#include "base/text.h"

#include <fmt/format.h>

namespace tunedesk::run {

void RankStatus::take(const event::Event& event) {
    using event::Type;
    const Type type = event.type;
    waits_for = type == Type::Heartbeat ? text_field(event.fields, "waits_for") : std::string();
    if (waits_for.empty()) last_worked = last_heard;
    if (const std::string now_in = text_field(event.fields, "phase"); !now_in.empty()) phase = now_in;
    if (const auto found = event.fields.find("collective"); found != event.fields.end())
        collective = found->is_string() ? found->get<std::string>() : found->dump();
    if (type == Type::Heartbeat || type == Type::Step)
        step = static_cast<std::int64_t>(event::number(event.fields, "step", 0));
    if (type == Type::Progress && phase == event::training_phase)
        step = static_cast<std::int64_t>(event::number(event.fields, "done", 0));
    if (type == Type::Heartbeat || type == Type::Step)
        if (const double bytes = event::number(event.fields, "gpu_allocated_bytes", -1);
            bytes >= 0 && bytes < 1e18)
            gpu_allocated_bytes = static_cast<std::uint64_t>(bytes);
    if (type != Type::Hello) return;
    said_hello = true;
    host = shortened(text_field(event.fields, "host"));
}

std::string RankStatus::where() const {
    const std::string place = is_remote && !host.empty() ? " on " + host : std::string();
    std::string text = fmt::format("rank {}{}, {}, step {}", index, place, phase, step);
    if (!collective.empty()) text += ", collective " + collective;
    if (!waits_for.empty()) text += waits_for == "disk" ? ", waits for the disk" : ", waits for the others";
    return text;
}

} // namespace tunedesk::run
