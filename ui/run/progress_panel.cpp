// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/progress_panel.h"

#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>

namespace tunedesk::ui {

namespace {

constexpr std::size_t most_shown_ranks = 8; ///< the table of ranks shows all

} // namespace

ProgressPanel::ProgressPanel(QWidget* parent)
    : QFrame(parent), grid_(new QGridLayout(this)), waiting_(new QLabel) {
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(4);
    grid_->setColumnStretch(1, 2);
    grid_->setColumnStretch(2, 3);
    grid_->addWidget(waiting_, 0, 0, 1, 3);
    setAccessibleName(tr("Progress"));
}

void ProgressPanel::set_row(std::size_t index, const QString& label, const run::ProgressBar& bar,
                            const std::string& figures) {
    while (rows_.size() <= index) {
        Row row{new QLabel, new QProgressBar, new QLabel};
        row.bar->setRange(0, 1000);
        row.bar->setTextVisible(true);
        row.bar->setMaximumHeight(row.bar->fontMetrics().height() + 4);
        row.text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        row.text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        const int at = static_cast<int>(rows_.size()) + 1;
        grid_->addWidget(row.label, at, 0);
        grid_->addWidget(row.bar, at, 1);
        grid_->addWidget(row.text, at, 2);
        rows_.push_back(row);
    }
    const Row& row = rows_[index];
    const QString text = to_qt(bar.text(figures));
    row.label->setText(label);
    row.bar->setValue(static_cast<int>(bar.fraction() * 1000));
    row.bar->setFormat(to_qt(bar.percent()));
    row.bar->setAccessibleName(label);
    row.bar->setAccessibleDescription(text);
    row.text->setText(text);
    row.text->setToolTip(text);
    for (QWidget* widget :
         {static_cast<QWidget*>(row.label), static_cast<QWidget*>(row.bar), static_cast<QWidget*>(row.text)})
        widget->setVisible(true);
}

void ProgressPanel::show_progress(const run::RunProgress& progress, const QString& state) {
    used_ = 0;
    if (const auto& total = progress.total()) set_row(used_++, tr("total"), *total, progress.figures());
    if (const auto epoch = progress.epoch(); epoch && progress.epochs() > 1)
        set_row(used_++, tr("epoch %1").arg(to_qt(epoch->label.substr(6))), *epoch, {});
    if (const auto& phase = progress.phase_bar()) set_row(used_++, phase_text(phase->label), *phase, {});
    if (progress.ranks().size() > 1)
        for (const auto& [rank, bar] : progress.ranks())
            if (static_cast<std::size_t>(rank) < most_shown_ranks)
                set_row(used_++, tr("rank %1").arg(rank), bar, {});
    for (std::size_t i = used_; i < rows_.size(); ++i)
        for (QWidget* widget : {static_cast<QWidget*>(rows_[i].label), static_cast<QWidget*>(rows_[i].bar),
                                static_cast<QWidget*>(rows_[i].text)})
            widget->setVisible(false);
    waiting_->setVisible(used_ == 0);
    waiting_->setText(state);
}

QStringList ProgressPanel::texts() const {
    QStringList texts;
    for (std::size_t i = 0; i < used_; ++i)
        texts << rows_[i].label->text() + QStringLiteral(": ") + rows_[i].bar->format() + u' ' +
                     rows_[i].text->text();
    return texts;
}

} // namespace tunedesk::ui
