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

/// The rows with likely wrong labels, to be judged by keyboard: J and K move, 1 to 9 choose a class, Space
/// and Return keep the label, U undoes the last judgment. Each judgment is saved at once. The rows are
/// searched in the background when the view is first shown.
class DoctorView : public QWidget {
    Q_OBJECT

public:
    /// `store` must outlive this.
    explicit DoctorView(CorrectionStore* store, QWidget* parent = nullptr);

    /// Shows a report; null clears the view.
    void show_report(std::shared_ptr<const ReportData> read);
    /// Labels were corrected elsewhere.
    void refresh();
    const DoctorModel& model() const { return *model_; }
    QTableView& table() { return *table_; }
    /// "42 judged, 17 corrected".
    QString counts_text() const;
    /// Corrections of the other runs (folds) of the run's cross-validation.
    struct FoldCorrections {
        std::shared_ptr<const report::PredictionTable> predictions;
        run::Corrections corrections;
    };
    std::vector<FoldCorrections> corrections_of_folds() const;

Q_SIGNALS:
    void judged();
    /// A judgment could not be saved; it is kept in memory.
    void failed(const tunedesk::Error& error);
    /// The rows were found.
    void loaded();
    void retrain_requested();

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A judgment that can be undone.
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
    bool is_wanted_ = false; ///< search the rows when the view is shown
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
