// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_page.h"

#include "report/document/html.h"
#include "report/report_text.h"
#include "ui/report/curves_view.h"
#include "ui/report/doctor/doctor_view.h"
#include "ui/report/doctor/effect_view.h"
#include "ui/report/document/report_document.h"
#include "ui/report/entities_view.h"
#include "ui/report/errors_view.h"
#include "ui/report/labels_view.h"
#include "ui/report/numbers_view.h"
#include "ui/report/scores_view.h"
#include "ui/report/similarity_view.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>

namespace tunedesk::ui {

namespace {

/// "1 label corrected in a copy of packages.csv."
QString summary_of(const run::CorrectedCopy& copy) {
    QString text = ReportPage::tr("%n label(s) corrected in a copy of %1.", nullptr,
                                  static_cast<int>(copy.files.changed))
                       .arg(to_qt(copy.files.table.filename()));
    if (!copy.files.split_file.empty())
        text += QLatin1Char(' ') +
                ReportPage::tr("Training, validation and test keep the first run's rows (data.split_file).");
    return text;
}

} // namespace

ReportPage::ReportPage(QWidget* parent)
    : QWidget(parent), title_(new QLabel), state_(new QLabel), empty_(new QLabel), copy_(new QToolButton),
      export_(new QToolButton), message_(new MessageBar), stack_(new QStackedWidget), tabs_(new QTabWidget),
      scores_(new ScoresView), errors_(new ErrorsView), curves_(new CurvesView),
      doctor_(new DoctorView(&store_)), effect_(new EffectView), numbers_(new NumbersView),
      labels_(new LabelsView), entities_(new EntitiesView), similarity_(new SimilarityView) {
    add_menus();

    QHBoxLayout* top = page_head(title_, state_);
    top->addWidget(copy_);
    top->addWidget(export_);
    tabs_->addTab(scores_, tr("Scores"));
    tabs_->addTab(labels_, tr("Labels"));
    tabs_->addTab(entities_, tr("Entities"));
    tabs_->addTab(similarity_, tr("Similarity"));
    tabs_->addTab(errors_, tr("Confusion"));
    tabs_->addTab(doctor_, tr("Label doctor"));
    tabs_->addTab(effect_, tr("Corrections"));
    tabs_->addTab(curves_, tr("Curves"));
    tabs_->addTab(numbers_, tr("Numbers"));
    stack_tabs(stack_, empty_, tabs_);
    lay_out_page(this, top, message_, stack_);
    connect(errors_, &ErrorsView::export_requested, this, &ReportPage::export_corrections);
    connect(errors_, &ErrorsView::duplicate_requested, this, &ReportPage::duplicate_with_corrections);
    connect(errors_, &ErrorsView::corrections_changed, this, &ReportPage::save_corrections);
    connect(doctor_, &DoctorView::judged, this,
            [this] { errors_->set_corrections(store_.corrections(run_)); });
    connect(doctor_, &DoctorView::failed, this, [this](const Error& error) { message_->say(error); });
    connect(doctor_, &DoctorView::retrain_requested, this, [this] { write_corrections(Copied::run); });
    connect(tabs_, &QTabWidget::currentChanged, this, [this] {
        const bool is_said_there = tabs_->currentWidget() == effect_;
        if (is_said_there && message_->kind() == MessageBar::Kind::info) message_->clear();
    });
    show_nothing(tr("Select a run to read its report."));
}

void ReportPage::add_menus() {
    const auto add_menu = [](QToolButton* button, const QString& text, const QString& name) {
        button->setText(text);
        button->setPopupMode(QToolButton::InstantPopup);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAccessibleName(name);
        auto* menu = new QMenu(button);
        button->setMenu(menu);
        return menu;
    };
    QMenu* menu = add_menu(copy_, tr("&Copy"), tr("Copy the report"));
    menu->addAction(tr("As Markdown"), this, &ReportPage::copy_markdown);
    menu->addAction(tr("As LaTeX"), this, &ReportPage::copy_latex);
    menu = add_menu(export_, tr("&Export"), tr("Export the report"));
    export_->setToolTip(tr("One file with scores, confusion matrix, curves, cost, environment and preset"));
    menu->addAction(tr("As PDF…"), this, [this] { ask_for_file(QStringLiteral(".pdf"), tr("PDF (*.pdf)")); });
    menu->addAction(tr("As HTML page…"), this,
                    [this] { ask_for_file(QStringLiteral(".html"), tr("HTML pages (*.html)")); });
}

void ReportPage::show_run(const fs::path& run) {
    reading_.cancel();
    run_ = run;
    wants_corrections_ = false;
    message_->clear();
    title_->setText(to_qt(run.filename()));
    show_nothing(tr("Reading the report…"));
    is_reading_ = true;
    reading_ = read_in_background(
        this, [run, baseline = baseline_](const CancelToken&) { return read_report(run, baseline); },
        [this, changes = store_.changes()](std::shared_ptr<const ReportData> read) {
            is_reading_ = false;
            store_.load(run_, read->saved, read->predictions, changes);
            show_data(std::move(read));
        },
        [this](const Error& error) {
            is_reading_ = false;
            show_nothing(tr("There is no report to show."));
            message_->say(error);
        });
}

void ReportPage::set_baseline(const fs::path& run) {
    if (baseline_ == run) return;
    baseline_ = run;
    if (!run_.empty()) show_run(run_);
}

void ReportPage::show_nothing(const QString& text) {
    data_ = nullptr;
    empty_->setText(text);
    stack_->setCurrentWidget(empty_);
    state_->clear();
    copy_->setEnabled(false);
    export_->setEnabled(false);
}

void ReportPage::show_data(std::shared_ptr<const ReportData> read) {
    const report::ComparedRun& run = read->run.compared;
    title_->setText(to_qt(run.name));
    if (!read->figures()) {
        show_nothing(read->run.running ? tr("The report is written at the end of the run.")
                                       : tr("This run has no report yet. Resume it to get one."));
    } else {
        data_ = read;
        stack_->setCurrentWidget(tabs_);
        copy_->setEnabled(true);
        export_->setEnabled(true);
        scores_->show_report(read);
        errors_->show_report(read, store_.corrections(run_));
        doctor_->show_report(read->images ? nullptr : read);
        effect_->show_report(read);
        curves_->show_report(read);
        numbers_->show_report(read);
        labels_->show_report(read);
        entities_->show_report(read);
        similarity_->show_report(read);
        show_tabs(*read);
    }
    state_->setText(
        QStringLiteral("%1 · %2").arg(state_text(read->run.status), shown_path(run.summary.folder, 90)));
    show_message(*read);
    if (std::exchange(wants_corrections_, false)) show_corrections();
    Q_EMIT shown();
}

/// The tabs by task: for single classes the matrix and the curves, for several labels the labels and the
/// curves, for tags the entities, for compared texts their similarity, for numbers the points, for a language
/// model only the figures; tabs without data, as without labelled test rows, are disabled.
void ReportPage::show_tabs(const ReportData& read) {
    const task::Target target = read.target();
    const bool numbers = target == task::Target::number, several = target == task::Target::several_classes,
               tags = target == task::Target::tags, compared = target == task::Target::similarity,
               classes = several || target == task::Target::one_class;
    const bool tested = read.predictions.labelled() > 0 && read.predictions.target() == target;
    for (const auto& [view, fits] : {std::pair<QWidget*, bool>(labels_, several),
                                     {entities_, tags},
                                     {similarity_, compared},
                                     {errors_, classes && !several},
                                     {doctor_, classes && !several && !read.images},
                                     {effect_, read.effect.has_value()},
                                     {curves_, classes},
                                     {numbers_, numbers}}) {
        const int tab = tabs_->indexOf(view);
        tabs_->setTabVisible(tab, fits);
        tabs_->setTabEnabled(tab, tested);
        tabs_->setTabToolTip(tab, tested ? QString() : tr("The run had no labelled test rows."));
    }
}

void ReportPage::show_message(const ReportData& read) {
    if (!read.warning.empty())
        message_->say(MessageBar::Kind::warning, to_qt(read.warning));
    else if (!read.run.compared.summary.damaged.empty())
        message_->say(MessageBar::Kind::warning, to_qt(read.run.compared.summary.damaged.front()));
    else if (read.saved.unmatched > 0)
        message_->say(MessageBar::Kind::warning,
                      tr("%n saved correction(s) match no row of these predictions: the run has tested other "
                         "rows since. They are kept, and not shown.",
                         nullptr, static_cast<int>(read.saved.unmatched)));
    else if (read.effect && tabs_->currentWidget() != effect_)
        message_->say(MessageBar::Kind::info, EffectView::headline(*read.effect), tr("Show"),
                      [this] { tabs_->setCurrentWidget(effect_); });
}

void ReportPage::show_corrections() {
    wants_corrections_ = !data_;
    if (wants_corrections_) return;
    tabs_->setCurrentWidget(errors_);
    errors_->show_corrected();
}

void ReportPage::save_corrections() {
    if (!data_) return;
    try {
        store_.save(run_, data_->predictions, errors_->corrections());
    } catch (Error& error) {
        message_->say(error.with_kept("the corrections in this window, saved with the next one"));
    }
    doctor_->refresh();
}

void ReportPage::copy_markdown() {
    if (!data_) return;
    QApplication::clipboard()->setText(to_qt(report::report_markdown(data_->run.compared)));
    message_->say(MessageBar::Kind::success, tr("The report is on the clipboard as Markdown."));
}

void ReportPage::copy_latex() {
    if (!data_) return;
    QApplication::clipboard()->setText(to_qt(report::report_latex(data_->run.compared)));
    message_->say(MessageBar::Kind::success, tr("The report is on the clipboard as LaTeX."));
}

void ReportPage::ask_for_file(const QString& suffix, const QString& filter) {
    QString file = QFileDialog::getSaveFileName(this, tr("Save the report"), title_->text() + suffix, filter);
    if (file.isEmpty()) return;
    if (!file.endsWith(suffix)) file += suffix;
    save_document(to_path(file));
}

void ReportPage::save_document(const fs::path& file) {
    if (!data_) return;
    in_background(
        this,
        [file, data = data_, state = state_text(data_->run.status)](const CancelToken&) {
            const report::Document document = document_of(*data, state);
            if (file.extension() == ".html") {
                write_file_atomically(file, report::to_html(document));
            } else {
                const QByteArray bytes = report_pdf(document);
                write_file_atomically(file, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
            }
            return file;
        },
        [this](const fs::path& saved) {
            message_->say(MessageBar::Kind::success, tr("The report is in %1.").arg(to_qt(saved)));
            Q_EMIT document_saved(to_qt(saved));
        },
        [this](const Error& error) { message_->say(error); });
}

void ReportPage::export_corrections() {
    write_corrections(Copied::table);
}

void ReportPage::duplicate_with_corrections() {
    write_corrections(Copied::preset);
}

void ReportPage::write_corrections(Copied what) {
    if (!data_) return;
    in_background(
        this,
        [read = data_, corrections = errors_->corrections(), folds = doctor_->corrections_of_folds(),
         what](const CancelToken&) {
            std::vector<run::TestedCorrections> others;
            for (const DoctorView::FoldCorrections& fold : folds)
                others.push_back({fold.predictions.get(), &fold.corrections});
            return run::copy_with_corrections(read->run.compared.summary.folder, read->predictions,
                                              corrections, what != Copied::table, others);
        },
        [this, run = to_qt(data_->run.compared.summary.folder), what](const run::CorrectedCopy& copy) {
            message_->say(MessageBar::Kind::success,
                          tr("Corrected labels: %1, in %2; the list is corrections.csv beside it.")
                              .arg(copy.files.changed)
                              .arg(to_qt(copy.files.table)));
            if (!copy.preset.empty())
                Q_EMIT corrected_preset_made(run, to_qt(copy.preset), summary_of(copy), what == Copied::run);
        },
        [this](const Error& error) { message_->say(error); });
}

} // namespace tunedesk::ui
