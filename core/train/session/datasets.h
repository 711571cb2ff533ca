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

/// The rows of one split, with the tokens of all rows of the file. If a row has several texts, those of row i
/// start at row i * texts of `tokens`. The samples of a stream are windows of its text or documents; `rows`
/// are then their indices.
struct Split : plan::OpenedSplit {
    Split() = default;
    /// A split without tokens.
    explicit Split(plan::OpenedSplit opened) : plan::OpenedSplit(std::move(opened)) {}

    std::shared_ptr<const data::TokenizedSet> tokens;
    data::Windows windows;                                   ///< windows of a stream
    std::shared_ptr<const Pictures> pictures;                ///< images, in place of tokens
    std::shared_ptr<const data::TaggedSet> tagged = nullptr; ///< lists of words, in place of tokens
    /// For `tagged`, the label of each token, or data::ignored_label; empty without tags.
    data::RowLists<std::int32_t> token_labels = {};

    /// For pairs and triplets, the factor of the cosines in the loss (training.similarity_scale).
    double similarity_scale = 1;
    /// For rows that are read in windows (data.stride), tokens of each window except a row's last; else 0.
    std::uint32_t window_tokens = 0;
    /// For windowed rows, the index of each sample's first window, then the number of all windows.
    std::vector<std::uint32_t> first_windows = {};

    model::Sample sample(std::uint32_t index) const;
    /// Appends the sample's sequences: itself, its texts, or its windows.
    void add_sequences(std::uint32_t index, std::vector<model::Sample>& to) const;
    /// The number of an image sample in `images`.
    std::uint32_t image_number(std::uint32_t index) const;
    /// Number of target values per sample.
    std::int64_t targets_of_a_sample() const;
    /// Whether each token has a target: the next token, or its class.
    bool has_token_targets() const { return is_stream || is_chat || !tags.empty(); }
    std::vector<std::uint32_t> lengths() const;
    /// Number of tokens with a target in each sample, if has_token_targets().
    std::vector<std::uint32_t> target_counts() const;
    std::uint64_t token_count() const;
    /// Tokens of a row of the table, or of a window.
    std::uint32_t length_of(std::uint32_t row) const;
    /// Sets the windows of a stream. Call after `tokens` is set.
    void take_windows(data::Windows cut);
    /// Divides rows into windows of `tokens_of_window` tokens. Call after `tokens` is set.
    void read_windows(std::uint32_t tokens_of_window);
    /// The number of windows of all samples, and the number of samples with several windows.
    std::size_t window_count() const { return first_windows.empty() ? 0 : first_windows.back(); }
    std::size_t windowed_rows() const;
    /// Sets the lists of words.
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

/// Reads, labels, splits and tokenizes what a preset names; reports counts, classes and warnings through
/// `announcer`. `fill_cache` is called between reading and tokenizing by all ranks (rank 0 fills the cache
/// first). `tokenizer`: null for images. Throws Errors 3xxx (data) and 42xx (tokenizer).
Datasets read_datasets(const Preset& preset, const arch::ModelConfig& config,
                       const data::Tokenizer* tokenizer, std::int64_t data_ranks, Announcer& announcer,
                       const std::function<void(const std::function<void()>&)>& fill_cache);

} // namespace tunedesk::train
