// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tunedesk::report {

/// Returns "prediction", or "predicted_prediction" if the table already has that column. A name that ends
/// with _ is a prefix of column names.
std::string unused_column(std::string name, const std::vector<std::string>& columns);

/// Writes predictions.csv: text, label, prediction, prob_<label>..., loss, line; with `pairs`, text_pair
/// follows text. Without names the predictions are numbers, and there are no probability columns. For rows
/// with several labels the columns are labels and predictions and hold lists (data::label_field); for words
/// they are tags and predicted_tags and hold one tag per word, separated by spaces like the words; for
/// compared texts they are rank or score, and cosine. Streams to PATH atomically (temporary file, fsync,
/// rename at close()); without close() no file remains. Throws Error 5001 on a full or failing disk.
class PredictionsWriter {
public:
    PredictionsWriter(fs::path path, std::vector<std::string> names, bool pairs, bool several = false);
    /// For a table with its own columns, which come first; then prediction, prob_<class>..., line.
    PredictionsWriter(fs::path path, std::vector<std::string> names, const std::vector<std::string>& columns,
                      bool several = false);
    /// Column names, several separated by commas. `probability` is the prefix of each class's column.
    struct Header {
        std::string before, prediction, probability, after;
    };
    PredictionsWriter(fs::path path, std::vector<std::string> names, const Header& header,
                      bool several = false);
    ~PredictionsWriter();
    PredictionsWriter(const PredictionsWriter&) = delete;
    PredictionsWriter& operator=(const PredictionsWriter&) = delete;

    /// `probabilities` has one entry per class; the prediction is the first largest. A label of -1 (none)
    /// leaves label and loss empty. `line`: line of the row in its file, from 1; 0 (unknown) is left empty.
    void add(std::string_view text, std::string_view pair, std::int32_t label,
             std::span<const float> probabilities, double loss, std::uint64_t line = 0);
    /// The same for a row with several labels: those with at least label_threshold are predicted. `truth`:
    /// the ids of its labels, if known.
    void add(std::string_view text, std::string_view pair, std::optional<std::span<const std::int32_t>> truth,
             std::span<const float> probabilities, double loss, std::uint64_t line = 0);
    /// The same for a predicted number, with the true one if the row has it.
    void add(std::string_view text, std::string_view pair, std::optional<float> truth, float prediction,
             double loss, std::uint64_t line = 0);
    /// The same for a row of words with one tag each, all separated by spaces. `truth` is empty if unknown.
    void add_tags(std::string_view text, std::string_view truth, std::string_view predicted, double loss,
                  std::uint64_t line = 0);
    /// A row of compared texts: two, and the third of a triplet; `truth` is the rank of the second text or
    /// the row's score, "" if unknown.
    void add_cosine(const std::pair<std::string_view, std::string_view>& texts,
                    std::optional<std::string_view> negative, const std::string& truth, float cosine,
                    double loss, std::uint64_t line);
    /// A row of a table with its own columns: one cell per column. A predicted number replaces the
    /// probabilities.
    void add(std::span<const std::string_view> cells, std::span<const float> probabilities,
             std::uint64_t line);
    /// The same for a row of words, or for one text, with its prediction.
    void add_tags(std::span<const std::string_view> cells, std::string_view predicted, std::uint64_t line);
    void close();

private:
    std::string listed(std::span<const std::int32_t> ids) const;
    void add_row(std::string_view text, std::string_view pair, const std::string& label,
                 std::span<const float> outputs, double loss, std::uint64_t line);
    void end_row(const std::string& label, double loss, std::uint64_t line);
    void add_prediction(std::span<const float> outputs);
    struct File;
    std::unique_ptr<File> file_;
};

} // namespace tunedesk::report
