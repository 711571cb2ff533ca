// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/csv/csv_findings.h"

#include "base/text.h"
#include "ui/data/data_check.h"
#include "ui/data/length_plot.h"
#include "ui/plot/bar_plot.h"
#include "ui/style/tokens.h"
#include "ui/widgets/text.h"
#include "ui/window/csv/csv_draft.h"
#include "ui/window/new_run/check_lines.h"
#include "ui/window/new_run/data_mender.h"

#include <QGridLayout>
#include <QLabel>
#include <algorithm>
#include <functional>
#include <map>

namespace tunedesk::ui {

namespace {

constexpr std::size_t most_class_bars = 6, longest_class = 24;
constexpr int lengths_height = 150;

QLabel* bold_label(const QString& text) {
    auto* label = new QLabel(text);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    return label;
}

/// Rows per class of the training file, including the parts that are split off.
std::vector<std::uint64_t> class_rows_of_training_file(const run::CheckedInputs& inputs) {
    std::vector<std::uint64_t> rows(inputs.labels.names.size());
    if (inputs.splits.empty()) return rows;
    for (const run::CheckedSplit& split : inputs.splits)
        if (split.path == inputs.splits.front().path)
            for (std::size_t id = 0; id < std::min(rows.size(), split.class_rows.size()); ++id)
                rows[id] += split.class_rows[id];
    return rows;
}

} // namespace

CsvFindings::CsvFindings(QWidget* parent)
    : QWidget(parent), classes_title_(bold_label(tr("Classes"))), more_(new QLabel), classes_(new BarPlot),
      lengths_(new LengthPlot), check_(new DataCheck) {
    classes_->setAccessibleName(tr("Rows of each class"));
    lengths_->setMaximumHeight(lengths_height);
    more_->setForegroundRole(QPalette::PlaceholderText);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(style::l);
    grid->setVerticalSpacing(style::xs);
    grid->addWidget(classes_title_, 0, 0);
    grid->addWidget(bold_label(tr("Lengths")), 0, 1);
    grid->addWidget(classes_, 1, 0, Qt::AlignTop);
    grid->addWidget(lengths_, 1, 1, 2, 1);
    grid->addWidget(more_, 2, 0, Qt::AlignTop);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(2, 1);
    grid->addWidget(check_, 3, 0, 1, 2);
    check_->layout()->setContentsMargins(0, style::s, 0, 0);
}

QString CsvFindings::classes_title() const {
    return classes_title_->text();
}

void CsvFindings::show_sample(const data::SampledColumn* label, bool whole) {
    rows_ = 0;
    std::map<std::string, std::uint64_t> counts;
    if (label)
        for (const std::string& value : label->values)
            ++counts[value];
    const int classes = static_cast<int>(counts.size());
    show_classes({counts.begin(), counts.end()},
                 !label  ? tr("Classes")
                 : whole ? tr("%n class(es)", nullptr, classes)
                         : tr("%n class(es) in the first rows", nullptr, classes));
    lengths_->show_lengths({}, 0);
}

void CsvFindings::show_counted(const run::CheckedInputs& inputs) {
    const std::vector<std::uint64_t> rows = class_rows_of_training_file(inputs);
    Counts counts;
    rows_ = 0;
    for (std::size_t id = 0; id < rows.size(); ++id) {
        counts.emplace_back(inputs.labels.names[id], rows[id]);
        rows_ += rows[id];
    }
    if (!counts.empty())
        show_classes(std::move(counts), tr("%n class(es)", nullptr, static_cast<int>(rows.size())));
}

void CsvFindings::show_classes(Counts counts, const QString& title) {
    classes_title_->setText(title);
    std::ranges::stable_sort(counts, std::greater{}, &Counts::value_type::second);
    std::uint64_t all = 0;
    for (const auto& [name, rows] : counts)
        all += rows;
    const std::size_t shown = std::min(counts.size(), most_class_bars);
    std::vector<Bar> bars;
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& [name, rows] = counts[i];
        const double percent = all ? 100.0 * static_cast<double>(rows) / static_cast<double>(all) : 0;
        bars.push_back(
            {to_qt(shortened(name, longest_class)),
             static_cast<double>(rows),
             QStringLiteral("%1 (%2%)").arg(to_qt(grouped(rows)), QString::number(percent, 'f', 0)),
             {},
             {},
             {}});
    }
    classes_->set_bars(std::move(bars));
    const int others = static_cast<int>(counts.size() - shown);
    more_->setText(others > 0 ? tr("and %n more", nullptr, others) : QString());
}

void CsvFindings::show_draft(const CsvDraft& draft) {
    const auto found = draft.found();
    check_->set_answerable(found && !draft.is_mending());
    if (!found) return check_->show_status(draft.status());
    check_->show_lines(check_lines(*found, draft.draft().loaded.preset));
    check_->show_status(!draft.status().isEmpty()   ? draft.status()
                        : found->files.empty()      ? DataMender::tr("no rows could be read")
                        : check_->lines().isEmpty() ? DataMender::tr("nothing found")
                                                    : QString());
    show_counted(*found);
    for (const run::CheckedFile& file : found->files)
        if (file.role == "train" && !file.lengths.empty())
            lengths_->show_lengths(file.lengths, draft.draft().loaded.preset.data.max_length);
}

} // namespace tunedesk::ui
