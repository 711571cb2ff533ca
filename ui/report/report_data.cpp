#include "ui/report/report_data.h"

#include "base/error.h"
#include "base/text.h"
#include "event/folder/run_folder.h"
#include "plan/data_specs.h"
#include "preset/yaml/load.h"
#include "ui/widgets/error_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::ui {

namespace {

constexpr std::size_t most_curves = 50; // classes beyond have no room in any plot

void add_scores(ReportData& data) {
    const report::PredictionTable& table = data.predictions;
    report::ConfusionMatrix matrix(table.classes());
    std::vector<double> confidence;
    std::vector<bool> right;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (table.label(row) < 0) continue;
        matrix.add(table.label(row), table.predicted(row));
        confidence.push_back(table.probabilities(row)[static_cast<std::size_t>(table.predicted(row))]);
        right.push_back(table.label(row) == table.predicted(row));
    }
    data.scores = report::classification_report(matrix, table.names());
    data.calibration_error = report::expected_calibration_error(confidence, right);
    const auto& classes = data.scores->classes;
    const auto most = std::max_element(classes.begin(), classes.end(),
                                       [](const auto& a, const auto& b) { return a.support < b.support; });
    data.majority_class = static_cast<std::size_t>(most - classes.begin());
    if (matrix.total() > 0)
        data.majority_accuracy = static_cast<double>(most->support) / static_cast<double>(matrix.total());
    if (table.classes() > report::most_square_classes)
        throw Error(ErrorId::report_classes_too_many,
                    {grouped(table.classes()), grouped(report::most_square_classes)});
    data.confusion = std::move(matrix);
}

void add_curves(ReportData& data) {
    const std::size_t classes = data.predictions.classes();
    const bool one_of_two = classes == 2 && data.predictions.target() == task::Target::one_class;
    for (std::size_t c = one_of_two ? 1 : 0; c < std::min(classes, most_curves); ++c) {
        const auto rows = data.predictions.scores(static_cast<std::int32_t>(c));
        data.curves.push_back({report::roc_curve(rows.scores, rows.positive),
                               report::precision_recall_curve(rows.scores, rows.positive),
                               report::calibration_curve(rows.scores, rows.positive)});
    }
}

} // namespace

namespace {

/// Null where the run's task has none, or they are gone.
std::shared_ptr<const image::ImageSource> tested_images(const event::RunFolder& run) {
    const Preset preset = preset::load_draft(run.preset()).loaded.preset;
    if (!task::task_of(preset.task).is_of_images()) return nullptr;
    try {
        return image::open_image_source(preset.data.test.empty() ? preset.data.train : preset.data.test,
                                        plan::image_spec(preset));
    } catch (const Error&) {
        return nullptr;
    }
}

} // namespace

std::shared_ptr<const ReportData> read_report(const fs::path& run, const fs::path& baseline) {
    auto data = std::make_shared<ReportData>();
    data->run = run::read_known_run(run);
    std::error_code failed;
    if (!baseline.empty() && !fs::equivalent(run, baseline, failed)) try {
            data->baseline = run::read_known_run(baseline);
        } catch (const Error&) { // a baseline that is gone is none
        }
    const fs::path file = event::RunFolder{data->run.compared.summary.folder}.predictions();
    if (!fs::exists(file, failed)) return data;
    try {
        data->predictions = report::PredictionTable::read(file);
    } catch (const Error& error) {
        data->problem = shown_error(error).toStdString();
        return data;
    }
    const auto note_problem = [&](const auto& read) {
        try {
            read();
        } catch (const Error& error) {
            data->problem = shown_error(error).toStdString();
        }
    };
    if (data->predictions.labelled() > 0 && data->predictions.classes() > 0) {
        add_curves(*data);
        if (data->predictions.target() == task::Target::one_class) note_problem([&] { add_scores(*data); });
    }
    note_problem([&] { data->images = tested_images({data->run.compared.summary.folder}); });
    note_problem(
        [&] { data->saved = run::read_corrections({data->run.compared.summary.folder}, data->predictions); });
    note_problem([&] { data->effect = read_correction_effect(data->run.compared, data->predictions); });
    return data;
}

} // namespace tunedesk::ui
