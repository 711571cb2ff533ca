#pragma once

#include "run/devices/device_verdict.h"

#include <QString>
#include <string>

namespace tunedesk::ui {

// What the self-check of GPUs (core/run/devices) says in English, in the window's language. A text that is
// not the check's own, as a worker's error, stays as it is. Call them on the window's thread.

/// A comparison by its id: "copy", "logits bf16", "nccl, 2 GPUs", ...
QString comparison_text(const std::string& id);

/// What is left out of training where a comparison failed: "static_graph", "offload optimizer", ...
QString technique_text(const std::string& technique);

/// What a row says beside its id; see run::finding_of().
QString finding_text(const run::CheckedRow& row);

/// What a check says it is at: "GPU 0: training fp32".
QString step_text(const std::string& what);

} // namespace tunedesk::ui
