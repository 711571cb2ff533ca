// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/sweep/sweep_dialog.h"

#include "base/text.h"
#include "preset/schema/schema.h"
#include "ui/preset/sweep/sweep_model.h"
#include "ui/style/icons.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int typing_ms = 150;

QComboBox* key_box() {
    auto* box = new QComboBox;
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    for (const preset::Key& key : preset::keys())
        box->addItem(to_qt(key.dotted()));
    box->completer()->setFilterMode(Qt::MatchContains);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    box->setMinimumContentsLength(24);
    return box;
}

} // namespace

SweepDialog::SweepDialog(const std::string& text, const fs::path& file, QWidget* parent)
    : QDialog(parent), text_(text), file_(file), lines_layout_(new QVBoxLayout),
      add_(new QPushButton(tr("&Add a key"))), seeds_(new QSpinBox), group_(new QLineEdit),
      hold_(new QCheckBox(tr("&Hold them: they start when released"))), problem_(new MessageBar),
      model_(new SweepModel(this)), table_(new QTableView), summary_(new QLabel),
      queue_(new QPushButton(tr("Queue"))), estimator_(new SweepEstimator(this)) {
    setWindowTitle(tr("Sweep"));
    build();
    delay_.setSingleShot(true);
    delay_.setInterval(typing_ms);
    connect(&delay_, &QTimer::timeout, this, &SweepDialog::read);
    connect(add_, &QPushButton::clicked, this, [this] {
        add_line({}, {});
        lines_.back().key->setFocus();
    });
    connect(seeds_, &QSpinBox::valueChanged, &delay_, qOverload<>(&QTimer::start));
    connect(estimator_, &SweepEstimator::changed, this, [this] {
        model_->set_needs(estimator_->needs());
        show_summary();
    });
    connect(estimator_, &SweepEstimator::failed, this, [this](const Error& error) { problem_->say(error); });
    resize(760, 560);
    delay_.start();
}

SweepDialog::~SweepDialog() {
    reading_.cancel();
}

