// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/predict/prediction_file.h"

namespace tunedesk::run {

/// Writes a file's own columns with the embedding of each row's text, a JSON list, and line (from 1); of rows
/// with a second text also pair_embedding and the cosine of the two. Writes a CSV, or JSON Lines if `to` ends
/// with .jsonl. A name that the file already has is prefixed by "predicted_". If the file has scores (its
/// label column), `numbers` compares the cosines with them. Written atomically; if `wanted` returns false,
/// nothing is written and `rows` is 0.
FilePredictions embed_rows(
    PredictionServer& server, const RowFile& from, const fs::path& to,
    const std::function<bool()>& wanted = [] { return true; });

} // namespace tunedesk::run
