#include "ui/plot/redraw_clock.h"

#include <algorithm>

namespace tunedesk::ui {

RedrawClock::RedrawClock(QObject* parent) : QObject(parent) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &RedrawClock::beat);
}

void RedrawClock::request(QObject* who, std::function<void()> redraw) {
    const auto same = [who](const Request& request) { return request.who == who; };
    if (std::none_of(requests_.begin(), requests_.end(), same)) requests_.push_back({who, std::move(redraw)});
    if (timer_.isActive()) return;
    const qint64 waited = since_.isValid() ? since_.elapsed() : interval_;
    timer_.start(static_cast<int>(std::max<qint64>(0, interval_ - waited)));
}

void RedrawClock::beat() {
    since_.start();
    for (const Request& request : std::exchange(requests_, {}))
        if (request.who) request.redraw();
    // Drawing gets about a 25th of the time; painting, input and the run itself the rest.
    interval_ = std::clamp(static_cast<int>(since_.elapsed()) * 25, least_interval_ms, 2000);
}

} // namespace tunedesk::ui
