// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/folder/corrections.h"
#include "ui/images/thumbnails.h"
#include "ui/report/report_data.h"

#include <QAbstractTableModel>

namespace tunedesk::ui {

/// The tested rows of a confusion cell, worst first, with their probabilities and their loss. The column
/// `correction` holds the class that a reader gave a row instead of its label, and is editable.
class ExamplesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { text, label, prediction, probability, loss, correction, columns };

    explicit ExamplesModel(QObject* parent = nullptr);

    static constexpr int picture_side = 48; ///< pixels, of images beside their names

    /// Shows no rows until show_cell().
    void set_data(std::shared_ptr<const ReportData> data, run::Corrections corrections);
    /// -1 stands for every class.
    void show_cell(int true_class, int predicted_class);
    /// All corrected rows.
    void show_corrected();

    const run::Corrections& corrections() const { return corrections_; }
    /// Shows corrections made elsewhere.
    void set_corrections(run::Corrections corrections);
    /// Changes the label of rows; their own label removes a correction.
    void correct(const QModelIndexList& rows, int to_class);
    /// The index of a row in the predictions.
    std::uint32_t row_of(const QModelIndex& index) const {
        return rows_[static_cast<std::size_t>(index.row())];
    }
    /// The whole text, with the second one of a pair below.
    QString whole_text(const QModelIndex& index) const;
    /// For images: the thumbnail; null while it is being created.
    QImage thumbnail(const QModelIndex& index) const;
    /// "0: 0.9731, 1: 0.0269".
    QString probabilities(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void corrections_changed();

private:
    void show_rows(std::vector<std::uint32_t> rows);
    bool change(const QModelIndex& index, int to_class);
    QString class_name(std::int32_t id) const;
    QVariant display(std::uint32_t row, int column) const;
    void show_made(int number);

    std::shared_ptr<const ReportData> data_;
    std::vector<std::uint32_t> rows_;
    run::Corrections corrections_;
    mutable Thumbnails thumbnails_; ///< asked for as they are shown
};

} // namespace tunedesk::ui
