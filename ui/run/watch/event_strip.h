// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/curve_plot.h"

#include <QWidget>
#include <vector>

namespace tunedesk::ui {

class RunHistory;

/// The marks for plots above the strip: lines without symbols at ends of epochs, best models, pauses and
/// resumptions.
std::vector<PlotMark> marks_of_plots(const RunHistory& history);

/// A timeline of a run's checkpoints, best models, pauses, resumptions and warnings, as symbols with a label
/// if there is room, and a tool tip. A click emits step_chosen(). Window's thread.
class EventStrip : public QWidget {
    Q_OBJECT

public:
    explicit EventStrip(QWidget* parent = nullptr);

    /// Hidden while there are no events.
    void show_history(const RunHistory& history);
    /// "best 0.8252 at step 963": the texts in their order, for tests.
    QStringList texts() const;
    /// The rectangle of an event's symbol, for tests.
    QRect symbol(std::size_t index) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

Q_SIGNALS:
    void step_chosen(double step);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    enum class Kind { checkpoint, best, pause, resume, warning };
    struct Happening {
        Kind kind;
        double step;
        QString label, text;
    };
    int place_of(double step) const;
    const Happening* at(const QPoint& point) const;
    void paint_symbol(QPainter& painter, const Happening& one) const;

    std::vector<Happening> happenings_;
    double last_step_ = 0;
};

} // namespace tunedesk::ui
