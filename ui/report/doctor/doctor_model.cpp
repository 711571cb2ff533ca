// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/doctor/doctor_model.h"

#include "base/text.h"
#include "ui/widgets/text.h"

#include <QApplication>
#include <QFont>
#include <QPalette>

namespace tunedesk::ui {

namespace {

constexpr std::size_t shown_bytes_of_text = 400;

} // namespace

DoctorModel::DoctorModel(const CorrectionStore* store, QObject* parent)
    : QAbstractTableModel(parent), store_(store) {}

void DoctorModel::set_data(std::shared_ptr<const DoctorData> data) {
    beginResetModel();
    data_ = std::move(data);
    endResetModel();
}

void DoctorModel::refresh() {
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
}

void DoctorModel::refresh_row(int row) {
    Q_EMIT dataChanged(index(row, 0), index(row, columns - 1));
}

std::optional<std::int32_t> DoctorModel::judgment_of(int row) const {
    return store_->judgment(source(row).run, *source(row).predictions, issue(row).row);
}

int DoctorModel::first_open() const {
    for (int row = 0; row < rowCount(); ++row)
        if (!judgment_of(row)) return row;
    return -1;
}

QString DoctorModel::whole_text(int row) const {
    const report::PredictionTable& table = *source(row).predictions;
    const std::uint32_t at = issue(row).row;
    QString whole = to_qt(table.text(at));
    if (table.has_pairs()) whole += QStringLiteral("\n\n") + to_qt(table.pair(at));
    return whole;
}

QString DoctorModel::class_name(std::int32_t id) const {
    return id < 0 ? QString() : to_qt(data_->names()[static_cast<std::size_t>(id)]);
}

QString DoctorModel::reason_text(int row, report::LabelReason which) const {
    const report::LabelIssue& one = issue(row);
    switch (which) {
    case report::LabelReason::model: {
        const QString loss = QString::number(source(row).predictions->loss(one.row), 'f', 2);
        return data_->is_cross_validated() ? tr("High loss in cross-validation (%1)").arg(loss)
                                           : tr("High loss (%1)").arg(loss);
    }
    case report::LabelReason::twins:
        return tr("%n other row(s) of the same text", nullptr, static_cast<int>(one.twin_count));
    case report::LabelReason::look_alike:
        return tr("Differs from the name of a more frequent class only in case or spaces");
    default:
        return tr("%1 of %2 similar rows disagree").arg(one.neighbors.others).arg(one.neighbors.count);
    }
}

QStringList DoctorModel::reasons(int row) const {
    using report::LabelReason;
    const report::LabelIssue& one = issue(row);
    QStringList texts{reason_text(row, one.reason())};
    for (const auto& [which, evidence] : {std::pair(LabelReason::look_alike, one.look_alike),
                                          {LabelReason::twins, one.twins},
                                          {LabelReason::model, one.model},
                                          {LabelReason::neighbors, one.neighbors.against}})
        if (which != one.reason() && evidence > 0) texts << reason_text(row, which);
    return texts;
}

int DoctorModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !data_ ? 0 : static_cast<int>(data_->issues.size());
}

int DoctorModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant DoctorModel::display(int row, int column) const {
    const report::PredictionTable& table = *source(row).predictions;
    const report::LabelIssue& one = issue(row);
    switch (column) {
    case text: {
        const std::string words = table.text(one.row);
        return to_qt(
            shortened(table.has_pairs() ? words + " | " + table.pair(one.row) : words, shown_bytes_of_text));
    }
    case label:
        return class_name(one.label);
    case proposed:
        return class_name(one.suggested);
    case probability:
        return one.suggested < 0
                   ? QString()
                   : QString::number(table.probabilities(one.row)[static_cast<std::size_t>(one.suggested)],
                                     'f', 4);
    case reason:
        return reasons(row).join(QStringLiteral(" · "));
    default: {
        const auto judged = judgment_of(row);
        if (!judged) return QString();
        return *judged == one.label ? tr("kept") : class_name(*judged);
    }
    }
}

QVariant DoctorModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    switch (role) {
    case Qt::DisplayRole:
        return display(index.row(), index.column());
    case Qt::ToolTipRole:
        return index.column() == reason ? QVariant(reasons(index.row()).join(u'\n')) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | Qt::AlignLeft);
    case Qt::FontRole: {
        const auto judged = index.column() == judgment ? judgment_of(index.row()) : std::nullopt;
        if (!judged || *judged == issue(index.row()).label) return {};
        QFont font;
        font.setBold(true);
        return font;
    }
    case Qt::ForegroundRole:
        return judgment_of(index.row()) && index.column() != judgment
                   ? QVariant(QApplication::palette().brush(QPalette::PlaceholderText))
                   : QVariant();
    default:
        return {};
    }
}

QVariant DoctorModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | Qt::AlignLeft);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case text:
        return tr("Text");
    case label:
        return tr("Label");
    case proposed:
        return tr("Proposed");
    case probability:
        return tr("Probability");
    case reason:
        return tr("Reason");
    default:
        return tr("Judgment");
    }
}

} // namespace tunedesk::ui
