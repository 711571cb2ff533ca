// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "data/batch/sampler.h"
#include "data/cache/token_cache.h"
#include "data/image/source/image_source.h"
#include "data/rows/labels.h"
#include "data/rows/table.h"
#include "data/tags/tagged_set.h"
#include "format/tokenizer_files.h"
#include "preset/preset.h"

#include <optional>
#include <span>

/// What a preset asks of the data path: one translation for the check, the estimate and the training core.
namespace tunedesk::plan {

/// How a split's file is read. `label_optional`: a file without labels is one to predict.
data::TableSpec table_spec(const Preset& preset, bool label_optional);

/// Likewise where it is a table of images.
image::ImageSourceSpec image_spec(const Preset& preset);

/// Where it is kept which images cannot be decoded: cache_home() / "images".
fs::path image_cache_folder();

/// Names the training texts: a file's column.
std::string training_text(const Preset& preset);

/// How its rows become token ids.
data::TokenizeSpec tokenize_spec(const Preset& preset);

/// Texts of a row that are tokenized and read each by itself: 2 or 3 of texts that are compared, else 1.
std::uint32_t texts_of_row(const Preset& preset);

/// How rows that are lists of words do.
data::TagEncoding tag_encoding(const Preset& preset);

/// How an epoch is dealt to `data_ranks` ranks.
data::SamplerSpec sampler_spec(const Preset& preset, std::int64_t data_ranks);
/// Deals training samples of these lengths, and of these classes where data.sampling draws by them.
data::Sampler training_sampler(const Preset& preset, std::int64_t data_ranks,
                               std::vector<std::uint32_t> lengths, const std::vector<std::int32_t>& classes);

/// How the rows of data.train are split: as data.split_file lists them, else by label and seed; std::nullopt
/// if the preset splits nothing. `labels`: the rows' class ids. Throws Errors 3116 and 3143 (an empty part),
/// 319x and 3146 (see data::read_split_file), 3193 if the file and the preset's other files name the same
/// part.
std::optional<data::RowSplit> split_rows(const Preset& preset, const data::Table& train,
                                         std::span<const std::int32_t> labels);

/// How long rows are read: off without data.stride, or where a row is no whole text.
data::SlidingWindows sliding_windows(const Preset& preset);

/// How the rows are truncated, or read in windows.
format::Truncation truncation_of(const Preset& preset);

/// A warning where max_length has cut away the answers of some conversations of a file, else "". `counts`:
/// the tokens of answers that each has kept. Throws Error 3152 if none has any.
std::string lost_answers(std::span<const std::uint32_t> counts, int max_length, const std::string& file);

/// Throws Error 4220 if data.max_length is more than the model's positions.
void require_length_fits(const Preset& preset, const arch::ModelConfig& config);

/// Throws Error 4347 if the model has no head for the task: a classifier's, a language model's; 4355 if a
/// technique of the preset does not run with such a model, 4359 or 4360 if its layers cannot be divided among
/// the preset's pipeline stages, 4361 if its matrices cannot among its tensor ranks.
void require_task_fits(const Preset& preset, const arch::ModelConfig& config);

/// The network that a preset trains of a model, with so many outputs where it has a head.
arch::ModelSpec trained_spec(const Preset& preset, const arch::ModelConfig& config, std::size_t outputs = 1);

/// The rows that the head, or an embedding, is made of: the task's, or what model.pooling and the model's
/// folder say.
task::Readout readout_of(const Preset& preset, const arch::ModelConfig& config);

/// The classes of the head of a preset's task that a model folder's weights hold; std::nullopt if they hold
/// none.
std::optional<std::int64_t> head_classes(const Preset& preset, const arch::ModelConfig& config,
                                         const format::ModelWeights& weights);

/// Throws Error head_classes_mismatch if the head is of another number of classes than the data, and is not
/// to be replaced (model.ignore_mismatched_sizes).
void require_head_fits(const Preset& preset, std::optional<std::int64_t> head_classes, std::size_t classes);

/// Throws Error 3501 if training.class_weights lists another number of weights than there are classes.
void require_weights_fit(const Preset& preset, std::size_t classes);

/// The one check of a tokenizer's ids, type ids and positions against the model's tables, for single texts or
/// pairs; the kernels do not look again. Throws Error 4221 if the tokenizer knows ids that the model has no
/// embedding for, 4340 (pairs) or 4344 if its template uses type ids beyond `type_vocab_size`, 4341 if the
/// special tokens alone take more than the model's positions. `folder` is named in errors.
void require_tables_fit(const arch::ModelConfig& config, const data::Tokenizer& tokenizer, bool has_pair,
                        const std::string& folder);

} // namespace tunedesk::plan
