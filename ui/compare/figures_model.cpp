// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/figures_model.h"

#include "ui/plot/run_colours.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <QFont>
#include <algorithm>

namespace tunedesk::ui {

void FiguresModel::set_runs(std::shared_ptr<const ComparedRuns> runs) {
    beginResetModel();
    runs_ = std::move(runs);
    rows_.clear();
    columns_.clear();
    names_.clear();
    if (runs_) {
        names_ = runs_->names();
        for (const report::Setting& setting : report::settings(runs_->runs))
            rows_.push_back({Row::setting, setting.runs, setting.name});
        for (std::size_t i = 0; i < runs_->runs.size(); ++i)
            rows_.push_back({Row::run, {i}, {}});
        std::vector<const report::Published*> seen;
        for (std::size_t i = 0; i < runs_->runs.size(); ++i) {
            const report::Published* entry = runs_->published[i];
            if (!entry || std::find(seen.begin(), seen.end(), entry) != seen.end()) continue;
            seen.push_back(entry);
            rows_.push_back({Row::published, {i}, {}});
        }
        for (const report::Figure& figure : report::figures())
            if (std::any_of(runs_->runs.begin(), runs_->runs.end(),
                            [&](const report::ComparedRun& run) { return figure.read(run).has_value(); }))
                columns_.push_back(&figure);
    }
    endResetModel();
}

std::optional<std::size_t> FiguresModel::run_at(int row) const {
    if (row < 0 || row >= rowCount()) return std::nullopt;
    const Row& at = rows_[static_cast<std::size_t>(row)];
    return at.kind == Row::run ? std::optional(at.runs[0]) : std::nullopt;
}

int FiguresModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int FiguresModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size()) + 1;
}

QVariant FiguresModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const bool is_name = index.column() == 0;
    switch (role) {
    case Qt::DisplayRole:
        return is_name ? name_of(row)
                       : value_of(row, *columns_[static_cast<std::size_t>(index.column()) - 1]);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (is_name ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::DecorationRole:
        if (is_name && row.kind == Row::run) return run_colour(runs_->places[row.runs[0]]);
        return {};
    case Qt::ToolTipRole:
        if (!is_name) return {};
        if (row.kind == Row::setting)
            return name_of(row) + u'\n' + tr("Mean ± sample standard deviation over the seeds");
        if (row.kind == Row::published) return to_qt(runs_->published[row.runs[0]]->note);
        return row.kind == Row::run ? QVariant(to_qt(runs_->runs[row.runs[0]].summary.folder)) : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setItalic(row.kind == Row::published);
        font.setBold(row.kind == Row::setting || (row.kind == Row::run && runs_->baseline == row.runs[0]));
        return font;
    }
    default:
        return {};
    }
}

QVariant FiguresModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section == 0 ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole) return {};
    return section == 0 ? tr("Run") : figure_title(*columns_[static_cast<std::size_t>(section) - 1]);
}

QString FiguresModel::name_of(const Row& row) const {
    const std::size_t first = row.runs[0];
    switch (row.kind) {
    case Row::setting:
        return tr("%1: %n seed(s)", nullptr, static_cast<int>(row.runs.size())).arg(to_qt(row.name));
    case Row::published:
        return tr("Published: %1, %2")
            .arg(to_qt(runs_->published[first]->title), to_qt(runs_->published[first]->hardware));
    default:
        break;
    }
    QString name = to_qt(names_[first]);
    if (!runs_->tools[first].empty()) name += QStringLiteral(" (%1)").arg(to_qt(runs_->tools[first]));
    return runs_->baseline == first ? tr("%1 (baseline)").arg(name) : name;
}

QString FiguresModel::value_of(const Row& row, const report::Figure& figure) const {
    if (row.kind == Row::published) {
        const auto value = runs_->published_figure(row.runs[0], figure);
        return value ? to_qt(report::shown(figure, *value)) : QString();
    }
    std::vector<double> values;
    for (const std::size_t i : row.runs)
        if (const auto value = figure.read(runs_->runs[i])) values.push_back(*value);
    if (values.empty()) return {};
    if (row.kind == Row::setting) return to_qt(report::shown(figure, report::spread(values)));
    QString text = to_qt(report::shown(figure, values[0]));
    if (runs_->baseline && runs_->baseline != row.runs[0])
        if (const auto base = figure.read(runs_->runs[*runs_->baseline]))
            text += QStringLiteral("  (%1)").arg(to_qt(report::shown_difference(figure, values[0], *base)));
    return text;
}

void DifferencesModel::set_runs(std::shared_ptr<const ComparedRuns> runs) {
    beginResetModel();
    runs_ = std::move(runs);
    endResetModel();
}

int DifferencesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !runs_ ? 0 : static_cast<int>(runs_->comparison.differences.rows.size());
}

int DifferencesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !runs_ ? 0 : static_cast<int>(runs_->comparison.differences.header.size());
}

QVariant DifferencesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const auto& row = runs_->comparison.differences.rows[static_cast<std::size_t>(index.row())];
    const std::string& cell = row[static_cast<std::size_t>(index.column())];
    return to_qt(index.column() == 0 ? cell : report::shown_setting(cell));
}

QVariant DifferencesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || !runs_) return {};
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | Qt::AlignLeft);
    if (role != Qt::DisplayRole) return {};
    return section == 0 ? tr("What differs")
                        : to_qt(runs_->comparison.differences.header[static_cast<std::size_t>(section)]);
}

} // namespace tunedesk::ui
