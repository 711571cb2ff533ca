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

/// The findings of one file of rows.
struct CheckedFile {
    std::string role; ///< "train", "validation", "test", or the name of an extra validation set
    std::string path;
    data::TableSummary summary; ///< with classes if the labels could be read
    std::vector<std::string> columns;
    std::vector<data::Rejected> rejected; ///< the first 1,000
    data::Duplicates duplicates;          ///< rows that are also in the training data
    /// Pairs of a length in tokens before truncation and the number of rows of that length, ascending. Set by
    /// inspect_inputs().
    std::vector<std::pair<std::uint32_t, std::uint64_t>> lengths;
};

/// A split of the run: a file of its own, or a part split off data.train.
struct CheckedSplit {
    std::string role; ///< see CheckedFile::role
    std::string path; ///< the file that holds its rows
    bool is_cut = false;
    std::uint64_t rows = 0;
    std::vector<std::uint64_t> class_rows;           ///< by class id; empty: the rows have no labels
    std::optional<data::NumberSummary> numbers = {}; ///< of a regression task
};

/// The findings of `check` in the files that a preset names. Parts whose files are damaged stay empty.
/// `problems` holds all errors, not only the first.
struct CheckedInputs {
    std::vector<Error> problems;
    std::vector<std::string> warnings;   ///< not about rows
    std::vector<data::Finding> findings; ///< about rows, in reading order
    std::optional<arch::ModelConfig> config;
    std::optional<std::int64_t> head_classes; ///< classes of the model folder's classification head
    std::vector<data::TableSummary> tables;   ///< train, then validation and test if given
    std::vector<CheckedFile> files;           ///< the same files, as far as they could be read
    data::LabelMap labels;
    std::vector<CheckedSplit> splits; ///< empty if the labels could not be read
    std::size_t outputs = 0;          ///< model outputs per row: classes or vocabulary size
    bool tokenized = false;
    std::vector<std::uint32_t> train_lengths; ///< tokens of each training row
    std::uint64_t validation_rows = 0, test_rows = 0;
    std::uint64_t extra_rows = 0;                      ///< of data.extra_validation
    std::uint64_t file_tokens = 0, truncated_rows = 0; ///< over all files
    std::size_t special_tokens = 0;                    ///< special tokens of a row with one text
    std::uint64_t kept_images = 0;                     ///< bytes of decoded images that a rank caches
};

/// `warnings`, then the findings that `problems` does not report already, as sentences.
std::vector<std::string> all_warnings(const CheckedInputs& inputs);

/// Whether rows remain in the finding's split when its rows are skipped (data.bad_rows: skip).
bool leaves_rows(const CheckedInputs& inputs, const data::Finding& finding);

/// Whether the finding is about the rows that the problem refuses.
bool reports(const data::Finding& finding, const Error& problem);

/// The finding that reports the same rows as a problem of `inputs` and leaves_rows(), or null.
const data::Finding* finding_of(const CheckedInputs& inputs, const Error& problem);

/// Reads configuration, weights' headers, tokenizer, tables and labels as training does, and tokenizes into
/// the same token cache.
CheckedInputs check_inputs(const Preset& preset);

/// The same for an editor: nothing is truncated, no cache is written, and a file with bad rows is read to its
/// end whatever data.bad_rows is. truncate_inputs() turns the result into that of check_inputs() for any
/// max_length. `so_far` gets the findings before tokenizing, `progress` the tokenized and the total rows.
CheckedInputs inspect_inputs(const Preset& preset,
                             const std::function<void(const CheckedInputs&)>& so_far = {},
                             const std::function<void(std::uint64_t, std::uint64_t)>& progress = {});
CheckedInputs truncate_inputs(CheckedInputs untruncated, const Preset& preset);

/// The settings and files (with their sizes and times) that determine the result of inspect_inputs(). Presets
/// with equal keys share a result. Reads the files' metadata; any thread.
std::string inputs_key(const Preset& preset);

} // namespace tunedesk::run
