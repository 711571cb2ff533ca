// SPDX-License-Identifier: GPL-3.0-or-later
#include "console_channel.h"

#include "base/clock.h"
#include "base/text.h"
#include "event/batch_lines.h"
#include "event/evaluation.h"
#include "event/number.h"

#include <atomic>
#include <cstdio>
#include <fmt/format.h>

namespace tunedesk::worker {

namespace {

std::atomic<bool> stop_requested = false;

using event::Event;
using event::number;
using event::Type;

std::string step_metrics(const Json& fields) {
    std::string text = fmt::format("loss {:.4f}", number(fields, "loss", 0));
    if (const auto accuracy = event::number_field(fields, "accuracy"))
        text += fmt::format(" accuracy {:.4f}", *accuracy);
    return text;
}

std::string text_of(const Event& event) {
    const Json& f = event.fields;
    switch (event.type) {
    case Type::Log:
        return f.value("level", "") + ": " + f.value("text", "");
    case Type::Started:
        return fmt::format("training {} samples for {} steps", f.value("samples", 0ll),
                           f.value("steps", 0ll));
    case Type::Resumed:
        return fmt::format("resumed from step {}", f.value("from_step", 0ll));
    case Type::Step:
        return fmt::format("step {} epoch {:.3f} {} lr {:.3g} grad_norm {:.3g} {:.3f} s/step",
                           f.value("step", 0ll), number(f, "epoch", 0), step_metrics(f),
                           number(f, "learning_rate", 0), number(f, "grad_norm", 0),
                           number(f, "step_seconds", 0));
    case Type::Eval:
        return fmt::format("{} at step {}: {}{}", f.value("split", ""), f.value("step", 0ll),
                           event::metrics_text(event, " ", false), f.value("best", false) ? " (best)" : "");
    case Type::CheckpointSaved:
        return "saved " + f.value("path", "");
    case Type::Finished:
        return fmt::format("finished after {} steps", f.value("steps", 0ll));
    default:
        return {};
    }
}

class ConsoleChannel : public event::Channel {
public:
    explicit ConsoleChannel(std::unique_ptr<event::Channel> inner) : inner_(std::move(inner)) {}

    void publish(Event event) override {
        event.t = utc_seconds(); // as the queue does for other channels
        std::string text = lines_.take(event);
        if (text.empty()) text = text_of(event);
        for (const std::string_view line : split(text, '\n'))
            if (!line.empty())
                std::fprintf(stdout, "%s %s\n", utc_text(event.t).c_str(),
                             harmless(std::string(line)).c_str());
        std::fflush(stdout);
        inner_->publish(std::move(event));
    }
    bool sync(double seconds) override { return inner_->sync(seconds); }
    event::Command command() override {
        return stop_requested.exchange(false) ? event::Command::stop : inner_->command();
    }
    void close(double seconds) override { inner_->close(seconds); }
    std::uint64_t dropped() const override { return inner_->dropped(); }

private:
    std::unique_ptr<event::Channel> inner_;
    event::BatchLines lines_;
};

} // namespace

std::unique_ptr<event::Channel> console_channel(std::unique_ptr<event::Channel> inner) {
    return std::make_unique<ConsoleChannel>(std::move(inner));
}

void request_stop() {
    stop_requested = true;
}

} // namespace tunedesk::worker
