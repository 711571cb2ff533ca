#pragma once

#include "preset/preset.h"
#include "report/prediction_table.h"

#include <map>
#include <string>

namespace tunedesk::run {

/// Labels that a reader of the report corrected: row of the predictions -> class id.
using Corrections = std::map<std::uint32_t, std::int32_t>;

/// The file whose rows the run tested: data.test, or data.train where the test was cut off it.
fs::path tested_file(const Preset& preset);

/// Where the corrected table and its list were written.
struct ExportedCorrections {
    fs::path table, list;
    std::size_t changed = 0;
};

/// Writes into `folder` the tested file with the corrected labels (decompressed; all other bytes, so columns
/// and row order, as they were) and corrections.csv: file, row (from 1, the header not counted), old, new,
/// both labels as the file writes them. The source is never written. Throws what reading the file throws,
/// Error 3119 where it no longer holds the texts that the run tested, or the predictions do not say which
/// rows they are; 5006 where `folder` is the source's own; 5001 (disk).
ExportedCorrections export_corrections(const Preset& preset, const report::PredictionTable& predictions,
                                       const Corrections& corrections, const fs::path& folder);

/// The run's preset with the corrected table in place of the tested file, and "corrected" behind its name.
Preset with_corrections(Preset preset, const fs::path& corrected);

} // namespace tunedesk::run
