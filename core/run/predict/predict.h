// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/table.h"
#include "run/predict/prediction_server.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// The folder that answers for a run: its best model, or its final one; any other folder is a model itself.
/// Throws Error 4338 if a run has none (yet), 4335 if there is no such folder.
fs::path model_of(const fs::path& run_or_model);

/// Which of a file's columns are predicted from, and which holds labels to compare with; an empty pair or
/// label: none. A label column that the file lacks is none. Of several labels a row it may name columns of 1
/// and 0 with commas between them.
struct TextColumns {
    std::string text = "text", pair, label = "label";
    std::string separator = ","; ///< of the labels of a row that has several
    bool are_files = false;      ///< texts are paths of images, from the folder of the file that names them
    /// Of a model that tags words: where files have them and their tags.
    std::optional<data::TagColumns> tags = std::nullopt;
    bool compares = false; ///< a row's texts have embeddings, each by itself
};
/// How a file with these columns is read.
data::TableSpec table_spec(const TextColumns& columns);
/// The columns that a run has learned from, as its preset names them; of a model's folder the defaults.
TextColumns columns_of(const fs::path& run_or_model);

/// What the run's model answers, by its preset; of a folder that is no run one class.
task::Target target_of(const fs::path& run_or_model);
/// The folder of the model that the run began with; empty if its preset made one, or it is gone.
fs::path base_of(const fs::path& run);

/// Texts of a CSV, TSV or JSONL file. `pair_column` may be empty. Throws what data::read_table() throws.
struct TextFile {
    std::vector<PredictionServer::Text> texts;
    std::vector<std::uint64_t> lines; ///< where each row begins
};
TextFile read_texts(const fs::path& file, const std::string& column, const std::string& pair_column);

/// {LABEL: PROBABILITY, ...} in the labels' order.
Json by_label(const std::vector<std::string>& labels, const std::vector<double>& probabilities);

/// Makes the texts of a file, which are paths from its folder, whole paths.
void resolve_paths(TextFile& texts, const fs::path& file);

/// Asks the server for all texts in requests of a size that it takes, in order; `see` gets each text's number
/// and probabilities. `wanted` is asked between requests; false ends early.
void predict_all(
    PredictionServer& server, const std::vector<PredictionServer::Text>& texts,
    const std::function<void(std::size_t, const std::vector<double>&)>& see,
    const std::function<bool()>& wanted = [] { return true; });

/// The same of a model that tags words.
void tag_all(
    PredictionServer& server, const std::vector<PredictionServer::Text>& texts,
    const std::function<void(std::size_t, const PredictionServer::TaggedText&)>& see,
    const std::function<bool()>& wanted = [] { return true; });

/// The same of a model of embeddings.
void embed_all(
    PredictionServer& server, const std::vector<PredictionServer::Text>& texts,
    const std::function<void(std::size_t, const PredictionServer::EmbeddedText&)>& see,
    const std::function<bool()>& wanted = [] { return true; });

} // namespace tunedesk::run
