// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "data/batch/windows.h"
#include "data/cache/token_cache.h"
#include "data/rows/labels.h"
#include "data/tags/tagged_set.h"
#include "model/batch.h"
#include "plan/open_splits.h"
#include "preset/preset.h"
#include "train/images/pictures.h"
#include "train/session/announcer.h"

#include <map>
#include <memory>
#include <utility>

namespace tunedesk::train {

/// The rows of one split with their tokens, of all rows of the file; where rows are several texts, those of
/// row i are rows i * texts and following of `tokens`. The samples of a stream are windows of its text or
/// documents: its `rows` are their numbers.
struct Split : plan::OpenedSplit {
    Split() = default;
    /// Without tokens yet.
    explicit Split(plan::OpenedSplit opened) : plan::OpenedSplit(std::move(opened)) {}

    std::shared_ptr<const data::TokenizedSet> tokens;
    data::Windows windows;                                   ///< of a stream
    std::shared_ptr<const Pictures> pictures;                ///< of images, in place of tokens
    std::shared_ptr<const data::TaggedSet> tagged = nullptr; ///< of lists of words, in place of tokens
    /// Of such samples each token's label, or data::ignored_label; empty if no tags were given.
    data::RowLists<std::int32_t> token_labels = {};

    /// Of pairs and triplets, the factor of the cosines in the loss (training.similarity_scale).
    double similarity_scale = 1;
    /// Of rows that are read in windows (data.stride) the tokens of each but a row's last; 0 without.
    std::uint32_t window_tokens = 0;
    /// Then of each sample its first window's number, and the number of all.
    std::vector<std::uint32_t> first_windows = {};

    model::Sample sample(std::uint32_t index) const;
    /// Appends the sample's sequences: itself, its texts, or its windows.
    void add_sequences(std::uint32_t index, std::vector<model::Sample>& to) const;
    /// Of a sample that is an image, its number in `images`.
    std::uint32_t image_number(std::uint32_t index) const;
    /// Numbers that say what a sample is to be given.
    std::int64_t targets_of_a_sample() const;
    /// Whether the targets are of tokens: what follows each, or its class.
    bool has_token_targets() const { return is_stream || is_chat || !tags.empty(); }
    std::vector<std::uint32_t> lengths() const;
    /// Of each sample how many of its tokens are to be given, where the task's target is tokens.
    std::vector<std::uint32_t> target_counts() const;
    std::uint64_t token_count() const;
    /// Tokens of a row of the table, or of a window.
    std::uint32_t length_of(std::uint32_t row) const;
    /// Of a stream, once it has its tokens.
    void take_windows(data::Windows cut);
    /// Of rows that are read in windows of so many tokens; once it has its tokens.
    void read_windows(std::uint32_t tokens_of_window);
    /// Then the windows of all samples, and the samples that have several.
    std::size_t window_count() const { return first_windows.empty() ? 0 : first_windows.back(); }
    std::size_t windowed_rows() const;
    /// Of lists of words.
    void take_tagged(std::shared_ptr<const data::TaggedSet> set);

private:
    void add_texts(std::uint32_t index, std::vector<model::Sample>& to) const;
};

/// A file of data.extra_validation.
struct ExtraSplit {
    std::string name; ///< see preset::ValidationSet
    Split split;
};

struct Datasets {
    data::LabelMap labels;
    std::size_t words = 0; ///< the model's vocabulary, for streams
    image::ImageSourceSpec image_spec{};
    Split train, validation, test; ///< validation and test may be empty
    std::vector<ExtraSplit> extra; ///< evaluated beside validation
    /// File -> content hash, by role: "train", "validation", "test", "split_file", "extra_validation NAME".
    std::map<std::string, std::string> hashes;

    /// Every split with its role: "train", "validation", "test", then the names of the extra ones.
    std::vector<std::pair<std::string, Split*>> splits();
    std::vector<std::pair<std::string, const Split*>> splits() const;

    /// Throws Error 3110, 3129 or 3131 if a file is no longer what was read.
    void require_unchanged() const;
};

/// Reads, labels, splits and tokenizes what a preset names; says counts, classes and warnings through
/// `announcer`. `fill_cache` is called between reading and tokenizing by all ranks (rank 0 fills the cache
/// first). `tokenizer`: null for images. Throws Errors 3xxx (data) and 42xx (tokenizer).
Datasets read_datasets(const Preset& preset, const arch::ModelConfig& config,
                       const data::Tokenizer* tokenizer, std::int64_t data_ranks, Announcer& announcer,
                       const std::function<void(const std::function<void()>&)>& fill_cache);

} // namespace tunedesk::train
