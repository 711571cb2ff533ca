// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "run/folder/corrections.h"
#include "ui/report/doctor/doctor_data.h"
#include "ui/widgets/background.h"

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

class QKeyEvent;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace tunedesk::ui {

class ClassKeys;
class CorrectionStore;
class DoctorModel;

/// The rows whose labels are likely wrong, judged one after the other by the keyboard: J and K move, 1 to 9
/// give a class, Space and Return keep the label, U takes the last judgment back. Each judgment is saved at
/// once. The rows are looked for in the background when the view is first seen.
class DoctorView : public QWidget {
    Q_OBJECT

public:
    /// `store` must live as long.
    explicit DoctorView(CorrectionStore* store, QWidget* parent = nullptr);

    /// Null: nothing.
    void show_report(std::shared_ptr<const ReportData> read);
    /// Labels were corrected elsewhere.
    void refresh();
    const DoctorModel& model() const { return *model_; }
    QTableView& table() { return *table_; }
    /// "42 judged, 17 corrected".
    QString counts_text() const;
    /// Of the runs beside the first: the folds of its cross-validation.
    struct FoldCorrections {
        std::shared_ptr<const report::PredictionTable> predictions;
        run::Corrections corrections;
    };
    std::vector<FoldCorrections> corrections_of_folds() const;

Q_SIGNALS:
    void judged();
    /// A judgment could not be saved; it stays in the window.
    void failed(const tunedesk::Error& error);
    /// The rows are there.
    void loaded();
    void retrain_requested();

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A judgment that can be taken back.
    struct Past {
        int row = 0;
        std::optional<std::int32_t> before;
    };

    QWidget* make_buttons();
    void look_for_rows();
    void show_found(std::shared_ptr<const DoctorData> found);
    bool act_on(const QKeyEvent& key);
    void select(int row);
    void judge(std::optional<std::int32_t> label);
    void keep();
    void undo();
    void save(int row, std::optional<std::int32_t> label);
    void show_row();
    void show_state();

    CorrectionStore* store_;
    std::shared_ptr<const ReportData> read_;
    bool is_wanted_ = false; ///< the rows are to be looked for when the view is seen
    std::size_t changes_ = 0;
    CancelToken looking_;
    std::vector<Past> past_;
    DoctorModel* model_;
    QLabel *heading_, *counts_;
    QTableView* table_;
    QPlainTextEdit* text_;
    ClassKeys* keys_;
    QPushButton *keep_, *undo_, *retrain_;
};

} // namespace tunedesk::ui
