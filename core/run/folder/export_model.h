// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// A model that a run has left.
struct RunModel {
    std::string name; ///< "best", "final", "step-00001000"
    fs::path folder;
};

/// best/ and final/ where they exist, then the checkpoints, newest first. One that cannot be read is listed
/// too: its export says so.
std::vector<RunModel> models_of_run(const fs::path& run);

/// What is written of a run with adapters.
enum class ExportForm {
    whole,   ///< their products added to the base's weights
    adapters ///< they alone, in PEFT's files, which name the base's folder
};

/// Whether a run trains adapters beside frozen weights (model.train: lora).
bool has_adapters(const fs::path& run);

/// Writes one of them to `target` as a Hugging Face folder with README.md, a model card made from the report.
/// A checkpoint is checked against its hashes first, and gets its configuration and tokenizer from best/ or
/// final/, else from the preset's model and data. `target` is made; it may exist where it is an empty folder.
/// ExportForm::adapters is for a run that has_adapters(). Throws Error 5009 if something is there, 44xx for a
/// damaged checkpoint, 5001 (disk).
void export_model(const fs::path& run, const RunModel& model, const fs::path& target,
                  ExportForm form = ExportForm::whole);

} // namespace tunedesk::run
