// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/run_publisher.h"

#include "base/clock.h"
#include "preset/schema/validation_sets.h"

#include <utility>

namespace tunedesk::run {

namespace {

event::RunRecorder::Options recorder_options(const Preset& preset) {
    const bool full = preset.logging.level == Preset::LogLevel::full;
    return {
        full, full && preset.logging.tensorboard, {}, preset.task, preset::extra_validation_names(preset)};
}

} // namespace

RunPublisher::RunPublisher(const event::RunFolder& folder, const Preset& preset, const event::RunLock& lock,
                           ViewerHub& hub)
    : lock_(lock), hub_(hub), recorder_(folder, recorder_options(preset)), first_seq_(recorder_.next_seq()) {}

void RunPublisher::publish(event::Event event) {
    send(std::move(event), true);
}

void RunPublisher::publish_of_rank(event::Event event, double now) {
    const bool journal = filter_.keeps(event, now);
    send(std::move(event), journal);
}

void RunPublisher::send(event::Event event, bool journal) {
    if (event.t == 0) event.t = utc_seconds();
    if (journal && !lock_.is_lost()) recorder_.record(event);
    hub_.broadcast(event);
}

void RunPublisher::log(const std::string& level, const std::string& text, std::string_view warning) {
    event::Event event;
    event.type = event::Type::Log;
    event.fields = Json{{"level", level}, {"text", text}};
    if (!warning.empty()) event.fields["warning"] = warning;
    publish(std::move(event));
}

} // namespace tunedesk::run
