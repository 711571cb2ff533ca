// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/batch.h"

#include "base/activity.h"
#include "data/tags/word_tokens.h"
#include "memory/torch_headers.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tunedesk::model {

namespace {

std::int64_t count_samples(std::span<const Sample> sequences) {
    return std::ranges::count(sequences, false, &Sample::continues);
}

at::Tensor classes_of(std::span<const Sample> samples) {
    const std::int64_t count = samples.front().class_count;
    at::Tensor classes = at::zeros({count_samples(samples), count}, at::kFloat);
    float* row = classes.mutable_data_ptr<float>();
    for (const Sample& sample : samples) {
        if (sample.continues) continue;
        for (const std::int32_t id : sample.classes)
            row[id] = 1;
        row += count;
    }
    return classes;
}

at::Tensor labels_of(std::span<const Sample> samples) {
    if (!samples.empty() && samples.front().class_count > 0) return classes_of(samples);
    const bool of_numbers = !samples.empty() && samples.front().number;
    at::Tensor labels = at::empty({count_samples(samples)}, of_numbers ? at::kFloat : at::kLong);
    std::size_t place = 0;
    for (const Sample& sample : samples) {
        if (sample.continues) continue;
        if (of_numbers)
            labels.mutable_data_ptr<float>()[place++] = sample.number.value_or(0);
        else
            labels.mutable_data_ptr<std::int64_t>()[place++] = sample.label;
    }
    return labels;
}

/// The target of each row; padding rows have none.
at::Tensor token_targets_of(std::span<const Sample> samples, std::size_t rows, std::size_t longest,
                            bool padded) {
    if (samples.empty() || (samples.front().token_targets.empty() && samples.front().learned.empty()))
        return {};
    at::Tensor targets = at::full({static_cast<std::int64_t>(rows)}, data::ignored_label, at::kInt);
    auto* row = targets.mutable_data_ptr<std::int32_t>();
    for (const Sample& sample : samples) {
        std::ranges::copy(sample.token_targets, row);
        for (std::size_t i = 1; i < sample.learned.size(); ++i)
            if (sample.learned[i]) row[i - 1] = sample.ids[i];
        row += padded ? longest : sample.ids.size();
    }
    return targets;
}

/// See Batch::sample_starts.
std::vector<std::int64_t> sample_starts_of(std::span<const Sample> sequences) {
    std::vector<std::int64_t> starts;
    if (std::ranges::none_of(sequences, &Sample::continues)) return starts;
    for (std::size_t i = 0; i < sequences.size(); ++i)
        if (!sequences[i].continues) starts.push_back(static_cast<std::int64_t>(i));
    starts.push_back(static_cast<std::int64_t>(sequences.size()));
    return starts;
}

at::Tensor pixels_of(std::span<const Sample> samples) {
    if (samples.empty() || !samples.front().pixels.defined()) return {};
    std::vector<at::Tensor> images;
    for (const Sample& sample : samples)
        images.push_back(sample.pixels);
    return at::stack(images);
}

/// The bits of fp32 numbers as int32, for transfer to a device.
std::span<const std::int32_t> bits_of(const at::Tensor& numbers) {
    return {static_cast<const std::int32_t*>(numbers.const_data_ptr()),
            static_cast<std::size_t>(numbers.numel())};
}

} // namespace

void add_windows(const Sample& sample, std::size_t tokens, std::vector<Sample>& to) {
    Sample window = sample;
    for (std::size_t begin = 0; begin == 0 || begin < sample.ids.size(); begin += tokens) {
        window.ids = sample.ids.subspan(begin, std::min(tokens, sample.ids.size() - begin));
        to.push_back(window);
        window.continues = true;
        ++window.index;
    }
}

