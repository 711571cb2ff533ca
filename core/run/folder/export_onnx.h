// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/onnx.h"
#include "run/folder/export_model.h"
#include "task/task.h"

namespace tunedesk::run {

/// Writes one of a run's encoders, adapters added to its weights, as an ONNX file for ONNX Runtime and what
/// is built on it; see arch::onnx_model() and format::write_onnx(). Throws what export_model() and these
/// throw, and Error 2114 if a file is there.
void export_onnx(const fs::path& run, const RunModel& model, const fs::path& target);

/// Writes the model of a Hugging Face folder likewise.
void write_onnx_of(const fs::path& folder, const task::Task& task, const fs::path& target,
                   std::uint64_t most_bytes = format::most_onnx_bytes);

} // namespace tunedesk::run
