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

/// "prediction", or "predicted_prediction" where the table has that column itself. A name that ends with _
/// begins names of columns.
std::string unused_column(std::string name, const std::vector<std::string>& columns);

/// Rows of predictions.csv: text, label, prediction, prob_<label>..., loss, line; with `pairs`, text_pair
/// follows text. Without names the predictions are numbers: no column has a probability. Where rows may have
/// several labels, the columns are called labels and predictions and hold lists (data::label_field); of words
/// they are called tags and predicted_tags and hold a tag each, divided by blanks as the words; of compared
/// texts they are called rank, or score, and cosine. Streams to
/// PATH atomically (temporary file, fsync, rename at close()); without close() nothing is left. Throws
/// Error 5001 on a full or failing disk.
class PredictionsWriter {
public:
    PredictionsWriter(fs::path path, std::vector<std::string> names, bool pairs, bool several = false);
    /// Of a table with columns of its own, which come first; then prediction, prob_<class>..., line.
    PredictionsWriter(fs::path path, std::vector<std::string> names, const std::vector<std::string>& columns,
                      bool several = false);
    /// Names of columns, with commas between several. `probability` begins each class's.
    struct Header {
        std::string before, prediction, probability, after;
    };
    PredictionsWriter(fs::path path, std::vector<std::string> names, const Header& header,
                      bool several = false);
    ~PredictionsWriter();
    PredictionsWriter(const PredictionsWriter&) = delete;
    PredictionsWriter& operator=(const PredictionsWriter&) = delete;

    /// `probabilities` has one entry a class; the prediction is the first largest. A label of -1 (a row
    /// without one) leaves label and loss empty. `line` is where the row begins in its file, from 1; 0: not
    /// known, left empty.
    void add(std::string_view text, std::string_view pair, std::int32_t label,
             std::span<const float> probabilities, double loss, std::uint64_t line = 0);
    /// The same of a row that may have several labels: predicted are those of at least label_threshold.
    /// `truth`: the ids of its labels, where they are known.
    void add(std::string_view text, std::string_view pair, std::optional<std::span<const std::int32_t>> truth,
             std::span<const float> probabilities, double loss, std::uint64_t line = 0);
    /// The same of a predicted number, with the true one where the row has it.
    void add(std::string_view text, std::string_view pair, std::optional<float> truth, float prediction,
             double loss, std::uint64_t line = 0);
    /// The same of a row of words, with the tags of each, all divided by blanks. `truth` is empty if they are
    /// not known.
    void add_tags(std::string_view text, std::string_view truth, std::string_view predicted, double loss,
                  std::uint64_t line = 0);
    /// A row of texts that are compared: the two, and the third of a triplet; `truth` is the rank of the
    /// second one or the row's score, "" if it is not known.
    void add_cosine(const std::pair<std::string_view, std::string_view>& texts,
                    std::optional<std::string_view> negative, const std::string& truth, float cosine,
                    double loss, std::uint64_t line);
    /// A row of a table with columns of its own: one cell a column. Of a number, it alone stands in the place
    /// of the probabilities.
    void add(std::span<const std::string_view> cells, std::span<const float> probabilities,
             std::uint64_t line);
    /// The same of a row of words, or of one text, with what was predicted of it.
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
