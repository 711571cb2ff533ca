// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/journal/repeat_filter.h"

#include <algorithm>
#include <limits>

namespace tunedesk::event {

namespace {

std::optional<std::int64_t> whole(const Json& fields, const char* name) {
    if (!fields.is_object()) return std::nullopt;
    const auto found = fields.find(name);
    if (found == fields.end() || !found->is_number_integer()) return std::nullopt;
    return found->get<std::int64_t>();
}

} // namespace

std::optional<std::int64_t> step_of(const Event& event) {
    switch (event.type) {
    case Type::Resumed:
        return whole(event.fields, "from_step");
    case Type::Progress:
        return whole(event.fields, "done");
    case Type::Step:
    case Type::Eval:
    case Type::CheckpointSaved:
        return whole(event.fields, "step");
    default:
        return std::nullopt;
    }
}

bool RepeatFilter::repeats(const Event& event) {
    const auto step = step_of(event);
    if (!step || event.type == Type::Progress) return false;
    if (event.type == Type::Step) return repeats_step(*step);
    if (event.type == Type::Resumed) {
        if (last_step_) last_step_ = std::min(*last_step_, *step);
        for (auto& [key, last] : last_)
            last = std::min(last, *step);
        return false;
    }
    std::string key = name_of(event.type);
    if (event.type == Type::Eval && event.fields.contains("split")) key += event.fields["split"].dump();
    const auto [place, is_new] = last_.try_emplace(std::move(key), *step);
    if (is_new) return false;
    if (*step <= place->second) return true;
    place->second = *step;
    return false;
}

void OvertakenFilter::add_resumed(const Event& resumed) {
    if (const auto step = step_of(resumed)) resumptions_.push_back({resumed.seq, *step});
}

std::int64_t OvertakenFilter::next_start(std::uint64_t seq) {
    if (!ready_) {
        ready_ = true;
        for (std::size_t i = resumptions_.size(); i-- > 1;)
            resumptions_[i - 1].from_step =
                std::min(resumptions_[i - 1].from_step, resumptions_[i].from_step);
    }
    while (next_ < resumptions_.size() && resumptions_[next_].seq <= seq)
        ++next_;
    return next_ == resumptions_.size() ? std::numeric_limits<std::int64_t>::max()
                                        : resumptions_[next_].from_step;
}

bool OvertakenFilter::overtaken(const Event& event) {
    if (resumptions_.empty() || event.type == Type::Resumed) return false;
    const auto step = step_of(event);
    return step && overtaken(event.seq, *step);
}

} // namespace tunedesk::event
