// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/doctor/doctor_view.h"

#include "base/text.h"
#include "ui/report/correction_store.h"
#include "ui/report/doctor/class_keys.h"
#include "ui/report/doctor/doctor_model.h"
#include "ui/style/app_style.h"
#include "ui/style/tokens.h"
#include "ui/widgets/text.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTabBar>
#include <QTableView>
#include <algorithm>
#include <utility>

namespace tunedesk::ui {

namespace {

/// One line per row; the text column gets the remaining width. `table` must have its model.
void set_up_doctor_table(QTableView* table) {
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + style::s);
    QHeaderView* header = table->horizontalHeader();
    header->setHighlightSections(false);
    const int letter = table->fontMetrics().averageCharWidth();
    for (const auto& [column, letters] : {std::pair(DoctorModel::label, 10),
                                          {DoctorModel::proposed, 10},
                                          {DoctorModel::probability, 7},
                                          {DoctorModel::reason, 28},
                                          {DoctorModel::judgment, 10}})
        header->resizeSection(column, std::max(letters * letter, header->sectionSizeHint(column)) + style::m);
    header->setSectionResizeMode(DoctorModel::text, QHeaderView::Stretch);
}

/// Focuses the list, unless the user is moving through the tabs by keyboard.
void take_focus(QTableView& table) {
    if (table.isVisible() && !qobject_cast<QTabBar*>(QApplication::focusWidget())) table.setFocus();
}

/// The full text of a row, with the classes beside it.
QWidget* make_detail(QPlainTextEdit* text, QWidget* keys) {
    text->setReadOnly(true);
    text->setTabChangesFocus(true);
    auto* detail = new QWidget;
    auto* line = new QHBoxLayout(detail);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(text, 1);
    line->addWidget(keys, 0, Qt::AlignTop);
    return detail;
}

} // namespace

DoctorView::DoctorView(CorrectionStore* store, QWidget* parent)
    : QWidget(parent), store_(store), model_(new DoctorModel(store, this)), heading_(new QLabel),
      counts_(new QLabel), table_(new QTableView), text_(new QPlainTextEdit), keys_(new ClassKeys),
      keep_(new QPushButton(tr("&Keep label"))), undo_(new QPushButton(tr("&Undo"))),
      retrain_(new QPushButton(tr("&Retrain with corrections"))) {
    heading_->setWordWrap(true);
    counts_->setAlignment(Qt::AlignRight | Qt::AlignTop);
    table_->setModel(model_);
    table_->setAccessibleName(tr("Rows whose labels are likely wrong"));
    set_up_doctor_table(table_);
    text_->setAccessibleName(tr("The whole text"));
    text_->setPlaceholderText(tr("Select a row to read its whole text."));
    auto* top = new QHBoxLayout;
    top->addWidget(heading_, 1);
    top->addSpacing(style::l);
    top->addWidget(counts_);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(table_);
    splitter->addWidget(make_detail(text_, keys_));
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, style::s, 0, 0);
    all->addLayout(top);
    all->addWidget(splitter, 1);
    all->addWidget(make_buttons());

    for (QWidget* each : {static_cast<QWidget*>(table_), static_cast<QWidget*>(text_)})
        each->installEventFilter(this);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &DoctorView::show_row);
    connect(keys_, &ClassKeys::chosen, this, [this](int label) { judge(label); });
    connect(keep_, &QPushButton::clicked, this, &DoctorView::keep);
    connect(undo_, &QPushButton::clicked, this, &DoctorView::undo);
    connect(retrain_, &QPushButton::clicked, this, &DoctorView::retrain_requested);
    show_found(nullptr);
}

QWidget* DoctorView::make_buttons() {
    style::make_primary(retrain_);
    retrain_->setToolTip(
        tr("Writes a copy of the table with the corrected labels beside the runs, and starts "
           "a run on it. Each row stays in training, validation or test."));
    auto* help =
        new QLabel(tr("J, K: next, previous row · 1–9: set the class · Space: keep the label · U: undo"));
    help->setForegroundRole(QPalette::PlaceholderText);
    for (QPushButton* button : {keep_, undo_})
        button->setFocusPolicy(Qt::NoFocus); // the list keeps the keyboard focus
    auto* buttons = new QWidget;
    auto* line = new QHBoxLayout(buttons);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(keep_);
    line->addWidget(undo_);
    line->addWidget(help, 1);
    line->addWidget(retrain_);
    return buttons;
}

void DoctorView::show_report(std::shared_ptr<const ReportData> read) {
    looking_.cancel();
    read_ = std::move(read);
    is_wanted_ = read_ && read_->target() == task::Target::one_class && read_->predictions.labelled() > 0;
    show_found(nullptr);
    if (isVisible()) look_for_rows();
}

void DoctorView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    look_for_rows();
    take_focus(*table_);
}

void DoctorView::look_for_rows() {
    if (!std::exchange(is_wanted_, false)) return;
    heading_->setText(tr("Looking for rows whose labels are likely wrong…"));
    changes_ = store_->changes();
    looking_ = read_in_background(
        this, [read = read_](const CancelToken&) { return find_suspicious_rows(read); },
        [this](std::shared_ptr<const DoctorData> found) {
            show_found(std::move(found));
            take_focus(*table_);
            Q_EMIT loaded();
        },
        [this](const Error& error) {
            heading_->clear();
            Q_EMIT failed(error);
        });
}

