// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/library.h"

#include <QAbstractButton>
#include <vector>

namespace tunedesk::ui {

/// A run on the home page: title, state, score with the difference from the baseline, and loss curve; for an
/// active run, progress and remaining time. A click shows the run. Window's thread.
class RunCard : public QAbstractButton {
    Q_OBJECT

public:
    explicit RunCard(QWidget* parent = nullptr);

    struct Contents {
        LibraryEntryPtr entry, baseline;
        std::vector<double> loss;
        double seconds_left = -1; ///< below 0: not known
    };
    void set_contents(const Contents& contents);
    const LibraryEntryPtr& entry() const { return contents_.entry; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paint_head(QPainter& painter, const QRect& box) const;
    void paint_progress(QPainter& painter, const QRect& box) const;
    void paint_score(QPainter& painter, const QRect& box) const;

    Contents contents_;
};

} // namespace tunedesk::ui