Batch make_batch(std::span<const Sample> samples, bool padded, std::int32_t pad_id) {
    const activity::Waiting waiting(activity::Wait::disk); // ids may be in a mapped file
    std::size_t longest = 0, total = 0;
    for (const Sample& sample : samples) {
        longest = std::max(longest, sample.ids.size());
        total += sample.ids.size();
    }
    const std::size_t rows = padded ? longest * samples.size() : total;
    Batch batch;
    batch.tokens = static_cast<std::int64_t>(total);
    batch.ids.reserve(rows);
    batch.sample.reserve(rows);
    batch.position.reserve(rows);
    batch.type_ids.reserve(rows);
    batch.labels = labels_of(samples);
    batch.token_targets = token_targets_of(samples, rows, longest, padded);
    batch.pixels = pixels_of(samples);
    batch.sample_starts = sample_starts_of(samples);
    for (const Sample& sample : samples) {
        const auto start = static_cast<std::int64_t>(batch.ids.size());
        const auto length = static_cast<std::int32_t>(sample.ids.size());
        const std::size_t width = padded ? longest : sample.ids.size();
        batch.sequences.push_back({start, start, length, length, sample.index});
        batch.first_rows.push_back(start);
        batch.samples.push_back(sample.index);
        batch.ids.insert(batch.ids.end(), sample.ids.begin(), sample.ids.end());
        batch.ids.resize(batch.ids.size() + width - sample.ids.size(), pad_id);
        for (std::size_t i = 0; i < width; ++i) {
            batch.sample.push_back(sample.index);
            batch.position.push_back(static_cast<std::uint32_t>(i));
            batch.type_ids.push_back(i < sample.ids.size() &&
                                     i + sample.second_segment_length >= sample.ids.size());
        }
    }
    return batch;
}

at::Tensor mean_of_samples(const at::Tensor& outputs, const Batch& batch) {
    if (batch.sample_starts.empty()) return outputs;
    const std::vector<std::int64_t>& starts = batch.sample_starts;
    const auto samples = static_cast<std::int64_t>(starts.size()) - 1;
    const at::Tensor shares = at::zeros({samples, batch.size()}, at::kFloat);
    for (std::int64_t i = 0; i < samples; ++i) {
        const std::int64_t begin = starts[static_cast<std::size_t>(i)];
        const std::int64_t count = starts[static_cast<std::size_t>(i) + 1] - begin;
        shares[i].narrow(0, begin, count).fill_(1.0 / static_cast<double>(count));
    }
    return shares.to(outputs.device()).mm(outputs);
}

Batch make_batch(std::span<const Sample> samples, const Shape& shape, std::int32_t pad_id,
                 double normaliser) {
    const auto size = static_cast<std::int64_t>(samples.size());
    std::vector<Sample> all(samples.begin(), samples.end());
    std::int64_t rows = shape.rows, sequences = shape.sequences - size;
    for (const Sample& sample : samples)
        rows -= static_cast<std::int64_t>(sample.ids.size());
    const std::vector<std::int32_t> filling(static_cast<std::size_t>(std::max<std::int64_t>(0, rows)),
                                            pad_id);
    for (; sequences > 0; --sequences) {
        const std::int64_t length = rows / sequences;
        // A dropout key that no sample has: padding does not affect the result.
        all.push_back({UINT32_MAX, std::span(filling).first(static_cast<std::size_t>(length)), 0, 0});
        rows -= length;
    }
    Batch batch = make_batch(all, /*padded=*/false, pad_id);
    for (const Sample& sample : std::span(all).subspan(samples.size()))
        batch.tokens -= static_cast<std::int64_t>(sample.ids.size());
    batch.loss_weights = at::zeros({batch.size()}, at::kFloat);
    // Conversations truncated before their answers have no targets.
    batch.loss_weights.narrow(0, 0, size)
        .fill_(1 / (batch.token_targets.defined() ? std::max(1.0, normaliser) : normaliser));
    return batch;
}

