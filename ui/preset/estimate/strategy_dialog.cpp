// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/estimate/strategy_dialog.h"

#include "base/text.h"
#include "ui/plot/pipeline/pipeline_plot.h"
#include "ui/preset/estimate/memory_bar.h"
#include "ui/preset/estimate/shard_picture.h"
#include "ui/widgets/text.h"

#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

QString words_of(Preset::Strategy strategy) {
    const DividedState divided = divided_by(strategy);
    if (divided.parameters)
        return StrategyDialog::tr(
            "Parameters, gradients and the optimizer's state are divided among the ranks; "
            "blocks are gathered when they are needed.");
    if (divided.gradients)
        return StrategyDialog::tr("Gradients and the optimizer's state are divided among the ranks.");
    if (divided.optimizer) return StrategyDialog::tr("The optimizer's state is divided among the ranks.");
    return StrategyDialog::tr("Each rank keeps a copy of everything.");
}

QString why(Preset::Strategy recommended) {
    const DividedState divided = divided_by(recommended);
    return divided.parameters  ? StrategyDialog::tr("a copy of the model on each rank does not fit")
           : divided.gradients ? StrategyDialog::tr("the optimizer does not fit on each rank")
                               : StrategyDialog::tr("a copy of everything fits on each rank");
}

} // namespace

StrategyDialog::StrategyDialog(const ShownCheck& check, QWidget* parent)
    : QDialog(parent), check_(check), choices_(new QButtonGroup(this)), picture_(new ShardPicture),
      use_(nullptr), explanation_(new QLabel) {
    setWindowTitle(tr("Strategies"));
    resize(760, 560);
    build();
    connect(choices_, &QButtonGroup::idToggled, this, &StrategyDialog::show_chosen);
    show_chosen();
}

QString StrategyDialog::explanation() const {
    return explanation_->text();
}

void StrategyDialog::build() {
    explanation_->setWordWrap(true);
    QString text;
    if (!check_.estimate->strategies.empty())
        text = tr("%n ranks share the samples of each step. The strategy says what each of them keeps.",
                  nullptr, check_.ranks);
    if (const auto recommended = check_.recommended_strategy())
        text += u' ' + tr("Recommended: %1, because %2 (%3 free for a rank).")
                           .arg(to_qt(name_of(*recommended)), why(*recommended),
                                to_qt(human_bytes(check_.memory_free_for_rank())));
    explanation_->setText(text);
    explanation_->setVisible(!text.isEmpty());
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    double longest = 0;
    for (const plan::StrategyPlan& plan : check_.estimate->strategies)
        longest = std::max(longest, static_cast<double>(plan.memory.total_bytes));
    for (const plan::StrategyPlan& plan : check_.estimate->strategies)
        add_row(grid, plan, longest);
    auto* buttons = new QDialogButtonBox;
    use_ = buttons->addButton(tr("Use"), QDialogButtonBox::AcceptRole);
    use_->setVisible(!check_.estimate->strategies.empty());
    buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addWidget(explanation_);
    column->addLayout(grid);
    column->addSpacing(8);
    column->addWidget(picture_);
    picture_->setVisible(!check_.estimate->strategies.empty());
    if (QWidget* stages = make_stages()) column->addWidget(stages);
    column->addStretch(1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(use_, &QPushButton::clicked, this, [this] {
        Q_EMIT use_requested(QStringLiteral("parallel.strategy"), to_qt(name_of(chosen())));
        accept();
    });
}

QWidget* StrategyDialog::make_stages() {
    const std::vector<plan::StagePlan>& stages = check_.estimate->stages;
    if (stages.empty()) return nullptr;
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    auto* words = new QLabel(tr("The model's layers are divided among %n stages, each on a rank of its own.",
                                nullptr, static_cast<int>(stages.size())));
    words->setWordWrap(true);
    column->addWidget(words);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setColumnStretch(1, 1);
    double longest = 0;
    for (const plan::StagePlan& stage : stages)
        longest = std::max(longest, static_cast<double>(stage.memory.total_bytes));
    for (int row = 0; row < static_cast<int>(stages.size()); ++row) {
        const plan::StagePlan& stage = stages[static_cast<std::size_t>(row)];
        auto* bar = new MemoryBar;
        bar->show_parts(MemoryBar::parts_of(stage.memory), static_cast<double>(check_.memory_free_for_rank()),
                        longest);
        grid->addWidget(
            new QLabel(
                tr("Stage %1: layers %2 to %3").arg(row).arg(stage.layers.first + 1).arg(stage.layers.last)),
            row, 0);
        grid->addWidget(bar, row, 1);
        grid->addWidget(new QLabel(tr("%1 per rank").arg(to_qt(human_bytes(stage.memory.total_bytes)))), row,
                        2);
    }
    column->addLayout(grid);
    if (check_.pipeline) {
        pipeline_ = new PipelinePlot;
        pipeline_->show_passes(*check_.pipeline, tr("Planned step"));
        column->addWidget(pipeline_);
    }
    return box;
}

void StrategyDialog::add_row(QGridLayout* grid, const plan::StrategyPlan& plan, double longest) {
    const int row = 2 * static_cast<int>(choices_->buttons().size());
    const bool recommended = plan.strategy == check_.recommended_strategy();
    auto* name = new QRadioButton(to_qt(name_of(plan.strategy)));
    name->setChecked(plan.strategy == check_.strategy);
    choices_->addButton(name, static_cast<int>(plan.strategy));
    auto* bar = new MemoryBar;
    bar->show_parts(MemoryBar::parts_of(plan.memory), static_cast<double>(check_.memory_free_for_rank()),
                    longest);
    auto* figures = new QLabel(
        tr("%1 per rank\nsends %2 per step")
            .arg(to_qt(human_bytes(plan.memory.total_bytes)), to_qt(human_bytes(plan.sent_bytes))));
    auto* words =
        new QLabel(words_of(plan.strategy) + (recommended ? u' ' + tr("Recommended here.") : QString()));
    words->setWordWrap(true);
    words->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(name, row, 0, Qt::AlignTop);
    grid->addWidget(bar, row, 1);
    grid->addWidget(figures, row, 2, 2, 1, Qt::AlignTop);
    grid->addWidget(words, row + 1, 1);
}

Preset::Strategy StrategyDialog::chosen() const {
    return choices_->checkedId() < 0 ? check_.strategy : static_cast<Preset::Strategy>(choices_->checkedId());
}

void StrategyDialog::show_chosen() {
    picture_->show_strategy(chosen(), check_.ranks);
    use_->setEnabled(choices_->checkedId() >= 0 && chosen() != check_.strategy);
}

} // namespace tunedesk::ui
