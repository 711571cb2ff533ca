// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "task/task.h"

#include <cstddef>
#include <span>
#include <string>

namespace tunedesk::report {

/// How near predicted numbers are to the true ones, computed in fp64: MSE, MAE and R² as scikit-learn's
/// mean_squared_error, mean_absolute_error and r2_score, Pearson and Spearman as scipy.stats.pearsonr and
/// spearmanr (equal values share the mean of their ranks).
struct RegressionScores {
    double pearson = 0, spearman = 0; ///< NaN if either side is constant or there are fewer than two rows
    double mse = 0, mae = 0;
    double r2 = 0; ///< for constant true numbers: 1 if every prediction is exact, else 0
};

/// `truth` and `predicted` have the same length and are not empty. Throws Error 3149 otherwise.
RegressionScores regression_scores(std::span<const float> truth, std::span<const float> predicted);

/// The scores by the names of task::Kind::regression's metrics, the loss first.
task::Values values_of(const RegressionScores& scores, double loss);

/// A table of a task's values, one metric per line, with four digits, then the number of rows.
std::string to_text(const task::Values& values, task::Kind kind, std::size_t rows);

} // namespace tunedesk::report