namespace {

/// Collects numbers for a device in one buffer.
class Staging {
public:
    template <class Numbers>
    void add(at::Tensor& target, const Numbers& numbers) {
        parts_.push_back({&target, static_cast<std::int64_t>(values_.size()),
                          static_cast<std::int64_t>(std::size(numbers))});
        for (const auto number : numbers)
            values_.push_back(static_cast<std::int32_t>(number));
    }
    std::int64_t size() const { return static_cast<std::int64_t>(values_.size()); }
    /// Fills `memory` and makes the targets views of it. A copy from pinned memory overlaps with the host's
    /// next work.
    void send(const at::Tensor& memory) {
        const at::Tensor host =
            at::empty({size()}, at::TensorOptions(at::kInt).pinned_memory(memory.is_cuda()));
        std::ranges::copy(values_, host.mutable_data_ptr<std::int32_t>());
        memory.copy_(host, /*non_blocking=*/true);
        for (const Part& part : parts_)
            *part.target = memory.narrow(0, part.start, part.count);
    }

private:
    struct Part {
        at::Tensor* target;
        std::int64_t start, count;
    };
    std::vector<std::int32_t> values_;
    std::vector<Part> parts_;
};

/// `memory` allocates that many numbers.
void stage(Batch& batch, const std::function<at::Tensor(std::int64_t)>& memory) {
    std::vector<std::int64_t> starts{0}, of_sequences, lengths;
    const auto add_segment = [&](std::int64_t length) {
        if (length == 0) return;
        lengths.push_back(length);
        starts.push_back(starts.back() + length);
    };
    for (std::size_t i = 0; i < batch.sequences.size(); ++i) {
        const std::int64_t next = i + 1 < batch.sequences.size() ? batch.first_rows[i + 1] : batch.rows();
        of_sequences.push_back(static_cast<std::int64_t>(lengths.size()));
        add_segment(batch.sequences[i].keys);
        add_segment(next - starts.back());
    }
    auto tensors = std::make_shared<BatchTensors>();
    const std::size_t count = lengths.size();
    std::vector<std::int64_t> one_each(count + 1);
    std::iota(one_each.begin(), one_each.end(), 0);
    const bool of_numbers = batch.labels.is_floating_point();
    const std::vector<std::int64_t> label_shape = batch.labels.sizes().vec();
    at::Tensor labels_sent, loss_weights_sent, targets_sent;
    Staging staging;
    staging.add(tensors->ids, batch.ids);
    staging.add(tensors->position, batch.position);
    staging.add(tensors->type_ids, batch.type_ids);
    staging.add(tensors->segments.starts, starts);
    staging.add(tensors->first_tokens.starts, one_each);
    staging.add(tensors->segment_rows, std::span(starts).first(count));
    if (count != batch.sequences.size()) staging.add(tensors->of_sequences, of_sequences);
    if (of_numbers)
        staging.add(labels_sent, bits_of(batch.labels));
    else
        staging.add(labels_sent, std::span(batch.labels.const_data_ptr<std::int64_t>(),
                                           static_cast<std::size_t>(batch.labels.numel())));
    if (batch.loss_weights.defined()) staging.add(loss_weights_sent, bits_of(batch.loss_weights));
    if (batch.token_targets.defined()) staging.add(targets_sent, bits_of(batch.token_targets));
    staging.send(memory(staging.size()));
    tensors->segments.longest = *std::ranges::max_element(lengths);
    tensors->segments.lengths = std::move(lengths);
    tensors->first_tokens.lengths.assign(count, 1);
    tensors->first_tokens.longest = 1;
    batch.labels = of_numbers ? labels_sent.view(at::kFloat).view(label_shape) : labels_sent;
    if (batch.loss_weights.defined()) batch.loss_weights = loss_weights_sent.view(at::kFloat);
    batch.token_targets = targets_sent;
    batch.tensors = std::move(tensors);
}

} // namespace

void add_tensors(Batch& batch, at::Device device) {
    stage(batch, [&](std::int64_t numbers) {
        return at::empty({numbers}, at::TensorOptions(device).dtype(at::kInt));
    });
    if (!batch.labels.is_floating_point()) batch.labels = batch.labels.to(at::kLong);
    if (batch.pixels.defined()) batch.pixels = batch.pixels.to(device);
}

void add_tensors(Batch& batch, const at::Tensor& memory, std::int64_t longest) {
    stage(batch, [&](std::int64_t numbers) {
        TORCH_INTERNAL_ASSERT(numbers == memory.numel());
        return memory;
    });
    auto tensors = std::make_shared<BatchTensors>(*batch.tensors);
    tensors->segments.longest = longest;
    batch.tensors = std::move(tensors);
}

std::int64_t numbers_of(const Shape& shape, std::int64_t labels, bool of_tokens) {
    return (of_tokens ? 4 : 3) * shape.rows + (4 + labels) * shape.sequences + 2;
}

} // namespace tunedesk::model
