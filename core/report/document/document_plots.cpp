// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/folder/run_folder.h"
#include "report/document/document_parts.h"
#include "report/document/svg_plots.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace tunedesk::report {

namespace {

constexpr std::size_t lines_at_once = 6, most_bars = 40;

/// "utils: area 0.9312".
std::string with_number(const std::string& name, const std::string& what, double value) {
    const std::string number = std::isfinite(value) ? fmt::format("{:.4f}", value) : "-";
    return (name.empty() ? "" : name + ": ") + what + " " + number;
}

PlotLine line_of(const MetricSeries& series, std::string name) {
    const bool has_steps = std::ranges::any_of(series.steps, [](double step) { return std::isfinite(step); });
    PlotLine line{std::move(name), has_steps ? series.steps : series.epochs, series.values};
    line.has_dots = line.x.size() < 12; // of few points a line shows no place
    return line;
}

} // namespace

void DocumentParts::add_classes() {
    const auto& matrix = from_.results.confusion;
    if (!matrix || matrix->total() == 0) return;
    const std::size_t classes = matrix->classes();
    std::vector<std::size_t> order(classes);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (classes > most_bars)
        std::ranges::stable_sort(order, std::ranges::greater(),
                                 [&](std::size_t i) { return matrix->sums(i).support; });
    order.resize(std::min(classes, most_bars));
    BarPlot bars{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Test rows of each class")),
                 {say(TUNEDESK_TRANSLATABLE("ReportDocument", "True")),
                  say(TUNEDESK_TRANSLATABLE("ReportDocument", "Predicted"))},
                 {},
                 {}};
    for (const std::size_t i : order) {
        bars.names.push_back(from_.results.names()[i]);
        bars.counts.emplace_back(matrix->sums(i).support, matrix->sums(i).predicted);
    }
    append(Heading{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Classes"))});
    append(PlotRow{{std::move(bars)}});
    if (order.size() < classes)
        append(Paragraph{say(TUNEDESK_TRANSLATABLE("ReportDocument", "The {} most frequent of {} classes."),
                             {std::to_string(order.size()), std::to_string(classes)}),
                         true});
}

void DocumentParts::add_confusion() {
    const auto& matrix = from_.results.confusion;
    if (!matrix || matrix->total() == 0) return;
    append(Heading{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Confusion matrix"))});
    const std::size_t classes = matrix->classes();
    if (classes > most_matrix_classes) {
        append(
            Paragraph{say(TUNEDESK_TRANSLATABLE("ReportDocument",
                                                "A matrix of {} classes is not drawn; confusion.csv has it."),
                          {std::to_string(classes)}),
                      true});
        return;
    }
    MatrixPlot plot{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Test rows by true and predicted class")),
                    say(TUNEDESK_TRANSLATABLE("ReportDocument", "Predicted class")),
                    say(TUNEDESK_TRANSLATABLE("ReportDocument", "True class")), from_.results.names(),
                    std::vector<std::uint64_t>(classes * classes)};
    for (const auto& [cell, count] : matrix->cells())
        plot.counts[cell.first * classes + cell.second] = count;
    append(PlotRow{{std::move(plot)}});
}

void DocumentParts::add_numbers() {
    const PredictionTable& table = from_.results.predictions;
    if (!report() || task::task_of(report()->task).target != task::Target::number || table.labelled() == 0 ||
        table.target() != task::Target::number)
        return;
    PlotLine points;
    points.has_line = false;
    points.has_dots = true;
    double least = INFINITY, most = -INFINITY;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const double truth = table.truth(row), predicted = table.number(row);
        if (!std::isfinite(truth) || !std::isfinite(predicted)) continue;
        points.x.push_back(truth);
        points.y.push_back(predicted);
        least = std::min({least, truth, predicted});
        most = std::max({most, truth, predicted});
    }
    if (points.x.empty()) return;
    append(Heading{say(TUNEDESK_TRANSLATABLE("ReportDocument", "True and predicted numbers"))});
    LinePlot plot;
    plot.title = say(TUNEDESK_TRANSLATABLE("ReportDocument", "True and predicted numbers"));
    plot.x_label = say(TUNEDESK_TRANSLATABLE("ReportDocument", "True"));
    plot.y_label = say(TUNEDESK_TRANSLATABLE("ReportDocument", "Predicted"));
    plot.lines = {std::move(points)};
    plot.range = {least, most};
    plot.has_diagonal = true;
    append(PlotRow{{std::move(plot)}});
}

std::optional<LinePlot> DocumentParts::training_plot(const char* title, const std::string& column) const {
    LinePlot plot;
    plot.title = title;
    plot.x_label = say(TUNEDESK_TRANSLATABLE("ReportDocument", "Step"));
    if (const MetricSeries* series = find_series(from_.metrics.series, "train_" + column))
        plot.lines.push_back(line_of(*series, say(TUNEDESK_TRANSLATABLE("ReportDocument", "training"))));
    if (const MetricSeries* series = find_series(from_.metrics.series, "val_" + column))
        plot.lines.push_back(line_of(*series, say(TUNEDESK_TRANSLATABLE("ReportDocument", "validation"))));
    if (plot.lines.empty()) return std::nullopt;
    if (report() && report()->best_step > 0) {
        plot.mark = static_cast<double>(report()->best_step);
        plot.mark_name = say(TUNEDESK_TRANSLATABLE("ReportDocument", "tested"));
    }
    return plot;
}

void DocumentParts::add_training_curves() {
    const auto kind = task::kind_named(setting("task"));
    const task::Task& task =
        task::task_of(report() ? report()->task : kind.value_or(task::Kind::text_classification));
    PlotRow row;
    const auto add = [&](const std::string& title, const std::string& column) {
        if (auto plot = training_plot(title.c_str(), column)) row.plots.push_back(std::move(*plot));
    };
    add(say(TUNEDESK_TRANSLATABLE("ReportDocument", "Loss")), "loss");
    const task::Metric* main = task.headline_among([&](const char* name) {
        const task::Metric* metric = task.find_metric(name);
        return metric && find_series(from_.metrics.series, std::string("val_") + metric->column);
    });
    if (main && std::string_view(main->name) == "accuracy")
        add(say(TUNEDESK_TRANSLATABLE("ReportDocument", "Accuracy")), main->column);
    else if (main)
        add(words_("Figure", main->title), main->column);
    if (row.plots.empty()) return;
    append(Heading{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Training"))});
    append(std::move(row));
}

void DocumentParts::add_test_curves() {
    const TestResults& results = from_.results;
    std::vector<std::size_t> shown = results.worst_curves(lines_at_once);
    if (shown.empty()) return;
    std::ranges::sort(shown);
    LinePlot roc, precision_recall, calibration;
    roc.title = say(TUNEDESK_TRANSLATABLE("ReportDocument", "ROC"));
    roc.x_label = say(TUNEDESK_TRANSLATABLE("ReportDocument", "False positive rate"));
    roc.y_label = say(TUNEDESK_TRANSLATABLE("ReportDocument", "True positive rate"));
    precision_recall.title =
        say(TUNEDESK_TRANSLATABLE("ReportDocument", "Precision-recall (AP: average precision)"));
    precision_recall.x_label = say(TUNEDESK_TRANSLATABLE("ReportDocument", "Recall"));
    precision_recall.y_label = say(TUNEDESK_TRANSLATABLE("ReportDocument", "Precision"));
    calibration.title = say(TUNEDESK_TRANSLATABLE("ReportDocument", "Calibration"));
    calibration.x_label = say(TUNEDESK_TRANSLATABLE("ReportDocument", "Mean predicted probability"));
    calibration.y_label = say(TUNEDESK_TRANSLATABLE("ReportDocument", "Share of positives"));
    roc.has_diagonal = calibration.has_diagonal = true;
    for (LinePlot* plot : {&roc, &precision_recall, &calibration})
        plot->range = {0, 1};
    for (const std::size_t i : shown) {
        const ClassCurves& curves = results.curves[i];
        const std::string& name = results.names()[results.class_of_curve(i)];
        const std::string area = say(TUNEDESK_TRANSLATABLE("ReportDocument", "area")),
                          average = say(TUNEDESK_TRANSLATABLE("ReportDocument", "AP"));
        roc.lines.push_back({with_number(name, area, curves.roc.area), curves.roc.false_positive_rate,
                             curves.roc.true_positive_rate});
        precision_recall.lines.push_back(
            {with_number(name, average, curves.precision_recall.average_precision),
             curves.precision_recall.recall, curves.precision_recall.precision, true});
        calibration.lines.push_back(
            {name, curves.calibration.predicted, curves.calibration.observed, false, true, true});
    }
    append(Heading{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Test curves"))});
    if (shown.size() < results.curves.size())
        append(Paragraph{
            say(TUNEDESK_TRANSLATABLE("ReportDocument",
                                      "The {} of {} classes with the lowest scores, each against the rest."),
                {std::to_string(shown.size()), std::to_string(results.names().size())}),
            true});
    append(PlotRow{{std::move(roc), std::move(precision_recall), std::move(calibration)}});
}

} // namespace tunedesk::report
