// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_data.h"

#include "base/error.h"
#include "event/folder/run_folder.h"
#include "plan/data_specs.h"
#include "preset/yaml/load.h"
#include "ui/widgets/error_text.h"

#include <fmt/format.h>

namespace tunedesk::ui {

namespace {

/// Null if the run's task has no images, or they no longer exist.
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

QString four_digits(double value) {
    return QString::fromStdString(fmt::format("{:.4f}", value));
}

std::shared_ptr<const ReportData> read_report(const fs::path& run, const fs::path& baseline) {
    auto data = std::make_shared<ReportData>();
    data->run = run::read_known_run(run);
    std::error_code failed;
    if (!baseline.empty() && !fs::equivalent(run, baseline, failed)) try {
            data->baseline = run::read_known_run(baseline);
        } catch (const Error&) { // a missing baseline is ignored
        }
    const fs::path file = event::RunFolder{data->run.compared.summary.folder}.predictions();
    if (!fs::exists(file, failed)) return data;
    static_cast<report::TestResults&>(*data) = report::read_test_results(file);
    if (data->problem) data->warning = shown_error(*data->problem).toStdString();
    if (data->problem && data->predictions.rows() == 0) return data;
    const auto note_problem = [&](const auto& read) {
        try {
            read();
        } catch (const Error& error) {
            data->warning = shown_error(error).toStdString();
        }
    };
    note_problem([&] { data->images = tested_images({data->run.compared.summary.folder}); });
    note_problem(
        [&] { data->saved = run::read_corrections({data->run.compared.summary.folder}, data->predictions); });
    note_problem([&] { data->effect = read_correction_effect(data->run.compared, data->predictions); });
    return data;
}

} // namespace tunedesk::ui
