// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/correction_store.h"
#include "ui/report/report_data.h"
#include "ui/widgets/background.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace tunedesk::ui {

class CurvesView;
class DoctorView;
class EffectView;
class ErrorsView;
class MessageBar;
class EntitiesView;
class SimilarityView;
class LabelsView;
class NumbersView;
class ScoresView;

/// The report of one run: scores beside the majority class and a baseline, the confusion matrix with the
/// texts of its cells and corrections of their labels, curves, or true against predicted numbers; copied as
/// Markdown or LaTeX, saved as one PDF or one HTML page.
class ReportPage : public QWidget {
    Q_OBJECT

public:
    explicit ReportPage(QWidget* parent = nullptr);

    /// Reads the run and its saved corrections in the background.
    void show_run(const fs::path& run);
    /// Sets the run to compare with; empty: none.
    void set_baseline(const fs::path& run);

    const ReportData* current() const { return data_.get(); }
    /// Whether a report is being read; shown() follows if there is one.
    bool is_reading() const { return is_reading_; }
    ErrorsView& errors() { return *errors_; }
    CurvesView& curves() { return *curves_; }
    DoctorView& doctor() { return *doctor_; }

    void copy_markdown();
    void copy_latex();
    /// Writes the report in the background, as HTML if the name ends so, else as PDF.
    void save_document(const fs::path& file);
    /// Shows the run's corrected rows, when its report is loaded.
    void show_corrections();
    /// Writes the corrected table beside the runs (run::copy_with_corrections).
    void export_corrections();
    /// The same, with a preset that uses the table.
    void duplicate_with_corrections();

Q_SIGNALS:
    void shown(); ///< the run's report is on the page
    /// A preset was written that uses a corrected copy of the run's data. `text` describes it; `starts`:
    /// start a run of it.
    void corrected_preset_made(const QString& run, const QString& preset, const QString& text, bool starts);
    void document_saved(const QString& file);

private:
    void add_menus();
    void show_data(std::shared_ptr<const ReportData> read);
    void show_tabs(const ReportData& read);
    void show_nothing(const QString& text);
    void ask_for_file(const QString& suffix, const QString& filter);
    enum class Copied { table, preset, run };
    void write_corrections(Copied what);
    void show_message(const ReportData& read);
    void save_corrections();

    fs::path run_, baseline_;
    CancelToken reading_;
    bool is_reading_ = false;
    std::shared_ptr<const ReportData> data_;
    CorrectionStore store_;
    bool wants_corrections_ = false; ///< show the corrected rows when the report is loaded
    QLabel *title_, *state_, *empty_;
    QToolButton *copy_, *export_;
    MessageBar* message_;
    QStackedWidget* stack_;
    QTabWidget* tabs_;
    ScoresView* scores_;
    ErrorsView* errors_;
    CurvesView* curves_;
    DoctorView* doctor_;
    EffectView* effect_;
    NumbersView* numbers_;
    LabelsView* labels_;
    EntitiesView* entities_;
    SimilarityView* similarity_;
};

} // namespace tunedesk::ui
