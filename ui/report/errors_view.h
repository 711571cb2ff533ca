// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/folder/corrections.h"
#include "ui/report/report_data.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace tunedesk::ui {

class ExamplesModel;
class HeatMap;

/// The confusion matrix; a click on a cell lists its texts, worst first, and their labels can be corrected.
class ErrorsView : public QWidget {
    Q_OBJECT

public:
    explicit ErrorsView(QWidget* parent = nullptr);

    void show_report(std::shared_ptr<const ReportData> read, run::Corrections corrections);
    /// Corrections were made elsewhere.
    void set_corrections(run::Corrections corrections);
    /// Lists all corrected rows.
    void show_corrected();
    HeatMap& matrix() { return *matrix_; }
    ExamplesModel& examples() { return *examples_; }
    const run::Corrections& corrections() const;

Q_SIGNALS:
    void corrections_changed();
    void export_requested();
    void duplicate_requested();

private:
    QWidget* make_matrix_side();
    QWidget* make_examples_side();
    void show_classes(bool are_shown);
    void show_cell(int truth, int predicted);
    void show_selected();
    void show_picture();
    void correct_selected();
    void show_state();

    std::shared_ptr<const ReportData> data_;
    HeatMap* matrix_;
    ExamplesModel* examples_;
    QTableView* table_;
    QLabel *heading_, *probabilities_, *state_, *picture_;
    QPlainTextEdit* text_;
    QComboBox *rates_, *label_;
    QPushButton *correct_, *corrected_, *export_, *duplicate_;
};

} // namespace tunedesk::ui
