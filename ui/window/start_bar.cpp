#include "ui/window/start_bar.h"

#include "ui/widgets/background.h"
#include "ui/widgets/text.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

namespace tunedesk::ui {

QString device_text(const Preset& preset, const run::ThisMachine& machine) {
    const int ranks = preset.parallel.processes;
    const std::string& devices = preset.parallel.devices;
    const bool gpus = devices != "cpu" && machine.gpus > 0;
    if (gpus) return ranks == 1 ? StartBar::tr("GPU") : StartBar::tr("%n GPUs", nullptr, ranks);
    return ranks == 1 ? StartBar::tr("CPU") : StartBar::tr("CPU, %n processes", nullptr, ranks);
}

StartBar::StartBar(QWidget* parent)
    : QWidget(parent), reason_(new QToolButton), start_(new QPushButton(tr("Start"))) {
    reason_->setAutoRaise(true);
    reason_->setAccessibleName(tr("Why the run cannot start"));
    reason_->setToolTip(tr("Shows the field to correct"));
    reason_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    QSizePolicy stays = reason_->sizePolicy();
    stays.setRetainSizeWhenHidden(true); // or the button would fill the line
    reason_->setSizePolicy(stays);
    start_->setMinimumWidth(220);
    QFont bold = start_->font();
    bold.setBold(true);
    start_->setFont(bold);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 8, 8, 8);
    row->setSpacing(8);
    row->addWidget(reason_, 1);
    row->addWidget(start_);
    connect(start_, &QPushButton::clicked, this, &StartBar::start_requested);
    connect(reason_, &QToolButton::clicked, this, [this] {
        if (!draft_.problems.empty()) Q_EMIT jump_requested(to_qt(draft_.problems.front().key));
    });
    in_background(
        this, [](const Wanted&) { return run::this_machine(); },
        [this](const run::ThisMachine& machine) {
            machine_ = machine;
            machine_known_ = true;
            show_state();
        });
    show_state();
}

void StartBar::show_draft(const preset::Draft& draft) {
    draft_ = draft;
    drafted_ = true;
    show_state();
}

void StartBar::set_busy(bool busy) {
    busy_ = busy;
    show_state();
}

QString StartBar::reason() const {
    if (busy_) return tr("The run is being started...");
    if (!drafted_) return tr("The preset is being read...");
    if (draft_.problems.empty()) return {};
    const preset::Problem& first = draft_.problems.front();
    const QString text = first.key.empty() ? to_qt(first.what) : to_qt(first.key + ": " + first.what);
    const int more = static_cast<int>(draft_.problems.size()) - 1;
    return more > 0 ? tr("%1 (and %n more)", nullptr, more).arg(text) : text;
}

void StartBar::show_state() {
    const QString why = reason();
    reason_->setText(why);
    reason_->setVisible(!why.isEmpty());
    reason_->setEnabled(!draft_.problems.empty());
    start_->setEnabled(why.isEmpty());
    start_->setText(machine_known_ && drafted_
                        ? tr("Start on %1").arg(device_text(draft_.loaded.preset, machine_))
                        : tr("Start"));
    start_->setToolTip(why.isEmpty() ? tr("Starts the run; it goes on when this window closes") : why);
}

} // namespace tunedesk::ui
