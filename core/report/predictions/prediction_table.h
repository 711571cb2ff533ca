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

/// predictions.csv column by column: probabilities and ids in flat arrays, texts where they stand in the
/// file's own bytes, so that a hundred thousand rows take little more than the file. Read-only after
/// construction: any thread.
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
    /// What the predictions are, by the columns: one_class and several_classes where some are called
    /// prob_NAME, of several (labels, predictions) with label_set() in place of a label and
    /// predicted_labels() of the probabilities; tags (predicted_tags) with tagged_row(); similarity (cosine):
    /// number() is the cosine, truth() the score of the two texts, or where has_ranks() the second one's
    /// rank, from 1; else a number, with number() and truth().
    task::Target target() const { return target_; }
    bool has_ranks() const { return has_ranks_; }
    /// The ids of a row's labels; none of a row whose labels are not known, too.
    std::span<const std::int32_t> label_set(std::size_t row) const {
        return target_ == task::Target::several_classes ? sets_.of(row) : std::span<const std::int32_t>();
    }
    /// Whether the row's true class, labels or number are in the file.
    bool is_labelled(std::size_t row) const { return known_[row]; }
    /// The predicted number, and the true one: NaN if the row has none.
    float number(std::size_t row) const { return numbers_[row]; }
    float truth(std::size_t row) const { return truths_[row]; }
    /// Class names, in the order of the columns prob_NAME.
    const std::vector<std::string>& names() const { return names_; }
    std::size_t classes() const { return names_.size(); }
    bool has_pairs() const { return has_pairs_; }
    /// Whether every row says which line of the tested file it came from.
    bool has_lines() const { return has_lines_; }
    /// Rows that have a label.
    std::size_t labelled() const { return labelled_; }

    std::string text(std::size_t row) const;
    std::string pair(std::size_t row) const;
    /// Class ids; -1: none, as of all numbers and sets.
    std::int32_t label(std::size_t row) const { return labels_[row]; }
    std::int32_t predicted(std::size_t row) const { return predicted_[row]; }
    std::span<const float> probabilities(std::size_t row) const {
        return {probabilities_.data() + row * names_.size(), names_.size()};
    }
    /// NaN without a label.
    float loss(std::size_t row) const { return losses_[row]; }
    /// Of the row in the tested file, from 1; 0 where not known.
    std::uint64_t line(std::size_t row) const { return lines_[row]; }

    /// Rows of true class `label` that were predicted as `predicted`, the largest loss first; -1 stands for
    /// every class. Rows without a label are in no cell, but in (-1, predicted).
    std::vector<std::uint32_t> cell(std::int32_t label, std::int32_t predicted) const;
    /// The labelled rows' probabilities of one class, and whether it is their label: what the curves take.
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
