// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/follow/progress.h"

#include "base/text.h"
#include "event/evaluation.h"
#include "event/prediction_sample.h"
#include "event/run_status.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::run {

using event::number;

double ProgressBar::rate() const {
    const double elapsed = updated - started;
    return elapsed > 0 ? (done - first_done) / elapsed : 0;
}

std::string ProgressBar::percent(bool padded) const {
    const double whole = std::floor(fraction() * 100);
    return padded ? fmt::format("{:3.0f}%", whole) : fmt::format("{:.0f}%", whole);
}

std::string ProgressBar::text(const std::string& figures) const {
    const double speed = rate();
    const std::string elapsed = human_duration(updated - started);
    // What has not moved yet, or is paused, has neither a rate nor a rest.
    if (!(speed > 0)) return fmt::format("{:.0f}/{:.0f} [{}{}]", done, total, elapsed, figures);
    const std::string rate_text =
        speed >= 1 ? fmt::format("{:.2f}it/s", speed) : fmt::format("{:.2f}s/it", 1 / speed);
    return fmt::format("{:.0f}/{:.0f} [{}<{}, {}{}]", done, total, elapsed,
                       human_duration((total - done) / speed), rate_text, figures);
}

bool RunProgress::take(const event::Event& event, double now) {
    using event::Type;
    const auto& f = event.fields;
    switch (event.type) {
    case Type::Progress:
        progress(event, now);
        return true;
    case Type::Started:
        steps_ = number(f, "steps", 0);
        epochs_ = number(f, "epochs", 0);
        return true;
    case Type::Step:
        step(number(f, "loss", 0), number(f, "accuracy", NAN), number(f, "rss_bytes", 0),
             number(f, "gpu_allocated_bytes", 0));
        return true;
    case Type::Heartbeat:
        if (const auto memory = f.find("memory"); memory != f.end()) {
            memory_[event.rank] = report::parse_memory_bytes(*memory);
            return true;
        }
        return false;
    case Type::State:
        if (text_field(f, "state") == event::state::starting) restart();
        return true;
    case Type::Resumed:
        restart();
        return true;
    case Type::Eval:
        if (event::is_extra_validation(event)) return true;
        for (const auto& [name, value] : event::metrics_of(event)) {
            if (name == "loss") continue; // the headline is the first beside it
            evaluated_ = fmt::format(", val_{}={:.3f}", harmless(event::short_name(name)), value);
            break;
        }
        return true;
    case Type::Pipeline:
        if (auto passes = event::passes_of(event)) pipeline_ = std::move(passes);
        return false;
    default:
        return false;
    }
}

std::string RunProgress::memory(int rank, bool by_part) const {
    const auto found = memory_.find(rank);
    if (found == memory_.end()) return {};
    if (!by_part) return human_bytes(report::sum(found->second));
    std::string text;
    for (std::size_t part = 0; part < report::memory_parts.size(); ++part)
        if (const std::uint64_t bytes = found->second[part]; bytes > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", report::memory_parts[part],
                                human_bytes(bytes));
    return text;
}

void RunProgress::step(double loss, double accuracy, double rss_bytes, double gpu_bytes) {
    loss_ = loss;
    if (!std::isnan(accuracy)) accuracy_ = accuracy;
    rss_ = std::max(rss_, rss_bytes);
    gpu_ = std::max(gpu_, gpu_bytes);
}

void RunProgress::pause(double now) {
    if (!paused_from_) paused_from_ = total_ ? std::max(total_->updated, total_->started) : now;
    paused_until_ = now;
    phase_bar_.reset();
}

void RunProgress::leave_pause() {
    if (!paused_from_) return;
    const double seconds = std::max(0.0, paused_until_ - *paused_from_);
    paused_from_.reset();
    for (auto& [rank, bar] : ranks_)
        bar.started += seconds;
    if (total_) total_->started += seconds;
    epoch_started_ += seconds;
}

void RunProgress::restart() {
    paused_from_.reset();
    ranks_.clear();
    total_.reset();
    phase_bar_.reset();
    epoch_index_ = -1;
}

void RunProgress::progress(const event::Event& event, double now) {
    const std::string phase = harmless(text_field(event.fields, "phase"));
    const bool new_phase = phases_[event.rank] != phase;
    phases_[event.rank] = phase;
    if (phase == "paused") {
        if (event.rank == 0) pause(now);
        return;
    }
    if (event.rank == 0) leave_pause();
    const auto update = [&](ProgressBar& bar, bool fresh, std::string label) {
        const double done = number(event.fields, "done", 0);
        if (fresh) bar = {std::move(label), done, 0, now, now, done};
        bar.done = done;
        bar.total = number(event.fields, "total", 0);
        bar.updated = now;
    };
    if (phase == event::training_phase) {
        ProgressBar& rank = ranks_[event.rank];
        update(rank, rank.started == 0, fmt::format("rank {}", event.rank));
        if (event.rank != 0) return;
        const bool is_new = !total_ || total_->started == 0; // the journal's events have no time
        if (!total_) total_.emplace();
        update(*total_, is_new, "total");
        phase_bar_.reset();
        if (!(epochs_ > 0) || !(total_->total > 0)) return;
        const double in_one = total_->total / epochs_;
        const double index = std::floor(std::max(0.0, total_->done - 1) / in_one);
        if (index == epoch_index_ && !is_new) return;
        epoch_index_ = index;
        epoch_started_ = now;
        epoch_first_done_ = total_->done;
    } else if (event.rank == 0) {
        const bool fresh = new_phase || !phase_bar_;
        if (!phase_bar_) phase_bar_.emplace();
        update(*phase_bar_, fresh, phase);
    }
}

std::optional<ProgressBar> RunProgress::epoch() const {
    if (!total_ || epoch_index_ < 0 || !(epochs_ > 0)) return std::nullopt;
    const double in_one = total_->total / epochs_, before = epoch_index_ * in_one;
    ProgressBar bar;
    bar.label = fmt::format("epoch {:.0f}/{:.0f}", epoch_index_ + 1, std::ceil(epochs_));
    bar.total = std::round(std::min(in_one, total_->total - before));
    bar.done = std::clamp(std::round(total_->done - before), 0.0, bar.total);
    bar.first_done = epoch_first_done_ - before;
    bar.started = epoch_started_;
    bar.updated = total_->updated;
    return bar;
}

std::string RunProgress::figures(bool with_loss) const {
    std::string text;
    if (with_loss && loss_) text += fmt::format(", loss={:.4f}", *loss_);
    if (with_loss && accuracy_) text += fmt::format(", acc={:.3f}", *accuracy_);
    if (with_loss) text += evaluated_;
    if (rss_ > 0) text += ", " + human_bytes(static_cast<std::uint64_t>(rss_));
    if (gpu_ > 0) text += ", GPU " + human_bytes(static_cast<std::uint64_t>(gpu_));
    return text;
}

} // namespace tunedesk::run
