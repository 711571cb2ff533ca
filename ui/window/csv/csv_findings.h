// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/guess.h"
#include "run/check/check_inputs.h"

#include <QWidget>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

class QLabel;

namespace tunedesk::ui {

class BarPlot;
class CsvDraft;
class DataCheck;
class LengthPlot;

/// The findings in a table: classes as bars (first of a sample), lengths of rows, and problems to fix.
/// Window's thread.
class CsvFindings : public QWidget {
    Q_OBJECT

public:
    explicit CsvFindings(QWidget* parent = nullptr);

    /// The label column of the first rows, until all rows are counted; null: none is selected. `whole`: these
    /// are all rows.
    void show_sample(const data::SampledColumn* label, bool whole);
    void show_draft(const CsvDraft& draft);
    /// Number of rows of the training file; 0: not counted yet.
    std::uint64_t rows() const { return rows_; }

    BarPlot* classes() const { return classes_; }
    LengthPlot* lengths() const { return lengths_; }
    DataCheck* check() const { return check_; }
    /// A title such as "4 classes".
    QString classes_title() const;

private:
    using Counts = std::vector<std::pair<std::string, std::uint64_t>>;
    void show_classes(Counts counts, const QString& title);
    void show_counted(const run::CheckedInputs& inputs);

    QLabel *classes_title_, *more_;
    BarPlot* classes_;
    LengthPlot* lengths_;
    DataCheck* check_;
    std::uint64_t rows_ = 0;
};

} // namespace tunedesk::ui
