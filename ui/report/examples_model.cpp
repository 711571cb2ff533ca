// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/examples_model.h"

#include "base/text.h"
#include "ui/widgets/text.h"

#include <QFont>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr std::size_t shown_bytes = 400; // of a text in its cell

} // namespace

ExamplesModel::ExamplesModel(QObject* parent) : QAbstractTableModel(parent) {
    connect(&thumbnails_, &Thumbnails::made, this, &ExamplesModel::show_made);
}

void ExamplesModel::show_made(int number) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (data_->predictions.line(rows_[i]) == static_cast<std::uint64_t>(number) + 1) {
            const QModelIndex changed = index(static_cast<int>(i), text);
            Q_EMIT dataChanged(changed, changed, {Qt::DecorationRole});
        }
}

QImage ExamplesModel::thumbnail(const QModelIndex& index) const {
    const std::uint64_t line = data_->predictions.line(row_of(index));
    const QImage* image = data_->images && line > 0 && line <= data_->images->entries().size()
                              ? thumbnails_.find(static_cast<int>(line - 1))
                              : nullptr;
    return image ? *image : QImage();
}

void ExamplesModel::set_data(std::shared_ptr<const ReportData> data, run::Corrections corrections) {
    beginResetModel();
    data_ = std::move(data);
    thumbnails_.use(data_ ? data_->images : nullptr);
    rows_.clear();
    corrections_ = std::move(corrections);
    endResetModel();
}

void ExamplesModel::set_corrections(run::Corrections corrections) {
    corrections_ = std::move(corrections);
    if (!rows_.empty()) Q_EMIT dataChanged(index(0, correction), index(rowCount() - 1, correction));
}

void ExamplesModel::show_rows(std::vector<std::uint32_t> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

void ExamplesModel::show_cell(int true_class, int predicted_class) {
    if (data_) show_rows(data_->predictions.cell(true_class, predicted_class));
}

void ExamplesModel::show_corrected() {
    std::vector<std::uint32_t> rows;
    for (const auto& entry : corrections_)
        rows.push_back(entry.first);
    show_rows(std::move(rows));
}

void ExamplesModel::correct(const QModelIndexList& rows, int to_class) {
    bool any = false;
    for (const QModelIndex& index : rows)
        any |= change(index.siblingAtColumn(correction), to_class);
    if (any) Q_EMIT corrections_changed(); // emitted once: they are saved together
}

bool ExamplesModel::change(const QModelIndex& index, int to_class) {
    if (to_class < 0 || to_class >= static_cast<int>(data_->names().size())) return false;
    const std::uint32_t row = row_of(index);
    if (to_class == data_->predictions.label(row))
        corrections_.erase(row);
    else
        corrections_[row] = to_class;
    Q_EMIT dataChanged(index, index);
    return true;
}

QString ExamplesModel::whole_text(const QModelIndex& index) const {
    const std::uint32_t row = row_of(index);
    QString whole = to_qt(data_->predictions.text(row));
    if (data_->predictions.has_pairs()) whole += QStringLiteral("\n\n") + to_qt(data_->predictions.pair(row));
    return whole;
}

QString ExamplesModel::probabilities(const QModelIndex& index) const {
    QStringList parts;
    const auto values = data_->predictions.probabilities(row_of(index));
    for (std::size_t c = 0; c < std::min<std::size_t>(values.size(), 20); ++c)
        parts << QStringLiteral("%1: %2").arg(class_name(static_cast<std::int32_t>(c)),
                                              QString::number(values[c], 'f', 4));
    return parts.join(QStringLiteral(", "));
}

int ExamplesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ExamplesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QString ExamplesModel::class_name(std::int32_t id) const {
    return id < 0 ? QString() : to_qt(data_->names()[static_cast<std::size_t>(id)]);
}

QVariant ExamplesModel::display(std::uint32_t row, int column) const {
    const report::PredictionTable& table = data_->predictions;
    switch (column) {
    case text:
        return to_qt(shortened(
            table.has_pairs() ? table.text(row) + " | " + table.pair(row) : table.text(row), shown_bytes));
    case label:
        return class_name(table.label(row));
    case prediction:
        return class_name(table.predicted(row));
    case probability:
        return QString::number(table.probabilities(row)[static_cast<std::size_t>(table.predicted(row))], 'f',
                               4);
    case loss:
        return table.label(row) < 0 ? QString() : QString::number(table.loss(row), 'f', 4);
    default: {
        const auto found = corrections_.find(row);
        return found == corrections_.end() ? QString() : class_name(found->second);
    }
    }
}

QVariant ExamplesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const std::uint32_t row = row_of(index);
    switch (role) {
    case Qt::DisplayRole:
        return display(row, index.column());
    case Qt::DecorationRole: {
        if (index.column() != text || !data_->images) return {};
        const QImage image = thumbnail(index);
        return image.isNull()
                   ? QVariant()
                   : image.scaled(picture_side, picture_side, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    }
    case Qt::ToolTipRole:
        return index.column() == text ? QVariant() : QVariant(probabilities(index));
    case Qt::EditRole: {
        if (index.column() != correction) return display(row, index.column());
        const auto found = corrections_.find(row);
        return found == corrections_.end() ? data_->predictions.label(row) : found->second;
    }
    case Qt::TextAlignmentRole: {
        const bool number = index.column() == probability || index.column() == loss;
        return QVariant(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    }
    case Qt::FontRole: {
        QFont font;
        font.setBold(index.column() == correction);
        return font;
    }
    default:
        return {};
    }
}

bool ExamplesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::EditRole || index.column() != correction) return false;
    if (!change(index, value.toInt())) return false;
    Q_EMIT corrections_changed();
    return true;
}

Qt::ItemFlags ExamplesModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags plain = QAbstractTableModel::flags(index);
    return index.column() == correction ? plain | Qt::ItemIsEditable : plain;
}

QVariant ExamplesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool number = section == probability || section == loss;
        return QVariant(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case text:
        return data_ && data_->images ? tr("Image") : tr("Text");
    case label:
        return tr("Label");
    case prediction:
        return tr("Prediction");
    case probability:
        return tr("Probability");
    case loss:
        return tr("Loss");
    default:
        return tr("Corrected to");
    }
}

} // namespace tunedesk::ui
