// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/confusion_counts.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <string>

namespace tunedesk::ui {

ConfusionCounts::ConfusionCounts(const QStringList& names, std::vector<std::uint64_t> counts)
    : names_(names), counts_(std::move(counts)), row_totals_(static_cast<std::size_t>(names.size())) {
    const std::size_t classes = row_totals_.size();
    if (counts_.size() != classes * classes)
        throw Error(ErrorId::confusion_matrix_invalid,
                    {std::to_string(classes), std::to_string(counts_.size())});
    for (std::size_t i = 0; i < counts_.size(); ++i)
        row_totals_[i / classes] += counts_[i];
    if (!counts_.empty()) most_ = *std::ranges::max_element(counts_);
}

double ConfusionCounts::rate(int row, int column) const {
    const std::uint64_t total = row_total(row);
    return total == 0 ? 0 : static_cast<double>(count(row, column)) / static_cast<double>(total);
}

QByteArray ConfusionCounts::csv(bool rates) const {
    std::string table = "true\\predicted";
    for (const QString& name : names_)
        table += ',' + csv_field(name.toStdString());
    table += '\n';
    for (int row = 0; row < names_.size(); ++row) {
        table += csv_field(names_[row].toStdString());
        for (int column = 0; column < names_.size(); ++column)
            table += ',' + (rates ? shortest(rate(row, column)) : std::to_string(count(row, column)));
        table += '\n';
    }
    return QByteArray::fromStdString(table);
}

} // namespace tunedesk::ui
