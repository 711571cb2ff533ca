// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/settings_view.h"

#include "base/text.h"
#include "ui/compare/setting_axes.h"
#include "ui/plot/bar_plot.h"
#include "ui/style/fonts.h"
#include "ui/style/tokens.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

using Values = std::vector<std::optional<double>>;

/// The tool tip of a run's line: its name, its settings, its metric.
QString line_text(const QString& name, const std::vector<const report::VaryingSetting*>& settings,
                  const report::Figure& figure, const Values& values, std::size_t run) {
    QString text = name;
    for (const report::VaryingSetting* setting : settings)
        if (const auto& value = setting->values[run])
            text += u'\n' + to_qt(setting->key) + u'=' + to_qt(shortened(report::shown_setting(*value)));
    if (values[run])
        text += QStringLiteral("\n%1: %2").arg(figure_title(figure), to_qt(shown(figure, *values[run])));
    return text;
}

/// The settings to draw, in the preset's order: only the most important ones if there are too many.
std::vector<const report::VaryingSetting*> drawn_settings(const std::vector<report::VaryingSetting>& all,
                                                          const report::Importance& importance) {
    const auto place = [&](const report::VaryingSetting* setting) {
        return std::ranges::find(importance.settings, setting->key, &report::SettingImportance::key) -
               importance.settings.begin();
    };
    std::vector<const report::VaryingSetting*> drawn;
    for (const report::VaryingSetting& setting : all)
        drawn.push_back(&setting);
    if (drawn.size() <= SettingsView::most_axes) return drawn;
    std::ranges::stable_sort(drawn, {}, place);
    drawn.resize(SettingsView::most_axes);
    std::ranges::sort(drawn); // pointers into one vector, so that this is its order
    return drawn;
}

} // namespace

SettingsView::SettingsView(QWidget* parent)
    : QWidget(parent), metric_(new QComboBox), remark_(new QLabel), left_out_(new QLabel), empty_(new QLabel),
      plot_(new ParallelPlot), bars_(new BarPlot), stack_(new QStackedWidget) {
    metric_->setAccessibleName(tr("Metric that colors the runs"));
    metric_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* label = new QLabel(tr("M&etric:"));
    label->setBuddy(metric_);
    style::set_text_size(left_out_, style::TextSize::small, true);
    style::set_text_size(remark_, style::TextSize::small, true);
    remark_->setWordWrap(true);
    remark_->setContentsMargins(style::s, 0, style::s, style::s);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    auto* line = new QHBoxLayout;
    line->addWidget(label);
    line->addWidget(metric_);
    line->addSpacing(style::m);
    line->addWidget(left_out_);
    line->addStretch();
    auto* below = new QWidget;
    auto* rows = new QVBoxLayout(below);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(bars_);
    rows->addWidget(remark_);
    rows->addStretch();
    below->setAutoFillBackground(true);
    below->setBackgroundRole(QPalette::Base);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(plot_);
    splitter->addWidget(make_scrollable(below));
    splitter->setSizes({340, 240}); // relative heights
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    auto* shown = new QWidget;
    auto* column = new QVBoxLayout(shown);
    column->setContentsMargins(0, style::s, 0, 0);
    column->addLayout(line);
    column->addWidget(splitter, 1);
    stack_->addWidget(empty_);
    stack_->addWidget(shown);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(stack_);
    connect(metric_, &QComboBox::currentIndexChanged, this, &SettingsView::show_metric);
    connect(plot_, &ParallelPlot::clicked, this, &SettingsView::run_requested);
    show_runs(nullptr);
}

QString SettingsView::remark() const {
    return remark_->text();
}

void SettingsView::show_runs(std::shared_ptr<const ComparedRuns> runs) {
    runs_ = std::move(runs);
    figures_ = runs_ ? report::judging_figures(runs_->runs) : std::vector<const report::Figure*>();
    const QVariant chosen = metric_->currentData();
    {
        const QSignalBlocker quiet(metric_);
        metric_->clear();
        for (const report::Figure* figure : figures_)
            metric_->addItem(figure_title(*figure), to_qt(figure->key));
        metric_->setCurrentIndex(std::max(0, metric_->findData(chosen)));
    }
    const bool differ = runs_ && !runs_->varying.empty();
    empty_->setText(!differ ? tr("These runs have the same settings.")
                            : tr("No metric is known for two of these runs yet."));
    stack_->setCurrentIndex(differ && !figures_.empty() ? 1 : 0);
    if (stack_->currentIndex() == 1)
        show_metric();
    else
        plot_->set_contents({}, {}, false);
}

