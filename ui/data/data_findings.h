// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/check_inputs.h"

#include <QTabWidget>

class QLabel;
class QTableWidget;

namespace tunedesk::ui {

class LengthPlot;
class TokenView;

/// The findings in all files: classes with counts, rejected rows, rows that occur in two splits, lengths, and
/// the tokens of one row.
class DataFindings : public QTabWidget {
    Q_OBJECT

public:
    explicit DataFindings(QWidget* parent = nullptr);

    void show_inputs(const run::CheckedInputs& inputs, int max_length);
    void show_max_length(int max_length);
    /// Selects the plot's split: "train", "validation", "test"; for a split that is taken from data.train,
    /// the lengths of all its rows.
    void show_lengths_of(const QString& role);
    void clear();

    QTableWidget* classes() const { return classes_; }
    QTableWidget* rejected() const { return rejected_; }
    QTableWidget* duplicates() const { return duplicates_; }
    LengthPlot* lengths() const { return lengths_; }
    TokenView* tokens() const { return tokens_; }

private:
    void show_classes(const run::CheckedInputs& inputs);
    void show_numbers(const run::CheckedInputs& inputs);
    void show_rejected(const run::CheckedInputs& inputs);
    void show_duplicates(const run::CheckedInputs& inputs);

    QTableWidget* classes_;
    QTableWidget* rejected_;
    QTableWidget* duplicates_;
    LengthPlot* lengths_;
    TokenView* tokens_;
    run::CheckedInputs inputs_; ///< only files and splits
    QString role_ = QStringLiteral("train");
    int max_length_ = 512;
};

} // namespace tunedesk::ui
