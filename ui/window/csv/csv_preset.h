// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "preset/schema/questionnaire.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tunedesk::ui {

/// A user's choices for a table to fine-tune on.
struct CsvChoice {
    fs::path train, validation, test; ///< the last two may be empty: rows are cut off for them
    std::string text_column, label_column;
    fs::path model;              ///< empty: not known yet; the rows can be read all the same
    std::int64_t max_tokens = 0; ///< FoundModel::max_tokens of it
    std::string name;
    std::size_t rows = 0; ///< of a table small enough to be known as a whole; 0: many
    /// Shares of the training file's rows, if there is no file for the split; std::nullopt: usual_share().
    std::optional<double> validation_share, test_share;
    bool skips_bad_rows = false; ///< data.bad_rows: skip

    bool operator==(const CsvChoice&) const = default;
};

/// What is cut off a table for validation, and for the test, where nothing else is chosen.
double usual_share(const CsvChoice& choice);

/// data.max_length for a model that takes rows of so many tokens: the default, or as many as it takes.
int csv_max_length(std::int64_t max_tokens);

/// The preset that the questionnaire makes of it, to lie in `folder`. Data files below `folder` are named
/// relative to it. Very small tables get larger splits, smaller batches and more epochs, or a run would be
/// over after a handful of steps. Throws Error 2110 if an answer is not accepted.
std::string csv_preset(const CsvChoice& choice, const fs::path& folder, preset::MachineProfile machine);

/// Whether a check of one is a check of the other, as far as the page lets a user choose.
bool is_same_question(const Preset& a, const Preset& b);

} // namespace tunedesk::ui
