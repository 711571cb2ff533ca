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

/// One sample as the data path gives it, or one of its sequences.
struct Sample {
    std::uint32_t index = 0; ///< its number in the training set: the key of its dropout masks
    std::span<const std::int32_t> ids;
    std::uint32_t second_segment_length = 0;    ///< how many of its last tokens have type id 1
    std::int32_t label = 0;                     ///< -1: none
    std::optional<float> number = {};           ///< instead of a label, where the task's target is a number
    std::span<const std::int32_t> classes = {}; ///< those it has, where it may have several of `class_count`
    std::int64_t class_count = 0;
    /// The class of each token, where the task's target is one of each: as many as ids, negative without
    /// loss.
    std::span<const std::int32_t> token_targets = {};
    /// Instead, of conversations: 1 of each token that is to follow those before it, else 0.
    std::span<const std::uint8_t> learned = {};
    at::Tensor pixels = {}; ///< fp32 [channels, height, width], of an image: its ids count its rows alone
    bool continues = false; ///< another sequence of the sample before it, whose targets count
};

/// Rows in consecutive groups.
struct Segments {
    at::Tensor starts;                 ///< int32 [segments + 1], from 0 to the number of rows
    std::vector<std::int64_t> lengths; ///< of each segment, none zero
    std::int64_t longest = 0;
};

/// A batch's numbers as tensors on a device. In a padded batch the rows behind a sequence's own tokens are a
/// segment of their own: they see each other, and no other row sees them.
struct BatchTensors {
    at::Tensor ids, position, type_ids; ///< int32 [rows]
    Segments segments;                  ///< of all rows
    Segments first_tokens;              ///< one row a segment
    at::Tensor segment_rows;            ///< int32 [segments], the row of each segment's first token
    at::Tensor of_sequences;            ///< int32 [sequences], their segments; undefined where all are
};

/// A micro-batch: sequences laid one after another in rows of tokens. Packed, a sequence takes as many rows
/// as it has tokens; padded, all take as many as the longest, and the rows beyond a sequence's own tokens
/// hold `pad_id` and no row attends to them.
struct Batch {
    std::vector<kernel::Sequence> sequences;     ///< queries = keys = tokens
    std::vector<std::uint32_t> sample, position; ///< of each row
    std::vector<std::int32_t> ids;               ///< of each row
    std::vector<std::uint8_t> type_ids;          ///< of each row
    std::vector<std::int64_t> first_rows;        ///< row of each sequence's first token
    std::vector<std::uint32_t> samples;          ///< Sample::index of each sequence
    /// The first sequence of each sample, and behind the last one the number of sequences; empty if each
    /// sample is one sequence.
    std::vector<std::int64_t> sample_starts;
    /// Of filling sequences 0. Whole numbers [samples]; fp32 where the task's target is a number; fp32
    /// [samples, classes] of 0 and 1 where samples may have several.
    at::Tensor labels;
    /// fp32 [sequences], factors of their losses: 1 / normaliser, 0 for filling sequences. Undefined but in
    /// batches of a fixed shape, whose samples are one sequence each.
    at::Tensor loss_weights;
    /// int32 [rows]: the class of each row's token (of a language model, the next token), negative where it
    /// has no loss. Undefined but where the task's target is one of each token.
    at::Tensor token_targets;
    at::Tensor pixels; ///< fp32 [sequences, channels, height, width], of images
    /// Where images are mixed, the labels of the others in each; undefined without. A loss is `own_part`
    /// times that of the labels, and the rest that of these.
    at::Tensor other_labels;
    double own_part = 1;
    std::int64_t tokens = 0;                     ///< real ones, special tokens included
    std::shared_ptr<const BatchTensors> tensors; ///< for operations that are LibTorch's own

    std::int64_t rows() const { return static_cast<std::int64_t>(ids.size()); }
    std::int64_t size() const { return static_cast<std::int64_t>(sequences.size()); }
};

/// Appends the windows of a sample, of so many tokens each but the last, as its sequences; their keys of
/// dropout begin with the sample's.
void add_windows(const Sample& sample, std::size_t tokens, std::vector<Sample>& to);
Batch make_batch(std::span<const Sample> samples, bool padded, std::int32_t pad_id);
/// Of each sample the mean of its sequences' outputs: [sequences, ..] to [samples, ..].
at::Tensor mean_of_samples(const at::Tensor& outputs, const Batch& batch);
/// Packed and filled up to `shape`, which fixed_shape() gave: filling sequences hold `pad_id`, begin at
/// position 0 and lie behind the samples. Each sample's loss weight is 1 / normaliser.
Batch make_batch(std::span<const Sample> samples, const Shape& shape, std::int32_t pad_id, double normaliser);

/// Gives a batch its tensors and moves its targets and loss weights, all in one transfer that the host does
/// not wait for.
void add_tensors(Batch& batch, at::Device device);
/// The same for a batch of a fixed shape: every number gets its place of `memory`, int32 [numbers_of()]
/// on the device, so that all batches of the shape lie at the same addresses. Segments count as `longest`
/// rows at most.
void add_tensors(Batch& batch, const at::Tensor& memory, std::int64_t longest);
/// `labels`: numbers that say what one sequence is to be given; `of_tokens`: whether batches have
/// `token_targets`.
std::int64_t numbers_of(const Shape& shape, std::int64_t labels, bool of_tokens);

} // namespace tunedesk::model