void SweepDialog::build() {
    auto* explanation =
        new QLabel(tr("One run for each combination of the values, each repeated with every seed. "
                      "They are queued together; Compare shows their mean ± standard deviation."));
    explanation->setWordWrap(true);
    auto* lines = new QWidget;
    lines->setLayout(lines_layout_);
    lines_layout_->setContentsMargins(0, 0, 0, 0);
    lines_layout_->setSpacing(4);
    table_->setModel(model_);
    table_->setAccessibleName(tr("Runs of the sweep"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setTabKeyNavigation(false);
    table_->setShowGrid(false);
    table_->setAlternatingRowColors(true);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 8);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    summary_->setWordWrap(true);
    summary_->setAccessibleName(tr("Number of runs and their time"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(queue_, QDialogButtonBox::AcceptRole);
    add_->setAutoDefault(false);
    queue_->setDefault(true);
    queue_->setEnabled(false);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addWidget(explanation);
    column->addWidget(lines);
    column->addWidget(add_, 0, Qt::AlignLeft);
    column->addWidget(make_options());
    column->addWidget(problem_);
    column->addWidget(table_, 1);
    column->addWidget(summary_);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QWidget* SweepDialog::make_options() {
    seeds_->setRange(1, static_cast<int>(run::most_sweep_runs));
    seeds_->setMaximumWidth(120);
    seeds_->setToolTip(tr("Runs of each combination: with training.seed, training.seed + 1 and so on"));
    group_->setPlaceholderText(tr("the preset's name"));
    group_->setToolTip(tr("Common name of these runs"));
    auto* options = new QWidget;
    auto* form = new QFormLayout(options);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("&Seeds:"), seeds_);
    form->addRow(tr("&Group:"), group_);
    form->addRow(QString(), hold_);
    seeds_->setAccessibleName(tr("Seeds"));
    group_->setAccessibleName(tr("Group"));
    return options;
}

void SweepDialog::add_line(const QString& key, const QString& values) {
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* box = key_box();
    auto* edit = new QLineEdit(values);
    auto* remove = new QToolButton;
    box->setCurrentText(key);
    edit->setPlaceholderText(tr("values, with commas between them: 1e-5, 3e-5"));
    remove->setIcon(style::icon(QStringLiteral("close")));
    remove->setAutoRaise(true);
    remove->setToolTip(tr("Keep the preset's value of this key"));
    remove->setAccessibleName(remove->toolTip());
    remove->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(box);
    row->addWidget(edit, 1);
    row->addWidget(remove);
    lines_layout_->addWidget(line);
    lines_.push_back({line, box, edit});
    name_fields();
    connect(box, &QComboBox::currentTextChanged, &delay_, qOverload<>(&QTimer::start));
    connect(edit, &QLineEdit::textChanged, &delay_, qOverload<>(&QTimer::start));
    connect(remove, &QToolButton::clicked, this, [this, line] { remove_line(line); });
}

void SweepDialog::remove_line(QWidget* widget) {
    std::erase_if(lines_, [&](const Line& line) { return line.widget == widget; });
    widget->hide();
    widget->deleteLater();
    name_fields();
    delay_.start();
}

/// Sets an accessible name for each field.
void SweepDialog::name_fields() {
    int number = 0;
    for (const Line& line : lines_) {
        ++number;
        line.key->setAccessibleName(tr("Key %1").arg(number));
        line.values->setAccessibleName(tr("Values of key %1").arg(number));
        if (auto* remove = line.widget->findChild<QToolButton*>())
            remove->setAccessibleName(tr("Remove key %1").arg(number));
    }
}

void SweepDialog::set_values(const QString& key, const QString& values) {
    for (const Line& line : lines_)
        if (line.key->currentText() == key) return line.values->setText(values);
    add_line(key, values);
    delay_.start();
}

void SweepDialog::set_seeds(int seeds) {
    seeds_->setValue(seeds);
}

void SweepDialog::set_at_once(int slots_for_runs) {
    at_once_ = std::max(1, slots_for_runs);
    show_summary();
}

run::Sweep SweepDialog::sweep() const {
    run::Sweep sweep;
    sweep.seeds = seeds_->value();
    for (const Line& line : lines_) {
        const std::string key = line.key->currentText().trimmed().toStdString();
        const std::string values = line.values->text().toStdString();
        if (!key.empty() && !trimmed(values).empty())
            sweep.keys.push_back(run::read_swept_key(key + "=" + values));
    }
    return sweep;
}

QString SweepDialog::group() const {
    return group_->text().trimmed();
}

bool SweepDialog::is_held() const {
    return hold_->isChecked();
}

QString SweepDialog::summary() const {
    return summary_->text();
}

void SweepDialog::read() {
    reading_.cancel();
    run::Sweep wanted;
    try {
        wanted = sweep();
    } catch (const Error& error) {
        return show_problem(error);
    }
    reading_ = read_in_background(
        this,
        [wanted, text = text_, file = file_](const CancelToken&) {
            return run::sweep_runs(
                [&](std::span<const std::string> sets) {
                    return preset::parse_draft(text, file.string(), file.parent_path(), sets);
                },
                wanted);
        },
        [this](std::vector<run::SweepRun> runs) { take(std::move(runs)); },
        [this](const Error& error) { show_problem(error); });
}

void SweepDialog::take(std::vector<run::SweepRun> runs) {
    runs_ = std::move(runs);
    problem_->clear();
    model_->set_runs(runs_);
    estimator_->estimate(runs_);
    queue_->setEnabled(true);
    queue_->setToolTip({});
    show_summary();
}

void SweepDialog::show_problem(const Error& error) {
    problem_->say(error);
    queue_->setEnabled(false);
    queue_->setToolTip(tr("Correct the values first"));
    runs_.clear();
    model_->set_runs(runs_);
    show_summary();
}

void SweepDialog::show_summary() {
    const int count = static_cast<int>(runs_.size());
    queue_->setText(count > 0 ? tr("&Queue %n run(s)", nullptr, count) : tr("&Queue"));
    if (count == 0) return summary_->setText(tr("Nothing to queue yet."));
    double seconds = 0;
    std::uint64_t disk = 0, room = 0;
    const auto& needs = estimator_->needs();
    const bool all = needs.size() == runs_.size() && std::ranges::all_of(needs, [](const auto& need) {
                         return need.has_value() && need->problem.empty();
                     });
    if (!all) return summary_->setText(tr("%n run(s); their time is being estimated.", nullptr, count));
    for (const auto& need : needs) {
        seconds += need->seconds;
        disk += need->disk_bytes;
        room = need->free_disk;
    }
    QString text =
        tr("%n run(s), about %1 of training in all.", nullptr, count).arg(to_qt(human_duration(seconds)));
    if (at_once_ > 1 && count > 1)
        text += u' ' + tr("%1 at a time: about %2.")
                           .arg(std::min(at_once_, count))
                           .arg(to_qt(human_duration(seconds / std::min(at_once_, count))));
    text += u' ' + tr("Together they leave about %1 on the disk, where %2 are free.")
                       .arg(to_qt(human_bytes(disk)), to_qt(human_bytes(room)));
    if (disk > room)
        problem_->say(MessageBar::Kind::warning,
                      tr("The disk has no room for all of them: %1 are needed, %2 are free. Keep fewer "
                         "checkpoints (checkpoint.keep), or sweep fewer values.")
                          .arg(to_qt(human_bytes(disk)), to_qt(human_bytes(room))));
    summary_->setText(text);
}

} // namespace tunedesk::ui
