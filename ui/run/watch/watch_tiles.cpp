// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/watch/watch_tiles.h"

#include "base/text.h"
#include "ui/run/watch/run_summary_text.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <cmath>

namespace tunedesk::ui {

namespace {

QString step_text(double step) {
    return to_qt(grouped(static_cast<std::uint64_t>(std::max(0.0, step))));
}

/// The maximum of a column of bytes; 0 if it does not exist.
double most_bytes_of(const FigureTable& table, const char* column) {
    const auto series = table.series(column);
    if (!series || series->size() == 0) return 0;
    const Series::Extent extent = series->extent(0, series->size());
    return extent.has_values() ? extent.max : 0;
}

} // namespace

WatchTiles::WatchTiles(QWidget* parent) : QWidget(parent), bar_(new QProgressBar) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    bar_->setRange(0, 1000);
    bar_->setTextVisible(false);
    bar_->setMaximumHeight(6);
    bar_->setAccessibleName(tr("Progress"));
    progress_ = add_tile(bar_);
    loss_ = add_tile();
    best_ = add_tile();
    speed_ = add_tile();
    hide();
}

WatchTiles::Tile WatchTiles::add_tile(QWidget* beside) {
    auto* card = new QFrame;
    card->setFrameShape(QFrame::StyledPanel);
    card->setProperty("tile", true);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(12, 6, 12, 6);
    column->setSpacing(0);
    const Tile tile{new QLabel, new QLabel, new QLabel};
    for (QLabel* label : {tile.title, tile.value, tile.detail}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        column->addWidget(label);
    }
    QFont small = font(), large = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    large.setPointSizeF(large.pointSizeF() * 1.5);
    large.setBold(true);
    tile.title->setFont(small);
    tile.detail->setFont(small);
    tile.value->setFont(large);
    tile.title->setForegroundRole(QPalette::PlaceholderText);
    tile.detail->setForegroundRole(QPalette::PlaceholderText);
    if (beside) column->insertWidget(2, beside);
    column->addStretch(1);
    static_cast<QHBoxLayout*>(layout())->addWidget(card, 1);
    return tile;
}

void WatchTiles::set(const Tile& tile, const QString& title, const QString& value, const QString& detail) {
    tile.title->setText(title);
    tile.value->setText(value);
    tile.detail->setText(detail);
    for (QLabel* label : {tile.title, tile.value, tile.detail})
        label->setToolTip(label->text());
}

void WatchTiles::show_history(const RunHistory& history, bool is_live, const event::RunStatus& status) {
    setVisible(history.steps().rows() > 0);
    if (history.steps().rows() == 0) return;
    show_progress(history, is_live, status);
    show_loss(history);
    show_best(history);
    show_speed(history, is_live);
}

void WatchTiles::show_progress(const RunHistory& history, bool is_live, const event::RunStatus& status) {
    const double last = history.steps().timeline()->places(Timeline::By::step).back();
    const auto& total = history.progress().total();
    const double steps = std::max(history.progress().steps(), total ? total->total : 0);
    const double done = is_live && total ? std::max(total->done, last) : last;
    const double share = status.is(event::state::done) && !is_live ? 1 : steps > 0 ? done / steps : 0;
    bar_->setValue(static_cast<int>(std::min(1.0, share) * 1000));
    const QString of_steps = steps > 0 ? tr("step %1 of %2").arg(step_text(done), step_text(steps))
                                       : tr("step %1").arg(step_text(done));
    if (!is_live)
        return set(progress_, tr("Total time"), to_qt(human_duration(active_seconds(history))),
                   ui::state_text(status) + QStringLiteral(" · ") + of_steps);
    const double rate = total ? total->rate() : 0;
    const QString left = rate > 0 && steps > done && !status.is_paused()
                             ? tr("%1 left").arg(to_qt(human_duration((steps - done) / rate)))
                             : ui::state_text(status);
    set(progress_, tr("Progress"), QStringLiteral("%1 %").arg(std::floor(share * 100)),
        left + QStringLiteral(" · ") + of_steps);
}

void WatchTiles::show_loss(const RunHistory& history) {
    const auto loss = latest_value(history.steps().series("loss"));
    const auto table = history.evaluations().find("val");
    const auto validation = table == history.evaluations().end() ? std::optional<double>()
                                                                 : latest_value(table->second.series("loss"));
    set(loss_, tr("Loss"), loss ? figure_text(*loss) : QStringLiteral("–"),
        validation ? tr("validation %1").arg(figure_text(*validation)) : QString());
}

void WatchTiles::show_best(const RunHistory& history) {
    const auto best = best_of(history, monitor_);
    if (!best) return set(best_, tr("Best validation"), QStringLiteral("–"), tr("no evaluation yet"));
    set(best_, tr("Best validation %1").arg(shown_metric(best->metric)), figure_text(best->value),
        tr("at step %1").arg(step_text(best->step)));
}

void WatchTiles::show_speed(const RunHistory& history, bool is_live) {
    const auto tokens = latest_value(history.steps().series("tokens_per_second"));
    const auto& total = history.progress().total();
    QString speed = QStringLiteral("–");
    if (tokens)
        speed = tr("%1 tokens/s").arg(step_text(*tokens));
    else if (is_live && total && total->rate() > 0)
        speed = tr("%1 steps/s").arg(QString::number(total->rate(), 'g', 3));
    const double host = most_bytes_of(history.steps(), "rss_bytes");
    const double gpu = most_bytes_of(history.steps(), "gpu_allocated_bytes");
    QStringList memory;
    if (gpu > 0) memory << tr("GPU memory %1").arg(to_qt(human_bytes(static_cast<std::uint64_t>(gpu))));
    if (host > 0) memory << tr("memory %1").arg(to_qt(human_bytes(static_cast<std::uint64_t>(host))));
    set(speed_, tr("Speed"), speed, memory.join(QStringLiteral(" · ")));
}

QStringList WatchTiles::texts() const {
    QStringList texts;
    for (const Tile& tile : {progress_, loss_, best_, speed_})
        texts
            << QStringLiteral("%1: %2; %3").arg(tile.title->text(), tile.value->text(), tile.detail->text());
    return texts;
}

} // namespace tunedesk::ui
