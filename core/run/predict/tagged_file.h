// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/predict/prediction_file.h"

namespace tunedesk::run {

/// A file's rows, as words with optional tags, or as plain texts.
struct TaggedFile {
    TextFile rows;
    std::vector<std::vector<std::string>> tags; ///< by row, one per word, in IOB2; empty: unknown
    bool has_words = true;
};

/// Reads words from CoNLL and JSONL files, plain texts from CSV files. Throws what data::read_table() throws.
TaggedFile read_tagged(const fs::path& file, const TextColumns& columns);

/// Writes a CSV of text, tags (where the file has them), predicted_tags and line (from 1), atomically; words
/// that the model has not read (max_length) are left out of all three. Texts without words have a JSON list
/// of their entities in place of tags. Where `wanted` returns false, nothing is written and `rows` is 0.
FilePredictions tag_rows(
    PredictionServer& server, const TaggedFile& from, const fs::path& to,
    const std::function<bool()>& wanted = [] { return true; });

/// {"type", "text", "start", "end", "score"} of each.
Json json_of(const std::vector<PredictionServer::TaggedText::Entity>& entities);

} // namespace tunedesk::run