void SettingsView::show_metric() {
    const int at = metric_->currentIndex();
    if (!runs_ || at < 0 || at >= static_cast<int>(figures_.size())) return;
    const report::Figure& figure = *figures_[static_cast<std::size_t>(at)];
    Values values;
    for (const report::ComparedRun& run : runs_->runs)
        values.push_back(figure.read(run));
    const report::Importance importance = report::importance(runs_->varying, values);
    show_axes(figure, values, importance);
    show_importance(figure, importance);
}

void SettingsView::show_axes(const report::Figure& figure, const Values& values,
                             const report::Importance& importance) {
    const auto drawn = drawn_settings(runs_->varying, importance);
    const std::vector<std::string> keys = report::short_keys(runs_->varying), names = runs_->names();
    std::vector<ParallelAxis> axes;
    std::vector<ParallelLine> lines;
    for (std::size_t run = 0; run < values.size(); ++run) {
        const QString name = to_qt(names[run]);
        lines.push_back({name, line_text(name, drawn, figure, values, run), to_qt(runs_->places[run]), {}});
    }
    const auto add = [&](PlacedAxis placed) {
        axes.push_back(std::move(placed.axis));
        for (std::size_t run = 0; run < lines.size(); ++run)
            lines[run].at.push_back(placed.at[run]);
    };
    for (const report::VaryingSetting* setting : drawn)
        add(place_setting(*setting, to_qt(keys[static_cast<std::size_t>(setting - runs_->varying.data())])));
    add(place_figure(figure, values));
    plot_->set_contents(std::move(axes), std::move(lines), figure.better < 0);
    const auto more = static_cast<int>(runs_->varying.size() - drawn.size());
    left_out_->setText(more ? tr("%n further setting(s) differ: see Figures", nullptr, more) : QString());
}

void SettingsView::show_importance(const report::Figure& figure, const report::Importance& importance) {
    const auto runs = static_cast<int>(importance.runs);
    bars_->set_title(tr("Importance of settings: %1, %n run(s)", nullptr, runs).arg(figure_title(figure)));
    std::vector<Bar> bars;
    const std::vector<std::string> keys = report::short_keys(runs_->varying);
    for (const report::SettingImportance& one : importance.settings) {
        const auto at = std::ranges::find(runs_->varying, one.key, &report::VaryingSetting::key);
        Bar bar;
        bar.label = to_qt(keys[static_cast<std::size_t>(at - runs_->varying.begin())]);
        bar.value = one.share;
        bar.text = QStringLiteral("%1 %").arg(qRound(100 * one.share));
        if (one.trend)
            bar.text = tr("%1, correlation %2")
                           .arg(bar.text, (*one.trend < 0 ? QChar(0x2212) : QChar(u'+')) +
                                              QString::number(std::abs(*one.trend), 'f', 2));
        bars.push_back(std::move(bar));
    }
    bars_->set_full_length(1);
    bars_->setVisible(!bars.empty());
    bars_->set_bars(std::move(bars));
    const QString method =
        tr("Share of the variance of the metric's ranks that a setting explains by itself: adjusted R² of a "
           "least-squares fit on its ranks and their squares, or on its values. Settings that change "
           "together share it.");
    if (importance.runs < report::least_runs)
        remark_->setText(tr("Importance needs at least %1 runs with this metric; there are %2.")
                             .arg(report::least_runs)
                             .arg(importance.runs));
    else if (importance.settings.empty())
        remark_->setText(tr("No setting has the same value in several runs: their importance is unknown."));
    else if (importance.runs < report::enough_runs)
        remark_->setText(tr("Approximate: fewer than %1 runs.").arg(report::enough_runs) + u' ' + method);
    else
        remark_->setText(method);
}

} // namespace tunedesk::ui
