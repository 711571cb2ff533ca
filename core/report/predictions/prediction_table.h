// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "data/rows/label_sets.h"
#include "task/task.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::report {

/// predictions.csv by columns: probabilities and ids in flat arrays, texts as positions in the file's bytes,
/// so that a large table takes little more memory than the file. Read-only after construction: any thread.
class PredictionTable {
public:
    static constexpr std::uint64_t max_bytes = std::uint64_t{2} << 30;

    PredictionTable() = default;
    /// Reads a predictions.csv of this or an earlier version (which had no `line`). Throws Error 4191 if it
    /// cannot be read, is larger than max_bytes, or lacks a column, or if a row has another number of
    /// fields or an invalid value; it names the line.
    static PredictionTable read(const fs::path& path);
    static PredictionTable parse(std::string text, const std::string& where);

    std::size_t rows() const { return texts_.size(); }
    /// The kind of the predictions, determined by the columns. one_class and several_classes have columns
    /// prob_NAME; several_classes has label_set() instead of a label, and its predictions are
    /// predicted_labels() of the probabilities. tags (column predicted_tags) has tagged_row(). similarity
    /// (column cosine): number() is the cosine, truth() the score of the two texts or, if has_ranks(), the
    /// rank of the second one, from 1. Else a number, with number() and truth().
    task::Target target() const { return target_; }
    bool has_ranks() const { return has_ranks_; }
    /// The ids of a row's labels; also empty if the labels are unknown.
    std::span<const std::int32_t> label_set(std::size_t row) const {
        return target_ == task::Target::several_classes ? sets_.of(row) : std::span<const std::int32_t>();
    }
    /// Whether the file has the row's true class, labels or number.
    bool is_labelled(std::size_t row) const { return known_[row]; }
    /// The predicted number, and the true one: NaN if the row has none.
    float number(std::size_t row) const { return numbers_[row]; }
    float truth(std::size_t row) const { return truths_[row]; }
    /// Class names, in the order of the columns prob_NAME.
    const std::vector<std::string>& names() const { return names_; }
    std::size_t classes() const { return names_.size(); }
    bool has_pairs() const { return has_pairs_; }
    /// Whether every row has its line number in the tested file.
    bool has_lines() const { return has_lines_; }
    /// Number of rows with a label.
    std::size_t labelled() const { return labelled_; }

    std::string text(std::size_t row) const;
    std::string pair(std::size_t row) const;
    /// Class ids; -1: none, also for numbers and sets.
    std::int32_t label(std::size_t row) const { return labels_[row]; }
    std::int32_t predicted(std::size_t row) const { return predicted_[row]; }
    std::span<const float> probabilities(std::size_t row) const {
        return {probabilities_.data() + row * names_.size(), names_.size()};
    }
    /// NaN without a label.
    float loss(std::size_t row) const { return losses_[row]; }
    /// Line of the row in the tested file, from 1; 0: unknown.
    std::uint64_t line(std::size_t row) const { return lines_[row]; }

    /// Rows of true class `label` that were predicted as `predicted`, by descending loss; -1 means every
    /// class. Rows without a label are only in (-1, predicted).
    std::vector<std::uint32_t> cell(std::int32_t label, std::int32_t predicted) const;
    /// The labelled rows' probabilities of one class, and whether it is their label: the input of the curves.
    struct Scores {
        std::vector<double> scores;
        std::vector<bool> positive;
    };
    Scores scores(std::int32_t of_class) const;

private:
    struct Place {
        std::uint64_t offset = 0;
        std::uint32_t length = 0;
        bool doubled = false;
    };
    std::string at(const Place& place) const;
    friend class PredictionReader;
    friend struct TaggedRow tagged_row(const PredictionTable& table, std::size_t row);

    std::string bytes_;
    std::vector<std::string> names_;
    task::Target target_ = task::Target::number;
    bool has_pairs_ = false, has_lines_ = false, has_ranks_ = false;
    std::size_t labelled_ = 0;
    std::vector<Place> texts_, pairs_, tags_, predicted_tags_;
    std::vector<std::int32_t> labels_, predicted_;
    std::vector<float> probabilities_, losses_, numbers_, truths_;
    std::vector<std::uint64_t> lines_;
    std::vector<bool> known_;
    data::LabelSets sets_;
};

} // namespace tunedesk::report
