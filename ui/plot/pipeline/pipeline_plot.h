// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/pipeline_passes.h"
#include "ui/plot/figure.h"

#include <QRectF>
#include <QWidget>

namespace tunedesk::ui {

/// The planned or measured passes of a pipeline's stages in a step: one row per stage, one bar per pass with
/// its micro-batch's number. Gaps are waiting time. Window's thread.
class PipelinePlot : public QWidget {
    Q_OBJECT

public:
    explicit PipelinePlot(QWidget* parent = nullptr);

    /// `title`: the origin of the passes; the fraction of waiting time is appended.
    void show_passes(event::PipelinePasses passes, const QString& title);
    const event::PipelinePasses& passes() const { return passes_; }
    /// "Step 12: stages wait 11.3 % of 0.42 s"
    QString caption() const;

    /// Paints the plot; also used for files.
    void draw(QPainter& painter, const QRectF& area, const FigureColours& colours) const;
    /// The contents of a figure file (render_figure), in paper colors.
    QByteArray render(const QString& suffix, int width = 900) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    int height_of_all(const QFontMetrics& metrics) const;
    void draw_stage(QPainter& painter, const QRectF& row, const std::vector<event::StagePass>& passes,
                    const FigureColours& colours) const;
    void draw_axis(QPainter& painter, const QRectF& rows, const FigureColours& colours) const;

    event::PipelinePasses passes_;
    QString title_;
};

} // namespace tunedesk::ui