void DoctorView::show_found(std::shared_ptr<const DoctorData> found) {
    past_.clear();
    for (std::size_t i = 1; found && i < found->sources.size(); ++i) { // the page has loaded the first source
        const DoctorSource& source = found->sources[i];
        store_->load(source.run, source.saved, *source.predictions, changes_);
    }
    model_->set_data(std::move(found));
    heading_->clear();
    if (const DoctorData* shown = model_->shown()) {
        QString text = tr("%1 of %2 labels have evidence against them, strongest evidence first.")
                           .arg(to_qt(grouped(shown->issues.size())), to_qt(grouped(shown->rows)));
        if (!shown->is_cross_validated())
            text +=
                u' ' + tr("These are the rows that this run tested; a cross-validation (tunedesk queue add "
                          "PRESET --folds 5) tests all.");
        if (!shown->compares_neighbors) text += u' ' + tr("There are too many rows to compare similar ones.");
        heading_->setText(text);
        select(std::max(0, model_->first_open()));
    }
    show_row();
    show_state();
}

void DoctorView::refresh() {
    model_->refresh();
    show_state();
}

void DoctorView::select(int row) {
    if (row < 0 || row >= model_->rowCount()) return;
    table_->selectRow(row);
    table_->scrollTo(model_->index(row, 0));
}

void DoctorView::show_row() {
    const int row = table_->currentIndex().row();
    keep_->setEnabled(row >= 0);
    if (row < 0) {
        text_->clear();
        return keys_->show_none();
    }
    const report::LabelIssue& issue = model_->issue(row);
    text_->setPlainText(model_->whole_text(row));
    keys_->show_row(model_->shown()->names(), model_->source(row).predictions->probabilities(issue.row),
                    issue.label, issue.suggested);
}

QString DoctorView::counts_text() const {
    std::size_t corrected = 0, kept = 0;
    if (const DoctorData* shown = model_->shown())
        for (const DoctorSource& source : shown->sources) {
            corrected += store_->corrections(source.run).size();
            kept += store_->kept(source.run).size();
        }
    return tr("%1 judged, %2 corrected").arg(corrected + kept).arg(corrected);
}

void DoctorView::show_state() {
    const DoctorData* shown = model_->shown();
    counts_->setText(shown ? counts_text() : QString());
    undo_->setEnabled(!past_.empty());
    const bool any = shown && std::ranges::any_of(shown->sources, [this](const DoctorSource& source) {
                         return !store_->corrections(source.run).empty();
                     });
    retrain_->setEnabled(any && shown->sources.front().predictions->has_lines() && !read_->images);
}

std::vector<DoctorView::FoldCorrections> DoctorView::corrections_of_folds() const {
    std::vector<FoldCorrections> all;
    if (const DoctorData* shown = model_->shown())
        for (std::size_t i = 1; i < shown->sources.size(); ++i)
            all.push_back({shown->sources[i].predictions, store_->corrections(shown->sources[i].run)});
    return all;
}

void DoctorView::save(int row, std::optional<std::int32_t> label) {
    const DoctorSource& source = model_->source(row);
    try {
        store_->judge(source.run, *source.predictions, model_->issue(row).row, label);
    } catch (Error& error) {
        Q_EMIT failed(error.with_kept("the corrections in this window, saved with the next one"));
    }
    model_->refresh_row(row);
    show_state();
    Q_EMIT judged();
}

void DoctorView::judge(std::optional<std::int32_t> label) {
    const int row = table_->currentIndex().row();
    if (row < 0 || !label || *label < 0) return;
    past_.push_back({row, model_->judgment_of(row)});
    save(row, label);
    select(row + 1);
}

void DoctorView::keep() {
    if (const int row = table_->currentIndex().row(); row >= 0) judge(model_->issue(row).label);
}

void DoctorView::undo() {
    if (past_.empty()) return;
    const Past last = past_.back();
    past_.pop_back();
    save(last.row, last.before);
    select(last.row);
}

bool DoctorView::act_on(const QKeyEvent& key) {
    if (!model_->shown() || (key.modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier) return false;
    switch (key.key()) {
    case Qt::Key_J:
        select(table_->currentIndex().row() + 1);
        return true;
    case Qt::Key_K:
        select(table_->currentIndex().row() - 1);
        return true;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        keep();
        return true;
    case Qt::Key_U:
        undo();
        return true;
    default:
        if (key.key() < Qt::Key_1 || key.key() > Qt::Key_9) return false;
        judge(keys_->class_of(key.key() - Qt::Key_0));
        return true;
    }
}

void DoctorView::keyPressEvent(QKeyEvent* event) {
    if (!act_on(*event)) QWidget::keyPressEvent(event);
}

bool DoctorView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && act_on(*static_cast<QKeyEvent*>(event))) return true;
    return QWidget::eventFilter(watched, event);
}

} // namespace tunedesk::ui
