// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// A saved model of a run.
struct RunModel {
    std::string name; ///< "best", "final", "step-00001000"
    fs::path folder;
};

/// best/ and final/ where they exist, then the checkpoints, newest first. Unreadable models are listed too;
/// exporting one throws.
std::vector<RunModel> models_of_run(const fs::path& run);

/// The form in which a run with adapters is exported.
enum class ExportForm {
    whole,   ///< adapters merged into the base's weights
    adapters ///< adapters only, in PEFT's format, which names the base's folder
};

/// Whether a run trains adapters beside frozen weights (model.train: lora).
bool has_adapters(const fs::path& run);

/// Writes a model to `target` as a Hugging Face folder with a model card (README.md) made from the report. A
/// checkpoint is checked against its hashes first, and gets its configuration and tokenizer from best/ or
/// final/, else from the preset's model and data. `target` is created; it may exist as an empty folder.
/// ExportForm::adapters is for a run that has_adapters(). Throws Error 5009 if something is there, 44xx for a
/// damaged checkpoint, 5001 (disk).
void export_model(const fs::path& run, const RunModel& model, const fs::path& target,
                  ExportForm form = ExportForm::whole);

} // namespace tunedesk::run
