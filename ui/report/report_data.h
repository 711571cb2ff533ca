#pragma once

#include "data/image/source/image_source.h"
#include "report/curves.h"
#include "report/predictions/prediction_table.h"
#include "run/folder/saved_corrections.h"
#include "run/registry/known_runs.h"
#include "ui/report/doctor/correction_effect.h"

#include <memory>
#include <optional>
#include <vector>

namespace tunedesk::ui {

/// The curves of one class against the rest.
struct ClassCurves {
    report::RocCurve roc;
    report::PrecisionRecallCurve precision_recall;
    report::CalibrationCurve calibration;
};

/// All that the report of a run shows, read once on another thread.
struct ReportData {
    run::KnownRun run;
    std::optional<run::KnownRun> baseline;
    report::PredictionTable predictions; ///< empty where the run tested nothing
    std::optional<report::ConfusionMatrix> confusion;
    std::optional<report::ClassificationReport> scores;
    double majority_accuracy = 0; ///< of always saying the most frequent class
    std::size_t majority_class = 0;
    double calibration_error = 0;
    std::vector<ClassCurves>
        curves; ///< a class each; of two classes that exclude each other the second alone
    /// That the predictions' lines number, from 1; null of texts, or where they are gone.
    std::shared_ptr<const image::ImageSource> images;
    run::SavedCorrections saved;            ///< labels that were corrected in this or another window
    std::optional<CorrectionEffect> effect; ///< of a run on labels that were corrected
    std::string problem;                    ///< why predictions.csv or the corrections could not be read

    const report::RunReport* figures() const {
        return run.compared.summary.report ? &*run.compared.summary.report : nullptr;
    }
    /// What the run's task is to give a text.
    task::Target target() const {
        return figures() ? task::task_of(figures()->task).target : task::Target::one_class;
    }
    const std::vector<std::string>& names() const { return predictions.names(); }
    /// The class that curves[i] speaks of.
    std::size_t class_of_curve(std::size_t i) const { return curves.size() == 1 ? names().size() - 1 : i; }
};

/// Reads RUN, and BASELINE where it is not empty. Throws what report::read_run() throws, and says
/// Error 4196 in `problem` where there are too many classes for a matrix. Any thread.
std::shared_ptr<const ReportData> read_report(const fs::path& run, const fs::path& baseline);

} // namespace tunedesk::ui
