// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "base/error.h"
#include "data/rows/findings.h"
#include "data/rows/labels.h"
#include "data/rows/summary.h"
#include "preset/preset.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::run {

/// What was found in one file of rows.
struct CheckedFile {
    std::string role; ///< "train", "validation", "test", or the name of an extra validation set
    std::string path;
    data::TableSummary summary; ///< its classes only where the labels could be read
    std::vector<std::string> columns;
    std::vector<data::Rejected> rejected; ///< the first 1,000
    data::Duplicates duplicates;          ///< rows that the training data has too
    /// Lengths in tokens before anything is cut, with how many rows have each, ascending; inspect_inputs().
    std::vector<std::pair<std::uint32_t, std::uint64_t>> lengths;
};

/// A split that the run will have: a file of its own, or the part of data.train that is cut off for it.
struct CheckedSplit {
    std::string role; ///< likewise
    std::string path; ///< the file that holds its rows
    bool is_cut = false;
    std::uint64_t rows = 0;
    std::vector<std::uint64_t> class_rows;           ///< by class id; empty: the rows have no labels
    std::optional<data::NumberSummary> numbers = {}; ///< of a task of numbers
};

/// What `check` has found in the files that a preset names. A part whose files are damaged stays empty, and
/// `problems` has the reasons: every one is reported, not only the first.
struct CheckedInputs {
    std::vector<Error> problems;
    std::vector<std::string> warnings;   ///< of other things than rows
    std::vector<data::Finding> findings; ///< of the rows, in the order of reading them
    std::optional<arch::ModelConfig> config;
    std::optional<std::int64_t> head_classes; ///< of the classification head that the model folder holds
    std::vector<data::TableSummary> tables;   ///< train, then validation and test where given
    std::vector<CheckedFile> files;           ///< the same files, as far as they could be read
    data::LabelMap labels;
    std::vector<CheckedSplit> splits; ///< empty if the labels could not be read
    std::size_t outputs = 0;          ///< of the model for a row: classes, or words of the vocabulary
    bool tokenized = false;
    std::vector<std::uint32_t> train_lengths; ///< tokens of each training row
    std::uint64_t validation_rows = 0, test_rows = 0;
    std::uint64_t extra_rows = 0;                      ///< of data.extra_validation
    std::uint64_t file_tokens = 0, truncated_rows = 0; ///< of all files
    std::size_t special_tokens = 0;                    ///< of a row of one text
    std::uint64_t kept_images = 0;                     ///< bytes of decoded images that a rank keeps
};

/// `warnings`, then the findings that do not already stand in `problems`, as sentences.
std::vector<std::string> all_warnings(const CheckedInputs& inputs);

/// Whether the finding's split has other rows too: then leaving its rows out (data.bad_rows: skip) helps.
bool leaves_rows(const CheckedInputs& inputs, const data::Finding& finding);

/// Whether the finding is about the rows that the problem refuses.
bool reports(const data::Finding& finding, const Error& problem);

/// The finding that reports the same rows as a problem of `inputs` and leaves_rows(), or null.
const data::Finding* finding_of(const CheckedInputs& inputs, const Error& problem);

/// Reads configuration, weights' headers, tokenizer, tables and labels as training does, and tokenizes into
/// the same token cache.
CheckedInputs check_inputs(const Preset& preset);

/// The same for an editor: nothing is truncated, no cache is written, and a file with bad rows is
/// read to its end whatever data.bad_rows says. truncate_inputs() then makes of it what check_inputs() gives,
/// for any max_length. `so_far` hears of what has been found before the rows are tokenized, `progress` of the
/// tokenizing.
CheckedInputs inspect_inputs(const Preset& preset,
                             const std::function<void(const CheckedInputs&)>& so_far = {},
                             const std::function<void(std::uint64_t, std::uint64_t)>& progress = {});
CheckedInputs truncate_inputs(CheckedInputs untruncated, const Preset& preset);

/// The settings and files (with their sizes and times) that decide what inspect_inputs() finds: where two
/// presets give the same text, they share it. Looks at the files; any thread.
std::string inputs_key(const Preset& preset);

} // namespace tunedesk::run
