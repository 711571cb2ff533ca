// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/correction_store.h"
#include "ui/report/doctor/doctor_data.h"

#include <QAbstractTableModel>

namespace tunedesk::ui {

/// The rows of a DoctorData as a table, with the reader's judgment of each. Cells are created when shown.
class DoctorModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { text, label, proposed, probability, reason, judgment, columns };

    /// `store` must outlive this.
    explicit DoctorModel(const CorrectionStore* store, QObject* parent = nullptr);

    /// Null: no rows.
    void set_data(std::shared_ptr<const DoctorData> data);
    const DoctorData* shown() const { return data_.get(); }
    /// Judgments of all rows may have changed.
    void refresh();
    void refresh_row(int row);

    const report::LabelIssue& issue(int row) const { return data_->issues[static_cast<std::size_t>(row)]; }
    const DoctorSource& source(int row) const { return data_->source_of(issue(row)); }
    /// The class chosen for a row, or its own class if its label was kept; std::nullopt if it is not judged.
    std::optional<std::int32_t> judgment_of(int row) const;
    /// The first row that is not judged; -1: none.
    int first_open() const;
    /// The whole text, with the second one of a pair below.
    QString whole_text(int row) const;
    QString class_name(std::int32_t id) const;
    /// The reasons against the row's label, strongest first.
    QStringList reasons(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant display(int row, int column) const;
    QString reason_text(int row, report::LabelReason which) const;

    const CorrectionStore* store_;
    std::shared_ptr<const DoctorData> data_;
};

} // namespace tunedesk::ui
