// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/redraw_clock.h"

#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int least_turn_ms = 2; ///< fast plots share a turn of the event loop

} // namespace

RedrawClock::RedrawClock(QObject* parent) : QObject(parent) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &RedrawClock::on_tick);
}

void RedrawClock::request(QObject* who, std::function<void()> redraw) {
    const auto same = [who](const Request& request) { return request.who == who; };
    if (std::none_of(requests_.begin(), requests_.end(), same)) requests_.push_back({who, std::move(redraw)});
    if (!timer_.isActive()) wait();
}

void RedrawClock::wait() {
    const qint64 waited = since_.isValid() ? since_.elapsed() : interval_;
    timer_.start(static_cast<int>(std::max<qint64>(0, interval_ - waited)));
}

void RedrawClock::on_tick() {
    if (round_.empty()) {
        for (Request& request : std::exchange(requests_, {}))
            round_.push_back(std::move(request));
        spent_ = 0;
        since_.start();
    }
    QElapsedTimer drawing;
    drawing.start();
    // Slow plots get one turn of the event loop each, so that input waits for one plot, not for all.
    while (!round_.empty() && drawing.elapsed() < least_turn_ms) {
        const Request request = std::move(round_.front());
        round_.pop_front();
        if (request.who) request.redraw();
    }
    spent_ += drawing.elapsed();
    if (!round_.empty()) return timer_.start(0);
    // Drawing takes about 1/25 of the time; the rest is for painting, input and the run itself.
    interval_ = std::clamp(static_cast<int>(spent_) * 25, least_interval_ms, 2000);
    if (!requests_.empty()) wait();
}

} // namespace tunedesk::ui
