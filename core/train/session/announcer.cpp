// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/session/announcer.h"

#include "base/activity.h"
#include "event/evaluation.h"

#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace tunedesk::train {

using event::Event;
using event::Type;

void Announcer::progress(const std::string& phase, std::int64_t done, std::int64_t total) {
    Event event;
    event.type = Type::Progress;
    event.fields = {{"phase", phase}, {"done", done}, {"total", total}};
    if (collectives > 0) event.fields["collective"] = collectives.load();
    activity::touch();
    channel_.publish(std::move(event));
    {
        const std::lock_guard lock(mutex_);
        if (phase == phase_) return;
        phase_ = phase;
    }
    heartbeat({});
}

void Announcer::heartbeat(const std::string& waits_for) {
    Event event;
    event.type = Type::Heartbeat;
    {
        const std::lock_guard lock(mutex_);
        event.fields = {{"step", current_step.load()}, {"phase", phase_}};
    }
    if (collectives > 0) event.fields["collective"] = collectives.load();
    if (!waits_for.empty()) event.fields["waits_for"] = waits_for;
    channel_.publish(std::move(event));
}

void Announcer::log(const std::string& level, const std::string& text, std::string_view warning) {
    Event event;
    event.type = Type::Log;
    event.fields = {{"level", level}, {"text", text}};
    if (!warning.empty()) event.fields["warning"] = warning;
    if (leads_ || level != "info") channel_.publish(std::move(event));
}

void Announcer::event(Type type, Json fields) {
    if (!leads_) return;
    Event event;
    event.type = type;
    event.fields = std::move(fields);
    channel_.publish(std::move(event));
}

void Announcer::evaluated(const std::string& split, std::int64_t step, double epoch,
                          const task::Values& metrics, bool best,
                          const std::vector<event::TextSample>& samples,
                          const std::vector<event::PredictionSample>& predictions) {
    if (!leads_) return;
    Event evaluation = event::evaluation_event(split, step, epoch, metrics, best, samples);
    event::add_predictions(evaluation, predictions);
    channel_.publish(std::move(evaluation));
}

void Announcer::step(const event::StepEvent& step, Json memory, const std::vector<double>& rank_losses) {
    if (leads_) {
        Event metrics = event::to_event(step);
        for (const double loss : rank_losses)
            metrics.fields["rank_losses"].push_back(event::number_json(loss));
        channel_.publish(std::move(metrics));
    }
    Event sign;
    sign.type = Type::Heartbeat;
    sign.fields = {{"step", step.step},
                   {"phase", event::training_phase},
                   {"rss_bytes", step.rss_bytes},
                   {"gpu_allocated_bytes", step.gpu_allocated_bytes},
                   {"memory", std::move(memory)}};
    channel_.publish(std::move(sign));
}

std::uint64_t resident_bytes() {
    std::uint64_t pages = 0, ignored = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%lu %lu", &ignored, &pages) != 2) pages = 0;
        std::fclose(file);
    }
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t peak_resident_bytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

} // namespace tunedesk::train
