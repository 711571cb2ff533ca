#include "ui/report/report_page.h"

#include "preset/load.h"
#include "report/report_text.h"
#include "ui/report/curves_view.h"
#include "ui/report/errors_view.h"
#include "ui/report/report_document.h"
#include "ui/report/scores_view.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/run_words.h"
#include "ui/widgets/text.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>

namespace tunedesk::ui {

ReportPage::ReportPage(QWidget* parent)
    : QWidget(parent), title_(new QLabel), state_(new QLabel), empty_(new QLabel), copy_(new QToolButton),
      pdf_(new QPushButton(tr("Save &PDF…"))), message_(new MessageBar), stack_(new QStackedWidget),
      tabs_(new QTabWidget), scores_(new ScoresView), errors_(new ErrorsView), curves_(new CurvesView) {
    copy_->setText(tr("&Copy"));
    copy_->setPopupMode(QToolButton::InstantPopup);
    copy_->setFocusPolicy(Qt::StrongFocus);
    copy_->setAccessibleName(tr("Copy the report"));
    auto* menu = new QMenu(copy_);
    menu->addAction(tr("As Markdown"), this, &ReportPage::copy_markdown);
    menu->addAction(tr("As LaTeX"), this, &ReportPage::copy_latex);
    copy_->setMenu(menu);
    pdf_->setToolTip(tr("One PDF with figures, scores, confusion matrix, curves and preset"));

    QHBoxLayout* top = page_head(title_, state_);
    top->addWidget(copy_);
    top->addWidget(pdf_);
    tabs_->addTab(scores_, tr("Scores"));
    tabs_->addTab(errors_, tr("Confusion"));
    tabs_->addTab(curves_, tr("Curves"));
    stack_tabs(stack_, empty_, tabs_);
    lay_out_page(this, top, message_, stack_);
    connect(pdf_, &QPushButton::clicked, this, &ReportPage::ask_for_pdf);
    connect(errors_, &ErrorsView::export_requested, this, &ReportPage::export_corrections);
    connect(errors_, &ErrorsView::duplicate_requested, this, &ReportPage::duplicate_with_corrections);
    connect(errors_, &ErrorsView::corrections_changed, this,
            [this] { corrections_[run_] = errors_->corrections(); });
    show_nothing(tr("Select a run to read its report."));
}

void ReportPage::show_run(const fs::path& run) {
    reading_.cancel();
    run_ = run;
    message_->clear();
    title_->setText(to_qt(run.filename()));
    show_nothing(tr("Reading the report…"));
    reading_ = in_background(
        this, [run, baseline = baseline_](const Wanted&) { return read_report(run, baseline); },
        [this](std::shared_ptr<const ReportData> read) { show_data(std::move(read)); },
        [this](const Error& error) {
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
    pdf_->setEnabled(false);
}

void ReportPage::show_data(std::shared_ptr<const ReportData> read) {
    const report::ComparedRun& run = read->run.compared;
    title_->setText(to_qt(run.name));
    if (!read->figures()) {
        show_nothing(read->run.running ? tr("The report comes at the end of the run.")
                                       : tr("This run has left no report yet. Resume it to get one."));
    } else {
        data_ = read;
        stack_->setCurrentWidget(tabs_);
        copy_->setEnabled(true);
        pdf_->setEnabled(true);
        scores_->show_report(read);
        errors_->show_report(read, corrections_[run_]);
        curves_->show_report(read);
        const bool tested = read->scores.has_value();
        for (int tab : {1, 2}) {
            tabs_->setTabEnabled(tab, tested);
            tabs_->setTabToolTip(tab, tested ? QString() : tr("The run had no labelled test rows."));
        }
    }
    state_->setText(
        QStringLiteral("%1 · %2").arg(state_text(read->run.state), shown_path(run.summary.folder, 90)));
    if (!read->problem.empty())
        message_->say(MessageBar::Kind::warning, to_qt(read->problem));
    else if (!run.summary.damaged.empty())
        message_->say(MessageBar::Kind::warning, to_qt(run.summary.damaged.front()));
    Q_EMIT shown();
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

void ReportPage::ask_for_pdf() {
    QString file =
        QFileDialog::getSaveFileName(this, tr("Save the report"), title_->text() + ".pdf", tr("PDF (*.pdf)"));
    if (file.isEmpty()) return;
    if (!file.endsWith(QStringLiteral(".pdf"))) file += QStringLiteral(".pdf");
    save_pdf(to_path(file));
}

void ReportPage::save_pdf(const fs::path& file) {
    if (!data_) return;
    in_background(
        this,
        [file, bytes = report_pdf(*data_)](const Wanted&) {
            write_file_atomically(file, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
            return file;
        },
        [this](const fs::path& saved) {
            message_->say(MessageBar::Kind::success, tr("The report is in %1.").arg(to_qt(saved)));
            Q_EMIT pdf_saved(to_qt(saved));
        },
        [this](const Error& error) { message_->say(error); });
}

void ReportPage::export_corrections() {
    write_corrections(false);
}

void ReportPage::duplicate_with_corrections() {
    write_corrections(true);
}

void ReportPage::write_corrections(bool with_preset) {
    if (!data_) return;
    struct Written {
        run::ExportedCorrections files;
        fs::path preset;
    };
    in_background(
        this,
        [read = data_, corrections = errors_->corrections(), with_preset](const Wanted&) {
            const fs::path run = read->run.compared.summary.folder, folder = run / "corrected";
            const Preset preset = preset::load_draft(run / "preset.yaml").loaded.preset;
            Written written{run::export_corrections(preset, read->predictions, corrections, folder), {}};
            if (!with_preset) return written;
            written.preset = folder / "preset.yaml";
            write_file_atomically(written.preset,
                                  preset::to_yaml(run::with_corrections(preset, written.files.table)));
            return written;
        },
        [this](const Written& written) {
            message_->say(MessageBar::Kind::success,
                          tr("Corrected labels: %1, in %2; the list is corrections.csv beside it.")
                              .arg(written.files.changed)
                              .arg(to_qt(written.files.table)));
            if (!written.preset.empty()) Q_EMIT preset_requested(to_qt(written.preset));
        },
        [this](const Error& error) { message_->say(error); });
}

} // namespace tunedesk::ui
