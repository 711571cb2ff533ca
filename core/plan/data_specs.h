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

/// Conversion of a preset into settings of the data path, shared by the check, the estimate and the training
/// core.
namespace tunedesk::plan {

/// How a split's file is read. `label_optional`: accepts a file without labels, for prediction.
data::TableSpec table_spec(const Preset& preset, bool label_optional);

/// The same for a table of images.
image::ImageSourceSpec image_spec(const Preset& preset);

/// The folder of the cache of undecodable images: cache_home() / "images".
fs::path image_cache_folder();

/// The training texts in a message: file and column.
std::string training_text(const Preset& preset);

/// How texts are tokenized.
data::TokenizeSpec tokenize_spec(const Preset& preset);

/// Number of texts of a row that are encoded separately: 2 or 3 for texts that are compared, else 1.
std::uint32_t texts_of_row(const Preset& preset);

/// How the tags of rows that are lists of words are encoded.
data::TagEncoding tag_encoding(const Preset& preset);

/// How an epoch is divided among `data_ranks` ranks.
data::SamplerSpec sampler_spec(const Preset& preset, std::int64_t data_ranks);
/// A sampler of training samples with these lengths, and these classes if data.sampling draws by class.
data::Sampler training_sampler(const Preset& preset, std::int64_t data_ranks,
                               std::vector<std::uint32_t> lengths, const std::vector<std::int32_t>& classes);

/// How the rows of data.train are split: as listed in data.split_file, else by label and seed; std::nullopt
/// if the preset splits nothing. `labels`: the rows' class ids. Throws Errors 3116 and 3143 (an empty part),
/// 319x and 3146 (see data::read_split_file), 3193 if both the file and another file of the preset define the
/// same part.
std::optional<data::RowSplit> split_rows(const Preset& preset, const data::Table& train,
                                         std::span<const std::int32_t> labels);

/// How long rows are divided into windows: off without data.stride, or if a row is not a whole text.
data::SlidingWindows sliding_windows(const Preset& preset);

/// How rows are truncated or divided into windows.
format::Truncation truncation_of(const Preset& preset);

/// A warning if max_length truncates the answers of some conversations of a file entirely, else "". `counts`:
/// the answer tokens kept of each conversation. Throws Error 3152 if no conversation has any.
std::string lost_answers(std::span<const std::uint32_t> counts, int max_length, const std::string& file);

/// Throws Error 4220 if data.max_length exceeds the model's positions.
void require_length_fits(const Preset& preset, const arch::ModelConfig& config);

/// Throws Error 4347 if the model has no head for the task (a classifier's, a language model's); 4355 if a
/// technique of the preset does not support such a model; 4359 or 4360 if its layers cannot be divided among
/// the preset's pipeline stages; 4361 if its matrices cannot be divided among its tensor ranks.
void require_task_fits(const Preset& preset, const arch::ModelConfig& config);

/// The network that a preset trains; `outputs` is the number of outputs if the model has a head.
arch::ModelSpec trained_spec(const Preset& preset, const arch::ModelConfig& config, std::size_t outputs = 1);

/// The rows from which the head's input or an embedding is computed: those of the task, or of model.pooling
/// and the model's folder.
task::Readout readout_of(const Preset& preset, const arch::ModelConfig& config);

/// The number of classes of the task's head in a model folder's weights; std::nullopt if the weights have no
/// such head.
std::optional<std::int64_t> head_classes(const Preset& preset, const arch::ModelConfig& config,
                                         const format::ModelWeights& weights);

/// Throws Error head_classes_mismatch if the head's number of classes differs from the data's and the head
/// may not be replaced (model.ignore_mismatched_sizes).
void require_head_fits(const Preset& preset, std::optional<std::int64_t> head_classes, std::size_t classes);

/// Throws Error 3501 if training.class_weights does not list one weight per class.
void require_weights_fit(const Preset& preset, std::size_t classes);

/// Checks a tokenizer's ids, type ids and positions against the model's tables, for single texts or pairs;
/// the kernels do not check them. Throws Error 4221 if the tokenizer has ids without an embedding, 4340
/// (pairs) or 4344 if its template uses type ids beyond `type_vocab_size`, 4341 if the special tokens alone
/// exceed the model's positions. `folder` appears in errors.
void require_tables_fit(const arch::ModelConfig& config, const data::Tokenizer& tokenizer, bool has_pair,
                        const std::string& folder);

} // namespace tunedesk::plan
