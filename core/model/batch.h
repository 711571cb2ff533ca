// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/batch/shape.h"
#include "kernel/kernels.h"

#include <ATen/core/Tensor.h>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tunedesk::model {

using data::fixed_shape;
using data::Shape;

/// A sample of the training data, or one of its sequences.
struct Sample {
    std::uint32_t index = 0; ///< index in the training set, which keys its dropout masks
    std::span<const std::int32_t> ids;
    std::uint32_t second_segment_length = 0;    ///< number of last tokens with type id 1
    std::int32_t label = 0;                     ///< -1: none
    std::optional<float> number = {};           ///< target of a regression task, instead of a label
    std::span<const std::int32_t> classes = {}; ///< its classes, if it may have several of `class_count`
    std::int64_t class_count = 0;
    /// The class of each token, for tasks with a target per token: as many as ids; negative: no loss.
    std::span<const std::int32_t> token_targets = {};
    /// For conversations instead: 1 for each token that is a training target, else 0.
    std::span<const std::uint8_t> learned = {};
    at::Tensor pixels = {}; ///< fp32 [channels, height, width]; ids then only give the number of rows
    bool continues = false; ///< a further sequence of the previous sample, which has the targets
};

/// Rows in consecutive groups.
struct Segments {
    at::Tensor starts;                 ///< int32 [segments + 1], from 0 to the number of rows
    std::vector<std::int64_t> lengths; ///< by segment, each positive
    std::int64_t longest = 0;
};

/// A batch as tensors on a device. In a padded batch the padding rows after a sequence form a separate
/// segment, which attends only to itself.
struct BatchTensors {
    at::Tensor ids, position, type_ids; ///< int32 [rows]
    Segments segments;                  ///< of all rows
    Segments first_tokens;              ///< one row a segment
    at::Tensor segment_rows;            ///< int32 [segments], the row of each segment's first token
    at::Tensor of_sequences; ///< int32 [sequences], segment of each; undefined if all segments are sequences
};

/// A micro-batch: concatenated sequences, one token per row. Packed, a sequence has as many rows as tokens;
/// padded, all have as many as the longest, and rows after a sequence's tokens hold `pad_id` and are not
/// attended to.
struct Batch {
    std::vector<kernel::Sequence> sequences;     ///< queries = keys = tokens
    std::vector<std::uint32_t> sample, position; ///< of each row
    std::vector<std::int32_t> ids;               ///< of each row
    std::vector<std::uint8_t> type_ids;          ///< of each row
    std::vector<std::int64_t> first_rows;        ///< row of each sequence's first token
    std::vector<std::uint32_t> samples;          ///< Sample::index of each sequence
    /// Index of each sample's first sequence, then the number of sequences; empty if each sample is one
    /// sequence.
    std::vector<std::int64_t> sample_starts;
    /// Integers [samples]; fp32 [samples] for regression; fp32 [samples, classes] of 0 and 1 for several
    /// labels per sample. 0 for filling sequences.
    at::Tensor labels;
    /// fp32 [sequences], factors of the losses: 1 / normaliser, 0 for filling sequences. Defined only in
    /// batches of a fixed shape, whose samples have one sequence each.
    at::Tensor loss_weights;
    /// int32 [rows]: the class of each row's token (for a language model, the next token); negative: no loss.
    /// Defined only for tasks with a target per token.
    at::Tensor token_targets;
    at::Tensor pixels; ///< fp32 [sequences, channels, height, width], of images
    /// For mixed images, the label of each one's partner; else undefined. The loss is own_part * loss(labels)
    /// + (1 - own_part) * loss(other_labels).
    at::Tensor other_labels;
    double own_part = 1;
    std::int64_t tokens = 0;                     ///< tokens without padding, special tokens included
    std::shared_ptr<const BatchTensors> tensors; ///< for operations that are LibTorch's own

    std::int64_t rows() const { return static_cast<std::int64_t>(ids.size()); }
    std::int64_t size() const { return static_cast<std::int64_t>(sequences.size()); }
};

/// Appends a sample's windows of `tokens` tokens (the last may be shorter) as its sequences; their dropout
/// keys start at the sample's.
void add_windows(const Sample& sample, std::size_t tokens, std::vector<Sample>& to);
Batch make_batch(std::span<const Sample> samples, bool padded, std::int32_t pad_id);
/// The mean over each sample's sequences: [sequences, ..] to [samples, ..].
at::Tensor mean_of_samples(const at::Tensor& outputs, const Batch& batch);
/// A packed batch filled up to `shape` (from fixed_shape()): filling sequences hold `pad_id`, begin at
/// position 0 and come after the samples. Each sample's loss weight is 1 / normaliser.
Batch make_batch(std::span<const Sample> samples, const Shape& shape, std::int32_t pad_id, double normaliser);

/// Makes a batch's tensors on the device and moves its targets and loss weights, in one asynchronous
/// transfer.
void add_tensors(Batch& batch, at::Device device);
/// The same for a batch of a fixed shape: all values are stored in `memory`, int32 [numbers_of()] on the
/// device, so that all batches of the shape have the same addresses. `longest`: upper bound of the segments'
/// rows.
void add_tensors(Batch& batch, const at::Tensor& memory, std::int64_t longest);
/// Number of int32 values of a batch of this shape. `labels`: target values per sequence; `of_tokens`:
/// whether batches have `token_targets`.
std::int64_t numbers_of(const Shape& shape, std::int64_t labels, bool of_tokens);

} // namespace tunedesk::model
