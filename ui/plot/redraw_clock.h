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

/// The one timer that redraws the plots of a page: those that changed, one after the other, and so seldom
/// that drawing takes a small share of the thread's time. Thread rule: the window's.
class RedrawClock : public QObject {
    Q_OBJECT

public:
    explicit RedrawClock(QObject* parent = nullptr);

    /// Calls `redraw` at the next tick, once however often it was asked for, unless `who` is gone.
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
    std::deque<Request> round_; ///< what is left of the tick under way
    QTimer timer_;
    QElapsedTimer since_; ///< the last tick
    qint64 spent_ = 0;    ///< ms that its drawing took
    int interval_ = 0;    ///< ms from tick to tick
};

} // namespace tunedesk::ui
