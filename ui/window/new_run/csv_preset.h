// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "preset/schema/questionnaire.h"

#include <string>

namespace tunedesk::ui {

/// A user's choices for a table to fine-tune on.
struct CsvChoice {
    fs::path train, validation, test; ///< the last two may be empty: rows are cut off for them
    std::string text_column, label_column;
    fs::path model;
    std::string name;
    std::size_t rows = 0; ///< of a table small enough to be known as a whole; 0: many
};

/// The preset that the questionnaire makes of it, to lie in `folder`. Data files below `folder` are named
/// relative to it. Very small tables get larger splits, smaller batches and more epochs, or a run would be
/// over after a handful of steps. Throws Error 2110 where an answer is not accepted.
std::string csv_preset(const CsvChoice& choice, const fs::path& folder, preset::MachineProfile machine);

} // namespace tunedesk::ui
