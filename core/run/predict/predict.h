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

/// The columns of a file to predict from, and the column of labels to compare with. An empty `pair` or
/// `label` means none, and so does a label column that the file lacks. For several labels per row, `label`
/// may name several columns of 1 and 0, separated by commas.
struct TextColumns {
    std::string text = "text", pair, label = "label";
    std::string separator = ","; ///< between the labels of a row with several
    bool are_files = false;      ///< texts are paths of images, from the folder of the file that names them
    /// For a model that tags words: the columns of words and tags.
    std::optional<data::TagColumns> tags = std::nullopt;
    bool compares = false; ///< a row's texts are embedded separately
};
/// How to read a file with these columns.
data::TableSpec table_spec(const TextColumns& columns);
/// The columns that a run was trained on, by its preset; the defaults for a model folder.
TextColumns columns_of(const fs::path& run_or_model);

/// The kind of answer of a run's model, by its preset; one class for a folder that is not a run.
task::Target target_of(const fs::path& run_or_model);
/// The folder of the model that the run began with; empty if its preset made one, or it is gone.
fs::path base_of(const fs::path& run);

/// Reads the texts of a CSV, TSV or JSONL file. `pair_column` may be empty. Throws what data::read_table()
/// throws.
struct TextFile {
    std::vector<PredictionServer::Text> texts;
    std::vector<std::uint64_t> lines; ///< line at which each row begins
};
TextFile read_texts(const fs::path& file, const std::string& column, const std::string& pair_column);

/// {LABEL: PROBABILITY, ...} in the labels' order.
Json by_label(const std::vector<std::string>& labels, const std::vector<double>& probabilities);

/// Makes the texts of a file, which are paths relative to its folder, absolute.
void resolve_paths(TextFile& texts, const fs::path& file);

/// Predicts all texts in order, in requests of suitable size; `see` gets each text's index and probabilities.
/// `wanted` is called between requests; false cancels.
void predict_all(
    PredictionServer& server, const std::vector<PredictionServer::Text>& texts,
    const std::function<void(std::size_t, const std::vector<double>&)>& see,
    const std::function<bool()>& wanted = [] { return true; });

/// The same for a model that tags words.
void tag_all(
    PredictionServer& server, const std::vector<PredictionServer::Text>& texts,
    const std::function<void(std::size_t, const PredictionServer::TaggedText&)>& see,
    const std::function<bool()>& wanted = [] { return true; });

/// The same for a model of embeddings.
void embed_all(
    PredictionServer& server, const std::vector<PredictionServer::Text>& texts,
    const std::function<void(std::size_t, const PredictionServer::EmbeddedText&)>& see,
    const std::function<bool()>& wanted = [] { return true; });

} // namespace tunedesk::run
