// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compared_runs.h"

#include <QAbstractTableModel>

namespace tunedesk::ui {

/// One column per figure. The rows are: if runs differ only in the seed, one per setting with mean ± sample
/// standard deviation over its seeds; then one per run, with each value's difference to the baseline's;
/// finally one per published recipe that a preset names. Columns without values are omitted.
class FiguresModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void set_runs(std::shared_ptr<const ComparedRuns> runs);

    /// The run of a row; std::nullopt for other rows.
    std::optional<std::size_t> run_at(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        enum Kind { run, setting, published } kind = run;
        std::vector<std::size_t> runs; ///< one run, those of a setting, or those that name the recipe
        std::string name;              ///< name of a setting
    };
    QString name_of(const Row& row) const;
    QString value_of(const Row& row, const report::Figure& figure) const;

    std::shared_ptr<const ComparedRuns> runs_;
    std::vector<std::string> names_;
    std::vector<Row> rows_;
    std::vector<const report::Figure*> columns_;
};

/// Differences between presets and environments: one row per key, one column per run.
class DifferencesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void set_runs(std::shared_ptr<const ComparedRuns> runs);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const ComparedRuns> runs_;
};

} // namespace tunedesk::ui
