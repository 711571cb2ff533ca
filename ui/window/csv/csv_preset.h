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
    fs::path train, validation, test; ///< the last two may be empty: they are split off
    std::string text_column, label_column;
    fs::path model;              ///< empty: unknown; the rows can be read anyway
    std::int64_t max_tokens = 0; ///< FoundModel::max_tokens of the model
    std::string name;
    std::size_t rows = 0; ///< of a table small enough to be read completely; 0: more
    /// Shares of the training file's rows, if there is no file for the split; std::nullopt: usual_share().
    std::optional<double> validation_share, test_share;
    bool skips_bad_rows = false; ///< data.bad_rows: skip

    bool operator==(const CsvChoice&) const = default;
};

/// The default fraction that is split off a table for validation, and for the test.
double usual_share(const CsvChoice& choice);

/// data.max_length for a model that supports rows of `max_tokens` tokens: the default, or fewer.
int csv_max_length(std::int64_t max_tokens);

/// The preset that the questionnaire makes of the choice, for the folder `folder`. Data files below `folder`
/// have relative paths. Very small tables get larger splits, smaller batches and more epochs, because a run
/// would otherwise end after a few steps. Throws Error 2110 if an answer is invalid.
std::string csv_preset(const CsvChoice& choice, const fs::path& folder, preset::MachineProfile machine);

/// Whether a check of one preset is valid for the other, considering the choices of the page.
bool is_same_question(const Preset& a, const Preset& b);

} // namespace tunedesk::ui
