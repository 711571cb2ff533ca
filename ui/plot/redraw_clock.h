// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <deque>
#include <functional>
#include <vector>

namespace tunedesk::ui {

/// The timer that redraws the plots of a page: only changed ones, one after the other, at an interval that
/// limits drawing to a small fraction of the thread's time. Thread rule: the window's.
class RedrawClock : public QObject {
    Q_OBJECT

public:
    explicit RedrawClock(QObject* parent = nullptr);

    /// Calls `redraw` at the next tick, once per `who` regardless of the number of requests, unless `who` was
    /// destroyed.
    void request(QObject* who, std::function<void()> redraw);

    static constexpr int least_interval_ms = 100;

private:
    void wait();
    void on_tick();

    struct Request {
        QPointer<QObject> who;
        std::function<void()> redraw;
    };
    std::vector<Request> requests_;
    std::deque<Request> round_; ///< remaining requests of the current tick
    QTimer timer_;
    QElapsedTimer since_; ///< time since the last tick
    qint64 spent_ = 0;    ///< duration of its drawing in ms
    int interval_ = 0;    ///< ms between ticks
};

} // namespace tunedesk::ui
