// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/prediction_sample.h"

#include <QWidget>
#include <cstdint>
#include <map>
#include <vector>

class QLabel;
class QTableWidget;

namespace tunedesk::ui {

/// The validation rows that evaluations show (evaluation.samples): text, label, prediction, and what has
/// changed since the evaluation before. Window's thread.
class PredictionView : public QWidget {
    Q_OBJECT

public:
    using Evaluations = std::map<std::int64_t, std::vector<event::PredictionSample>>;

    explicit PredictionView(QWidget* parent = nullptr);

    /// Shows the last of the evaluations, by step, beside the one before it.
    void show_evaluations(const Evaluations& evaluations);
    QTableWidget* rows() const { return rows_; }
    QLabel* summary() const { return summary_; }

protected:
    /// The marks have the theme's colors.
    void changeEvent(QEvent* event) override;

private:
    struct Shown {
        std::int64_t step = -1;
        std::vector<event::PredictionSample> samples;
        bool operator==(const Shown&) const = default;
    };
    void fill();
    void fill_row(int row, const event::PredictionSample& sample, const event::PredictionSample* before);

    Shown now_, before_;
    QLabel* summary_;
    QTableWidget* rows_;
};

} // namespace tunedesk::ui
