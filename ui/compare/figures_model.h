// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compared_runs.h"

#include <QAbstractTableModel>

namespace tunedesk::ui {

/// A column a figure. Where runs differ in the seed alone, first a row for each setting with mean ± sample
/// standard deviation over its seeds; then a row a run, behind a value its difference from the baseline's;
/// below, one for each published recipe that a preset names. Columns that no run has a value in are left out.
class FiguresModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void set_runs(std::shared_ptr<const ComparedRuns> runs);

    /// The run that a row is about; std::nullopt for other rows.
    std::optional<std::size_t> run_at(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        enum Kind { run, setting, published } kind = run;
        std::vector<std::size_t> runs; ///< one, those of a setting, or those that name the recipe
        std::string name;              ///< of a setting
    };
    QString name_of(const Row& row) const;
    QString value_of(const Row& row, const report::Figure& figure) const;

    std::shared_ptr<const ComparedRuns> runs_;
    std::vector<std::string> names_;
    std::vector<Row> rows_;
    std::vector<const report::Figure*> columns_;
};

/// What differs in presets and environments: a row a key, a column a run.
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
