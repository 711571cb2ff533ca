// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "report/predictions/prediction_table.h"

#include <map>
#include <optional>
#include <span>
#include <string>

namespace tunedesk::run {

/// Labels that a reader of the report corrected: row of the predictions -> class id.
using Corrections = std::map<std::uint32_t, std::int32_t>;

/// The file whose rows the run tested: data.test, or data.train where the test was cut off it.
fs::path tested_file(const Preset& preset);

/// The files that export_corrections() wrote.
struct ExportedCorrections {
    fs::path table, list;
    fs::path split_file; ///< empty if the run tested a file of its own
    std::size_t changed = 0;
};

/// Corrections of one run's predictions.
struct TestedCorrections {
    const report::PredictionTable* predictions = nullptr;
    const Corrections* corrections = nullptr;
};

/// Writes into `folder` the tested file with the corrected labels (decompressed; all other bytes, so columns
/// and row order, as they were) and corrections.csv: file, row (from 1, the header not counted), old, new,
/// both labels as the file writes them; and, if the test split was cut off data.train, split.csv, which keeps
/// the run's split row by row (data.split_file), because a split by label would change with the labels. The
/// source is never written. `others` are corrections of runs that tested other rows of the same file
/// (run/queue/folds.h). Throws what reading the file throws, Error 3119 if it no longer holds the texts that
/// the run tested, or the predictions do not say which rows they are; 3194 if the split that the preset makes
/// of it is not the run's; 5006 if `folder` is the source's own; 5001 (disk).
ExportedCorrections export_corrections(const Preset& preset, const report::PredictionTable& predictions,
                                       const Corrections& corrections, const fs::path& folder,
                                       std::span<const TestedCorrections> others = {});

/// The run's preset with the corrected table in place of the tested file, the run's split, and "corrected"
/// behind its name.
Preset with_corrections(Preset preset, const ExportedCorrections& exported);

/// A copy of a run with its corrections.
struct CorrectedCopy {
    ExportedCorrections files;
    fs::path preset; ///< empty if none was asked for
};

/// Exports the corrections of `run` into a new folder RUN-corrected (RUN-corrected-2 and so on) where the
/// run's preset most likely lay, with origin.json, which names the run: beside the folder of the runs, never
/// inside a run, so that it stays when the run is removed. With `with_preset` also RUN-corrected.yaml beside
/// that folder; its runs then lie among those of the first preset. Throws as export_corrections() does, and
/// what loading the preset throws.
CorrectedCopy copy_with_corrections(const fs::path& run, const report::PredictionTable& predictions,
                                    const Corrections& corrections, bool with_preset,
                                    std::span<const TestedCorrections> others = {});

/// The run whose corrections produced a preset's data (copy_with_corrections()).
struct CorrectedFrom {
    fs::path run;           ///< may be gone
    std::size_t labels = 0; ///< how many were corrected
};

/// Reads origin.json beside the tested file; std::nullopt if there is none.
std::optional<CorrectedFrom> corrected_from(const Preset& preset);

} // namespace tunedesk::run
